/** A bare repository as it goes into an archive: a folder of links and of files that we write ourselves. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { damageOfHead } from '../../git/damage.ts';
import { runGit } from '../../git/git.ts';
import { type Kept, keepReachable } from '../../git/reachable/keep-reachable.ts';
import { readablePacks } from '../../git/reachable/stored-objects.ts';
import { stateOfRefs } from '../../git/refs-state.ts';
import { lostRefs } from '../../store/recorded-refs.ts';
import { mayNameLargeFiles, namedLargeFiles } from '../absent-large-files.ts';
import { holdLargeFiles } from './large-files.ts';
import { holdObjects, objectFolders } from './object-folders.ts';
import { type RefsSnapshot, readRefs } from './refs-snapshot.ts';

export interface SnapshotJob {
  /** `owner/name`, as `info/nwo` says it and messages name it. */
  fullName: string;
  path: string;
  /** Row of the repository; null for a wiki. */
  repositoryId: number | null;
  dataFolder: string;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  pushedAt: string;
  /** Folder to make; must not exist. */
  target: string;
  signal: AbortSignal;
}

/** How often a repository is begun anew because its packs change under our hands. */
const MOST_TRIES = 20;
/** Refs named in a message; the rest is counted. */
const NAMED = 3;
/** What git needs to find a repository, whether anything is in it or not. */
const FOLDERS = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'];

/**
 * Makes the snapshot. What the refs of one moment reach is in it, whatever is pushed meanwhile; hooks, configuration
 * and logs of the repository are not.
 * @returns how many large files its commits have pointers to that are not here
 * @throws Failure
 */
export async function takeSnapshot(job: SnapshotJob): Promise<number> {
  const { path, target, signal } = job;
  if (!existsSync(path)) throw Failure.of('export.folder_missing', { repository: job.fullName, path });
  const damage = damageOfHead(path);
  if (damage !== null) throw Failure.of('export.repository_damaged', { repository: job.fullName, damage });
  let namesLargeFiles: boolean;
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    rmSync(target, { recursive: true, force: true });
    for (const folder of FOLDERS) mkdirSync(join(target, folder), { recursive: true });
    const refs = await readRefs(path, job.fullName, signal);
    const lost = lostOf(job, refs);
    // An import may have published meanwhile.
    if (lost.length > 0 && stateOfRefs(path).text !== refs.state && tries < MOST_TRIES) continue;
    requireNoneLost(job, lost);
    const loose = await holdObjects(objectFolders(path), join(target, 'objects'));
    if (loose === null && tries < MOST_TRIES) continue;
    writeFileSync(join(target, 'HEAD'), refs.head, 'latin1');
    writeFileSync(join(target, 'config'), configuration(path));
    if (existsSync(join(path, 'shallow'))) writeFileSync(join(target, 'shallow'), readFileSync(join(path, 'shallow')));
    await packLoose(job, loose ?? []);
    const tips = tipsOf(refs);
    // Beside git's walk, which takes longer.
    const isHeld = existsSync(join(path, 'lfs/objects'));
    const asking = isHeld ? Promise.resolve(true) : mayNameLargeFiles(target, tips, signal);
    // Told below; until then a failure must not count as unhandled.
    asking.catch(() => undefined);
    const complete = loose !== null && (await leaveOutForeign(job, tips));
    if (!complete && stateOfRefs(path).text !== refs.state && tries < MOST_TRIES) continue;
    if (!complete) throw Failure.of('export.objects_missing', { repository: job.fullName });
    namesLargeFiles = await asking;
    writeRefs(target, refs);
    break;
  }
  writeFileSync(join(target, 'info/nwo'), `${job.fullName}\n`);
  writeFileSync(join(target, 'info/last-sync'), job.pushedAt.replace(/Z$/, ''));
  return namesLargeFiles ? holdLargeFiles({ ...job, named: await namedLargeFiles(target, signal) }) : 0;
}

/** Refs that an import wrote and that are not there. */
function lostOf({ dataFolder, repositoryId }: SnapshotJob, { refs }: RefsSnapshot): string[] {
  if (repositoryId === null) return [];
  const there = new Set(refs.map(({ name }) => Buffer.from(name, 'latin1').toString('utf8')));
  return lostRefs(dataFolder, repositoryId, there);
}

