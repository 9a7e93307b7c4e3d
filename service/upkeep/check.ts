/**
 * "Check this installation": rows against files, every byte of every repository (`git fsck`) and large file, checksums of archives,
 * the databases. It changes nothing. Git and threads do the reading; this thread only compares names.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Said, type Sentence, say } from '../../language/sentence.ts';
import { asFailure } from '../failures/as-failure.ts';
import { sayFailure } from '../failures/sentences.ts';
import { damageOf } from '../git/damage.ts';
import { runGit } from '../git/git.ts';
import { fileSum } from '../processes/file-sum.ts';
import { runInWorker } from '../processes/workers.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { MigrationTable } from '../store/migrations-table.ts';
import type { Store } from '../store/open.ts';
import { RecordedRefs } from '../store/recorded-refs.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { CheckJob } from './check-worker.ts';
import { faultsOfLargeFiles } from './large-files.ts';

/** Something that is not as it should be. */
export interface Problem {
  kind: 'database' | 'repository' | 'archive' | 'file';
  /** What it is about: `owner/name`, or a path within the data folder. */
  name: string;
  /** What is wrong, and what to do. */
  text: Sentence;
}

export interface CheckReading {
  /** 0-100; never goes back. */
  percent: number;
  /** A sentence for a person: what is read now. */
  status_text: Sentence;
}

export interface Checked {
  databases: number;
  repositories: number;
  archives: number;
  /** Repositories that were not read, as work on them ran. */
  skipped: string[];
}

export interface CheckRooms {
  dataFolder: string;
  store: Store;
  repositories: Repositories;
  /** Whether work on a repository runs: what it writes is not whole yet. */
  isBusy(repositoryId: number): boolean;
}

const DATABASES = ['gantry', 'records'];
/** Lines of git's that are told of one repository. */
const MOST_LINES = 5;

/**
 * Reads everything once.
 * @param tell called for each problem as it is found
 * @throws the signal's reason when aborted
 */
export async function checkInstallation(
  rooms: CheckRooms,
  signal: AbortSignal,
  { onReading, tell }: { onReading(reading: CheckReading): void; tell(problem: Problem): void },
): Promise<Checked> {
  const { dataFolder, store, repositories } = rooms;
  const archives = new MigrationTable(store).withArchive();
  const rows = repositories.all();
  const checked: Checked = { databases: 0, repositories: 0, archives: 0, skipped: [] };
  const total = DATABASES.length + rows.length + archives.length;
  let done = 0;
  const next = (status_text: Said) => {
    signal.throwIfAborted();
    onReading({ percent: Math.floor((100 * done) / total), status_text });
    done += 1;
  };

  for (const database of DATABASES) {
    const path = join(dataFolder, `${database}.sqlite`);
    next(say('Reading the database {database}.sqlite.', { database }));
    if (!existsSync(path)) continue;
    const damage = await runInWorker<CheckJob, string | null>(import.meta.url, './check-worker', { path }, { signal });
    checked.databases += 1;
    if (damage === null) continue;
    const text = say('The database is damaged: {damage}. Put back a backup of it.', { damage });
    tell({ kind: 'database', name: `${database}.sqlite`, text });
  }

  for (const stray of strayFiles(
    dataFolder,
    repositories,
    archives.map(({ guid }) => guid),
  ))
    tell(stray);

  const recorded = new RecordedRefs(store);
  for (const row of rows) {
    const name = `${row.owner}/${row.name}`;
    next(say('Reading the repository {name}.', { name }));
    if (rooms.isBusy(row.id)) {
      checked.skipped.push(name);
      continue;
    }
    for (const text of await faultsOf(row, repositories, recorded, signal)) tell({ kind: 'repository', name, text });
    checked.repositories += 1;
  }

  for (const row of archives) {
    const name = `archives/${row.guid}.tar.gz`;
    const path = join(dataFolder, name);
    next(say('Reading the archive of migration {id}.', { id: row.id }));
    if (!existsSync(path)) {
      const text = say('The archive of migration {id} is missing. Start a new migration to get it again.', {
        id: row.id,
      });
      tell({ kind: 'archive', name, text });
      continue;
    }
    const sum = await fileSum(path, signal);
    checked.archives += 1;
    if (sum === row.archive_sha256) continue;
    const text = say(
      'The archive of migration {id} is not what was written: its checksum differs. Delete it and start a new migration.',
      { id: row.id },
    );
    tell({ kind: 'archive', name, text });
  }
  return checked;
}

