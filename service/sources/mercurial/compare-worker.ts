/** The worker thread that compares every changeset with the source asked anew. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { fileLines } from '../../files/file-lines.ts';
import { runGit } from '../../git/git.ts';
import { type TreeFile, TreeFiles } from '../../git/tree-files.ts';
import { serveJob } from '../../processes/workers.ts';
import { type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { KEPT_REVISIONS } from '../commits/kept-revisions.ts';
import { ComparisonTally } from '../comparison-tally.ts';
import type { ComparedRevisions } from '../source.ts';
import { compareLogs, nodeOf } from './compare-logs.ts';
import type { HgRepository } from './hg-repository.ts';
import { HgServer } from './hg-server.ts';
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

/** How a content begins that hg stores as if it were a copy's, behind a note of this many bytes. */
const NOTE_MARK = Buffer.from('\x01\n', 'latin1');
const NOTE_BYTES = 4;

/**
 * Files with the sizes that hg says of them: where a content begins with the mark of notes, and is no copy, hg counts its empty note
 * as well (mercurial/filelog.py, `size`: "XXX if self.read(node).startswith("\\1\\n"), this returns (size+4)").
 */
async function asHgCounts(
  found: readonly TreeFile[],
  { wanted, staging, signal }: { wanted: readonly string[]; staging: string; signal: AbortSignal },
): Promise<readonly TreeFile[]> {
  const said = new Set(wanted);
  const files: TreeFile[] = [];
  for (const file of found) {
    const counted = { ...file, size: file.size + NOTE_BYTES };
    const mayBe = said.has(`${file.mode} ${counted.size} ${file.path}`) && file.size >= NOTE_MARK.length;
    files.push(mayBe && (await beginsWithMark(staging, file.oid, signal)) ? counted : file);
  }
  return files;
}

async function beginsWithMark(staging: string, oid: string, signal: AbortSignal): Promise<boolean> {
  const cat = runGit({ args: ['--git-dir', staging, 'cat-file', 'blob', oid], signal, onStdout: 'stream' });
  let start = Buffer.alloc(0);
  try {
    for await (const piece of cat.stdout as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, piece]);
      if (start.length >= NOTE_MARK.length) break;
    }
  } finally {
    await cat.stop();
    await cat.done.catch(() => undefined);
  }
  return start.subarray(0, NOTE_MARK.length).equals(NOTE_MARK);
}

/** Paths, as text, of which one side says something else than the other. */
function differences(wanted: readonly string[], found: readonly string[]): string[] {
  const there = new Set(wanted);
  const others = found.filter((file) => !there.delete(file));
  const pathOf = (file: string) => Buffer.from(file.replace(/^\d+ (?:\d+ )?/, ''), 'latin1').toString('utf8');
  return [...new Set([...others, ...there].map(pathOf))];
}
