import { say } from '../../../language/sentence.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { Identity, MappedRef } from '../../vocabulary/history.ts';
import type { MapResult, SourceContext } from '../source.ts';
import type { RewriteJob, RewriteMessage } from './rewrite-worker.ts';

/**
 * Rewrites commits and annotated tags for mapped identities. Keys of `identities` are those of
 * `identityKey`. `packs` of the result holds only what was rewritten.
 * @throws Failure
 */
export function rewriteIdentities(
  refs: readonly MappedRef[],
  identities: Map<string, Identity>,
  context: SourceContext,
): Promise<Omit<MapResult, 'head'>> {
  return runInWorker<RewriteJob, Omit<MapResult, 'head'>, RewriteMessage>(
    import.meta.url,
    './rewrite-worker',
    { folder: context.folder, refs: [...refs], identities },
    {
      signal: context.signal,
      onMessage: ({ done, total }) =>
        context.onProgress({
          step: 'rewrite',
          fraction: total === 0 ? null : done / total,
          done,
          total,
          unit: 'commits',
          status_text: say('Applying the author mapping.'),
        }),
    },
  );
}
