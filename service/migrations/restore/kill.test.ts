/** The engine is killed at random moments of a restore: the next start removes what is half there, and begins again. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive, restoreEnd, restoreOpened } from '../../testing/archives.ts';
import { basic, OWNER, startTestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { noneRuns } from '../../testing/marked-programs.ts';
import { random } from '../../testing/random.ts';
import { serveProgram } from '../../testing/serve-program.ts';
import { makeSample } from '../testing/sample.ts';

const KILLS = 14;
const SEED = 4;

const folder = mkdtempSync(join(tmpdir(), 'gantry kill '));
/** A data folder in which the archive is opened and nothing is restored. */
const prepared = join(folder, 'prepared');
let inspectionId = 0;
/** How long a restore takes here, in milliseconds. */
let usual = 0;
/** What a whole restore leaves. */
let whole: State;

interface State {
  accounts: string[];
  repositories: string[];
  folders: string[];
  files: string[];
  records: Record<string, number>;
  /** Staged or opened for a restore. */
  staged: string[];
}

beforeAll(async () => {
  const sample = makeSample(folder, 'sample', { issues: 300 });
  const engine = await startTestEngine(prepared, {}, null);
  inspectionId = (await openArchive(engine, sample.archive)).id;
  await engine.end();
  const complete = join(folder, 'complete');
  cpSync(prepared, complete, { recursive: true });
  const other = await startTestEngine(complete, {}, null);
  const start = performance.now();
  expect((await restoreOpened(other, { id: inspectionId })).error_message).toBeNull();
  usual = performance.now() - start;
  await other.end();
  whole = stateOf(complete);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stateOf(data: string): State {
  const names = (path: string) =>
    existsSync(join(data, path)) ? readdirSync(join(data, path), { recursive: true }) : [];
  const db = new Database(join(data, 'gantry.sqlite'), { readonly: true });
  const column = (text: string) => db.prepare<[], string>(text).pluck().all();
  const records: Record<string, number> = {};
  if (existsSync(join(data, 'records.sqlite'))) {
    const own = new Database(join(data, 'records.sqlite'));
    for (const name of own
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all()) {
      const count = own.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0;
      if (count > 0) records[name] = count;
    }
    own.close();
  }
  const state = {
    accounts: column('SELECT login FROM accounts ORDER BY id'),
    repositories: column('SELECT name FROM repositories ORDER BY id'),
    folders: names('repositories')
      .map(String)
      .filter((name) => name.endsWith('.git'))
      .sort(),
    files: [...names('attachments'), ...names('repository_files')].map(String).sort(),
    records,
    staged: names('restores').map(String),
  };
  db.close();
  return state;
}

/**
 * Starts the engine as a process, starts the restore, and kills it after `delay` milliseconds; null: when the first
 * folder is moved to its place.
 */
async function killedRestore(data: string, delay: number | null): Promise<void> {
  const child = spawn(process.execPath, [serveProgram, '--data', data], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.resume();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const { base_url } = JSON.parse(line);
  const watcher = delay === null ? watch(join(data, 'repositories'), () => child.kill('SIGKILL')) : null;
  const started = await fetch(`${base_url}/restores`, {
    method: 'POST',
    headers: { ...basic(OWNER.login, OWNER.password), 'content-type': 'application/json', 'user-agent': 'test' },
    body: JSON.stringify({ inspection_id: inspectionId }),
  });
  expect(started.status).toBe(201);
  const kill = () => child.kill('SIGKILL');
  const timer = delay === null ? null : setTimeout(kill, delay);
  await ended;
  await noneRuns(data);
  if (timer !== null) clearTimeout(timer);
  watcher?.close();
}

test(`${KILLS} kills: all of it is there after the next start, which says what it did`, {
  timeout: 300_000,
}, async () => {
  const next = random(SEED);
  const seen = { again: 0, forward: 0 };
  let longest = usual * 0.6;
  for (let kill = 0; kill < KILLS; kill++) {
    const data = join(folder, `killed ${kill}`);
    cpSync(prepared, data, { recursive: true });
    mkdirSync(join(data, 'repositories'), { recursive: true });
    // Every fourth in the middle of the moves, which take a moment only.
    const delay = kill % 4 === 3 ? null : next() * longest;
    await killedRestore(data, delay);
    const engine = await startTestEngine(data, {}, null);
    const [restore] = (await engine.api('GET', '/restores')).body;
    const log = engine.logLines.join('\n');
    // It had not begun, begins again by itself, or its rows were there.
    expect(await restoreEnd(engine, restore.id)).toMatchObject({ state: 'restored', error_message: null });
    await engine.end();
    expect(stateOf(data)).toEqual(whole);
    if (/was cut off while it was published; it is complete now/.test(log)) seen.forward += 1;
    else if (/Restore 1 of .* was cut off; nothing of it was kept\. It begins again\./.test(log)) seen.again += 1;
    // Too late: the machine is faster now than when an undisturbed one was timed.
    else if (delay !== null && restore.state === 'restored') longest = Math.min(longest, delay);
    for (const name of stateOf(data).folders) {
      const path = join(data, 'repositories', name);
      expect(readFileSync(join(path, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
      if (kill % 5 === 0) git(path, ['fsck', '--full']);
    }
    rmSync(data, { recursive: true });
  }
  expect(seen.again).toBeGreaterThan(3);
  expect(seen.forward).toBeGreaterThan(0);
});

test('rows without folders: the next start moves them; an empty repository in the way gives room, another one does not', async () => {
  const data = join(folder, 'by hand');
  cpSync(prepared, data, { recursive: true });
  mkdirSync(join(data, 'repositories'), { recursive: true });
  await killedRestore(data, null);
  const db = new Database(join(data, 'gantry.sqlite'));
  const { plan, guid } = db.prepare<[], { plan: string; guid: string }>('SELECT plan, guid FROM restores').get() ?? {};
  db.prepare("UPDATE restores SET state = 'publishing'").run();
  db.close();
  // As if it had been killed before the first move.
  const { moves } = JSON.parse(plan ?? '{}') as { moves: { from: string; to: string }[] };
  for (const { from, to } of moves) {
    if (existsSync(join(data, from))) continue;
    mkdirSync(dirname(join(data, from)), { recursive: true });
    renameSync(join(data, to), join(data, from));
  }
  const inTheWay = join(data, 'repositories/acme/widgets.git');
  mkdirSync(inTheWay, { recursive: true });
  writeFileSync(join(inTheWay, 'mine.txt'), 'mine');
  let engine = await startTestEngine(data, {}, null);
  expect(engine.logLines.join('\n')).toMatch(/widgets\.git is in the way of the restore\. Move it away/);
  expect((await engine.api('GET', '/restores')).body).toMatchObject([
    { state: 'restoring', error_message: expect.stringMatching(/is in the way.*Move it away and start Gantry again/) },
  ]);
  await engine.end();
  expect(readFileSync(join(inTheWay, 'mine.txt'), 'utf8')).toBe('mine');

  rmSync(inTheWay, { recursive: true });
  git(data, ['init', '-q', '--bare', '--template=', 'repositories/acme/widgets.git']);
  engine = await startTestEngine(data, {}, null);
  expect((await engine.api('GET', '/restores')).body).toMatchObject([{ state: 'restored', error_message: null }]);
  await engine.end();
  expect(stateOf(data)).toEqual(whole);
  expect(existsSync(join(data, 'restores', guid ?? ''))).toBe(false);
});
