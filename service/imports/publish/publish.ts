/** Final refs and packs into the repository: first the objects, then all refs in one transaction. */

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { linkInPlace } from '../../files/durable-file.ts';
import { flushTree, makeFolder } from '../../files/durable-tree.ts';
import { eachRef, listRefs, readHead, writeHead } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import { namesForOneFile } from '../../git/names/file-names.ts';
import { replaceAllRefs, writeFirstRefs } from '../../git/packed-refs.ts';
import { countObjects, selectReachable } from '../../git/reachable/reachable.ts';
import { looseIds } from '../../git/reachable/stored-objects.ts';
import { placeObjects, removeUnusedObjects } from '../../lfs/convert/publish-objects.ts';
import type { MapResult } from '../../sources/source.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { Check } from '../../vocabulary/report.ts';
import { reachableCheck } from './reachable-check.ts';
import { ShallowEnds, shallowOf } from './shallow-ends.ts';

/**
 * More refs than this are packed into one file: git reads it faster, and one flush makes them all durable, where each file of
 * its own costs one.
 */
const MANY_REFS = 8;

/** The refs that an import wrote, as they are recorded. */
export interface RecordedRefs {
  /** Name to object id. */
  recorded(): ReadonlyMap<string, string>;
  /** `<object id> <name>` of what a publication was about to write, or found: a crash leaves either. */
  begun(): ReadonlySet<string>;
}

