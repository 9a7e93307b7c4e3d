/** What of a folder the user may not read as whom Gantry runs: a repository that was copied as it lay on its server, say. */
import { constants } from 'node:fs';
import { open as openFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKind } from '../../failures/entry.ts';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import { pathsNamedBy } from './named-paths.ts';

/** In what a folder has of these lies a repository: of Git, Mercurial and Subversion, in this order. What lies beside them is not its. */
const KEPT_IN = new Set(['.git', 'objects', 'refs', 'packed-refs', 'HEAD', 'config', 'shallow', '.hg', 'db', 'format']);
/** Those of them that no other folder has. */
const MARKS = new Set(['.git', 'objects', '.hg', 'db']);
/** A full disk, a login, a line that broke and a person who cancelled are what they are, whatever else cannot be read. */
const MAY_BE_RIGHTS: ReadonlySet<FailureKind> = new Set(['not_found', 'broken_source', 'internal']);
const RIGHTS = new Set(['EACCES', 'EPERM']);
/** Of a disk that fails, and of a share whose server is gone (NFS, SMB, FUSE). */
const NOT_REACHED = new Set([
  'EIO',
  'ENOTCONN',
  'ESTALE',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ENXIO',
  'EREMOTEIO',
]);
/** Files and folders that are tried at most: who may read so many may read the rest as a rule. */
const MOST = 50_000;

/**
 * Asked once something failed there: programs tell it as damage, or as nothing at all.
 * @returns null where all can be read, and for every address of another machine
 */
export async function unreadableAt(address: Pick<Address, 'url' | 'scheme'>): Promise<Failure | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  const { url } = address;
  for (const named of pathsNamedBy(address)) {
    const refusal = await refusalIn(named);
    if (refusal === null) continue;
    const { path, code } = refusal;
    return RIGHTS.has(code)
      ? Failure.of('address.not_readable', { url, path })
      : Failure.of('address.disk_not_reached', { url, path }, code);
  }
  return null;
}

/** What is thrown in place of a failure at an address: that something there cannot be read, where that may be why. */
export async function orUnreadable(address: Pick<Address, 'url' | 'scheme'>, error: unknown): Promise<unknown> {
  return MAY_BE_RIGHTS.has(asFailure(error).kind) ? ((await unreadableAt(address)) ?? error) : error;
}

/** @returns the first path, itself or within it, that cannot be read, with the system's code; null too where it is not there */
async function refusalIn(path: string): Promise<{ path: string; code: string } | null> {
  let left = MOST;
  const open: { path: string; isFolder: boolean }[] = [];
  try {
    open.push({ path, isFolder: (await stat(path)).isDirectory() });
  } catch (error) {
    return asRefusal(error, path);
  }
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop(), left--) {
    try {
      if (at.isFolder) {
        const entries = await readdir(at.path, { withFileTypes: true });
        const isOutside = at.path === path;
        if (isOutside && !entries.some(({ name }) => MARKS.has(name))) return null;
        for (const entry of entries) {
          if (isOutside && !KEPT_IN.has(entry.name)) continue;
          const isFolder = entry.isDirectory();
          if (isFolder || entry.isFile()) open.push({ path: join(at.path, entry.name), isFolder });
        }
      } else {
        await tryFile(at.path);
      }
    } catch (error) {
      const refusal = asRefusal(error, at.path);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

async function tryFile(path: string): Promise<void> {
  await (await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK)).close();
}

function asRefusal(error: unknown, path: string): { path: string; code: string } | null {
  const code = String((error as NodeJS.ErrnoException).code);
  return RIGHTS.has(code) || NOT_REACHED.has(code) ? { path, code } : null;
}
