/** What the engine does now, diagnostics, the check of an installation, and repositories that no row knows. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { archiveOf } from '../testing/migrations.ts';
import { serveProgram } from '../testing/serve-program.ts';

let folder: string;
let data: string;
let engine: TestEngine;
let archive: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry upkeep '));
  data = join(folder, 'data');
  engine = await startTestEngine(data, {}, 'zanzibar');
  for (const name of ['widgetworks', 'other']) {
    await engine.api('POST', '/orgs/zanzibar/repos', { name });
    await engine.api('PUT', `/repos/zanzibar/${name}/import`, {
      vcs: 'git',
      vcs_url: makeGitSource(folder, `${name}.git`, historyStream(40)),
    });
    await engine.until(async () => {
      const { body } = await engine.api('GET', `/repos/zanzibar/${name}/import`);
      return body.status === 'complete' ? true : undefined;
    });
  }
  const { body } = await engine.api('POST', '/orgs/zanzibar/migrations', { repositories: ['other'] });
  const migration = await engine.until(async () => {
    const now = (await engine.api('GET', `/orgs/zanzibar/migrations/${body.id}`)).body;
    return now.state === 'exported' ? now : undefined;
  });
  archive = archiveOf(engine, migration);
}, 60_000);
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(data, 'repositories/zanzibar', `${name}.git`);

async function check(): Promise<Answer['body']> {
  expect((await engine.api('POST', '/installation/check')).status).toBe(201);
  return engine.until(async () => {
    const { body } = await engine.api('GET', '/installation/check');
    return body.state === 'running' ? undefined : body;
  });
}

test('jobs, programs, what waits and what the disk holds', async () => {
  const sockets = new Set<Socket>();
  const arrived = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    arrived.resolve();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await engine.api('POST', '/orgs/zanzibar/repos', { name: 'slow' });
  const vcs_url = `svn://127.0.0.1:${(silent.address() as AddressInfo).port}/slow`;
  await engine.api('PUT', '/repos/zanzibar/slow/import', { vcs: 'subversion', vcs_url });
  await arrived.promise;
  const { status, body } = await engine.api('GET', '/installation/activity');
  expect(status).toBe(200);
  expect(body.jobs).toEqual([
    { kind: 'import', name: 'zanzibar/slow', status_text: expect.any(String), percent: expect.any(Number) },
  ]);
  expect(body.programs).toContainEqual({
    pid: expect.any(Number),
    command: 'svn',
    seconds: process.platform === 'linux' ? expect.any(Number) : null,
    memory_bytes: process.platform === 'linux' ? expect.any(Number) : null,
  });
  expect(body.waiting).toEqual({ listed_imports: 0, exports: 0, restores: 0, deliveries: 0 });
  expect(body.disk.parts.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['repositories', 'archives', 'gantry.sqlite']),
  );
  expect(body.disk.free_bytes).toBeLessThan(body.disk.total_bytes);
  await engine.api('DELETE', '/repos/zanzibar/slow/import');
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test('diagnostics hold versions, states and logs, and nobody’s name; from the terminal as well, beside a running engine', async () => {
  const line = `2026-03-01T12:00:00Z warning The import into zanzibar/widgetworks goes on: https://jane:hunter2@git.example/x`;
  mkdirSync(join(data, 'logs'), { recursive: true });
  writeFileSync(join(data, 'logs/engine.log'), `${line}\n`, { flag: 'a' });
  const { text } = (await engine.api('GET', '/installation/diagnostics')).body;
  const file = join(folder, 'diagnostics.txt');
  const terminal = spawnSync(process.execPath, [serveProgram, '--data', data, '--diagnostics', file], {
    encoding: 'utf8',
  });
  expect([terminal.status, terminal.stderr]).toEqual([0, '']);
  expect(terminal.stdout).toContain(readFileSync(file, 'utf8'));
  expect(statSync(file).mode & 0o077).toBe(0);
  for (const given of [text, terminal.stdout.slice(0, terminal.stdout.indexOf('Written to'))]) {
    for (const part of [
      '## Versions',
      'Node ',
      'git ',
      'imports: 2 rows, complete 2',
      'warning The import into <…> goes on: <…>',
    ])
      expect(given).toContain(part);
    expect(given).not.toMatch(/zanzibar|widgetworks|jane|hunter2|git\.example|\bann\b|gantry upkeep|correct horse/i);
  }
});

test('a whole installation has no problems; a check is cancelled, and one at a time runs', async () => {
  expect((await engine.api('GET', '/installation/check')).status).toBe(404);
  const report = await check();
  expect(report).toMatchObject({ state: 'complete', percent: 100, problems: [], problems_count: 0 });
  expect(report.checked).toEqual({ databases: 1, repositories: 3, archives: 1, skipped: [] });
  const [first, second] = await Promise.all([1, 2].map(() => engine.api('POST', '/installation/check')));
  expect([first?.status, second?.status].sort()).toEqual([201, 409]);
  expect((await engine.api('DELETE', '/installation/check')).status).toBe(204);
  expect((await engine.api('GET', '/installation/check')).body).toMatchObject({ state: 'cancelled' });
});

test('every kind of damage is found and named, nothing is changed, and the report outlives the engine', async () => {
  const flip = (file: string, at: number) => {
    const bytes = readFileSync(file);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    rmSync(file, { force: true });
    writeFileSync(file, bytes);
  };
  const packs = join(path('widgetworks'), 'objects/pack');
  const pack = join(packs, readdirSync(packs).find((name) => name.endsWith('.pack')) ?? '');
  flip(pack, Math.floor(statSync(pack).size / 2));
  flip(archive, 40);
  rmSync(path('slow'), { recursive: true });
  cpSync(path('other'), path('stray'), { recursive: true });
  writeFileSync(join(data, 'archives/mine.txt'), 'x');
  const { problems, problems_count } = await check();
  const named = Object.fromEntries(problems.map(({ name, text }: { name: string; text: string }) => [name, text]));
  expect(problems_count).toBe(problems.length);
  expect(Object.keys(named).sort()).toEqual(
    [
      'archives/mine.txt',
      archive.slice(data.length + 1),
      'repositories/zanzibar/stray.git',
      'zanzibar/slow',
      'zanzibar/widgetworks',
    ].sort(),
  );
  expect(named['zanzibar/widgetworks']).toMatch(/git fsck says: .*Start its import again/);
  expect(named['zanzibar/slow']).toMatch(/folder is missing/);
  expect(named[archive.slice(data.length + 1)]).toMatch(/checksum differs/);

  // The stray one is offered, and adopted as it is: private, in its organization.
  expect((await engine.api('GET', '/installation/strays')).body).toEqual([{ owner: 'zanzibar', name: 'stray' }]);
  const before = refsOf(path('stray'));
  const adopted = await engine.api('POST', '/installation/strays', { owner: 'zanzibar', name: 'stray' });
  expect([adopted.status, adopted.body.full_name, adopted.body.private]).toEqual([201, 'zanzibar/stray', true]);
  expect(refsOf(path('stray'))).toBe(before);
  expect((await engine.api('POST', '/installation/strays', { owner: 'zanzibar', name: 'stray' })).status).toBe(422);
  expect((await engine.api('POST', '/installation/strays', { owner: '..', name: 'stray' })).status).toBe(422);
  expect((await engine.api('GET', '/installation/strays')).body).toEqual([]);

  await engine.service.close();
  const terminal = spawnSync(process.execPath, [serveProgram, '--data', data, '--check'], { encoding: 'utf8' });
  expect(terminal.status).toBe(1);
  expect(terminal.stdout).toMatch(/^zanzibar\/widgetworks: git fsck says/m);
  expect(terminal.stdout).toMatch(/problems: \d repositories, 1 archives and 1 databases were read\.$/m);
  await engine.restart();
  expect((await engine.api('GET', '/installation/check')).body).toMatchObject({ state: 'complete', problems_count });
  expect(existsSync(join(data, 'logs/engine.log'))).toBe(true);
});