/** What is wrong with a repository and its wiki, as sentences. */
async function faultsOf(
  row: RepositoryRow,
  repositories: Repositories,
  recorded: RecordedRefs,
  signal: AbortSignal,
): Promise<Said[]> {
  const faults: Said[] = [];
  const advice = say('Start its import again, or put the folder back from your own backup.');
  for (const path of [repositories.path(row), repositories.wikiPath(row)]) {
    const isMain = path === repositories.path(row);
    if (!existsSync(path)) {
      if (isMain) faults.push([say('Its folder is missing.'), advice]);
      continue;
    }
    const whose = isMain ? [] : [say('In its wiki:')];
    try {
      const damage = await damageOf(path, signal, isMain ? (there) => recorded.lost(row.id, there) : undefined);
      if (damage !== null) faults.push([...whose, say('{damage}.', { damage: damage.text }), advice]);
      const said = await fsck(path, signal);
      if (said.length > 0) faults.push([...whose, say('git fsck says: {said}.', { said: said.join('; ') }), advice]);
      for (const text of await faultsOfLargeFiles(path, signal)) faults.push([...whose, text, advice]);
    } catch (error) {
      signal.throwIfAborted();
      faults.push([...whose, say('It cannot be read: {why}', { why: sayFailure(asFailure(error), 'work') })]);
    }
  }
  return faults;
}

/** What `git fsck` finds missing, damaged or misnamed; history's own oddities, which it warns of, are not among it. */
async function fsck(path: string, signal: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  let more = 0;
  const hear = (line: string) => {
    if (line === '' || /^(notice|warning|dangling|hint)\b/i.test(line)) return;
    // Oddities of a format that tools wrote long ago; what cannot be parsed at all is none.
    if (/^error in (commit|tree|tag|blob) /.test(line) && !/parse/i.test(line)) return;
    if (lines.length < MOST_LINES) lines.push(line.slice(0, 300));
    else more += 1;
  };
  const { code, signal: ended } = await runGit({
    args: ['--git-dir', path, 'fsck', '--full', '--no-dangling', '--no-progress'],
    signal,
    successExitCodes: 'any',
    onStdout: hear,
    onStderrLine: hear,
  }).done;
  // The first bit is said of objects' format alone as well (ERROR_OBJECT in builtin/fsck.c).
  if (ended === null && (code & ~1) === 0 && lines.length === 0) return [];
  if (lines.length === 0) lines.push(`it ended with ${ended ?? `exit code ${code}`}`);
  return more === 0 ? lines : [...lines, `and ${more} more`];
}

/** Files and folders that no row knows. */
function strayFiles(dataFolder: string, repositories: Repositories, archives: readonly string[]): Problem[] {
  const problems: Problem[] = repositories.strays().map(({ owner, name }) => ({
    kind: 'file',
    name: `repositories/${owner}/${name}.git`,
    text: say('Gantry does not know this repository. Adopt it in Settings, or move it away.'),
  }));
  const known = new Set(archives.flatMap((guid) => [`${guid}.tar.gz`, `${guid}.tar.gz.part`]));
  const folder = join(dataFolder, 'archives');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (known.has(name) || name.endsWith('.part')) continue;
    problems.push({
      kind: 'file',
      name: `archives/${name}`,
      text: say('No migration knows this file. Move it away if it is yours.'),
    });
  }
  return problems;
}