/** The refs that an import may replace and remove: those that it wrote itself. */
export interface OwnedRefs extends RecordedRefs {
  /** Called before refs are written, with those that are there, so that a crash leaves none that nobody owns. */
  add(refs: readonly MappedRef[], before: readonly MappedRef[]): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

export interface PublishJob {
  repositoryPath: string;
  stagingPath: string;
  mapped: MapResult;
  owned: OwnedRefs;
  signal: AbortSignal;
  /** Percent of the push, 0-100. */
  onPercent(percent: number): void;
}

/**
 * Refuses a repository that holds refs of somebody else, or into which somebody pushed.
 * @param broken what becomes of refs without content
 * @throws Failure
 */
export async function requireOwnRefs(
  repositoryPath: string,
  owned: RecordedRefs,
  signal: AbortSignal,
  broken: 'refused' | 'left out' = 'refused',
): Promise<void> {
  await ownRefsOf(repositoryPath, owned, signal, broken);
}

/**
 * As `requireOwnRefs`.
 * @param wanted names that will be there
 * @returns object ids of the refs that are there by name, whether all of them are recorded as they are, and names that are recorded and not wanted
 */
async function ownRefsOf(
  repositoryPath: string,
  owned: RecordedRefs,
  signal: AbortSignal,
  broken: 'refused' | 'left out' = 'refused',
  wanted: ReadonlySet<string> = new Set(),
): Promise<{ there: ReadonlyMap<string, string>; areRecorded: boolean; unwanted: string[] }> {
  const own = owned.recorded();
  // Usually all are there as they are recorded: hundreds of thousands need not be in memory twice.
  let same = 0;
  const others: MappedRef[] = [];
  const look = (name: string, oid: string) => {
    if (own.get(name) === oid) same += 1;
    else others.push({ name, oid });
  };
  await eachRef(repositoryPath, look, signal, broken);
  const strangers = others.filter((ref) => !own.has(ref.name));
  if (strangers.length > 0) {
    throw Failure.of('import.destination_not_empty', { refs: strangers.length, ref: strangers[0]?.name ?? '' });
  }
  // Somebody may have pushed since.
  const begun = others.length === 0 ? null : owned.begun();
  const [moved] = others.filter(({ name, oid }) => begun?.has(`${oid} ${name}`) !== true);
  if (moved !== undefined) {
    throw Failure.of('import.somebody_pushed', {
      ref: moved.name.replace(/^refs\/(heads|tags)\//, ''),
      commit: moved.oid.slice(0, 12),
    });
  }
  // Not all that is recorded, which by the hundred thousand would stay in memory until the refs are written.
  const unwanted: string[] = [];
  for (const name of own.keys()) if (!wanted.has(name)) unwanted.push(name);
  const areRecorded = others.length === 0;
  // A copy: what is recorded changes before the refs do.
  if (areRecorded && same === own.size) return { there: new Map(own), areRecorded, unwanted };
  const refs = await listRefs(repositoryPath, signal, broken);
  return { there: new Map(refs.map(({ name, oid }) => [name, oid])), areRecorded, unwanted };
}

/**
 * Publishes a mapping: its refs and the objects that they reach, no others. All refs change at once or none does. Objects of a
 * publication that fails are removed again where no ref names them already, objects that nothing uses any more as well.
 * @returns the count of what lies in the repository now against what its refs reach
 * @throws Failure
 */
export async function publish(job: PublishJob): Promise<Check> {
  const { repositoryPath, mapped, owned, signal } = job;
  const names = new Set(mapped.refs.map((ref) => ref.name));
  const { there, areRecorded, unwanted } = await ownRefsOf(repositoryPath, owned, signal, 'refused', names);
  const shallow = shallowOf(mapped, job.stagingPath);
  const view = join(dirname(job.stagingPath), 'publishing.git');
  const tips = [...new Set(mapped.refs.map(({ oid }) => oid))];
  const { packs, reachable } = await selectReachable(
    { view, tips, packs: mapped.packs, shallow, walkedIn: [job.stagingPath, ...repositoriesOf(mapped.packs)] },
    signal,
  );
  job.onPercent(30);
  const packFolder = join(repositoryPath, 'objects/pack');
  await makeFolder(packFolder);
  const existing = await readdir(packFolder);
  const loose = looseIds(repositoryPath);
  const ends = await ShallowEnds.read(repositoryPath, shallow);
  const added: string[] = [];
  let mayBeNamed = false;
  let inOneFile = false;
  try {
    for (const [index, pack] of packs.entries()) {
      signal.throwIfAborted();
      await placePack(pack, packFolder, added);
      job.onPercent(30 + Math.floor((30 * (index + 1)) / packs.length));
    }
    // Contents before the refs whose pointers name them.
    await placeObjects(mapped, repositoryPath, added, signal);
    // Before any ref names what is in them.
    await flushTree(join(repositoryPath, 'objects'));
    await announce(mapped.refs, there, areRecorded, owned);
    // What they end at comes with the objects: an end that is gone while a parent is not here yet breaks what is there.
    await ends.both();
    mayBeNamed = true;
    inOneFile = await writeRefs(repositoryPath, there, mapped.refs, signal);
  } catch (error) {
    // Where git was left to write them it does one after the other: those that are written name what was added.
    const isNamed = mayBeNamed && !(await areAsBefore(repositoryPath, there));
    if (!isNamed) {
      // Where the disk takes no more, those of before are among what is there.
      await ends.takeBack().catch(() => undefined);
      await Promise.all(added.map((file) => rm(file, { force: true })));
    }
    throw error;
  }
  await ends.settle();
  job.onPercent(90);
  const head = mapped.head ?? 'refs/heads/main';
  if ((await readHead(repositoryPath)) !== head) await writeHead(repositoryPath, head);
  await owned.remove(unwanted);
  if (inOneFile || mapped.refs.length > MANY_REFS) await git(repositoryPath, ['pack-refs', '--all', '--prune'], signal);
  await removeUnusedPacks(packFolder, existing, packs);
  // All that is reached lies in the packs.
  for (const id of loose) await rm(join(repositoryPath, 'objects', id.slice(0, 2), id.slice(2)), { force: true });
  await removeUnusedObjects(mapped, repositoryPath);
  await rm(view, { recursive: true, force: true });
  // Large files were flushed one by one as they came.
  await flushTree(repositoryPath, ['lfs']);
  const check = reachableCheck(reachable, await countObjects(repositoryPath, signal));
  job.onPercent(100);
  return check;
}

/**
 * Says which refs will be written. Of those that are recorded as they are and stay so there is nothing to say.
 * @param there object ids by name
 */
async function announce(
  refs: readonly MappedRef[],
  there: ReadonlyMap<string, string>,
  areRecorded: boolean,
  owned: OwnedRefs,
): Promise<void> {
  if (!areRecorded) {
    return owned.add(
      refs,
      [...there].map(([name, oid]) => ({ name, oid })),
    );
  }
  const changed = refs.filter(({ name, oid }) => there.get(name) !== oid);
  const before = changed.flatMap(({ name }) => {
    const oid = there.get(name);
    return oid === undefined ? [] : [{ name, oid }];
  });
  await owned.add(changed, before);
}

/** Links a pack and its index into a folder; copies them where links do not reach. The pack was read, one of its name was not. */
async function placePack(pack: string, folder: string, added: string[]): Promise<void> {
  const stem = pack.slice(0, -'.pack'.length);
  // The index last: git looks for packs by their indexes.
  for (const source of [`${stem}.rev`, pack, `${stem}.idx`]) {
    const target = join(folder, basename(source));
    if (source.endsWith('.rev') && !existsSync(source)) continue;
    if (!existsSync(target)) added.push(target);
    await linkInPlace(source, target);
  }
}

/**
 * Refs that change together change at once, in one file. Git would write a file for each, and be ended between two of them.
 * @param before object ids by name
 * @returns whether they are in that file, as they came
 */
async function writeRefs(
  repositoryPath: string,
  before: ReadonlyMap<string, string>,
  refs: readonly MappedRef[],
  signal: AbortSignal,
): Promise<boolean> {
  const changed = refs.filter(({ name, oid }) => before.get(name) !== oid);
  // Most updates find most histories as they were.
  if (before.size === refs.length && changed.length === 0) return false;
  const many = refs.length > MANY_REFS;
  const wanted = new Set(refs.map((ref) => ref.name));
  const vanished: MappedRef[] = [];
  for (const [name, oid] of before) if (!wanted.has(name)) vanished.push({ name, oid });
  const mayClash = () => namesForOneFile([...wanted, ...vanished.map(({ name }) => name)]).length > 0;
  // All of them are this import's.
  if (changed.length + vanished.length > 1 || mayClash()) {
    if (before.size === 0 && (await writeFirstRefs(repositoryPath, refs, signal))) return true;
    if (await replaceAllRefs(repositoryPath, before, refs, signal)) return true;
  }
  // Git takes no "a" that goes and "a/b" that comes in one transaction (their files are in each other's way).
  const folders = new Set(vanished.length === 0 ? [] : refs.flatMap((ref) => foldersOf(ref.name)));
  const inTheWay = vanished.filter(
    ({ name }) => folders.has(name) || foldersOf(name).some((folder) => wanted.has(folder)),
  );
  if (inTheWay.length > 0)
    await updateRefs(
      repositoryPath,
      inTheWay.map(({ name, oid }) => `delete ${name}\0${oid}\0`),
      signal,
    );
  const blocking = new Set(inTheWay.map((ref) => ref.name));
  const commands = [
    ...vanished.filter((ref) => !blocking.has(ref.name)).map(({ name, oid }) => `delete ${name}\0${oid}\0`),
    ...changed.map(({ name, oid }) => `update ${name}\0${oid}\0\0`),
  ];
  if (commands.length > 0) await updateRefs(repositoryPath, commands, signal, many ? 'objects' : 'all');
  return false;
}

/** `refs/heads/a/b` lies in `refs`, `refs/heads` and `refs/heads/a`. */
function foldersOf(name: string): string[] {
  const segments = name.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

async function updateRefs(
  repositoryPath: string,
  commands: readonly string[],
  signal: AbortSignal,
  flush: 'all' | 'objects' = 'all',
): Promise<void> {
  await runGit({
    flush,
    args: ['--git-dir', repositoryPath, 'update-ref', '-z', '--stdin'],
    stdin: `start\0${commands.join('')}prepare\0commit\0`,
    signal,
    failure: ({ stderrTail }) => Failure.of('import.refs_not_written', {}, stderrTail),
  }).done;
}

async function git(repositoryPath: string, args: string[], signal: AbortSignal): Promise<void> {
  await runGit({
    args: ['--git-dir', repositoryPath, ...args],
    signal,
    failure: ({ stderrTail }) => Failure.of('import.not_finished', {}, stderrTail),
  }).done;
}

/** @param before object ids by name. @returns false also where that cannot be known */
async function areAsBefore(repositoryPath: string, before: ReadonlyMap<string, string>): Promise<boolean> {
  let same = 0;
  let others = 0;
  const look = (name: string, oid: string) => {
    if (before.get(name) === oid) same += 1;
    else others += 1;
  };
  try {
    await eachRef(repositoryPath, look);
  } catch {
    return false;
  }
  return others === 0 && same === before.size;
}

/** Packs of an earlier mapping. All refs are this import's, so nothing else can need them. */
async function removeUnusedPacks(folder: string, existing: readonly string[], packs: readonly string[]): Promise<void> {
  const used = new Set(packs.map((pack) => basename(pack, '.pack')));
  const unused = existing.filter((name) => !used.has(name.replace(/\.[^.]+$/, '')));
  // Indexes first, so that git never looks for a pack that is gone.
  unused.sort((a, b) => Number(b.endsWith('.idx')) - Number(a.endsWith('.idx')));
  for (const name of unused) await rm(join(folder, name), { force: true });
}

/** Repositories in which packs lie. */
function repositoriesOf(packs: readonly string[]): string[] {
  return [...new Set(packs.map((pack) => dirname(dirname(dirname(pack)))))];
}
