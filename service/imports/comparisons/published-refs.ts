/** Whether what an import published is still what its branches and tags hold: commits that no ref reaches are in no clone. */
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { RevisionDifference } from '../../vocabulary/comparison.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';

/** What became of the branches and tags that were published. */
export interface ComparedRefs {
  /** Those that are recorded as published. */
  total: number;
  /** Those that do not hold any more what was published. */
  differing: number;
  /** Those that hold it, and commits of somebody else on top. */
  grown: number;
}

interface Places {
  repositoryPath: string;
  /** Name to object id, as they were published. */
  recorded: ReadonlyMap<string, string>;
  /** The list beside the report. */
  published(): AsyncIterable<RevisionRow>;
  mostExamples: number;
}

/** @throws Failure */
export async function compareRefs(
  { repositoryPath, recorded, published, mostExamples }: Places,
  signal: AbortSignal,
): Promise<ComparedRefs & { examples: RevisionDifference[] }> {
  const refs: ComparedRefs = { total: recorded.size, differing: 0, grown: 0 };
  const missing = new Set(recorded.keys());
  const moved: { name: string; oid: string; now: string | null }[] = [];
  const look = (name: string, now: string) => {
    const oid = recorded.get(name);
    missing.delete(name);
    if (oid !== undefined && oid !== now) moved.push({ name, oid, now });
  };
  await eachRef(repositoryPath, look, signal, 'left out');
  for (const name of missing) moved.push({ name, oid: recorded.get(name) ?? '', now: null });
  const differing: typeof moved = [];
  for (const { name, oid, now } of moved) {
    // A tag is of one revision; a branch may go on.
    const isOfOne = now === null || name.startsWith('refs/tags/');
    if (!isOfOne && (await holds(repositoryPath, oid, now, signal))) {
      refs.grown += 1;
      continue;
    }
    refs.differing += 1;
    if (differing.length < mostExamples) differing.push({ name, oid, now });
  }
  const revisions = differing.length === 0 ? null : await revisionsOf(differing, published());
  const examples = differing.map(({ name, oid, now }): RevisionDifference => {
    // Whole, for who puts it back.
    const what =
      now === null
        ? say('it is not in the repository any more, and was published as {oid}', { oid })
        : say('it is {now} in the repository, and was published as {oid}', { now: now.slice(0, 12), oid });
    return { revision: revisions?.get(oid) ?? oid.slice(0, 12), path: name, commit: now ?? oid, files: [what] };
  });
  return { ...refs, examples };
}

/** The first revision of each of these commits, where it has one. */
async function revisionsOf(
  refs: readonly { oid: string }[],
  rows: AsyncIterable<RevisionRow>,
): Promise<Map<string, string>> {
  const wanted = new Set(refs.map(({ oid }) => oid));
  const found = new Map<string, string>();
  for await (const { commit, revision } of rows) {
    if (wanted.delete(commit)) found.set(commit, revision);
    if (wanted.size === 0) break;
  }
  return found;
}

/** Whether a commit is among what another reaches. One that cannot be read is not. */
async function holds(repository: string, oid: string, tip: string, signal: AbortSignal): Promise<boolean> {
  const { code } = await runGit({
    args: ['--git-dir', repository, 'merge-base', '--is-ancestor', oid, tip],
    signal,
    successExitCodes: 'any',
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  signal.throwIfAborted();
  return code === 0;
}
