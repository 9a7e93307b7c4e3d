/** Whether a repository of this disk is its visitor's own: who pushes into it runs its hooks. */
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import { firstBytes } from './borrowed.ts';
import { pathsNamedBy } from './named-paths.ts';
import { placeOf, whatIs } from './places.ts';

/** In git's order (path.c, `enter_repo`). */
const SUFFIXES = ['/.git', '', '.git/.git', '.git'];
const ROOT = 0;

/**
 * The folder that git is to be handed for an address of this disk, its links followed: git's check of the owner looks at a link
 * and not at what is behind it.
 * @returns null for an address of another machine, and where no repository is found, which git says better
 * @throws Failure in git's words for a repository, or a hook in it, of another user
 */
export async function ownFolder(address: Pick<Address, 'url' | 'scheme'>): Promise<string | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  for (const path of pathsNamedBy(address)) {
    for (const suffix of SUFFIXES) {
      const folder = await gitFolder(await placeOf(path + suffix), 0);
      if (folder === null) continue;
      const foreign = await foreignPart(folder);
      if (foreign === null) return folder;
      throw Failure.of('git.not_owned', { said: `detected dubious ownership in repository at '${foreign}'` });
    }
  }
  return null;
}

async function gitFolder(path: string, depth: number): Promise<string | null> {
  const there = await whatIs(path);
  if (there === null) return null;
  if (there.isDirectory()) {
    const parts = await Promise.all(['objects', 'commondir'].map((name) => whatIs(join(path, name))));
    return parts.every((part) => part === null) ? null : path;
  }
  const target = /^gitdir: (.+)$/m.exec(await firstBytes(path))?.[1];
  if (target === undefined || depth > 1) return null;
  return gitFolder(await placeOf(resolve(dirname(path), target.trim())), depth + 1);
}

/** A folder of ours may hold hooks that others laid there, or lead to theirs. */
async function foreignPart(folder: string): Promise<string | null> {
  const us = process.getuid?.();
  if (us === undefined) return null;
  if ((await whatIs(folder))?.uid !== us) return folder;
  // A working copy beside another has its hooks and its configuration there.
  const common = (await firstBytes(join(folder, 'commondir'))).split('\n')[0] ?? '';
  const shared = common === '' ? null : await placeOf(resolve(folder, common));
  if (shared !== null && shared !== folder) return foreignPart(shared);
  const hooks = join(folder, 'hooks');
  const names = await readdir(hooks).catch(() => []);
  for (const path of [hooks, ...names.map((name) => join(hooks, name)), join(folder, 'config')]) {
    const owner = (await whatIs(await placeOf(path)))?.uid;
    if (owner !== undefined && owner !== us && owner !== ROOT) return path;
  }
  return null;
}
