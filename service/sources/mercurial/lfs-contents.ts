/** Contents of the lfs extension, fetched into a copy of a server's repository: a clone brings the pointers alone. */

import { say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import type { SourceContext } from '../source.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { FETCH_CONTENTS, writeLfsExtension } from './lfs-extension.ts';
import { needsLfs } from './requirements.ts';

/**
 * What the server does not give is no failure of the import: the report says what is missing.
 * @param copy folder of the copy
 * @param url of the server; one of SSH has no place for contents (hgext/lfs/blobstore.py, `remote`)
 * @throws Failure for what may pass
 */
export async function fetchLfsContents(copy: string, url: string, context: SourceContext): Promise<void> {
  if (!needsLfs(copy) || !/^https?:/i.test(url)) return;
  context.onLog('info', say('Fetching the contents of Mercurial’s lfs extension from {url}.', { url }));
  const access = { ...context, extensions: ['lfs'] as const };
  try {
    await runHg(access, url, {
      args: [
        ...['-R', copy, '--debug', '--config', 'progress.debug=True'],
        ...['--config', `lfs.url=${url.replace(/\/+$/, '')}/.git/info/lfs`],
        ...['--config', `extensions.gantry-lfs=${writeLfsExtension(context.privateFolder)}`],
        FETCH_CONTENTS,
      ],
      cwd: context.privateFolder,
      onStdout: 'ignore',
      silenceMs: context.silenceMs ?? SILENCE_MS,
      failure: ({ stderrTail }) => hgFailure(stderrTail, url, context.credentials !== null),
    }).done;
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = asFailure(error);
    if (mayPass(failure) || failure.kind === 'disk_full' || failure.kind === 'disk_failed') throw failure;
    context.onLog('warning', sayFailure(dataOf(failure), 'import'));
  }
}
