/** Worker thread that compares the branches and tags of two fetches. */
import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { refChanges } from '../commits/source-changes.ts';

/** Folders of an earlier fetch and of a new one. */
export interface ChangesInput {
  before: string;
  after: string;
}

serveJob<ChangesInput, SourceChange[]>(({ before, after }, _post, signal) =>
  refChanges(join(before, 'staging.git'), join(after, 'staging.git'), signal),
);
