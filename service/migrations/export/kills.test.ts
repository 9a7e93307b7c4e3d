/** SIGKILL at random moments of exports and of expiry runs: the next start works, says what it did, and leaves no orphan. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, OWNER } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { noneRuns } from '../../testing/marked-programs.ts';
import { PREVIEW } from '../../testing/migrations.ts';
import { serveProgram } from '../../testing/serve-program.ts';
import { SEEN_OVER } from './archives.ts';
import { SEEN_OVER_MS } from './expiry.ts';

const EXPORT_KILLS = 18;
const EXPIRY_KILLS = 12;
/** The share of kills that come before the archive has a byte: git is packing, or nothing has begun. */
const BEFORE_WRITING = 0.3;
/** Archives that an expiry run has to delete. */
const EXPIRED = 40;

let folder: string;
let data: string;
let running: Engine | null = null;

interface Engine {
  child: ChildProcess;
  baseUrl: string;
  log(): string;
  /** Resolves with the log when it holds a text as often as that. */
  said(text: string, times: number): Promise<string>;
}

interface Row {
  id: number;
  guid: string;
  state: string;
  archive_sha256: string | null;
  archive_size: number | null;
  archive_deleted_at: string | null;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry kills '));
  data = join(folder, 'data');
  const engine = await start();
  for (const name of ['sources', 'noise', 'loose']) await call(engine, 'POST', '/orgs/acme/repos', { name });
  const path = (name: string) => join(data, 'repositories/acme', `${name}.git`);
  git(path('sources'), ['fast-import', '--quiet', '--done'], { input: historyStream(2000) });
  git(path('loose'), ['-c', 'fastimport.unpackLimit=1000', 'fast-import', '--quiet', '--done'], {
    input: historyStream(80),
  });
  const work = join(folder, 'work');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', work]);
  // Enough that writing takes a while; and one loose object that git has to pack.
  for (const [bytes, limit] of [
    [20_000_000, 1],
    [2_000_000, 100],
  ] as const) {
    execFileSync('sh', ['-c', `head -c ${bytes} /dev/urandom > noise`], { cwd: work });
    git(work, ['add', '.']);
    git(work, ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit', '--quiet', '-m', 'noise']);
    git(path('noise'), ['config', 'receive.unpackLimit', String(limit)]);
    git(work, ['push', '--quiet', path('noise'), 'main']);
  }
  await kill(engine);
}, 180_000);
afterAll(async () => {
  if (running !== null) await kill(running);
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers in [0, 1), always the same. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function start(): Promise<Engine> {
  const child = spawn(
    process.execPath,
    [serveProgram, '--data', data, '--port', '0', '--owner', OWNER.login, '--organization', 'acme'],
    { env: { PATH: process.env.PATH ?? '', GANTRY_PASSWORD: OWNER.password }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  let log = '';
  const heard = new Set<() => void>();
  const tell = () => {
    for (const look of heard) look();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    tell();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    tell();
  });
  const until = (fits: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!fits()) return;
        heard.delete(look);
        resolve();
      };
      heard.add(look);
      child.once('close', () => reject(new Error(`the engine ended: ${log}`)));
      look();
    });
  const engine: Engine = {
    child,
    baseUrl: '',
    log: () => log,
    said: async (text, times) => {
      await until(() => log.split(text).length > times);
      return log;
    },
  };
  running = engine;
  await until(() => out.includes('\n') || engine.child.killed);
  engine.baseUrl = JSON.parse(out).base_url;
  return engine;
}

/** Starts an engine for a run that is killed before it listens. */
function startWithoutWaiting(): Promise<Engine> & { engine: Engine } {
  const starting = start();
  starting.catch(() => undefined);
  return Object.assign(starting, { engine: running as Engine });
}

async function kill(engine: Engine): Promise<void> {
  const ended = new Promise<void>((resolve) => engine.child.once('close', () => resolve()));
  engine.child.kill('SIGKILL');
  await ended;
  await noneRuns(data);
  running = null;
}

