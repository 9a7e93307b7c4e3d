/** The repository, or the checkout, that a folder without one lies in: a folder of a project was given, or one of what a repository is made of. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import { pathsNamedBy } from './named-paths.ts';
import { whatIs } from './places.ts';
import { REPOSITORY_MARKS } from './repository-marks.ts';

/** @returns null for a folder that lies in none, and for what is no folder of this machine */
export async function repositoryAround({ url, scheme }: Pick<Address, 'url' | 'scheme'>): Promise<Failure | null> {
  if (scheme !== 'path' && scheme !== 'file') return null;
  for (const path of pathsNamedBy({ url, scheme })) {
    const there = await whatIs(path);
    if (there !== null) return there.isDirectory() ? around(resolve(path), url) : null;
  }
  return null;
}

function around(folder: string, url: string): Failure | null {
  for (let below = folder, at = dirname(folder); at !== below; below = at, at = dirname(at)) {
    if (REPOSITORY_MARKS.some(([, names]) => names.every((name) => existsSync(join(at, name)))))
      return Failure.of('address.within_repository', { url, path: at });
    if (existsSync(join(at, '.svn'))) return Failure.of('address.svn_checkout', { url: at });
  }
  return null;
}
