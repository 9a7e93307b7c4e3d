/** A fetch that outlives broken connections: it goes on, or begins anew where the source allows no going on. */
import type { Reading } from '../../events/progress.ts';
import { sentenceOf } from '../../failures/failure.ts';
import { type Patience, patiently, waitingWords } from '../../network/patience.ts';
import type { FetchResult, Source, SourceContext } from '../../sources/source.ts';
import type { RunLog } from './run-log.ts';

/** What the row says while a fetch goes on. */
const IMPORTING = 'Importing...';

/**
 * @param rooms.say writes the row's words
 * @param rooms.context made anew for each try
 * @throws Failure
 */
export function fetchPatiently(
  source: Source,
  url: string,
  rooms: {
    patience: Patience;
    signal: AbortSignal;
    log: RunLog;
    context(): Promise<SourceContext>;
    say(status: string): void;
  },
): Promise<FetchResult> {
  let latest: Reading = { step: 'raw', fraction: 0, done: null, total: null, unit: 'objects', status_text: '' };
  let tell: (reading: Reading) => void = () => undefined;
  return patiently(
    rooms.patience,
    {
      signal: rooms.signal,
      onWait: (milliseconds, failure) => {
        const waiting = waitingWords(milliseconds);
        tell({ ...latest, status_text: waiting });
        rooms.say(waiting);
        rooms.log.write('warning', `${sentenceOf(failure, 'import')} ${waiting}`);
      },
      onReturn: () => {
        rooms.say(IMPORTING);
        rooms.log.write('info', 'The server answers again.');
      },
    },
    async (heard) => {
      const context = await rooms.context();
      tell = (reading) => context.onProgress(reading);
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
