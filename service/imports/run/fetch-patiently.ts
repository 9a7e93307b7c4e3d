/** Work with a source that outlives broken connections: it goes on, or begins anew where the source allows no going on. */

import { type Said, say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { dataOf, Failure, KEPT } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { fetchContents } from '../../lfs/download/source-contents.ts';
import { withAskedWait } from '../../network/asked-wait.ts';
import { isUnwell, mayPass, type Patience, type PatientWork, patiently, waitingWords } from '../../network/patience.ts';
import type { FetchResult, Source, SourceContext } from '../../sources/source.ts';
import type { RunLog } from './run-log.ts';

/** What the row says while a fetch goes on. */
export const IMPORTING = say('Importing...');

const NOTHING_READ = { fraction: 0, done: null, total: null, unit: 'objects', status_text: '' } as const;

/** Other ends of a fetch that a new try may come behind. */
const REFUSED: ReadonlySet<string> = new Set<FailureKey>(['tfvc.refused', 'tfvc.no_answer_of_the_api']);

export interface PatientRooms {
  patience: Patience;
  signal: AbortSignal;
  log: RunLog;
  /** Made anew for each try. */
  context(): Promise<SourceContext>;
  /** Writes the row's words. */
  tell(status: Said): void;
  read(reading: Reading): void;
}

/** @throws Failure, which says so where a new try goes on behind what came */
export async function fetchPatiently(source: Source, url: string, rooms: PatientRooms): Promise<FetchResult> {
  let latest: Reading = { ...NOTHING_READ, step: 'raw' };
  // Each is further than any fraction.
  let arrived = 1;
  try {
    return await patiently(
      rooms.patience,
      waits(rooms, () => latest),
      async (heard) => {
        const context = await rooms.context();
        const onProgress = (reading: Reading) => {
          latest = reading;
          heard(reading.fraction ?? 0);
          context.onProgress(reading);
        };
        const telling = { ...context, onArrived: () => heard(++arrived), onProgress };
        return await withAskedWait(url, rooms.signal, () => source.fetch(url, telling));
      },
    );
  } catch (error) {
    rooms.signal.throwIfAborted();
    const failure = asFailure(error);
    // A source that goes on behind its last revision keeps each that it has told of.
    const hasCome = arrived > 1 || (!source.fetchesAnew && (latest.done ?? 0) > 0);
    if (!hasCome || !(mayPass(failure) || REFUSED.has(failure.key))) throw error;
    const kept = say('What has arrived is kept.');
    throw new Failure({ ...dataOf(failure), parameters: { ...failure.parameters, [KEPT]: kept } });
  }
}

/** What the source keeps in Git LFS, from a server that may be another than the source's. @throws Failure */
export async function fetchContentsPatiently(url: string, rooms: PatientRooms): Promise<void> {
  const context = await rooms.context();
  let latest: Reading = { ...NOTHING_READ, step: 'raw' };
  const onProgress = (reading: Reading) => {
    latest = reading;
    context.onProgress(reading);
  };
  await fetchContents(url, { ...context, onProgress }, (work, hasAnswered) => {
    // One that is not there is asked once.
    const longest = (failure: Failure) => (hasAnswered() || isUnwell(failure) ? Number.POSITIVE_INFINITY : 0);
    return patiently(rooms.patience, { ...waits(rooms, () => latest), longest }, work);
  });
}

/** Longest wait in all for an address at which nobody shows to be, in milliseconds. */
const NOBODY_MS = 10_000;

/**
 * The look at a source. At the start of the app the network may not be there yet; a person who asks just now waits for a server that is
 * there and not well as long as midway, and is told soon of an address at which nobody is.
 * @param goesOn whether the import was cut off by the end of an earlier process, and has nothing else to go on with
 */
export function lookPatiently(
  look: () => Promise<Source>,
  url: string,
  rooms: PatientRooms,
  goesOn: boolean,
): Promise<Source> {
  const reading: Reading = { ...NOTHING_READ, step: 'detection' };
  const longest = (failure: Failure) => (isUnwell(failure) ? Number.POSITIVE_INFINITY : NOBODY_MS);
  const waiting = waits(rooms, () => reading);
  return patiently(rooms.patience, goesOn ? waiting : { ...waiting, longest, passes: mayPass }, () =>
    withAskedWait(url, rooms.signal, look),
  );
}

function waits({ signal, log, tell, read }: PatientRooms, latest: () => Reading): PatientWork {
  return {
    signal,
    // One that answered before, and closes now without a word, has been cut off in the first bytes of its answer.
    passes: (failure) => mayPass(failure) || failure.key === 'git.no_answer',
    onWait: (milliseconds, failure) => {
      const waiting = waitingWords(milliseconds);
      read({ ...latest(), status_text: waiting });
      tell(waiting);
      log.write('warning', [sayFailure(failure, 'import'), waiting]);
    },
    onReturn: () => {
      tell(IMPORTING);
      log.write('info', say('The server answers again.'));
    },
  };
}
