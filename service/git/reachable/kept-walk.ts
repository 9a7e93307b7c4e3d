/** A walk that was made ahead, kept in a file: what the same objects reach never changes. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFully, writeFully } from '../pack/pack-file.ts';
import { IdCollector, SortedIds } from './sorted-ids.ts';

const ID_BYTES = 20;
const NAME = 'reached';
/** Bytes before the ids: what names the walk, and their sum. */
const HEAD = 64;

/** What a walk depends on: where it begins, and where a shallow history ends. */
function nameOf(repository: string, tips: readonly string[]): Buffer {
  const shallow = join(repository, 'shallow');
  return (
    createHash('sha256')
      .update([...new Set(tips)].sort().join('\n'))
      .update('\0')
      .update(existsSync(shallow) ? readFileSync(shallow) : '')
      // Earlier versions kept ids in the order of the walk.
      .update('\0sorted')
      .digest()
  );
}

/** Keeps what a walk through `repository` found in it: 32 bytes that name the walk, 32 of its ids' SHA-256, the ids, sorted. */
export function keepWalk(repository: string, tips: readonly string[], reached: SortedIds): void {
  if (reached.idBytes !== ID_BYTES) return;
  const path = join(repository, NAME);
  // Its sums tell whether it is whole, so nothing need be flushed: where it is not, the walk is made again.
  const file = openSync(path, 'w', 0o600);
  try {
    const sum = createHash('sha256');
    let length = HEAD;
    for (const ids of reached.pieces()) {
      writeFully(file, ids, length);
      sum.update(ids);
      length += ids.length;
    }
    writeFully(file, Buffer.concat([nameOf(repository, tips), sum.digest()]), 0);
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
  // Two commits may have become one.
  const mapped = new IdCollector(ID_BYTES, repository);
  try {
    for (const piece of kept.pieces()) {
      const ids = Buffer.from(piece);
      for (let at = 0; at < ids.length; at += ID_BYTES) apply(ids, at);
      mapped.add(ids);
    }
    const reached = mapped.finish();
    try {
      keepWalk(repository, newTips, reached);
    } finally {
      reached.close();
    }
  } finally {
    mapped.discard();
    kept.close();
  }
}

/** What was kept of this very walk, or null. */
export function keptWalk(repository: string, tips: readonly string[]): SortedIds | null {
  const path = join(repository, NAME);
  if (!existsSync(path)) return null;
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const kept = SortedIds.inFile(file, [{ from: HEAD, to: size }], ID_BYTES);
  if (size >= HEAD && (size - HEAD) % ID_BYTES === 0) {
    const head = Buffer.alloc(HEAD);
    readFully(file, head, 0);
    const sum = createHash('sha256');
    if (nameOf(repository, tips).equals(head.subarray(0, 32))) {
      for (const ids of kept.pieces()) sum.update(ids);
      if (sum.digest().equals(head.subarray(32))) return kept;
    }
  }
  kept.close();
  return null;
}
