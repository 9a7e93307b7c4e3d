/** Work with a source that outlives broken connections: it goes on, or begins anew where the source allows no going on. */

import { type Said, say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { type Patience, type PatientWork, patiently, waitingWords } from '../../network/patience.ts';
import type { FetchResult, Source, SourceContext } from '../../sources/source.ts';
import type { RunLog } from './run-log.ts';

/** What the row says while a fetch goes on. */
export const IMPORTING = say('Importing...');

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

/** @throws Failure */
export function fetchPatiently(source: Source, url: string, rooms: PatientRooms): Promise<FetchResult> {
  let latest: Reading = { step: 'raw', fraction: 0, done: null, total: null, unit: 'objects', status_text: '' };
  return patiently(
    rooms.patience,
    waits(rooms, () => latest),
    async (heard) => {
      const context = await rooms.context();
      return source.fetch(url, {
        ...context,
        onProgress: (reading) => {
          latest = reading;
          heard(reading.fraction ?? 0);
          context.onProgress(reading);
        },
      });
    },
  );
}

/** The look at a source that has answered before, of an import that was cut off: the network may not be there yet. */
export function lookPatiently(look: () => Promise<Source>, rooms: PatientRooms): Promise<Source> {
  const reading: Reading = {
    step: 'detection',
    fraction: 0,
    done: null,
    total: null,
    unit: 'objects',
    status_text: '',
  };
  return patiently(
    rooms.patience,
    waits(rooms, () => reading),
    look,
  );
}

function waits({ signal, log, tell, read }: PatientRooms, latest: () => Reading): PatientWork {
  return {
    signal,
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
