/** Makes a complete fetch visible in the staging repository: content packs, one commit a revision, the ref. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commitPayload } from '../../../../git/commit-object.ts';
import { runGit } from '../../../../git/git.ts';
import { OBJECT_COMMIT, OBJECT_TREE } from '../../../../git/pack/entry.ts';
import { publishPack } from '../../../../git/pack/index-pack.ts';
import { FRAME, framed, ObjectStore } from '../../../../git/pack/object-store.ts';
import { ImportFailure } from '../../../source.ts';
import { authorName, commitMessage, defaultIdentity } from '../revision-text.ts';
import { JOURNAL_NAME, type RawHistory } from './history.ts';
import { readJournal } from './journal.ts';

/** Where staging keeps the raw history: one commit for each revision 1..N, in order, whole repository tree. */
export const REVISIONS_REF = 'refs/gantry/revisions';
/** Id of the tree without entries. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Ends the content pack and hands all packs to the staging repository. Safe to run again after a crash. */
export async function publishContent(history: RawHistory, staging: string, signal: AbortSignal): Promise<void> {
  if (history.store.objectsInPack > 0) {
    history.store.seal();
    history.checkpoint();
  }
  for (const k of history.unpublishedPacks()) {
    history.packPublished(await publishPack(history.store.packFile(k), staging, signal));
  }
  history.checkpoint();
}

/**
 * Writes the commits of all revisions and hands their pack to the staging repository.
 * @param journalLength bytes of the journal that are complete
 * @returns id of the last revision's commit, or null without revisions
 */
export async function publishCommits(
  history: RawHistory,
  journalLength: number,
  staging: string,
  signal: AbortSignal,
): Promise<string | null> {
  const folder = join(history.folder, 'revisions');
  rmSync(folder, { recursive: true, force: true });
  const commits = ObjectStore.open(folder, 'revisions', 0, null);
  const uuid = history.uuid ?? '';
  let parent: string | null = null;
  commits.addFramed(OBJECT_TREE, framed(0));
  for (const revision of readJournal(join(history.folder, JOURNAL_NAME), journalLength)) {
    const payload = commitPayload({
      tree: revision.t < 0 ? EMPTY_TREE : history.store.table.hex(revision.t),
      parents: parent === null ? [] : [parent],
      author: defaultIdentity(authorName(revision.a), uuid),
      seconds: revision.d ?? 0,
      message: commitMessage(revision),
    });
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    parent = commits.table.hex(commits.addFramed(OBJECT_COMMIT, bytes));
  }
  commits.checkpoint();
  const { path } = commits.seal();
  commits.close();
  await publishPack(path, staging, signal);
  rmSync(folder, { recursive: true, force: true });
  return parent;
}

/** Makes the raw history visible. Only after its packs are published. */
export async function moveRevisionsRef(staging: string, commit: string, signal: AbortSignal): Promise<void> {
  const { code, stderrTail } = await runGit({
    args: ['--git-dir', staging, 'update-ref', REVISIONS_REF, commit],
    signal,
  }).done;
  if (code !== 0)
    throw new ImportFailure('internal', 'The raw history could not be stored in the staging repository.', stderrTail);
}
