/** The worker thread that compares what every changeset became with what the server lists at it. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { ComparisonTally } from '../comparison-tally.ts';
import { countMadeTrees, keyOfMade, madeTrees } from '../folders/mapping/made-trees.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import type { ComparedRevisions } from '../source.ts';
import { requestFailure, ServerRefusal } from './api/failures.ts';
import { refusalOf } from './api/refusals.ts';
import { compareLogs } from './compare-logs.ts';
import { compareTree } from './compare-tree.ts';
import { connect } from './connect.ts';
import { ContentSample } from './content-sample.ts';
import { BranchMatcher } from './mapping/matcher.ts';
import { serverPath } from './paths.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';
import { openFetchedIds } from './raw/fetched-ids.ts';
import { silenceText } from './silence.ts';

export interface CompareInput {
  url: string;
  credentials: Credentials | null;
  /** Folder `imports/<id>`. */
  folder: string;
}

/** Changesets that the server is asked for at once. */
const AT_ONCE = 4;

serveJob<CompareInput, ComparedRevisions, Reading>(async ({ url, credentials, folder }, post, signal) => {
  const fetched = join(folder, 'fetch');
  const checkpoint = readTfvcCheckpoint(fetched);
  const mapped = readMapped(folder);
  if (checkpoint === null || mapped === null) throw Failure.of('import.nothing_mapped', {});
  let reading: Reading = {
    ...{ step: 'verification', fraction: 0, done: 0, total: null, unit: 'revisions' },
    status_text: '',
  };
  const onSilence = (milliseconds: number) => post({ ...reading, status_text: silenceText(milliseconds) });
  const { client } = await connect(url, { credentials, signal, onSilence });
  const ids = openFetchedIds(fetched, checkpoint);
  try {
    const tally = new ComparisonTally(await countMadeTrees(folder), {
      onProgress: (now) => {
        reading = now;
        post(now);
      },
    });
    tally.tellOfLogs();
    const logs = await compareLogs({ client, folder, checkpoint, signal });
    tally.logsCompared(logs.compared, null);
    const matcher = new BranchMatcher(mapped.layout);
    const known = new Map<string, boolean>();
    const left = madeTrees(folder);
    const work = async () => {
      for await (const { revision, path, commit } of left) {
        signal.throwIfAborted();
        const sample = new ContentSample(client, revision, known);
        const comparison = {
          ...{ client, matcher, oidOf: ids.oidOf, sample, signal },
          project: checkpoint.project,
          repository: join(folder, 'staging.git'),
        };
        try {
          const compared = await compareTree({ tree: commit, folder: path, revision }, comparison);
          const { different, by } = compared ?? { different: [], by: say('name, kind and checksum') };
          const others = logs.differences(keyOfMade(revision, path));
          tally.compared({ revision: `C${revision}`, path: `/${path}`, commit }, [...others, ...different], by);
        } catch (error) {
          const said = await refusalOf(client, serverPath(checkpoint.project, ''), error);
          if (said === null) throw error;
          // Destroyed since, or no longer for this account.
          const why =
            error instanceof ServerRefusal ? say('the server answers with {status}', { status: error.status }) : said;
          tally.notCompared(`C${revision} of /${path}`, why);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return tally.result;
  } catch (error) {
    throw requestFailure(error, client.collection);
  } finally {
    ids.close();
  }
});
