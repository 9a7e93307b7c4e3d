/** The worker thread that compares every revision with the server asked anew. */

import { join } from 'node:path';
import type { Reading } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { TreeFiles } from '../../git/tree-files.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { ComparisonTally } from '../comparison-tally.ts';
import { countMadeTrees, keyOfMade, madeTrees } from '../folders/mapping/made-trees.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import { readWhatCame } from '../folders/raw/what-came.ts';
import { LogComparison } from '../log-comparison.ts';
import type { ComparedRevisions } from '../source.ts';
import { compareLogs, LOG_WAYS } from './compare-logs.ts';
import { compareRevisions } from './compare-revisions.ts';
import { RevisionsByPace } from './revisions-at-once.ts';
import { serverOf, WHOLE_BYTES } from './served-heads.ts';

export interface CompareInput {
  url: string;
  credentials: Credentials | null;
  /** Folder `imports/<id>`. */
  folder: string;
  privateFolder: string;
}

serveJob<CompareInput, ComparedRevisions, Reading>(async ({ folder, ...input }, post, signal) => {
  const mapped = readMapped(folder);
  if (mapped === null) throw Failure.of('import.nothing_mapped', {});
  const count = await countMadeTrees(folder);
  const server = await serverOf(input, signal);
  if (server === null) throw Failure.of('subversion.no_address', { address: input.url });
  const tally = new ComparisonTally(count, { onProgress: post });
  const repository = join(folder, 'staging.git');
  const logs = new LogComparison(repository, signal, LOG_WAYS);
  tally.tellOfLogs();
  const checkpoint = readCheckpoint(join(folder, 'fetch'));
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const came = readWhatCame(join(folder, 'fetch'), checkpoint);
  const job = { ...server, came, silenceMs: server.isNear ? null : SILENCE_MS, comparison: logs };
  const untold = await compareLogs(job, madeTrees(folder));
  tally.logsCompared(logs.compared, untold === null ? null : sayFailure(untold, 'import'));
  const files = new TreeFiles(repository, signal);
  await compareRevisions(
    {
      ...{ server, repository, files, gitignore: mapped.layout.gitignore, signal },
      ...{ wholeBytes: WHOLE_BYTES, isOfEach: true, mayBeMany: true, published: Promise.resolve() },
      ...(server.isNear ? {} : { atOnce: new RevisionsByPace() }),
      onCompared: ({ revision, path, commit }, { different, by }) => {
        const others = logs.differences(keyOfMade(revision, path));
        tally.compared({ revision: `r${revision}`, path: `/${path}`, commit }, [...others, ...different], by);
      },
      onNotListed: ({ revision, path }, failure) =>
        tally.notCompared(`r${revision} of /${path}`, sayFailure(failure, 'import')),
    },
    madeTrees(folder),
  );
  await Promise.all([files.close(), server.near?.close()]);
  return tally.result;
});
