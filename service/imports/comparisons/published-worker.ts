/** The worker thread that compares published commits with those of the source's own mapping, one by one. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { packedLines } from '../../files/packed-file.ts';
import { type CommitLog, readCommitLogs } from '../../git/commit-logs.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import { refsOfImport } from '../../store/recorded-refs.ts';
import type { Comparison } from '../../vocabulary/comparison.ts';
import { HEADER, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { madeListOf } from './made-list.ts';
import { type ComparedRefs, compareRefs } from './published-refs.ts';

export interface PublishedJob {
  vcs: string;
  dataFolder: string;
  importId: number;
  /** Folder `imports/<id>`. */
  folder: string;
  repositoryPath: string;
  /** The list beside the report. */
  revisions: string;
  /** False where trees are others than the mapping's on purpose. */
  withCommits: boolean;
  /** False where messages were rewritten on purpose. */
  withMessages: boolean;
}

/** What of the published commits is another than in the source's own mapping, which was compared with the source. */
export interface ComparedPublished {
  /** Null where commits were not compared. */
  differing: number | null;
  refs: ComparedRefs & { examples: Comparison['differences'] };
  examples: Comparison['differences'];
}

const MOST_EXAMPLES = 100;
/** Rows of each list that are held at once. */
const AT_ONCE = 5000;

serveJob<PublishedJob, ComparedPublished>(async (job, _post, signal) => {
  const { repositoryPath, dataFolder, importId } = job;
  const published = () => rowsIn(job.revisions);
  const refs = await compareRefs(
    { repositoryPath, recorded: refsOfImport(dataFolder, importId), published, mostExamples: MOST_EXAMPLES },
    signal,
  );
  return {
    differing: null,
    examples: [],
    refs,
    ...(job.withCommits ? await compareCommits(job, published(), signal) : {}),
  };
});

async function compareCommits(
  { vcs, withMessages, folder, repositoryPath }: PublishedJob,
  publishedRows: AsyncGenerator<RevisionRow>,
  signal: AbortSignal,
): Promise<{ differing: number; examples: Comparison['differences'] }> {
  const mappedRows = rowsIn(join(folder, madeListOf(vcs)));
  const result: { differing: number; examples: Comparison['differences'] } = { differing: 0, examples: [] };
  const authors = new Map<string, string>();
  try {
    // Both lists are in the source's order; one that is shorter lacks what it does not have.
    for (;;) {
      const [made, published] = [await some(mappedRows), await some(publishedRows)];
      if (made.length === 0 && published.length === 0) return result;
      const [wanted, found] = await Promise.all([
        treesOf(join(folder, 'staging.git'), made, signal),
        treesOf(repositoryPath, published, signal),
      ]);
      const hasFiles = (at: number) =>
        made[at]?.revision === published[at]?.revision && wanted[at] === found[at] && !found[at]?.endsWith('missing');
      const rows = { folder, repositoryPath, made, published, withMessages, hasFiles, authors };
      const others = await otherLogs(rows, signal);
      for (let at = 0; at < Math.max(made.length, published.length); at += 1) {
        if (hasFiles(at) && !others.has(at)) continue;
        result.differing += 1;
        const row = (made[at] ?? published[at]) as RevisionRow;
        const { revision, path, commit } = { ...row, commit: published[at]?.commit ?? row.commit };
        if (result.examples.length < MOST_EXAMPLES) {
          result.examples.push({
            revision,
            path,
            commit,
            files: [
              hasFiles(at)
                ? say('the published commit has another author, date or message than the mapping')
                : say('the published commit has other files than the mapping'),
            ],
          });
        }
      }
    }
  } finally {
    await Promise.all([mappedRows.return(undefined), publishedRows.return(undefined)]);
  }
}

interface Rows extends Pick<PublishedJob, 'folder' | 'repositoryPath' | 'withMessages'> {
  made: readonly RevisionRow[];
  published: readonly RevisionRow[];
  /** Whether both of a place are there, and have the same files. */
  hasFiles(at: number): boolean;
  /** Who became whom, as the first commit of each says. */
  authors: Map<string, string>;
}

/** Which rows' published commits, made anew as authors were mapped, have another message, date, or author than the others of the same one. */
async function otherLogs(
  { folder, repositoryPath, made, published, withMessages, hasFiles, authors }: Rows,
  signal: AbortSignal,
): Promise<Set<number>> {
  const others = new Set<number>();
  const places = published.flatMap(({ commit }, at) => {
    const before = made[at]?.commit;
    return before === undefined || before === commit || !hasFiles(at) ? [] : [at];
  });
  const idsIn = (rows: readonly RevisionRow[]) => places.map((at) => rows[at]?.commit ?? '');
  const logs: (CommitLog | null)[] = [];
  await readCommitLogs(join(folder, 'staging.git'), idsIn(made), signal, (log) => logs.push(log));
  await readCommitLogs(repositoryPath, idsIn(published), signal, (now, index) => {
    const before = logs[index];
    const at = places[index] as number;
    if (now === null || before === null || before === undefined) {
      others.add(at);
      return;
    }
    const author = authors.get(before.author) ?? now.author;
    authors.set(before.author, author);
    const isSame = before.seconds === now.seconds && before.zone === now.zone && author === now.author;
    if (!isSame || (withMessages && before.message !== now.message)) others.add(at);
  });
  return others;
}

async function* rowsIn(file: string): AsyncGenerator<RevisionRow> {
  for await (const line of packedLines(file)) {
    const row = line === HEADER ? null : rowOf(line);
    if (row !== null) yield row;
  }
}

/** The next of them, as many as are held at once. */
async function some(rows: AsyncGenerator<RevisionRow>): Promise<RevisionRow[]> {
  const taken: RevisionRow[] = [];
  while (taken.length < AT_ONCE) {
    const { value, done } = await rows.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
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
