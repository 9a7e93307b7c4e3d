/** Takes revisions straight from the files of a repository in a folder of this disk. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sentence } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { Arrival, type ArrivalMessage, keepWhatArrived } from '../arrival.ts';
import { DumpError } from '../dump/record.ts';
import { SvndiffError } from '../dump/svndiff.ts';
import type { RawHistory } from '../raw/history.ts';
import { RevisionReader } from './apply-revisions.ts';
import { FsfsError } from './fsfs-error.ts';
import type { FsfsLayout } from './layout.ts';
import { RevisionFiles } from './revision-files.ts';

/** How long is worked without hearing whether to stop, in milliseconds. */
const TURN_MS = 20;

/**
 * Takes the revisions behind those that the history has.
 * @returns null when all came; otherwise why the rest is left to `svnadmin`: the history has then to be opened anew, and has what
 * came before
 * @throws Failure of kind 'cancelled'; errors of the history's own files
 */
export async function receiveFiles(
  history: RawHistory,
  { layout, youngest }: { layout: FsfsLayout; youngest: number },
  post: (message: ArrivalMessage) => void,
  signal: AbortSignal,
): Promise<Sentence | null> {
  const files = new RevisionFiles(layout);
  const arrival = new Arrival(history, post);
  try {
    const reader = new RevisionReader(files, history);
    let turn = performance.now();
    while (history.revision < youngest) {
      const revision = history.revision + 1;
      const properties = await reader.add(revision);
      history.endRevision(revision, properties);
      arrival.bytes = files.files.bytes;
      arrival.ended();
      if (performance.now() - turn < TURN_MS) continue;
      await nextTurn();
      signal.throwIfAborted();
      turn = performance.now();
    }
    arrival.done();
    return null;
  } catch (error) {
    if (signal.aborted) {
      keepWhatArrived(history);
      throw Failure.of('work.cancelled', {});
    }
    const why = whatIsUnreadable(error, layout);
    if (why === null) throw error;
    keepWhatArrived(history);
    return why;
  } finally {
    arrival.close();
    files.close();
  }
}

/** What is wrong with the repository's files; null when the error is of something else. */
function whatIsUnreadable(error: unknown, { folder }: FsfsLayout): Sentence | null {
  if (error instanceof DumpError || error instanceof SvndiffError) return error.said;
  if (error instanceof FsfsError || error instanceof RangeError) return error.message;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (path?.startsWith(folder) || (syscall === 'read' && path === undefined)) return `${syscall} ${code}`;
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE' ? code : null;
}
