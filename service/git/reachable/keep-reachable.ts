/** Packs that hold nothing but what refs reach: as they are where that is so already, else written anew. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../git.ts';
import { filterPacks } from '../pack/filter-pack.ts';
import { requireWholeIndexes, requireWholePacks } from '../pack/whole-packs.ts';
import type { IdCursor } from './id-cursor.ts';
import { IdSet } from './id-set.ts';
import { keptWalk } from './kept-walk.ts';
import { walkSmall } from './small-walk.ts';
import { SortedIds } from './sorted-ids.ts';
import { countEntries, idsOfPack } from './stored-objects.ts';
import { MANY_OBJECTS, walkReachable } from './walk.ts';

export interface KeepOptions {
  /** Repository that sees all objects; a new pack comes into it. */
  repository: string;
  /** Ids of what the refs name. */
  tips: readonly string[];
  /** Absolute paths, `.pack`, indexes beside them. */
  packs: readonly string[];
  /** Loose objects that stay as they are where they are reached, hex. */
  loose?: readonly string[];
  /** Repositories in which the walk from these tips may have been kept. */
  walkedIn?: readonly string[];
  /** Threads of git; 1 makes the same pack from the same objects. */
  threads?: number;
  signal: AbortSignal;
}

export interface Kept {
  /** Packs, and loose objects that were named, which together hold what is reached and nothing else. */
  packs: string[];
  /** Objects that are reached. */
  reachable: number;
  /** Entries of the packs that nothing reaches. */
  foreign: number;
  /** Those of `loose` that nothing reaches. */
  foreignLoose: string[];
}

/** Ids handed to git at once. */
const IDS = 1000;

/**
 * Every byte that is kept is read: one that is there by its name alone is nobody's proof. Packs that stay are compared with their
 * sums, entries that are copied out of others with theirs.
 * @throws Failure when a pack is damaged, or git cannot walk through the history or write the pack
 */
export async function keepReachable(options: KeepOptions): Promise<Kept> {
  const { repository, tips, packs, signal } = options;
  const idBytes = (tips[0]?.length ?? 40) / 2;
  let reading: Promise<void> | null = null;
  const choosing = async (): Promise<Kept> => {
    const known = walkedBefore(options);
    // Beside git's walk, which is another process's work.
    if (known === null) reading = requireWholePacks(packs, idBytes, signal);
    reading?.catch(() => undefined);
    const split = countEntries(packs) >= MANY_OBJECTS;
    const reached = known ?? (await walkReachable(repository, tips, { signal, split }));
    let choice: Choice;
    try {
      choice = choose(options, reached, idBytes);
    } finally {
      reached.close();
    }
    reading ??= requireWhole(choice, idBytes, signal);
    // Told below; until then a failure must not count as unhandled.
    reading.catch(() => undefined);
    return copy(options, choice);
  };
  const [kept] = await Promise.allSettled([choosing()]);
  // What a damaged pack does to everybody else says less than its name.
  await (kept.status === 'rejected' ? requireWholePacks(packs, idBytes, signal) : reading);
  if (kept.status === 'rejected') throw kept.reason;
  return kept.value;
}

/** What the tips reach, where it was kept or a look tells it. */
function walkedBefore({ repository, tips, packs, loose, walkedIn }: KeepOptions): SortedIds | null {
  for (const place of walkedIn ?? []) {
    const kept = keptWalk(place, tips);
    if (kept !== null) return kept;
  }
  // Loose objects are git's to read.
  return loose?.length ? null : walkSmall(repository, tips, packs);
}

interface Choice {
  /** As they are. */
  staying: string[];
  /** Those of which a part is copied. */
  parted: string[];
  /** What is copied. */
  wanted: IdSet;
  found: Omit<Kept, 'packs'>;
}

/** A list of ids, and how it fits what is reached. */
class Held {
  readonly #list: SortedIds;
  readonly #cursor: IdCursor;
  #isAtEnd: boolean;
  /** Ids of it that nothing reaches. */
  foreign = 0;

  constructor(list: SortedIds) {
    this.#list = list;
    this.#cursor = list.cursor();
    this.#isAtEnd = !this.#cursor.next();
  }

