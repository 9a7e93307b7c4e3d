import { join } from 'node:path';
import { isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import { notesDigest } from '../../git/notes-digest.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import type { Check } from '../../vocabulary/report.ts';
import { countCommits, keptCommitCount } from '../commits/commit-count.ts';
import { readRefs } from '../commits/ref-states.ts';
import type { MapResult, SourceContext } from '../source.ts';
import { isHidden } from './hidden-refs.ts';

/** One for all: a hundred thousand checks are of it. */
const OBJECT_ID = say('object id');

/** How many objects the packs of a repository hold. */
async function packedObjects(repository: string, signal: AbortSignal): Promise<Sentence> {
  const { stdout } = await runGit({ args: ['--git-dir', repository, 'count-objects', '-v'], signal }).done;
  return /^in-pack: (\d+)$/m.exec(stdout)?.[1] ?? say('unknown');
}

/**
 * Compares the published repository with what the source sent, ref by ref, and counts objects, or commits, in both.
 * Where commits were rewritten, ids differ by design and the trees are compared instead.
 */
export async function verify(
  _url: string,
  repositoryPath: string,
  mapped: MapResult,
  context: SourceContext,
): Promise<Check[]> {
  await context.published;
  const staging = join(context.folder, 'staging.git');
  const { signal } = context;
  const wanted = new Map(mapped.refs.map((ref) => [ref.name, ref.oid]));
  const names = [...wanted.keys()];
  // The scan counted what the source's usual refs reach; hidden ones are counted here.
  const usual = names.every((name) => !isHidden(name));
  const [stagedObjects, objects] = await Promise.all([
    packedObjects(staging, signal),
    packedObjects(repositoryPath, signal),
  ]);
  const checks: Check[] = [];
  // Usually everything is the same, and of hundreds of thousands of refs nothing more need be in memory.
  const [asFetched, asPublished] = await Promise.all([
    difference(staging, wanted, signal),
    difference(repositoryPath, wanted, signal),
  ]);
  if (
    asFetched.same === wanted.size &&
    asPublished.same === wanted.size &&
    asPublished.others === 0 &&
    isSame(stagedObjects, objects)
  ) {
    for (const [name, oid] of wanted) checks.push(check(name, OBJECT_ID, oid, oid));
    checks.push(check(say('All refs'), say('number of refs'), String(names.length), String(asPublished.same)));
    checks.push(check(say('All objects'), say('objects received and published'), stagedObjects, objects));
    return checks;
  }
  const [fetched, published] = await Promise.all([readRefs(staging, signal), readRefs(repositoryPath, signal)]);
  for (const name of names) {
    const before = fetched.get(name);
    const after = published.get(name);
    const rewritten = before !== undefined && wanted.get(name) !== before.oid;
    if (rewritten && isNotesRef({ name })) {
      const tips = mapped.refs.filter((ref) => !isNotesRef(ref));
      const [then, now] = await Promise.all([
        notesDigest(
          staging,
          before.oid,
          tips.flatMap(({ name }) => fetched.get(name)?.oid ?? []),
          signal,
        ),
        notesDigest(
          repositoryPath,
          wanted.get(name) ?? '',
          tips.map(({ oid }) => oid),
          signal,
        ),
      ]);
      checks.push(check(name, say('notes'), then, now));
    } else if (rewritten) checks.push(check(name, say('tree'), before.tree, after?.tree));
    else checks.push(check(name, OBJECT_ID, before?.oid ?? '', after?.oid));
  }
  const extra = [...published.keys()].filter((name) => !wanted.has(name));
  checks.push(
    check(say('All refs'), say('number of refs'), String(names.length), String(published.size - extra.length)),
  );

  const untouched = names.every((name) => fetched.get(name)?.oid === wanted.get(name));
  if (untouched && isSame(stagedObjects, objects)) {
    // Same ids over the same objects is the same history: an id is the hash of all that it reaches.
    checks.push(check(say('All objects'), say('objects received and published'), stagedObjects, objects));
    return checks;
  }
  const before = names.map((name) => fetched.get(name)?.oid ?? '').filter(Boolean);
  const count = async () =>
    (usual ? await keptCommitCount(context.folder) : null) ?? (await countCommits(staging, before, signal));
  const [expected, found] = await Promise.all([count(), countCommits(repositoryPath, [...wanted.values()], signal)]);
  // What is one with another since authors were mapped is told on its own.
  const joined = mapped.came?.joined ?? 0;
  checks.push(check(say('All refs'), say('number of commits'), String(expected - joined), String(found)));
  return checks;
}

/** How many refs of a repository are as they are wanted, and how many are others. */
async function difference(repository: string, wanted: ReadonlyMap<string, string>, signal: AbortSignal) {
  const count = { same: 0, others: 0 };
  const compare = (name: string, oid: string) => {
    if (wanted.get(name) === oid) count.same += 1;
    else count.others += 1;
  };
  await eachRef(repository, compare, signal, 'left out');
  return count;
}

function check(subject: Sentence, what: Said, expected: Sentence, found: Sentence | undefined): Check {
  // The same text once: a hundred thousand of them are kept until the report is written.
  if (found !== undefined && isSame(expected, found)) return { subject, what, expected, found: expected, ok: true };
  return { subject, what, expected, found: found ?? say('missing'), ok: false };
}
