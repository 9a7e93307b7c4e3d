/**
 * What a git that was killed leaves in a repository, and another git then trips over. Called at the start, when the data folder
 * is ours alone and what an earlier engine had started is ended: nobody holds any of it.
 */
import { type Dirent, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_MARK } from './refs-state.ts';

/** Somebody may end his work meanwhile. */
const GONE = { throwIfNoEntry: false } as const;
/** Names in a sentence; the rest is counted. */
const NAMED = 5;
/**
 * How git names what it has not finished in `objects` and `objects/pack` (tmp-objdir.c, pack-write.c, index-pack.c), and earlier versions
 * of Gantry an index.
 */
const UNFINISHED = /^(?:tmp_|\.tmp-|incoming-|pack-[\da-f]+\.idx\.)/;

/**
 * Removes locks and unfinished packs. Thousands of repositories are looked at before the first answer: each folder is read
 * once.
 * @param before what changed later is somebody's who works, in milliseconds since 1970
 * @returns their paths within the repository
 */
export function removeStaleLocks(repository: string, before = Number.POSITIVE_INFINITY): string[] {
  // Most repositories have no wiki, and an error costs ten times as much as the question.
  if (!existsSync(repository)) return [];
  const top = entriesOf(repository).map(({ name }) => name);
  const all = [
    ...top.filter((name) => name.endsWith('.lock') && !isOfMigration(repository, name)),
    ...top.filter((name) => name === 'packed-refs.new'),
    ...filesBelow(repository, 'refs').filter((path) => path.endsWith('.lock')),
    ...['objects', 'objects/pack'].flatMap((folder) =>
      entriesOf(join(repository, folder))
        .filter(({ name }) => UNFINISHED.test(name))
        .map(({ name }) => `${folder}/${name}`),
    ),
  ];
  const found = all.filter((path) => (statSync(join(repository, path), GONE)?.mtimeMs ?? before) < before);
  for (const path of found) rmSync(join(repository, path), { recursive: true, force: true });
  return found;
}

/**
 * Removes refs that a power cut left without content: git can neither read nor replace them. Only for repositories whose refs
 * are about to be written again.
 * @returns their names
 */
export function removeEmptyRefs(repository: string): string[] {
  const empty = filesBelow(repository, 'refs').filter(
    (path) => !/^(?:[\da-f]{40,64}\n|ref: )/.test(readFileSync(join(repository, path), 'latin1')),
  );
  for (const path of empty) rmSync(join(repository, path), { force: true });
  return empty;
}

/** What was removed, for the log; null for nothing. */
export function staleSentence(repository: string, removed: readonly string[]): string | null {
  if (removed.length === 0) return null;
  const more = removed.length > NAMED ? ` and ${removed.length - NAMED} more` : '';
  const files = removed.length === 1 ? 'a file' : `${removed.length} files`;
  return `A git that was ended in the middle had left ${files} in ${repository}, which would have stopped the next one: ${removed.slice(0, NAMED).join(', ')}${more}. Removed.`;
}

function isOfMigration(repository: string, name: string): boolean {
  return name === 'HEAD.lock' && readFileSync(join(repository, name), 'utf8').startsWith(LOCK_MARK);
}

/** What is in a folder; nothing when it is not there. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Paths of all files, with slashes. Links are files here: they are not followed. */
function filesBelow(repository: string, folder: string): string[] {
  return entriesOf(join(repository, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(repository, path) : [path];
  });
}
