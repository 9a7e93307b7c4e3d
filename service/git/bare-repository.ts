import { existsSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failures/failure.ts';
import { syncFolder } from '../files/durable-file.ts';
import { flushTree, makeFolder } from '../files/durable-tree.ts';
import { renamePatiently } from '../files/patient-rename.ts';
import { damageOfHead, damageOfRefs } from './damage.ts';
import { runGit } from './git.ts';
import { readRefName } from './ref-name.ts';
import { shownPlace } from './shown-place.ts';

/** How often, and after how many milliseconds, a lock that somebody holds is tried for. */
const LOCK_TRIES = 50;
const LOCK_PAUSE_MS = 20;

/**
 * Makes an empty bare repository, whole or not at all.
 * @param flush `nothing` for one that is gone when the work ends
 * @throws Failure when git is missing or fails
 */
export async function createBareRepository(
  path: string,
  defaultBranch: string,
  flush: 'all' | 'nothing' = 'all',
): Promise<void> {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await makeFolder(dirname(path));
  await runGit({
    args: ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, '--', unfinished],
    failure: ({ stderrTail }) => {
      rmSync(unfinished, { recursive: true, force: true });
      return Failure.of('git.not_made', { path: shownPlace(path) }, `${path}\n${stderrTail}`);
    },
  }).done;
  // Git flushes neither the configuration nor HEAD nor the folders.
  if (flush === 'all') await flushTree(unfinished);
  await renamePatiently(unfinished, path);
  if (flush === 'all') await syncFolder(dirname(path));
}

/** A bare repository in which nothing was ever put. */
export function isEmptyRepository(path: string): boolean {
  if (['HEAD', 'objects', 'refs'].some((name) => !existsSync(join(path, name)))) return false;
  if (['packed-refs', 'lfs'].some((name) => existsSync(join(path, name)))) return false;
  const inside = ['objects', 'refs'].flatMap((name) =>
    readdirSync(join(path, name), { recursive: true, withFileTypes: true }),
  );
  return inside.every((entry) => entry.isDirectory());
}

/** Whether a repository is seen to have no refs, without asking git. One that is damaged is none that is seen. */
export function hasNoRefs(path: string): boolean {
  if (damageOfHead(path) !== null || ['packed-refs', 'reftable'].some((name) => existsSync(join(path, name))))
    return false;
  const refs = join(path, 'refs');
  if (!existsSync(refs)) return false;
  return readdirSync(refs, { recursive: true, withFileTypes: true }).every((entry) => entry.isDirectory());
}

/**
 * Lets HEAD name a branch, as `git symbolic-ref` does, which does not flush it: an empty HEAD is no repository any more.
 * @throws Failure when somebody holds its lock
 */
export async function writeHead(path: string, ref: string): Promise<void> {
  const lock = join(path, 'HEAD.lock');
  const file = await takeLock(lock);
  try {
    await file.writeFile(`ref: ${ref}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await renamePatiently(lock, join(path, 'HEAD'));
  await syncFolder(path);
}

/** Makes a git's lock file. Whoever holds it has a moment's work with it. @throws Failure when it stays */
export async function takeLock(lock: string): Promise<FileHandle> {
  for (let tries = 1; ; tries++) {
    try {
      return await open(lock, 'wx');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries === LOCK_TRIES) throw Failure.of('import.not_finished', {}, `${lock} is there.`);
    }
    await pause(LOCK_PAUSE_MS);
  }
}

/** Full name of the ref that HEAD names; null when it names a commit. */
export async function readHead(path: string): Promise<string | null> {
  const bytes = /^ref: (.+)\n?$/.exec(await readFile(join(path, 'HEAD'), 'latin1'))?.[1];
  return bytes === undefined ? null : readRefName(bytes).name;
}

/**
 * Names (see `readRefName`) and object ids of all refs, in git's order, one after the other.
 * @param broken what becomes of refs that cannot be read; git itself leaves them out
 * @throws Failure
 */
export async function eachRef(
  path: string,
  onRef: (name: string, oid: string, isUtf8: boolean) => void,
  signal?: AbortSignal,
  broken: 'refused' | 'left out' = 'refused',
): Promise<void> {
  const { stderrTail } = await runGit({
    args: ['--git-dir', path, 'for-each-ref', '--format=%(objectname) %(refname)'],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const space = line.indexOf(' ');
      // Copies: a part of a string keeps all of it in memory, and these are kept by the hundred thousand.
      const { name, isUtf8 } = readRefName(line.slice(space + 1));
      onRef(name, Buffer.from(line.slice(0, space), 'latin1').toString('latin1'), isUtf8);
    },
    failure: (end) => Failure.of('git.refs_unreadable', { path: shownPlace(path) }, `${path}\n${end.stderrTail}`),
  }).done;
  const damage = damageOfRefs(stderrTail);
  if (damage !== null && broken === 'refused')
    throw Failure.of('git.ref_broken', { path: shownPlace(path), damage }, path);
}

/** As `eachRef`, all at once. @throws Failure */
export async function listRefs(
  path: string,
  signal?: AbortSignal,
  broken: 'refused' | 'left out' = 'refused',
): Promise<{ name: string; oid: string }[]> {
  const refs: { name: string; oid: string }[] = [];
  await eachRef(path, (name, oid) => refs.push({ name, oid }), signal, broken);
  return refs;
}

/** Size of a folder's files, in kilobytes. */
export async function folderSizeKb(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    try {
      bytes += (await stat(join(entry.parentPath, entry.name))).size;
    } catch (error) {
      // Locks come and go meanwhile, and git puts objects together.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return Math.ceil(bytes / 1024);
}
