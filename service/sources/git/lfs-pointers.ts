/**
 * Files that a Git repository keeps in Git LFS: the history has pointers, the contents lie outside of it. A pointer is a
 * blob of less than 1,024 bytes (git-lfs, docs/spec.md), found by what it says, whatever `.gitattributes` say.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { runGit } from '../../git/git.ts';
import { SortedIds, sharedIds } from '../../git/reachable/sorted-ids.ts';
import { readObjects } from '../../git/rewrite/history.ts';
import type { LfsObject } from '../../vocabulary/history.ts';

export interface LfsPointer extends LfsObject {
  /** Id of the blob that is the pointer. */
  blob: string;
  /** Whether only refs reach it that are left out unless somebody asks for them. */
  hidden: boolean;
}

/** What nearly all pointers take: a version, an id and a size; those with extensions are looked for where one of these is. */
const USUAL_BYTES = /^(1[1-9]\d) (\S+)$/gm;
const ALL_BYTES = /^([2-9]\d\d|10[01]\d|102[0-3]) (\S+)$/gm;
/** In this order; lines of extensions may stand between them. */
const KEYS = ['version', 'oid', 'size'];
const EXTENSION = /^ext-\d-\w+ /;
const VERSIONS = ['https://git-lfs.github.com/spec/v1', 'https://hawser.github.com/spec/v1', 'http://git-media.io/v/2'];

/** Bytes in which the first line's key stands; what stands before it may only be empty. */
const LONGEST_BEGIN = 64;

const pointersFile = (folder: string): string => join(folder, 'lfs-pointers.json');

/**
 * Looks for pointers in all that a repository holds, and keeps them beside it.
 * @param folder the folder that the repository lies in
 * @param reached what the refs that are not hidden reach
 */
export async function keepPointers(
  repository: string,
  folder: string,
  reached: SortedIds,
  signal: AbortSignal,
): Promise<void> {
  const pointers = await pointersIn(repository, signal);
  const blobs = SortedIds.ofHex(
    pointers.map(({ blob }) => blob),
    reached.idBytes,
  );
  const shown = sharedIds(blobs, reached);
  const list: LfsPointer[] = pointers.map((pointer) => ({
    ...pointer,
    hidden: !shown.has(pointer.blob),
  }));
  await writeDurably(pointersFile(folder), JSON.stringify(list));
}

/**
 * The pointers in all that a repository holds. It reads the size of each object: only for threads that may.
 * @param isLikely whether those with extensions are looked for although there is none without
 * @throws Failure
 */
export async function pointersIn(
  repository: string,
  signal: AbortSignal,
  isLikely = false,
): Promise<Omit<LfsPointer, 'hidden'>[]> {
  const pointers = await blobsOf(repository, USUAL_BYTES, signal);
  if (pointers.length === 0 && !isLikely) return [];
  return [...pointers, ...(await blobsOf(repository, ALL_BYTES, signal))];
}

/** What `keepPointers` kept in an import's folder; nothing for a source of another kind. */
export function keptPointers(folder: string): LfsPointer[] {
  const path = pointersFile(folder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LfsPointer[]) : [];
}

/**
 * What a pointer says; null for any other text. An empty file's content is kept nowhere. What git-lfs takes is wider than its spec
 * (lfs/pointer.go, `decodeKVData`; seen with `git lfs pointer --check`): lines may end as on Windows, and there may be empty ones.
 */
export function readSourcePointer(text: string): LfsObject | null {
  const values: string[] = [];
  for (const line of text.trim().split(/\r?\n/)) {
    if (line === '' || EXTENSION.test(line)) continue;
    const key = `${KEYS[values.length]} `;
    if (!line.startsWith(key)) return null;
    values.push(line.slice(key.length));
  }
  const [version = '', oidText = '', sizeText = ''] = values;
  const oid = /^sha256:([\da-f]{64})$/.exec(oidText)?.[1];
  const size = Number(/^\+?(\d{1,15})$/.exec(sizeText)?.[1]);
  return !VERSIONS.includes(version) || oid === undefined || !(size > 0) ? null : { oid, size };
}

async function blobsOf(
  repository: string,
  sizes: RegExp,
  signal: AbortSignal,
): Promise<(LfsObject & { blob: string })[]> {
  const listing = runGit({
    args: [
      ...['--git-dir', repository, 'cat-file', '--batch-check=%(objectsize) %(objectname)'],
      ...['--batch-all-objects', '--unordered', '--buffer'],
    ],
    signal,
    onStdout: 'stream',
  });
  // Bytes, not strings: of a million small files a third is of that size.
  const candidates: Buffer[] = [];
  let idBytes = 20;
  let rest = '';
  for await (const chunk of listing.stdout as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    const ids = Array.from(text.slice(0, end).matchAll(sizes), ([, , oid]) => oid);
    if (ids.length > 0) candidates.push(Buffer.from(ids.join(''), 'hex'));
    // 32 where ids are SHA-256.
    if (ids[0] !== undefined) idBytes = ids[0].length / 2;
    rest = text.slice(end);
  }
  await listing.done;
  const found = new Map<string, LfsObject & { blob: string }>();
  if (candidates.length === 0) return [];
  await readObjects({ repository, signal }, hexOf(candidates, idBytes), (blob, payload) => {
    if (!payload.subarray(0, LONGEST_BEGIN).includes('version ')) return;
    const pointer = readSourcePointer(payload.toString('latin1'));
    if (pointer !== null) found.set(blob, { ...pointer, blob });
  });
  return [...found.values()];
}

/** @param ids in pieces */
function* hexOf(ids: readonly Buffer[], idBytes: number): Generator<string> {
  for (const piece of ids) {
    for (let at = 0; at < piece.length; at += idBytes) yield piece.toString('hex', at, at + idBytes);
  }
}
