/**
 * What helps to find a fault, as text that a person reads before it is given away: versions, states, timings and logs.
 * Names, addresses, people and secrets are taken out. Read from the files, so that it can be had when nothing starts.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, cpus, hostname, loadavg, platform, release, totalmem, userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { installedTools } from '../processes/installed-tools.ts';
import { runInWorker } from '../processes/workers.ts';
import { listBackups } from '../store/backup.ts';
import { scrub } from './scrub.ts';

/** Last lines of each log file. */
const LINES = 400;
/** Bytes of a log file that are read from its end. */
const TAIL_BYTES = 256 << 10;
/** Most names that are looked for in the logs. */
const MOST_NAMES = 200_000;

export interface DiagnosticsJob {
  dataFolder: string;
  version: string;
  /** Lines about what the running engine does; they name nobody. */
  now: readonly string[];
}

/** The text. What cannot be read says so in its place; never throws for it. */
export async function diagnosticsOf({ dataFolder, version, now }: DiagnosticsJob): Promise<string> {
  const db = openDatabase(dataFolder);
  try {
    const names = 'problem' in db ? new Set<string>() : namesIn(db);
    const parts: [string, readonly string[]][] = [
      ['Versions', await versions(version)],
      ['This machine', machine()],
      ['Now', now],
      ['Files', files(dataFolder)],
      ['States', 'problem' in db ? [`The database cannot be read: ${scrub(db.problem)}`] : states(db)],
      ...logs(dataFolder, names),
    ];
    const head = `Diagnostics of Gantry, ${new Date().toISOString().slice(0, 19)}Z. Names, addresses, people and secrets were taken out: "<…>" stands in their place.`;
    return `${[head, ...parts.map(([title, lines]) => `## ${title}\n${lines.join('\n')}`)].join('\n\n')}\n`;
  } finally {
    if (!('problem' in db)) db.close();
  }
}

/** As `diagnosticsOf`, in a thread. */
export function diagnosticsIn(job: DiagnosticsJob): Promise<string> {
  return runInWorker(import.meta.url, './diagnostics-worker', job, { signal: new AbortController().signal });
}

function openDatabase(dataFolder: string): Database.Database | { problem: string } {
  try {
    const db = new Database(join(dataFolder, 'gantry.sqlite'), { readonly: true, fileMustExist: true });
    db.pragma('schema_version');
    return db;
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function versions(version: string): Promise<string[]> {
  const tools = (await installedTools()).map(({ name, version }) => `${name} ${version ?? 'is missing'}`);
  const { node, sqlite, electron } = process.versions;
  return [
    `Gantry ${version}, Node ${node}${electron === undefined ? '' : `, Electron ${electron}`}, SQLite ${sqlite ?? 'of better-sqlite3'}`,
    ...tools,
  ];
}

function machine(): string[] {
  const load = loadavg().map((part) => part.toFixed(1));
  return [
    `${platform()} ${arch()} ${release().replace(/[^\d.].*$/, '')}`,
    `${cpus().length} processors, ${Math.round(totalmem() / 2 ** 20)} MB of memory, load ${load.join(' ')}`,
    `this process: ${Math.round(process.uptime())} s, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
  ];
}

/** Names of the data folder's own files and folders with what lies in them; nothing from inside. */
function files(dataFolder: string): string[] {
  const known =
    /^(gantry|records)\.sqlite(-wal|-shm)?$|^(installation|remembered-credentials)\.json$|^(secrets\.key|reserve|gantry\.lock)$/;
  const lines: string[] = [];
  for (const name of existsSync(dataFolder) ? readdirSync(dataFolder).sort() : []) {
    const stat = statSync(join(dataFolder, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isDirectory() && /^[a-z][a-z_-]{0,30}$/.test(name)) {
      lines.push(`${name}: ${readdirSync(join(dataFolder, name)).length} entries`);
    } else if (stat.isFile()) lines.push(`${known.test(name) ? name : '<…>'}: ${stat.size} bytes`);
  }
  const backups = listBackups(dataFolder).map(
    ({ database, kind, made_at }) => `backup of ${database}, ${kind}, ${made_at}`,
  );
  return [...lines, ...backups];
}

/** How many rows of each table are in which state, and which failures they name (keys of the catalogue, no parameters). */
function states(db: Database.Database): string[] {
  const lines = [`schema ${db.pragma('user_version', { simple: true })}`];
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  for (const table of tables) {
    const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const state = columns.find((name) => name === 'status' || name === 'state');
    const rows = db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get();
    const counted = state === undefined ? [] : countsOf(db, `SELECT "${state}" AS what FROM "${table}"`);
    lines.push([`${table}: ${rows} rows`, ...counted].join(', '));
    if (!columns.includes('failure')) continue;
    for (const count of countsOf(db, `SELECT failure ->> 'key' AS what FROM "${table}" WHERE json_valid(failure)`)) {
      lines.push(`${table}, failure ${count}`);
    }
  }
  return lines;
}

/** `complete 3`: of words that are ours. */
function countsOf(db: Database.Database, select: string): string[] {
  return db
    .prepare<[], { what: string | null; n: number }>(
      `SELECT what, count(*) AS n FROM (${select}) GROUP BY what ORDER BY n DESC LIMIT 50`,
    )
    .all()
    .filter(({ what }) => what !== null && /^[a-z][a-z_.]{1,60}$/.test(what))
    .map(({ what, n }) => `${what} ${n}`);
}

/** What people called things: words of it are names although they may look plain. */
function namesIn(db: Database.Database): Set<string> {
  const names = new Set<string>([hostname().toLowerCase(), userInfo().username.toLowerCase()]);
  const queries = [
    'SELECT login FROM accounts',
    'SELECT name FROM accounts WHERE name IS NOT NULL',
    'SELECT name FROM repositories',
    'SELECT vcs_url FROM imports',
    'SELECT remote_url FROM remote_pushes',
    'SELECT remote_name FROM import_authors',
  ];
  for (const query of queries) {
    for (const text of db.prepare<[], string>(`${query} LIMIT ${MOST_NAMES}`).pluck().iterate()) {
      for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
        if (word.length > 2 && !/^(https?|svn|ssh|git|file|www)$/.test(word)) names.add(word);
    }
  }
  return names;
}

function logs(dataFolder: string, names: ReadonlySet<string>): [string, string[]][] {
  const folder = join(dataFolder, 'logs');
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^(app|engine)(\.\d)?\.log$/.test(name)) : [];
  return found.sort().map((name) => {
    const lines = tailOf(join(folder, name)).map((line) => scrub(line, names));
    return [`Log ${name}, last ${lines.length} lines`, lines];
  });
}

function tailOf(path: string): string[] {
  const bytes = readFileSync(path);
  const lines = bytes
    .subarray(Math.max(0, bytes.length - TAIL_BYTES))
    .toString('utf8')
    .split('\n');
  // The first may be the rest of a line.
  if (bytes.length > TAIL_BYTES) lines.shift();
  return lines.filter((line) => line !== '').slice(-LINES);
}
