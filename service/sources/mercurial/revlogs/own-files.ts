/**
 * A repository of this disk read from its own files, without hg: all of its history in the order of `hg bundle`. Of what lies there
 * in another form hg is asked instead (`canReadOwnFiles`), and whatever does not fit ends in an error, after which hg has the last word.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { Breath, type ChangegroupReceiver, type Revision } from '../bundle/changegroup.ts';
import { requirementsOf, sharedFolder } from '../requirements.ts';
import { readIfThere } from './read-file.ts';
import { Revlog } from './revlog.ts';
import { decodedFolders, storePath } from './store-path.ts';

/** Without these the files have other names. */
const NEEDED = ['revlogv1', 'store', 'fncache'];
/** What changes nothing about the history's files (mercurial/requirements.py, mercurial/helptext/internals/requirements.txt). */
const KNOWN: ReadonlySet<string> = new Set([
  ...NEEDED,
  'dotencode',
  'generaldelta',
  'sparserevlog',
  'revlog-compression-zstd',
  'exp-compression-zstd',
  'exp-compression-none',
  'share-safe',
  'shared',
  'relshared',
  'bookmarksinstore',
  'persistent-nodemap',
  'dirstate-v2',
  'dirstate-tracked-key-v1',
  'internal-phase',
  'internal-phase-2',
  'largefiles',
  'lfs',
  'exp-sparse',
]);
/** Public, draft and secret; changesets of other phases are not shown (mercurial/phases.py). */
const SHOWN_PHASES = /^[012] /;
const FILES = 'data/';
const INDEX = '.i';

interface Store {
  folder: string;
  escapesDots: boolean;
}

/** Whether all that a repository shows lies in files of a form that is known, and nobody is writing to it. @throws Failure for what is no file */
export function canReadOwnFiles(repository: string): boolean {
  const requirements = [...requirementsOf(repository)].filter((name) => name !== '');
  if (!NEEDED.every((name) => requirements.includes(name)) || !requirements.every((name) => KNOWN.has(name))) {
    return false;
  }
  const { folder } = storeOf(repository);
  // A transaction that goes on or was broken off; changesets that others replaced.
  if (existsSync(join(folder, 'journal')) || sizeOf(join(folder, 'obsstore')) > 0) return false;
  if (!phasesOf(folder).every((line) => line === '' || SHOWN_PHASES.test(line))) return false;
  return sizeOf(join(folder, '00changelog.i')) > 0;
}

/**
 * Changesets, then files by their paths. What is added after the first changeset was read is left out.
 * @throws BundleError
 */
export async function readOwnHistory(repository: string, receiver: ChangegroupReceiver): Promise<void> {
  const store = storeOf(repository);
  const breath = new Breath(receiver);
  const changesets = await read(revlogOf(store, '00changelog'), Number.POSITIVE_INFINITY, breath, (revision) =>
    receiver.changeset(revision),
  );
  for (const path of pathsOf(store)) {
    const revlog = revlogOf(store, `${FILES}${path}`);
    if (revlog !== null && revlog.count > 0) receiver.file(path);
    await read(revlog, changesets, breath, (revision) => receiver.fileRevision(revision));
  }
}

/** @throws BundleError */
export async function readOwnManifests(repository: string, receiver: ChangegroupReceiver): Promise<void> {
  const manifests = revlogOf(storeOf(repository), '00manifest');
  await read(manifests, Number.POSITIVE_INFINITY, new Breath(receiver), (revision) => receiver.manifest(revision));
}

/** Reads a revlog to its end, and closes it. @returns how many revisions there were */
async function read(
  revlog: Revlog | null,
  changesets: number,
  breath: Breath,
  receive: (revision: Revision) => void,
): Promise<number> {
  if (revlog === null) return 0;
  let count = 0;
  try {
    for (const revision of revlog.revisions(changesets)) {
      receive(revision);
      count += 1;
      if (breath.isDue()) await breath.take();
    }
  } finally {
    revlog.close();
  }
  return count;
}

/** Paths that ever had revisions, sorted: bytes as latin1 strings. */
function pathsOf({ folder }: Store): string[] {
  return (readIfThere(join(folder, 'fncache'))?.toString('latin1') ?? '')
    .split('\n')
    .filter((name) => name.startsWith(FILES) && name.endsWith(INDEX))
    .map((name) => decodedFolders(name).slice(FILES.length, -INDEX.length))
    .sort();
}

/** @param name such as `data/<path>`; the two that stand beside `data` are named as they are by the same rules */
function revlogOf({ folder, escapesDots }: Store, name: string): Revlog | null {
  const place = (kind: string) => join(folder, storePath(name + kind, escapesDots));
  return Revlog.open(place(INDEX), place('.d'));
}

/** Lines of a phase and the changeset that it begins with; one that is none where they cannot be read. */
function phasesOf(folder: string): string[] {
  try {
    return (readIfThere(join(folder, 'phaseroots'))?.toString('latin1') ?? '').split('\n');
  } catch (error) {
    if (error instanceof Failure) throw error;
    return ['unreadable'];
  }
}

function storeOf(repository: string): Store {
  return {
    folder: join(sharedFolder(repository) ?? join(repository, '.hg'), 'store'),
    escapesDots: requirementsOf(repository).has('dotencode'),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
