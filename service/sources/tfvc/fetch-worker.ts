/** The worker thread of a fetch. */
import { serveJob } from '../../processes/workers.ts';
import { type FetchInput, type FetchMessage, type FetchOutput, fetchHistory } from './fetch-history.ts';

/** A connection that stays broken is the import's to wait for, which says so. */
const BROKEN_TRIES = 2;

serveJob<FetchInput, FetchOutput, FetchMessage>((input, post, signal) => {
  return fetchHistory(input, post, signal, { brokenTries: BROKEN_TRIES });
});
