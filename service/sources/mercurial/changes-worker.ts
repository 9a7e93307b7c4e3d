/** Worker thread that compares the branches of two fetches. */
import { serveJob } from '../../processes/workers.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { changesOf } from './changes-of.ts';

/** Folders of an earlier fetch and of a new one. */
export interface ChangesInput {
  before: string;
  after: string;
}

serveJob<ChangesInput, SourceChange[]>(({ before, after }, _post, signal) => changesOf(before, after, signal));
