/** The worker thread that compares the trees of published commits with those of the source's own mapping, one by one. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { packedLines } from '../../files/packed-file.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import { KEPT_REVISIONS } from '../../sources/commits/kept-revisions.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';
import type { Comparison } from '../../vocabulary/comparison.ts';
import { HEADER, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';

export interface PublishedJob {
  vcs: string;
  /** Folder `imports/<id>`. */
  folder: string;
  repositoryPath: string;
  /** The list beside the report. */
  revisions: string;
}

/** What of the published commits has other files than the source's own mapping, which was compared with the source. */
export interface ComparedPublished {
  differing: number;
  examples: Comparison['differences'];
}

const MOST_EXAMPLES = 100;

serveJob<PublishedJob, ComparedPublished>(async ({ vcs, folder, repositoryPath, revisions }, _post, signal) => {
  const made = await rowsIn(join(folder, vcs === 'mercurial' ? KEPT_REVISIONS : MADE_REVISIONS));
  const published = await rowsIn(revisions);
  const [wanted, found] = await Promise.all([
    treesOf(join(folder, 'staging.git'), made, signal),
    treesOf(repositoryPath, published, signal),
  ]);
  const result: ComparedPublished = { differing: 0, examples: [] };
  // Both lists are in the source's order; one that is shorter lacks what it does not have.
  for (let at = 0; at < Math.max(made.length, published.length); at += 1) {
    const isSame = made[at]?.revision === published[at]?.revision && wanted[at] === found[at];
    if (isSame && !found[at]?.endsWith('missing')) continue;
    result.differing += 1;
    const row = (made[at] ?? published[at]) as RevisionRow;
    const { revision, path, commit } = { ...row, commit: published[at]?.commit ?? row.commit };
    if (result.examples.length < MOST_EXAMPLES) {
      result.examples.push({
        revision,
        path,
        commit,
        files: [say('the published commit has other files than the mapping')],
      });
    }
  }
  return result;
});

async function rowsIn(file: string): Promise<RevisionRow[]> {
  const rows: RevisionRow[] = [];
  for await (const line of packedLines(file)) {
    const row = line === HEADER ? null : rowOf(line);
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** Id of the tree of each, or what git says of it. */
async function treesOf(repository: string, rows: readonly RevisionRow[], signal: AbortSignal): Promise<string[]> {
  const trees: string[] = [];
  await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname)'],
    stdin: `${rows.map(({ commit }) => `${commit}^{tree}`).join('\n')}\n`,
    signal,
    onStdout: (line) => trees.push(line),
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return trees;
}
