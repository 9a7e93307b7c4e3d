/** Packs that hold nothing but what refs reach: as they are where that is so already, else written anew. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../git.ts';
import { filterPacks } from '../pack/filter-pack.ts';
import { requireWholePacks } from '../pack/whole-packs.ts';
import { IdSet } from './id-set.ts';
import { keptWalk } from './kept-walk.ts';
import { walkSmall } from './small-walk.ts';
import { MANY_OBJECTS, type Reached, walkReachable } from './walk.ts';

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
 * Every byte of the packs is read: one that is there by its name alone is nobody's proof.
 * @throws Failure when a pack is damaged, or git cannot walk through the history or write the pack
 */
export async function keepReachable(options: KeepOptions): Promise<Kept> {
  const { tips, packs, signal } = options;
  const idBytes = (tips[0]?.length ?? 40) / 2;
  // Beside the walk, which is other processes' work.
  const reading = requireWholePacks(packs, idBytes, signal);
  const [chosen] = await Promise.allSettled([chooseKept(options, idBytes), reading]);
  // What a damaged pack does to everybody else says less than its name.
  await reading;
  if (chosen.status === 'rejected') throw chosen.reason;
  return chosen.value;
}

async function chooseKept(options: KeepOptions, idBytes: number): Promise<Kept> {
  const { repository, tips, packs, signal } = options;
  const sets = packs.map((path) => ({ path, ids: IdSet.ofIndex(path.replace(/\.pack$/, '.idx'), idBytes) }));
  const split = sets.reduce((sum, set) => sum + set.ids.count, 0) >= MANY_OBJECTS;
  let kept: Reached | null = null;
  for (const place of options.walkedIn ?? []) kept ??= keptWalk(place, tips);
  // Loose objects are git's to read.
  const small = kept !== null || options.loose?.length ? null : walkSmall(repository, tips, packs);
  const reached = kept ?? small ?? (await walkReachable(repository, tips, { signal, split }));
  const { ids } = reached;
  const loose = IdSet.of(options.loose ?? [], idBytes);
  let homeless = 0;
  for (let at = 0; at < ids.length; at += idBytes) {
    let isThere = loose.mark(ids, at);
    for (const set of sets) isThere = set.ids.mark(ids, at) || isThere;
    if (!isThere) homeless += 1;
  }
  const clean = sets.filter((set) => set.ids.unmarked === 0);
  const foreign = sets.reduce((sum, set) => sum + set.ids.unmarked, 0);
  const result = { reachable: reached.count, foreign, foreignLoose: [...loose.unmarkedIds()] };
  if (clean.length === sets.length && homeless === 0) return { ...result, packs: [...packs] };
  const wanted = without([...clean.map((set) => set.ids), loose], ids, idBytes);
  const staying = clean.map((set) => set.path);
  // What is reached may all lie in the clean ones: then the others simply stay behind.
  if (wanted.count === 0) return { ...result, packs: staying };
  const folder = join(repository, 'objects/pack');
  await mkdir(folder, { recursive: true });
  const written = await filterPacks({
    packs: sets.filter((set) => set.ids.unmarked > 0).map((set) => set.path),
    wanted,
    folder,
    packAside: (hex, base) => writePacks(repository, hex, base, options.threads ?? 2, signal),
    signal,
  });
  return { ...result, packs: [...staying, written] };
}

/** Ids that are in none of these sets. */
function without(sets: readonly IdSet[], ids: Buffer, idBytes: number): IdSet {
  const left = Buffer.allocUnsafe(ids.length);
  let length = 0;
  for (let at = 0; at < ids.length; at += idBytes) {
    if (!sets.some((set) => set.has(ids, at))) length += ids.copy(left, length, at, at + idBytes);
  }
  return IdSet.ofUnsorted(left.subarray(0, length), idBytes);
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
