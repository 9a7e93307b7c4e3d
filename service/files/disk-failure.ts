/** Failures of work in a folder, where the folder's disk may be what is behind them. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { asFailure } from '../failures/as-failure.ts';
import type { FailureKey } from '../failures/catalogue/index.ts';
import { Failure, type FailureData } from '../failures/failure.ts';
import { takenAway } from './own-disk.ts';

/** A disk with less than this is full, in bytes: no tool gets anything done on it. */
const FULL = 256 * 1024;
/** A disk that takes fewer files than this took none a moment ago: what was begun of the work is gone since. */
const FEW_FILES = 256;
/** What has a reason of its own, whatever the disk. */
const OTHERWISE: readonly FailureData['kind'][] = ['cancelled', 'disk_full', 'auth', 'tool_missing'];

/** What work says of a disk that is not well, too: Node calls a folder missing that it cannot read. */
const UNCLEAR: readonly string[] = ['file.missing', 'work.stopped', 'work.part_stopped'] satisfies FailureKey[];

/**
 * Makes a Failure of whatever was thrown by work in a folder. Tools do not always say that a disk is full, and nobody knows
 * the path that SQLite could not write: the folder's disk is asked, and named.
 */
export function failureIn(folder: string, error: unknown): Failure {
  const said = asFailure(refusalOf(folder, error) ?? error);
  const own = said.kind === 'cancelled' || said.kind === 'auth' ? null : takenAway(folder);
  if (own !== null) return Failure.of('disk.taken_away', { path: own }, said.detail);
  const failure = UNCLEAR.includes(said.key) ? (sicknessOf(folder, said) ?? said) : said;
  if (failure.key === ('disk.file_too_large' satisfies FailureKey)) return failure;
  if (failure.kind === 'disk_failed') {
    const path = failure.parameters.path ?? folder;
    return failure.key === 'disk.read_only'
      ? Failure.of('disk.read_only', { path: String(path) }, failure.detail)
      : Failure.of('disk.broken', { path: String(path) }, failure.detail);
  }
  if (failure.key === ('disk.full' satisfies FailureKey) && lacksFiles(folder))
    return Failure.of('disk.no_more_files', {}, failure.detail);
  if (OTHERWISE.includes(failure.kind) || !isFull(folder)) return failure;
  return Failure.of('disk.full', {}, `${failure.key}: ${failure.detail}`);
}

/** Before work that would go to another disk. @throws Failure when that of the data folder was taken away */
export function requireOwnDisk(dataFolder: string): void {
  const own = takenAway(dataFolder);
  if (own !== null) throw Failure.of('disk.taken_away', { path: own });
}

/** Before work that could only fail. @throws Failure when the folder's disk is full, or was taken away */
export function requireRoom(folder: string): void {
  requireOwnDisk(folder);
  if (isFull(folder)) throw Failure.of('disk.full', {});
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < FULL;
  } catch {
    // Not there: something else is wrong.
    return false;
  }
}

/** Whether it is not space that the disk has none of. Those that make room for files as they come (Btrfs) count none. */
function lacksFiles(folder: string): boolean {
  try {
    const { files, ffree } = statfsSync(folder);
    return !isFull(folder) && files > 0 && ffree < FEW_FILES;
  } catch {
    return false;
  }
}

/**
 * What is wrong with the disk of a folder. Folders that were read before are still known when nothing can be read any more, so
 * a byte is sent to the disk.
 */
function sicknessOf(folder: string, { key, detail }: Failure): Failure | null {
  try {
    // Of one that could not even be made, the system says whether anything could be.
    if (isThere(folder)) writeTo(folder);
    else accessSync(nearest(folder), constants.W_OK);
    return null;
  } catch (error) {
    const sick = asFailure(error);
    if (sick.kind !== 'disk_failed') return null;
    const both = `${key}: ${detail} ${String(error)}`;
    const at = { path: folder };
    return sick.key === 'disk.read_only' ? Failure.of(sick.key, at, both) : Failure.of('disk.broken', at, both);
  }
}

function writeTo(folder: string): void {
  const probe = join(folder, '.disk-probe');
  const file = openSync(probe, 'w', 0o600);
  try {
    writeSync(file, '.');
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probe, { force: true });
  }
}

/** The folder that is there, of those around one that is not. */
function nearest(folder: string): string {
  const above = dirname(folder);
  return above === folder || isThere(above) ? above : nearest(above);
}

/** @throws what the disk says that does not know */
function isThere(folder: string): boolean {
  try {
    statSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

/**
 * What SQLite means with "unable to open database file", which it says of a disk that is closed to writing as well, and with
 * "attempt to write a readonly database", which it says of a file that we may not write.
 */
function refusalOf(folder: string, error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== 'SQLITE_CANTOPEN' && code !== 'SQLITE_READONLY') return null;
  try {
    accessSync(folder, constants.W_OK);
    for (const name of readdirSync(folder))
      if (name.includes('.sqlite')) accessSync(join(folder, name), constants.W_OK);
    return null;
  } catch (refusal) {
    const isMissing = (refusal as NodeJS.ErrnoException).code === 'ENOENT';
    return code === 'SQLITE_READONLY' && isMissing ? null : refusal;
  }
}