async function call(engine: Engine, method: string, path: string, body?: object) {
  const response = await fetch(engine.baseUrl + path, {
    method,
    headers: { ...basic(OWNER.login, OWNER.password), ...PREVIEW },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

function rows(): Row[] {
  const db = new Database(join(data, 'gantry.sqlite'), { readonly: true });
  try {
    return db.prepare<[], Row>('SELECT * FROM migrations ORDER BY id').all();
  } finally {
    db.close();
  }
}

const files = (name: string) => (existsSync(join(data, name)) ? readdirSync(join(data, name)) : []);

/** Every file belongs to a row, and every row that promises a file has it, whole. */
function expectNoOrphans(now: Row[], working: string | null): void {
  const promised = now.filter((row) => row.state === 'exported' && row.archive_deleted_at === null);
  const allowed = working === null ? [] : [`${working}.tar.gz.part`, `${working}.tar.gz`];
  expect(
    files('archives')
      .filter((name) => !allowed.includes(name))
      .sort(),
  ).toEqual(promised.map(({ guid }) => `${guid}.tar.gz`).sort());
  expect(files('exports').filter((name) => name !== working)).toEqual([]);
  for (const { guid, archive_sha256 } of promised) {
    const bytes = readFileSync(join(data, 'archives', `${guid}.tar.gz`));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(archive_sha256);
  }
}

async function startExport(engine: Engine): Promise<void> {
  const started = await call(engine, 'POST', '/orgs/acme/migrations', { repositories: ['sources', 'noise', 'loose'] });
  expect(started.status).toBe(201);
}

async function allExported(): Promise<void> {
  for (let left = rows().length; left > 0; ) {
    left = rows().filter(({ state }) => state === 'exporting' || state === 'pending').length;
    // Another process: its events are its own.
    await pause(left > 0 ? 20 : 0);
  }
}

/** Resolves when the archive that is being written has so many bytes, or none is being written any more. */
function written(bytes: number): Promise<void> {
  const far = () => {
    if (rows().every(({ state }) => state === 'exported')) return true;
    const part = files('archives').find((name) => name.endsWith('.part'));
    const size = part && statSync(join(data, 'archives', part), { throwIfNoEntry: false })?.size;
    return (size || 0) >= bytes;
  };
  return new Promise((resolve) => {
    const look = (_event: string, name: string | null) => {
      if (name?.endsWith('.part') && !far()) return;
      changes.close();
      resolve();
    };
    const changes = watch(join(data, 'archives'), look);
    if (far()) look('', null);
  });
}

test(`${EXPORT_KILLS} kills during exports`, { timeout: 240_000 }, async () => {
  const random = seeded(4);
  let kills = 0;
  let cutOff = 0;
  const hashes = new Set<string>();
  let engine = await start();
  // One that nobody kills: it says what the others must be.
  await startExport(engine);
  await allExported();
  const bytes = rows()[0]?.archive_size ?? 0;
  while (kills < EXPORT_KILLS) {
    const open = rows().some(({ state }) => state !== 'exported');
    if (!open) {
      for (const { id } of rows().filter(({ archive_deleted_at }) => archive_deleted_at === null)) {
        await fetch(`${engine.baseUrl}/orgs/acme/migrations/${id}/archive`, {
          method: 'DELETE',
          headers: { ...basic(OWNER.login, OWNER.password), ...PREVIEW },
        });
      }
      await startExport(engine);
    }
    const moment = random() - BEFORE_WRITING;
    if (moment > 0) await written((moment / (1 - BEFORE_WRITING)) * bytes);
    else await pause(-moment * 1000);
    await kill(engine);
    kills += 1;
    const before = rows();
    const exporting = before.find(({ state }) => state === 'exporting');
    engine = await start();
    const log = engine.log();
    if (exporting !== undefined) {
      cutOff += 1;
      expect(log).toContain(`The export of migration ${exporting.id} of acme was cut off; it begins anew.`);
    }
    const now = rows();
    const working = now.find(({ state }) => state === 'exporting' || state === 'pending');
    // What was exported before stays so, with its archive.
    for (const row of before.filter(({ state }) => state === 'exported')) {
      expect(now.find(({ id }) => id === row.id)).toMatchObject({
        state: 'exported',
        archive_deleted_at: row.archive_deleted_at,
      });
    }
    expectNoOrphans(now, working?.guid ?? null);
    for (const { archive_sha256 } of now) if (archive_sha256 !== null) hashes.add(archive_sha256);
  }
  await allExported();
  await kill(engine);
  const end = rows();
  expect(end.every(({ state }) => state === 'exported')).toBe(true);
  expectNoOrphans(end, null);
  for (const { archive_sha256 } of end) hashes.add(archive_sha256 ?? '');
  // However often it was cut off: the same bytes.
  expect(hashes.size).toBe(1);
  expect(cutOff).toBeGreaterThan(EXPORT_KILLS / 3);
  expect(end.length).toBeGreaterThan(1);
});

test(`${EXPIRY_KILLS} kills during expiry runs`, { timeout: 180_000 }, async () => {
  const random = seeded(7);
  let inTheMiddle = 0;
  const [model] = rows().filter((row) => row.archive_deleted_at === null);
  const bytes = Buffer.from('a small archive');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const sample = join(folder, 'sample');
  writeFileSync(sample, bytes);
  for (let n = 0; n < EXPIRY_KILLS; n++) {
    const db = new Database(join(data, 'gantry.sqlite'));
    const insert = db.prepare(
      `INSERT INTO migrations (guid, owner_id, started_by, state, lock_repositories, exclude_attachments, archive_size,
         archive_sha256, exported_at, expires_at, created_at, updated_at)
       SELECT ?, owner_id, started_by, 'exported', 0, 0, ?, ?, exported_at, '2020-01-08T00:00:00Z', created_at, updated_at
       FROM migrations WHERE id = ?`,
    );
    const overdue: Record<string, number> = {};
    for (let made = 0; made < EXPIRED; made++) {
      const guid = randomUUID();
      copyFileSync(sample, join(data, 'archives', `${guid}.tar.gz`));
      insert.run(guid, bytes.length, sha256, model?.id);
      overdue[guid] = SEEN_OVER_MS;
    }
    // As if the clock had said for an hour that their time is over.
    db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(SEEN_OVER, JSON.stringify(overdue));
    db.close();
    const { engine } = startWithoutWaiting();
    await engine.said('was deleted: it was seven days old', 1 + Math.floor(random() * EXPIRED * 0.6));
    await kill(engine);
    const cut = rows();
    const gone = cut.filter(({ archive_deleted_at }) => archive_deleted_at !== null);
    const orphans = gone.filter(({ guid }) => existsSync(join(data, 'archives', `${guid}.tar.gz`)));

    const left = cut.filter((row) => row.archive_deleted_at === null && row.id !== model?.id);
    if (left.length > 0 || orphans.length > 0) inTheMiddle += 1;

    const next = await start();
    for (const { id } of orphans)
      expect(next.log()).toContain(`the deletion of the archive of migration ${id} was cut off`);
    const now = rows();
    // The start ended what was begun: all of them have expired, and what is known of them is still there.
    expect(now.filter((row) => row.archive_deleted_at === null).map(({ id }) => id)).toEqual(
      now.filter((row) => row.id === model?.id).map(({ id }) => id),
    );
    expect(now.length).toBe(cut.length);
    expectNoOrphans(now, null);
    await kill(next);
  }
  expect(inTheMiddle).toBeGreaterThan(EXPIRY_KILLS / 3);
});
