/** Takes out of a repository what no ref reaches, while others may read it and push into it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { listRefs } from '../bare-repository.ts';
import { stateOfRefs } from '../refs-state.ts';
import { shownPlace } from '../shown-place.ts';
import { keepReachable } from './keep-reachable.ts';
import { countStored, looseIds, readablePacks } from './stored-objects.ts';

export interface Cleaned {
  /** Objects that all refs reach. */
  reachable: number;
  /** Objects in the packs and loose ones, afterwards. */
  stored: number;
  /** Objects that were taken out. */
  removed: number;
}

/** Refs that change under our hands let everything begin anew, this often. */
const MOST_TRIES = 20;
/** A loose object that is younger, in milliseconds, may belong to a push whose refs are not written yet. */
const YOUNG_MS = 3_600_000;

/**
 * Refs stay as they are. Safe to run again after a crash at any point: what is reached is in a whole pack before
 * anything goes.
 * @param youngMs loose objects that are younger stay, in milliseconds; -Infinity where nobody else can know the repository
 * @throws Failure when git cannot walk through what the refs reach, or they never stand still; then nothing was removed
 */
export async function cleanRepository(
  repository: string,
  signal: AbortSignal,
  youngMs: number = YOUNG_MS,
): Promise<Cleaned> {
  const folder = join(repository, 'objects/pack');
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { text, locked } = stateOfRefs(repository);
    const tips = await tipsOf(repository, signal);
    const idBytes = (tips[0]?.length ?? 40) / 2;
    const packs = readablePacks(repository);
    const loose = looseIds(repository);
    const kept = await keepReachable({ repository, tips, packs, loose, signal });
    if (existsSync(folder)) await syncFolder(folder);
    signal.throwIfAborted();
    // From here to the end nothing waits: no push comes between the look at the refs and the removal.
    if (locked || stateOfRefs(repository).text !== text) continue;
    const stays = new Set(kept.packs);
    const gone = packs.filter((pack) => !stays.has(pack));
    for (const pack of gone) removePack(pack);
    const oldLoose = kept.foreignLoose.filter((id) => isOld(loosePath(repository, id), youngMs));
    for (const id of oldLoose) rmSync(loosePath(repository, id), { force: true });
    const unindexed = removeUnindexed(folder);
    removeUnfinished(repository);
    // They name objects that are gone.
    if (gone.length > 0 || unindexed > 0) removeSummaries(repository);
    const stored = countStored(repository, idBytes);
    return { reachable: kept.reachable, stored, removed: kept.foreign + oldLoose.length };
  }
  throw Failure.of('git.refs_never_quiet', { path: shownPlace(repository) }, repository);
}

/** What refs name, and HEAD where it names a commit itself. */
async function tipsOf(repository: string, signal: AbortSignal): Promise<string[]> {
  const tips = (await listRefs(repository, signal)).map(({ oid }) => oid);
  const detached = /^[\da-f]{40,64}$/.exec(readFileSync(join(repository, 'HEAD'), 'latin1').trim())?.[0];
  return detached === undefined ? tips : [...tips, detached];
}

function loosePath(repository: string, id: string): string {
  return join(repository, 'objects', id.slice(0, 2), id.slice(2));
}

function isOld(path: string, youngMs: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs >= youngMs;
}

/** The index first: git looks for packs by their indexes. */
function removePack(pack: string): void {
  const stem = pack.slice(0, -'.pack'.length);
  for (const end of ['.idx', '.rev', '.bitmap', '.mtimes', '.keep', '.pack']) rmSync(stem + end, { force: true });
}

/** Packs and their parts that a crash left half written. */
function removeUnfinished(repository: string): void {
  for (const [folder, start] of [
    [join(repository, 'objects/pack'), 'tmp_'],
    [join(repository, 'objects'), 'tmp_objdir-aside-'],
  ] as const) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (name.startsWith(start) && isOld(path, YOUNG_MS)) rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Packs whose removal a crash cut short. @returns how many */
function removeUnindexed(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = new Set(readdirSync(folder));
  const left = [...names].filter(
    (name) =>
      /^pack-[\da-f]+\.pack$/.test(name) &&
      !names.has(name.replace(/\.pack$/, '.idx')) &&
      isOldOrLinked(join(folder, name)),
  );
  for (const name of left) removePack(join(folder, name));
  return left.length;
}

/** A pack of a push that is still being written gets its index within moments. */
function isOldOrLinked(path: string): boolean {
  return isOld(path, YOUNG_MS) || (statSync(path, { throwIfNoEntry: false })?.nlink ?? 0) > 1;
}

function removeSummaries(repository: string): void {
  const packs = join(repository, 'objects/pack');
  for (const name of readdirSync(packs)) if (name.startsWith('multi-pack-index')) rmSync(join(packs, name));
  for (const name of ['commit-graph', 'commit-graphs']) {
    rmSync(join(repository, 'objects/info', name), { recursive: true, force: true });
  }
}