/** @throws Failure */
function requireNoneLost({ fullName }: SnapshotJob, lost: readonly string[]): void {
  if (lost.length === 0) return;
  throw Failure.of('git.refs_lost', {
    repository: fullName,
    refs: lost.slice(0, NAMED),
    more: lost.slice(NAMED).length,
  });
}

/** Only what git must know to read the objects. */
function configuration(path: string): string {
  const own = existsSync(join(path, 'config')) ? readFileSync(join(path, 'config'), 'utf8') : '';
  const sha256 = /^\s*objectformat\s*=\s*"?sha256"?\s*$/im.test(own);
  const core = `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tfilemode = true\n\tbare = true\n`;
  return sha256 ? `${core}[extensions]\n\tobjectformat = sha256\n` : core;
}

/** Turns loose objects that are in no pack into one pack: always the same for the same objects. */
async function packLoose({ target, fullName, signal }: SnapshotJob, loose: readonly string[]): Promise<void> {
  if (loose.length === 0) return;
  await runGit({
    args: [
      '--git-dir',
      target,
      ...['-c', 'pack.window=10', '-c', 'pack.depth=50', '-c', 'pack.indexVersion=2', '-c', 'core.compression=-1'],
      ...['pack-objects', '--quiet', '--threads=1', '--incremental', '--non-empty', '--no-reuse-delta'],
      join(target, 'objects/pack/pack'),
    ],
    stdin: `${loose.join('\n')}\n`,
    onStdout: 'ignore',
    signal,
    failure: ({ stderrTail }) => Failure.of('export.objects_unreadable', { repository: fullName }, stderrTail),
  }).done;
  for (const name of readdirSync(join(target, 'objects'))) {
    if (/^[\da-f]{2}$/.test(name)) rmSync(join(target, 'objects', name), { recursive: true });
  }
  removeExtras(target);
}

/** What HEAD names first, then what all refs do. */
function tipsOf({ refs, head }: RefsSnapshot): string[] {
  const detached = /^[\da-f]{40,64}$/.exec(head.trim())?.[0];
  const branch = /^ref: (.+)$/.exec(head.trim())?.[1];
  const first = detached ?? refs.find(({ name }) => name === branch)?.oid;
  return [...(first === undefined ? [] : [first]), ...refs.map(({ oid }) => oid)];
}

/**
 * Leaves only what the refs of the snapshot reach: what somebody pushed and took back, or an earlier version put there,
 * is nobody's business who opens the archive.
 * @returns false when something that refs reach is missing
 */
async function leaveOutForeign({ target, fullName, signal }: SnapshotJob, tips: readonly string[]): Promise<boolean> {
  const packs = readablePacks(target);
  let kept: Kept;
  try {
    // One thread, so that the same objects always make the same archive.
    kept = await keepReachable({ repository: target, tips, packs, threads: 1, signal });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.key === 'git.objects_not_walked') return false;
    if (error.key !== 'git.pack_damaged') throw error;
    const damage = say('not all bytes of {pack} are as they were written', {
      pack: String(error.parameters.pack),
    });
    throw Failure.of('export.repository_damaged', { repository: fullName, damage }, error.detail);
  }
  for (const pack of packs) {
    if (kept.packs.includes(pack)) continue;
    for (const file of [pack.replace(/\.pack$/, '.idx'), pack]) rmSync(file, { force: true });
  }
  removeExtras(target);
  return true;
}

/** Newer versions of git write more than the index beside a pack. */
function removeExtras(target: string): void {
  for (const name of readdirSync(join(target, 'objects/pack'))) {
    if (!/\.(pack|idx)$/.test(name)) rmSync(join(target, 'objects/pack', name));
  }
}

/** One file for all refs, sorted; symbolic refs stand in files of their own. */
function writeRefs(target: string, { refs }: RefsSnapshot): void {
  const packed = refs.filter(({ symref }) => symref === '');
  if (packed.length > 0) {
    const lines = packed.map(({ name, oid }) => `${oid} ${name}\n`).join('');
    writeFileSync(join(target, 'packed-refs'), `# pack-refs with: sorted \n${lines}`, 'latin1');
  }
  for (const { name, symref } of refs) {
    if (symref === '') continue;
    const path = join(target, Buffer.from(name, 'latin1').toString('utf8'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `ref: ${symref}\n`, 'latin1');
  }
}
