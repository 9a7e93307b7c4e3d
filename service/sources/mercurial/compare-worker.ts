/** The worker thread that compares every changeset with the source asked anew. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { fileLines } from '../../files/file-lines.ts';
import { type TreeFile, TreeFiles } from '../../git/tree-files.ts';
import { serveJob } from '../../processes/workers.ts';
import { type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { KEPT_REVISIONS } from '../commits/kept-revisions.ts';
import { ComparisonTally } from '../comparison-tally.ts';
import type { ComparedRevisions } from '../source.ts';
import { compareLogs, nodeOf } from './compare-logs.ts';
import type { HgRepository } from './hg-repository.ts';
import { HgServer } from './hg-server.ts';
import { asHgCounts } from './hg-sizes.ts';
import { needsLargefiles } from './requirements.ts';
import { listFiles } from './source-heads.ts';

export interface CompareInput {
  /** Folder `imports/<id>`. */
  folder: string;
  privateFolder: string;
  repository: HgRepository;
}

serveJob<CompareInput, ComparedRevisions, Reading>(async ({ folder, privateFolder, repository }, post, signal) => {
  const rows: RevisionRow[] = [];
  for await (const line of fileLines(join(folder, KEPT_REVISIONS))) {
    const row = rowOf(line);
    if (row !== null) rows.push(row);
  }
  // What stands in for a large file has another size.
  const withSizes = !needsLargefiles(repository.path);
  const by = withSizes ? say('name, size and mode') : say('name and mode');
  const tally = new ComparisonTally(rows.length, { onProgress: post });
  const staging = join(folder, 'staging.git');
  const files = new TreeFiles(staging, signal, 'latin1');
  // As `listFiles` has them.
  const fileOf = ({ mode, size, path }: TreeFile) => (withSizes ? `${mode} ${size} ${path}` : `${mode} ${path}`);
  const server = new HgServer({ credentials: null, privateFolder, signal }, repository);
  try {
    tally.tellOfLogs();
    const logs = await compareLogs(server, { repository: staging, rows, signal });
    tally.logsCompared(logs.compared, null);
    for (const { revision, path, commit } of rows) {
      signal.throwIfAborted();
      const node = nodeOf(revision);
      let wanted: string[];
      try {
        wanted = await listFiles(server, node, repository.path, withSizes);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Failure)) throw error;
        // It was stripped, or hidden, since.
        tally.notCompared(node.slice(0, 12), say('the source does not have it any more'));
        continue;
      }
      const found = await files.of(commit);
      const said = withSizes ? await asHgCounts(found, { wanted, staging, signal }) : found;
      const different = [...logs.differences(node), ...differences(wanted, said.map(fileOf))];
      tally.compared({ revision: node.slice(0, 12), path, commit }, different, by);
    }
    await files.close();
  } finally {
    await server.stop();
  }
  return tally.result;
});

/** Paths, as text, of which one side says something else than the other. */
function differences(wanted: readonly string[], found: readonly string[]): string[] {
  const there = new Set(wanted);
  const others = found.filter((file) => !there.delete(file));
  const pathOf = (file: string) => Buffer.from(file.replace(/^\d+ (?:\d+ )?/, ''), 'latin1').toString('utf8');
  return [...new Set([...others, ...there].map(pathOf))];
}
