/** The walk through a small repository without git, whose start would take longer than the walk. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { applyDelta } from '../pack/delta.ts';
import {
  FRAME,
  framed,
  hashFramed,
  OBJECT_BLOB,
  OBJECT_COMMIT,
  OBJECT_OFS_DELTA,
  OBJECT_REF_DELTA,
  OBJECT_TAG,
  OBJECT_TREE,
  readEntryHeader,
} from '../pack/entry.ts';
import { PackIndex } from '../pack/pack-index.ts';
import { SortedIds } from './sorted-ids.ts';

/** More is git's: bytes of packs, objects in them, bytes of one object. */
const [MOST_BYTES, MOST_OBJECTS, LARGEST] = [1 << 20, 1000, 1 << 20];
const ID_BYTES = 20;
const DEEPEST = 60;
/** Longest header of an entry. */
const HEADER = 32;

interface GitObject {
  type: number;
  bytes: Buffer;
}

/** Anything that git is better asked about. */
class Unusual extends Error {}

/**
 * Walks over all objects that these ones reach, as `walkReachable` does. Every object on the way is read, and is what its id says.
 * @param packs absolute paths; they hold everything
 * @returns null for what is not small, or not plain: git walks there, and says what is wrong
 */
export function walkSmall(repository: string, tips: readonly string[], packs: readonly string[]): SortedIds | null {
  if (tips[0]?.length !== 2 * ID_BYTES || existsSync(join(repository, 'shallow'))) return null;
  try {
    if (packs.reduce((sum, pack) => sum + statSync(pack).size, 0) > MOST_BYTES) return null;
    const opened = packs.map((pack) => new SmallPack(pack));
    if (opened.reduce((sum, { count }) => sum + count, 0) > MOST_OBJECTS) return null;
    return walk(tips, opened);
  } catch (error) {
    // Git repacked, a pack is damaged, its bytes are none that it would write: git has the words for it.
    if (error instanceof Unusual || error instanceof RangeError || (error as { code?: unknown }).code !== undefined)
      return null;
    throw error;
  }
}

function walk(tips: readonly string[], packs: readonly SmallPack[]): SortedIds {
  const found = new Set<string>();
  const waiting: { id: string; type: number | null }[] = [...new Set(tips)].map((id) => ({ id, type: null }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, type } = next;
    if (found.has(id)) continue;
    const object = read(packs, id);
    if (type !== null && object.type !== type) throw new Unusual();
    found.add(id);
    waiting.push(...namedIn(object));
  }
  return SortedIds.ofHex(found, ID_BYTES);
}

function read(packs: readonly SmallPack[], id: string): GitObject {
  for (const pack of packs) {
    const object = pack.read(id);
    if (object !== null) return object;
  }
  throw new Unusual();
}

function namedIn({ type, bytes }: GitObject): { id: string; type: number | null }[] {
  if (type === OBJECT_BLOB) return [];
  if (type === OBJECT_TREE) return entriesOf(bytes);
  const head = bytes.toString('latin1').split('\n\n', 1)[0]?.split('\n') ?? [];
  if (type === OBJECT_TAG) {
    const [object = ''] = head;
    const id = /^object ([\da-f]{40})$/.exec(object)?.[1];
    if (id === undefined) throw new Unusual();
    return [{ id, type: null }];
  }
  const tree = /^tree ([\da-f]{40})$/.exec(head[0] ?? '')?.[1];
  if (tree === undefined) throw new Unusual();
  const named = [{ id: tree, type: OBJECT_TREE }];
  for (const line of head.slice(1)) {
    const parent = /^parent ([\da-f]{40})$/.exec(line)?.[1];
    // Parents stand directly behind the tree.
    if (parent === undefined) break;
    named.push({ id: parent, type: OBJECT_COMMIT });
  }
  return named;
}

