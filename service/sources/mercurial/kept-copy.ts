/** The copy of a server's repository that the fetch before left: what is new is pulled into a copy of it. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { stopsAnyFetch } from '../commits/arriving.ts';
import type { SourceContext } from '../source.ts';
import type { ArrivingCopy } from './arriving.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { linkRepository, requireSameHistory, takeBookmarks } from './pulled-copy.ts';
import { ALL_EXTENSIONS, needsLargefiles } from './requirements.ts';

/** Whether a copy can be gone on with: contents of the largefiles extension come with a clone alone. */
export function canGoOnWith(kept: string): boolean {
  const folder = join(kept, '.hg');
  return (
    existsSync(join(folder, 'requires')) && !existsSync(join(folder, 'store', 'journal')) && !needsLargefiles(kept)
  );
}

/**
 * Pulls what is new.
 * @param kept of the fetch before; it stays as it is
 * @param path where the copy is made
 * @param arriving goes on in pieces where the line breaks
 * @returns false where all of it must be asked for
 * @throws Failure that would end a clone as well
 */
export async function bringUpToDate(
  kept: string,
  path: string,
  url: string,
  context: SourceContext,
  arriving: ArrivingCopy | null,
): Promise<boolean> {
  if (!canGoOnWith(kept)) return false;
  context.onLog('info', say('Asking {url} for what is new since it was copied.', { url }));
  try {
    await linkRepository(kept, path);
    await pullAll(path, url, context);
    await requireSameHistory(path, url, context);
    await takeBookmarks(path, url, context);
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    await rm(path, { recursive: true, force: true });
    const failure = asFailure(error);
    if (mayPass(failure)) await arriving?.beginFrom(kept, context);
    if (stopsAnyFetch(failure)) throw error;
    context.onLog(
      'info',
      say('What is new could not be added to what was copied before ({detail}): the server is asked for all of it.', {
        detail: failure.detail || failure.message,
      }),
    );
    return false;
  }
}

async function pullAll(path: string, url: string, context: SourceContext): Promise<void> {
  await runHg({ ...context, extensions: ALL_EXTENSIONS, fewHeads: 'all' }, url, {
    // Without its talk a pull is silent, and could not be told from a server that stalls.
    args: ['-R', path, 'pull', '--debug', '--config', 'progress.debug=True', '--', url],
    cwd: context.privateFolder,
    onStdout: 'ignore',
    silenceMs: context.silenceMs ?? SILENCE_MS,
    failure: ({ stderrTail }) => hgFailure(stderrTail, url, context.credentials !== null),
  }).done;
  if (needsLargefiles(path)) throw Failure.of('mercurial.unreadable', { url }, 'largefiles');
}