  /** @param id greater than the one before @returns whether the list holds it */
  holds(id: IdCursor, onForeign?: (hex: string) => void): boolean {
    for (; !this.#isAtEnd; this.#isAtEnd = !this.#cursor.next()) {
      const order = this.#cursor.compare(id);
      if (order > 0) return false;
      if (order === 0) {
        this.#isAtEnd = !this.#cursor.next();
        return true;
      }
      this.foreign += 1;
      onForeign?.(this.#cursor.hex());
    }
    return false;
  }

  /** What is left when all that is reached was asked for. */
  end(onForeign?: (hex: string) => void): void {
    for (; !this.#isAtEnd; this.#isAtEnd = !this.#cursor.next()) {
      this.foreign += 1;
      onForeign?.(this.#cursor.hex());
    }
  }

  close(): void {
    this.#list.close();
  }
}

/** All lists are sorted, so that they are read through beside each other: of millions of objects none is in memory. */
function choose({ packs, loose: given = [] }: KeepOptions, reached: SortedIds, idBytes: number): Choice {
  const loose = new Held(SortedIds.ofHex(given, idBytes));
  const sets: { path: string; held: Held }[] = [];
  const foreignLoose: string[] = [];
  const onForeign = (hex: string) => void foreignLoose.push(hex);
  let count = 0;
  let homeless = 0;
  try {
    for (const path of packs) sets.push({ path, held: new Held(idsOfPack(path, idBytes)) });
    for (const id = reached.cursor(); id.next(); count++) {
      let isThere = loose.holds(id, onForeign);
      for (const { held } of sets) isThere = held.holds(id) || isThere;
      if (!isThere) homeless += 1;
    }
    loose.end(onForeign);
    for (const { held } of sets) held.end();
  } finally {
    for (const { held } of sets) held.close();
  }
  const clean = sets.filter(({ held }) => held.foreign === 0).map(({ path }) => path);
  const parted = sets.filter(({ held }) => held.foreign > 0).map(({ path }) => path);
  const found = { reachable: count, foreign: sets.reduce((sum, { held }) => sum + held.foreign, 0), foreignLoose };
  if (parted.length === 0 && homeless === 0) {
    return { staying: clean, parted, wanted: new IdSet(Buffer.alloc(0), idBytes), found };
  }
  const most = Math.min(count, countEntries(parted) + homeless);
  return { staying: clean, parted, wanted: without(clean, given, reached, { idBytes, most }), found };
}

/** Of packs that are parted the indexes only: each entry that is copied is compared with its sum in them. */
async function requireWhole({ staying, parted }: Choice, idBytes: number, signal: AbortSignal): Promise<void> {
  await requireWholePacks(staying, idBytes, signal);
  await requireWholeIndexes(parted, idBytes, signal);
}

async function copy(options: KeepOptions, { staying, parted, wanted, found }: Choice): Promise<Kept> {
  const { repository, signal } = options;
  // What is reached may all lie in the ones that stay: then the others simply stay behind.
  if (wanted.count === 0) return { ...found, packs: staying };
  const folder = join(repository, 'objects/pack');
  await mkdir(folder, { recursive: true });
  const written = await filterPacks({
    packs: parted,
    wanted,
    folder,
    packAside: (hex, base) => writePacks(repository, hex, base, options.threads ?? 2, signal),
    signal,
  });
  return { ...found, packs: [...staying, written] };
}

/** What is reached and lies in none of these packs and loose objects. @param most as many at most */
function without(
  packs: readonly string[],
  loose: readonly string[],
  reached: SortedIds,
  { idBytes, most }: { idBytes: number; most: number },
): IdSet {
  const lists = [SortedIds.ofHex(loose, idBytes), ...packs.map((pack) => idsOfPack(pack, idBytes))];
  try {
    const held = lists.map((list) => new Held(list));
    const left = Buffer.allocUnsafe(most * idBytes);
    let length = 0;
    for (const id = reached.cursor(); id.next(); ) {
      let isThere = false;
      for (const list of held) isThere = list.holds(id) || isThere;
      if (isThere) continue;
      length += id.bytes.copy(left, length, id.at, id.at + idBytes);
    }
    return new IdSet(left.subarray(0, length), idBytes);
  } finally {
    for (const list of lists) list.close();
  }
}

/** Has git write objects into packs whose names begin with `base`; deltas without their base become whole objects. */
async function writePacks(
  repository: string,
  ids: Iterable<string>,
  base: string,
  threads: number,
  signal: AbortSignal,
): Promise<string[]> {
  const run = runGit({
    args: [
      ...['--git-dir', repository, '-c', 'pack.indexVersion=2', 'pack-objects', '-q'],
      // No search for deltas: those whose base stays are kept.
      ...['--window=0', `--threads=${threads}`, '--delta-base-offset', '--non-empty', base],
    ],
    signal,
    stdin: 'pipe',
    failure: ({ stderrTail }) => Failure.of('git.objects_not_repacked', {}, stderrTail),
  });
  let lines: string[] = [];
  for (const id of ids) {
    if (lines.push(id) < IDS) continue;
    if (!run.stdin.write(`${lines.join('\n')}\n`)) await drained(run.stdin, run.done);
    lines = [];
  }
  if (lines.length > 0) run.stdin.write(`${lines.join('\n')}\n`);
  run.stdin.end();
  const { stdout } = await run.done;
  return stdout
    .split('\n')
    .filter((sum) => sum !== '')
    .map((sum) => `${base}-${sum}.pack`);
}

/** When the program can take more, or has ended. */
async function drained(stream: NodeJS.WritableStream, ended: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once('drain', resolve);
  await Promise.race([promise, ended.catch(() => undefined)]);
  stream.removeListener('drain', resolve);
}
