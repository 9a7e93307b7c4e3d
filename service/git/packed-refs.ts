/** All refs of a repository that has none yet, in one file: git itself would write a file for each first. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { renamePatiently } from '../files/patient-rename.ts';
import { takeLock } from './bare-repository.ts';
import { runGit } from './git.ts';
import { isRefName } from './ref-name.ts';

interface Ref {
  name: string;
  oid: string;
}

/** Refs written at once. */
const BATCH_SIZE = 1000;

/**
 * Writes refs into a repository that has none, all or none of them. `git pack-refs` then puts them in order.
 * @returns false when git would not take them as they are; then nothing was written, and git can say why
 */
export async function writeFirstRefs(path: string, refs: readonly Ref[], signal: AbortSignal): Promise<boolean> {
  if (!areFine(refs) || !(await areCommits(path, refs, signal))) return false;
  await writePacked(path, refs);
  return true;
}

/**
 * Writes refs in place of all that are there, all or none of them: one file takes the place of another, so that there are never
 * some of before and some of after, whenever it is ended. `git pack-refs` then puts them in order.
 * @param before object ids by name, of the refs that are there
 * @returns as `writeFirstRefs`
 */
export async function replaceAllRefs(
  path: string,
  before: ReadonlyMap<string, string>,
  refs: readonly Ref[],
  signal: AbortSignal,
): Promise<boolean> {
  const changed = refs.filter(({ name, oid }) => before.get(name) !== oid);
  if (!areFine(refs) || !(await areCommits(path, changed, signal))) return false;
  // A file would count for more than the packed line.
  if (hasLooseRefs(path)) {
    await packAllRefs(path, signal);
    // One that somebody holds the lock of stays; git says which.
    if (hasLooseRefs(path)) return false;
  }
  await writePacked(path, refs);
  return true;
}

/** Whether there is a ref, or a lock of one, that is a file of its own. */
function hasLooseRefs(path: string): boolean {
  const folders = [join(path, 'refs')];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) return true;
      folders.push(join(folder, entry.name));
    }
  }
  return false;
}

/** Leaves no ref a file of its own. */
export async function packAllRefs(path: string, signal?: AbortSignal): Promise<void> {
  await runGit({ args: ['--git-dir', path, 'pack-refs', '--all', '--prune'], signal }).done;
}

async function writePacked(path: string, refs: readonly Ref[]): Promise<void> {
  const target = join(path, 'packed-refs');
  const lock = `${target}.lock`;
  const file = await takeLock(lock);
  try {
    await file.writeFile(linesOf(refs));
    await file.sync();
  } finally {
    await file.close();
  }
  await renamePatiently(lock, target);
}

function* linesOf(refs: readonly Ref[]): Generator<string> {
  for (let at = 0; at < refs.length; at += BATCH_SIZE) {
    yield refs
      .slice(at, at + BATCH_SIZE)
      .map(({ name, oid }) => `${oid} ${name}\n`)
      .join('');
  }
}

/** Whether git takes all names, and none lies below another. */
function areFine(refs: readonly Ref[]): boolean {
  const names = new Set(refs.map(({ name }) => name));
  if (names.size < refs.length) return false;
  for (const { name } of refs) {
    if (!isRefName(name)) return false;
    for (let at = name.lastIndexOf('/'); at > 'refs'.length; at = name.lastIndexOf('/', at - 1)) {
      if (names.has(name.slice(0, at))) return false;
    }
  }
  return true;
}

/** Whether all is there that the refs name, commits where they are branches. */
async function areCommits(path: string, refs: readonly Ref[], signal: AbortSignal): Promise<boolean> {
  const tips = new Set(refs.map(({ oid }) => oid));
  if (tips.size === 0) return true;
  const types = new Map<string, string>();
  await runGit({
    args: ['--git-dir', path, 'cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: `${[...tips].join('\n')}\n`,
    signal,
    onStdout: (line) => {
      const [oid = '', type = ''] = line.split(' ');
      types.set(oid, type);
    },
  }).done;
  return refs.every(({ name, oid }) => {
    const type = types.get(oid) ?? 'missing';
    return name.startsWith('refs/heads/') ? type === 'commit' : type !== 'missing';
  });
}
