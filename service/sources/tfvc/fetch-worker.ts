/** The worker thread of a fetch. */
import { serveJob } from '../../processes/workers.ts';
import { type FetchInput, type FetchMessage, type FetchOutput, fetchHistory } from './fetch-history.ts';

serveJob<FetchInput, FetchOutput, FetchMessage>((input, post, signal) => {
  return fetchHistory(input, post, signal);
});
