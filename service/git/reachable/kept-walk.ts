/** A walk that was made ahead, kept in a file: what the same objects reach never changes. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectTable } from '../pack/object-table.ts';
import { writeFully } from '../pack/pack-file.ts';
import type { Reached } from './walk.ts';

const ID_BYTES = 20;
const NAME = 'reached';

/** What a walk depends on: where it begins, and where a shallow history ends. */
function nameOf(repository: string, tips: readonly string[]): Buffer {
  const shallow = join(repository, 'shallow');
  return createHash('sha256')
    .update([...new Set(tips)].sort().join('\n'))
    .update('\0')
    .update(existsSync(shallow) ? readFileSync(shallow) : '')
    .digest();
}

/** Keeps what a walk through `repository` found in it: 32 bytes that name the walk, 32 of its ids' SHA-256, the ids. */
export function keepWalk(repository: string, tips: readonly string[], { ids, idBytes }: Reached): void {
  if (idBytes !== ID_BYTES) return;
  const path = join(repository, NAME);
  // Its sums tell whether it is whole, so nothing need be flushed: where it is not, the walk is made again.
  const file = openSync(path, 'w', 0o600);
  try {
    // Not joined before: of a million commits the ids alone are a hundred megabytes.
    const head = Buffer.concat([nameOf(repository, tips), sum(ids)]);
    writeFully(file, head, 0);
    writeFully(file, ids, head.length);
  } finally {
    closeSync(file);
  }
}

/**
 * What a walk will find once commits and tags have other ids, and all else stays: kept where the walk before it was.
 * Nothing is kept where that one was not, or where a shallow history ends.
 * @param before repository in which the walk from `tips` may have been kept
 * @param repository where this one is kept
 * @param apply writes what became of an id over it (`OidMap`)
 */
export function keepWalkMapped(
  before: string,
  tips: readonly string[],
  repository: string,
  newTips: readonly string[],
  apply: (ids: Buffer, at: number) => unknown,
): void {
  if ([before, repository].some((folder) => existsSync(join(folder, 'shallow')))) return;
  const kept = keptWalk(before, tips);
  if (kept === null) return;
  const known = new ObjectTable(kept.count);
  const ids = Buffer.from(kept.ids);
  let length = 0;
  // Two commits may have become one.
  for (let at = 0; at < ids.length; at += ID_BYTES) {
    apply(ids, at);
    if (known.find(ids, at) >= 0) continue;
    known.add(ids.subarray(at, at + ID_BYTES), 0, 0, 0, 0);
    length += ids.copy(ids, length, at, at + ID_BYTES);
  }
  keepWalk(repository, newTips, { ids: ids.subarray(0, length), idBytes: ID_BYTES, count: length / ID_BYTES });
}

/** What was kept of this very walk, or null. */
export function keptWalk(repository: string, tips: readonly string[]): Reached | null {
  const path = join(repository, NAME);
  if (!existsSync(path)) return null;
  const file = readFileSync(path);
  const ids = file.subarray(64);
  if (!nameOf(repository, tips).equals(file.subarray(0, 32)) || !sum(ids).equals(file.subarray(32, 64))) return null;
  return { ids, idBytes: ID_BYTES, count: ids.length / ID_BYTES };
}

function sum(ids: Buffer): Buffer {
  return createHash('sha256').update(ids).digest();
}
