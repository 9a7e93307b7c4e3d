import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { runInWorker } from '../../processes/workers.ts';
import { LARGE_FILE_BYTES } from '../../vocabulary/history.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { besideEarlier } from '../commits/earlier-fetch.ts';
import type { FetchResult, SourceContext } from '../source.ts';
import type { ChangesInput } from './changes-worker.ts';
import { clone } from './clone.ts';
import { refusePartialFolder } from './partial-folder.ts';
import type { ScanJob, ScanMessage } from './scan-worker.ts';

/**
 * Mirrors the source into `<folder>/staging.git`; every object id stays. Begins anew each time.
 * @throws Failure
 */
export function fetch(url: string, context: SourceContext): Promise<FetchResult> {
  return besideEarlier(context, (place) => fetchInto(url, place), gitChanges);
}

function gitChanges(before: string, after: string, signal: AbortSignal) {
  return runInWorker<ChangesInput, SourceChange[]>(import.meta.url, './changes-worker', { before, after }, { signal });
}

async function fetchInto(url: string, context: SourceContext): Promise<FetchResult> {
  await refusePartialFolder(url, context);
  const staging = join(context.folder, 'staging.git');
  const cloned = Promise.withResolvers<void>();
  const abandoned = new AbortController();
  const scan = runInWorker<ScanJob, FetchResult, ScanMessage>(
    import.meta.url,
    './scan-worker',
    {
      staging,
      includeHiddenRefs: context.includeHiddenRefs ?? false,
      largeFileBytes: context.largeFileBytes ?? LARGE_FILE_BYTES,
    },
    {
      go: cloned.promise,
      signal: AbortSignal.any([context.signal, abandoned.signal]),
      onMessage: ({ authors }) => context.onAuthors(authors),
    },
  );
  // Told by the await below; until then a failure of the thread must not count as unhandled.
  scan.catch(() => undefined);
  try {
    await clone(url, staging, context);
    context.onProgress({
      step: 'raw',
      fraction: 0.95,
      done: null,
      total: null,
      unit: 'objects',
      status_text: say('Collecting authors.'),
    });
    cloned.resolve();
    return await scan;
  } catch (error) {
    abandoned.abort();
    await Promise.allSettled([scan]);
    if (!context.signal.aborted) await rm(staging, { recursive: true, force: true });
    throw error;
  }
}
