/**
 * Whether packs are as they were written: every byte of them is read. A pack and what lies beside it each end with the
 * checksum of all that comes before (git's `Documentation/gitformat-pack.txt`), and objects were proved when that was written.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Failure } from '../../failures/failure.ts';

const PIECE = 4 << 20;
/** What a pack begins with, and all that one without objects has before its checksum: fetches into shallow clones leave such. */
const PACK_HEADER = 12;

/**
 * Reads packs, their indexes and their reverse indexes, one after the other. Those that are not there are not told: git may
 * put packs together, and a walk finds what is missing.
 * @param packs absolute paths, `.pack`
 * @param idBytes 20, or 32 in a repository of SHA-256
 * @returns path of the first that is damaged, or null
 */
export async function damagedPack(
  packs: readonly string[],
  idBytes: number,
  signal: AbortSignal,
): Promise<string | null> {
  for (const pack of packs) {
    const stem = pack.slice(0, -'.pack'.length);
    const sum = await endOf(pack, idBytes, signal);
    if (sum === undefined) continue;
    if (sum === null) return pack;
    const index = await endOf(indexOf(pack), idBytes, signal);
    if (index === null || (index !== undefined && !index.before.equals(sum.own))) return indexOf(pack);
    if ((await endOf(`${stem}.rev`, idBytes, signal)) === null) return `${stem}.rev`;
  }
  return null;
}

/** @throws Failure that names the first damaged one */
export async function requireWholePacks(packs: readonly string[], idBytes: number, signal: AbortSignal): Promise<void> {
  const damaged = await damagedPack(packs, idBytes, signal);
  if (damaged !== null) throw failureOf(damaged);
}

/** Of packs whose entries are compared with their indexes one by one. @throws Failure that names the first damaged index */
export async function requireWholeIndexes(
  packs: readonly string[],
  idBytes: number,
  signal: AbortSignal,
): Promise<void> {
  for (const index of packs.map(indexOf)) if ((await endOf(index, idBytes, signal)) === null) throw failureOf(index);
}

function indexOf(pack: string): string {
  return pack.replace(/\.pack$/, '.idx');
}

function failureOf(path: string): Failure {
  return Failure.of('git.pack_damaged', { pack: basename(path) }, path);
}

/**
 * The last two checksums of a file: its own, and in an index that of the pack before it.
 * @returns null when its own is not that of its bytes, undefined when there is no such file
 */
async function endOf(path: string, idBytes: number, signal: AbortSignal) {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = size - idBytes;
    if (length < PACK_HEADER) return null;
    // Most are small, and there may be ten thousand.
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, length));
    const hash = createHash(idBytes === 32 ? 'sha256' : 'sha1');
    for (let at = 0; at < length; ) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at);
      if (bytesRead === 0) return null;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    const end = Buffer.alloc(Math.min(size, 2 * idBytes));
    await file.read(end, 0, end.length, size - end.length);
    const own = end.subarray(-idBytes);
    return hash.digest().equals(own) ? { own, before: end.subarray(0, -idBytes) } : null;
  } finally {
    await file.close();
  }
}
