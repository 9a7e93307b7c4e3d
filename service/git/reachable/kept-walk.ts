/** A walk that was made ahead, kept in a file: what the same objects reach never changes. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  writeFileSync(path, Buffer.concat([nameOf(repository, tips), sum(ids), ids]), { mode: 0o600 });
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