function entriesOf(tree: Buffer): { id: string; type: number }[] {
  const named: { id: string; type: number }[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + ID_BYTES > tree.length) throw new Unusual();
    const mode = Number.parseInt(tree.toString('latin1', at, space), 8);
    const id = tree.toString('hex', end + 1, end + 1 + ID_BYTES);
    at = end + 1 + ID_BYTES;
    const kind = mode & 0o170000;
    // Commits of other repositories (submodules) are not in this one.
    if (kind === 0o160000) continue;
    if (![0o040000, 0o100000, 0o120000].includes(kind)) throw new Unusual();
    named.push({ id, type: kind === 0o040000 ? OBJECT_TREE : OBJECT_BLOB });
  }
  return named;
}

class SmallPack {
  readonly count: number;
  readonly #bytes: Buffer;
  /** Where each entry begins, by id, and where it ends, by where it begins. */
  readonly #starts = new Map<string, number>();
  readonly #ends = new Map<number, number>();
  readonly #read = new Map<number, GitObject>();

  constructor(path: string) {
    const index = new PackIndex(path.replace(/\.pack$/, '.idx'), ID_BYTES);
    this.count = index.count;
    this.#bytes = readFileSync(path);
    const ids = index.readIds();
    const { starts, numbers } = index.order();
    for (let rank = 0; rank < index.count; rank++) {
      const [start, n] = [starts[rank] as number, numbers[rank] as number];
      this.#starts.set(ids.toString('hex', n * ID_BYTES, (n + 1) * ID_BYTES), start);
      this.#ends.set(start, rank + 1 < index.count ? (starts[rank + 1] as number) : this.#bytes.length - ID_BYTES);
    }
  }

  /** @returns null where it is not in here @throws Unusual, RangeError, errors of zlib */
  read(id: string): GitObject | null {
    const start = this.#starts.get(id);
    if (start === undefined) return null;
    const object = this.#entry(start, 0);
    const whole = framed(object.bytes.length);
    object.bytes.copy(whole, FRAME);
    if (hashFramed(object.type, whole).toString('hex') !== id) throw new Unusual();
    return object;
  }

  #entry(start: number, depth: number): GitObject {
    const known = this.#read.get(start);
    if (known !== undefined) return known;
    const end = this.#ends.get(start);
    if (end === undefined || depth > DEEPEST) throw new Unusual();
    const entry = this.#bytes.subarray(start, end);
    const { type, size, baseDistance, dataStart } = readEntryHeader(entry.subarray(0, HEADER));
    if (size > LARGEST) throw new Unusual();
    const data = dataStart + (type === OBJECT_REF_DELTA ? ID_BYTES : 0);
    const bytes = inflateSync(entry.subarray(data), { maxOutputLength: Math.max(1, size) });
    if (bytes.length !== size) throw new Unusual();
    let object: GitObject = { type, bytes };
    if (type === OBJECT_OFS_DELTA || type === OBJECT_REF_DELTA) {
      const base =
        type === OBJECT_OFS_DELTA
          ? this.#entry(start - baseDistance, depth + 1)
          : this.#baseOf(entry.toString('hex', dataStart, data), depth);
      if (targetSize(bytes) > LARGEST) throw new Unusual();
      object = { type: base.type, bytes: applyDelta(base.bytes, bytes) };
    }
    this.#read.set(start, object);
    return object;
  }

  /** Bases lie in the same pack; in another one they would in a thin pack only, which git does not keep. */
  #baseOf(id: string, depth: number): GitObject {
    const start = this.#starts.get(id);
    if (start === undefined) throw new Unusual();
    return this.#entry(start, depth + 1);
  }
}

/** Bytes of what a delta makes: its second number. */
function targetSize(delta: Buffer): number {
  let at = 0;
  let size = 0;
  for (let number = 0; number < 2; number++) {
    size = 0;
    for (let factor = 1, more = true; more; factor *= 128) {
      const byte = delta[at++];
      if (byte === undefined || factor > 2 ** 42) throw new Unusual();
      size += (byte & 0x7f) * factor;
      more = (byte & 0x80) !== 0;
    }
  }
  return size;
}
