/** Notes that say which revision a commit came from, at `refs/notes/gantry`, when a person wants them. */

import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { createBareRepository, listRefs } from '../../git/bare-repository.ts';
import { createBorrowing } from '../../git/borrowing-repository.ts';
import { commitPayload } from '../../git/commit-object.ts';
import { runGit } from '../../git/git.ts';
import { OBJECT_COMMIT } from '../../git/pack/entry.ts';
import { publishPack } from '../../git/pack/index-pack.ts';
import { ObjectStore } from '../../git/pack/object-store.ts';
import { addText } from '../../git/rewrite/add-text.ts';
import { unreadable } from '../../git/rewrite/history.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { shallowOf } from '../publish/shallow-ends.ts';
import { revisionRows } from '../revisions/write-revisions.ts';
import { ownMapping } from '../steps/own-mapping.ts';
import type { MapStep } from '../steps/step-job.ts';
import { noteText } from './note-text.ts';
import { NOTES_REF } from './notes-ref.ts';
import { addNotesTree } from './notes-tree.ts';
import { type EndedNotes, WrittenNotes } from './written-notes.ts';

const WRITER = { name: 'Gantry', email: 'gantry@localhost' };

/**
 * A mapping with a ref of notes more, where they were asked for. Notes of an earlier mapping are the history of these, so that
 * what was pushed can be pushed again.
 * @throws Failure
 */
export async function withNotes(
  mapped: MapResult,
  { vcs, wishes }: Pick<MapStep, 'vcs' | 'wishes'>,
  context: SourceContext,
): Promise<MapResult> {
  const repository = join(context.folder, 'notes.git');
  if (!wishes.notes) {
    rmSync(repository, { recursive: true, force: true });
    return mapped;
  }
  if (mapped.refs.some(({ name }) => name === NOTES_REF)) return withFinding(mapped, TAKEN);
  context.onLog('info', say('Writing notes with the revisions of the source.'));
  const written = await writeNotes(repository, vcs, mapped, context);
  if (written === null) return withFinding(mapped, UNCHANGED);
  const folder = join(repository, 'objects/pack');
  const packs = (await readdir(folder)).filter((name) => name.endsWith('.pack')).map((name) => join(folder, name));
  return {
    ...mapped,
    refs: [...mapped.refs, { name: NOTES_REF, oid: written.oid }],
    packs: [...mapped.packs, ...packs],
    origin: ownMapping(mapped),
    notes: written.count,
  };
}

const TAKEN: Finding = {
  kind: 'notes_ref_taken',
  severity: 'warning',
  text: say('The source has notes of its own at {ref}. They stay as they are, and no others were written.', {
    ref: NOTES_REF,
  }),
  count: 1,
  examples: [],
};
const UNCHANGED: Finding = {
  kind: 'notes_not_needed',
  severity: 'info',
  text: say('No notes were written: every commit has the id that it has in the source.'),
  count: 1,
  examples: [],
};

function withFinding(mapped: MapResult, finding: Finding): MapResult {
  return { ...mapped, findings: [...mapped.findings, finding] };
}

/** @returns the commit of notes, and how many there are; null where all ids are the source's own */
async function writeNotes(
  repository: string,
  vcs: Vcs,
  mapped: MapResult,
  { folder, signal }: SourceContext,
): Promise<{ oid: string; count: number } | null> {
  const view = join(folder, 'noting.git');
  const scratch = join(folder, 'noting');
  rmSync(scratch, { recursive: true, force: true });
  const store = ObjectStore.open(scratch, 'notes', 0, null);
  try {
    await createBorrowing(view, mapped.packs, shallowOf(mapped, join(folder, 'staging.git')));
    const rows = () => revisionRows({ vcs, folder, repositoryPath: view, mapped, signal });
    const first = await rows();
    if (first === null) return null;
    const notes = new WrittenNotes(store);
    for await (const row of first) notes.add(row, noteText(vcs, row));
    if (notes.isAgain) for await (const row of (await rows()) ?? []) notes.addAgain(row, noteText(vcs, row));
    const oid = await commitNotes(repository, store, notes.end(), signal);
    return { oid, count: notes.count };
  } finally {
    store.close();
    rmSync(scratch, { recursive: true, force: true });
    rmSync(view, { recursive: true, force: true });
  }
}

/** @returns id of the commit of notes: the one of before where nothing is new */
async function commitNotes(
  repository: string,
  store: ObjectStore,
  { youngest, ...blobs }: EndedNotes,
  signal: AbortSignal,
): Promise<string> {
  if (!existsSync(repository)) await createBareRepository(repository, 'main', 'nothing');
  const [before] = await listRefs(repository, signal);
  const tree = addNotesTree(store, blobs).toString('hex');
  if (before !== undefined && (await treeOf(repository, before.oid, signal)) === tree) return before.oid;
  const commit = commitPayload({
    tree,
    parents: before === undefined ? [] : [before.oid],
    author: WRITER,
    seconds: youngest,
    message: 'Revisions of the source\n',
  });
  const oid = addText(store, OBJECT_COMMIT, commit.toString('latin1')).toString('hex');
  store.checkpoint();
  await publishPack(store.seal().path, repository, signal);
  await git(repository, ['update-ref', NOTES_REF, oid], signal);
  return oid;
}

async function treeOf(repository: string, commit: string, signal: AbortSignal): Promise<string> {
  return (await git(repository, ['rev-parse', `${commit}^{tree}`], signal)).trim();
}

async function git(repository: string, args: string[], signal: AbortSignal): Promise<string> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, ...args],
    signal,
    failure: ({ stderrTail }) => unreadable(stderrTail),
  }).done;
  return stdout;
}
