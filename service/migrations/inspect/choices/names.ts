/** Which logins and repositories' names can be made here, and which are free. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLogin } from '../../../accounts/login-names.ts';
import { isReservedOnWindows } from '../../../git/names/file-names.ts';
import { isRepositoryName } from '../../../repositories/repository-names.ts';

/** Accounts and repositories that are here; keys are in lower case. */
export interface Installation {
  repositoriesFolder: string;
  accounts: ReadonlyMap<string, { login: string; type: 'User' | 'Organization' }>;
  /** Full names. */
  repositories: ReadonlyMap<string, string>;
}

/** Whether a repository, or a folder that would be in its way, is here. */
export function repositoryIsHere(here: Installation, fullName: string): boolean {
  if (here.repositories.has(fullName.toLowerCase())) return true;
  const [owner = '', name = ''] = fullName.split('/');
  if (!isLogin(owner) || !isRepositoryName(name)) return false;
  const folder = join(here.repositoriesFolder, owner, name);
  return existsSync(`${folder}.git`) || existsSync(`${folder}.wiki.git`);
}

/** A login like the wanted one that is legal and not taken: `name-1`, `name-2` and so on. */
export function freeLogin(wanted: string, isTaken: (login: string) => boolean): string {
  const base =
    wanted
      .replace(/[^a-z\d]+/gi, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 33)
      .replace(/-+$/, '') || 'account';
  if (base !== wanted && isLogin(base) && !isTaken(base)) return base;
  return firstFree((n) => `${base}-${n}`, isTaken);
}

/** As `freeLogin`, for a repository of `owner`. @returns its full name */
export function freeRepository(owner: string, wanted: string, isTaken: (fullName: string) => boolean): string {
  const base =
    wanted
      .replace(/[^a-z\d._-]+/gi, '-')
      .replace(/(\.git|\.wiki)+$/i, '')
      .slice(0, 90)
      .replace(/^([^.]+)\./, (start, first: string) => (isReservedOnWindows(first) ? `${first}-` : start))
      .replace(/\.+$/, '') || 'repository';
  const plain = `${owner}/${base}`;
  if (base !== wanted && isRepositoryName(base) && !isTaken(plain)) return plain;
  return firstFree((n) => `${owner}/${base}-${n}`, isTaken);
}

function firstFree(name: (n: number) => string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const candidate = name(n);
    if (!isTaken(candidate)) return candidate;
  }
}
