/** What goes wrong: passwords, missing tools, a full disk, cancelling in the middle, a killed app. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitDaemon } from '../testing/git-daemon.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { noneRuns } from '../testing/marked-programs.ts';
import { callEngine, endEngine, serveEngine } from '../testing/served-engine.ts';
import { startSlowLink } from '../testing/slow-link.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

const USER = { name: 'gil', password: 'p%ss w:rd"1' };
let engine: TestEngine;
let sources: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry failures '));
  makeGitSource(sources, 'guarded.git', historyStream(5));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function start(repo: string, body: Record<string, unknown>) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  return engine.api('PUT', `/repos/acme/${repo}/import`, body);
}

/** Command lines of all processes, and the environments of those that are ours to read. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}

test('git over http: credentials missing, wrong, right; never in argv; a redirect to another host gets none', async () => {
  const server = await serveGitHttp(sources, USER);
  const seen: string[] = [];
  const watch = engine.service.events.subscribe(() => seen.push(...commandLines()));
  await start('http', { vcs: 'git', vcs_url: `${server.url}/guarded.git` });
  expect(await engine.importIn('http', ['auth_failed', 'error'])).toMatchObject({
    status: 'auth_failed',
    status_text: 'Login failed',
    message: expect.stringContaining('needs a user name'),
  });
  await engine.api('PATCH', '/repos/acme/http/import', { vcs_username: USER.name, vcs_password: 'wrong-password' });
  expect(await engine.importIn('http', ['auth_failed', 'error'], (body) => body.finished_at !== null)).toMatchObject({
    message: expect.stringContaining('refused'),
  });
  await engine.api('PATCH', '/repos/acme/http/import', { vcs_username: USER.name, vcs_password: USER.password });
  expect(
    await engine.importIn('http', ['complete', 'auth_failed', 'error'], (body) => body.finished_at !== null),
  ).toMatchObject({ status: 'complete' });
  expect(server.credentials).toContain(`${USER.name}:${USER.password}`);
  expect(seen.join('\n')).not.toContain(USER.password);

  const thief = await serveGitHttp(sources, { name: 'x', password: 'y' });
  const lure = await serveGitHttp(sources, null, thief.url);
  await start('lured', {
    vcs: 'git',
    vcs_url: `${lure.url}/guarded.git`,
    vcs_username: USER.name,
    vcs_password: USER.password,
  });
  expect(await engine.importIn('lured', ['complete', 'auth_failed', 'error'])).toMatchObject({ status: 'auth_failed' });
  expect(thief.credentials.join()).not.toContain(USER.password);
  watch();
  await Promise.all([server.stop(), thief.stop(), lure.stop()]);
});

/** Runs with a PATH that finds only these programs. */
async function withTools<Result>(scripts: Record<string, string>, work: () => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(sources, 'tools '));
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  const path = process.env.PATH;
  process.env.PATH = folder;
  try {
    return await work();
  } finally {
    process.env.PATH = path;
  }
}

test('a tool that is not installed: a sentence that says how to get it', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'toolless' });
  const path = process.env.PATH ?? '';
  const realGit =
    path
      .split(':')
      .map((folder) => join(folder, 'git'))
      .find(existsSync) ?? '';
  await withTools({ git: `#!/bin/sh\nPATH='${path}' exec '${realGit}' "$@"\n` }, async () => {
    await engine.api('PUT', '/repos/acme/toolless/import', { vcs: 'subversion', vcs_url: 'svn://127.0.0.1/x' });
    expect(await engine.importIn('toolless', ['error', 'complete'])).toMatchObject({
      status: 'error',
      message: expect.stringContaining('apt install subversion'),
    });
  });
});

test('a full disk: an error with a sentence, and nothing half-made', async () => {
  const path = process.env.PATH ?? '';
  const realGit =
    path
      .split(':')
      .map((folder) => join(folder, 'git'))
      .find(existsSync) ?? '';
  const full = `#!/bin/sh
for word in "$@"; do
  if [ "$word" = clone ]; then echo "fatal: write error: No space left on device" >&2; exit 128; fi
done
PATH='${path}' exec '${realGit}' "$@"
`;
  await engine.api('POST', '/orgs/acme/repos', { name: 'full' });
  await withTools({ git: full }, async () => {
    await engine.api('PUT', '/repos/acme/full/import', { vcs: 'git', vcs_url: join(sources, 'guarded.git') });
    expect(await engine.importIn('full', ['error', 'complete'])).toMatchObject({
      status: 'error',
      failed_step: 'raw',
      message: expect.stringContaining('The disk is full'),
    });
  });
  const { id } = (await engine.api('GET', '/repos/acme/full/import')).body;
  // It goes on by itself, and only a person can make room.
  const { body: work } = await engine.api('GET', '/user/work');
  expect(work.find(({ repo }: { repo: string }) => repo === 'full')).toMatchObject({ state: 'needs_you', again: true });
  expect(readdirSync(join(engine.folder, 'imports', String(id)))).toEqual([]);
  await engine.api('PATCH', '/repos/acme/full/import', {});
  expect(await engine.importIn('full', ['error', 'complete'], (body) => body.finished_at !== null)).toMatchObject({
    status: 'complete',
  });
});

/** A file system of a few megabytes, where this user may mount one; null elsewhere. */
function mountSmallDisk(): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'gantry disk '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    rmSync(disk, { recursive: true });
    return null;
  }
}

test('a disk that is really full: even the database cannot grow, and yet the state says so', async (context) => {
  const disk = mountSmallDisk();
  if (disk === null) return context.skip('mounting a small file system needs root');
  const small = await startTestEngine(join(disk, 'data'));
  try {
    const source = makeSvnSource(sources, 'too large', projectHistory('', 60));
    await small.api('POST', '/orgs/acme/repos', { name: 'svn' });
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(6 << 20, 'x'))).toThrow(/ENOSPC/);
    const body = { vcs: 'subversion', vcs_url: source };
    expect(await small.api('PUT', '/repos/acme/svn/import', body)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('The disk is full') },
    });
    truncateSync(filler, statSync(filler).size - (200 << 10));
    expect((await small.api('PUT', '/repos/acme/svn/import', body)).status).toBe(201);
    expect(await small.importIn('svn', ['error', 'complete'])).toMatchObject({
      status: 'error',
      message: expect.stringContaining('The disk is full'),
    });
    rmSync(filler);
    await small.api('PATCH', '/repos/acme/svn/import', {});
    expect(await small.importIn('svn', ['error', 'complete'], (now) => now.finished_at !== null)).toMatchObject({
      status: 'complete',
    });
  } finally {
    await small.end();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});

test('cancelled in the middle: everything is gone when that is answered', async () => {
  // A name of its own for each try.
  const name = `cancelled-${Date.now()}`;
  const path = makeSvnSource(sources, name, projectHistory('', 60));
  const server = await serveSvn(sources, [path], null);
  const link = await startSlowLink(Number(new URL(server.url).port), 60_000);
  await start(name, { vcs: 'subversion', vcs_url: `svn://127.0.0.1:${link.port}/${name}` });
  await link.stalled;
  const { body } = await engine.api('GET', `/repos/acme/${name}/import`);
  expect(body.status).toBe('importing');
  expect((await engine.api('DELETE', `/repos/acme/${name}`)).status).toBe(403);
  const again = await engine.api('PUT', `/repos/acme/${name}/import`, { vcs_url: server.url });
  expect(again).toMatchObject({ status: 422, body: { errors: [{ code: 'already_exists' }] } });
  expect((await engine.api('DELETE', `/repos/acme/${name}/import`)).status).toBe(204);
  const left = commandLines().filter((line) => line.includes(`:${link.port}/`));
  expect(left.join('\n')).toBe('');
  expect(existsSync(join(engine.folder, 'imports', String(body.id)))).toBe(false);
  expect(readdirSync(join(engine.folder, 'processes'))).toEqual([]);
  await engine.event('import.removed', (event) => event.import_id === body.id);
  await link.stop();
  await server.stop();
});

test('the app killed in the middle: the next start ends what it left behind and goes on; the result is the same', async () => {
  const data = join(sources, 'killed data');
  const path = makeSvnSource(sources, 'killed', projectHistory('', 60, ['a', 'b']));
  const server = await serveSvn(sources, [path], null);
  const link = await startSlowLink(Number(new URL(server.url).port), 120_000);
  const url = `svn://127.0.0.1:${link.port}/killed`;
  const first = await serveEngine(data);
  await callEngine(first, 'POST', '/orgs/acme/repos', { name: 'k' });
  await callEngine(first, 'PUT', '/repos/acme/k/import', { vcs: 'subversion', vcs_url: url });
  await link.stalled;
  expect(await callEngine(first, 'GET', '/repos/acme/k/import')).toMatchObject({ status: 'importing' });
  const left = () => commandLines().filter((line) => line.includes(`svn://127.0.0.1:${link.port}/`));
  expect(left()).not.toEqual([]);
  await endEngine(first.process, 'SIGKILL');

  // The dead one's tools hung on the stalled link: they end with their engine, not with the link.
  await noneRuns(data);
  expect(left()).toEqual([]);
  const second = await serveEngine(data);
  expect(second.stderr()).toMatch(/goes on where it was cut off/);
  link.open();
  for (;;) {
    const { status, message } = await callEngine(second, 'GET', '/repos/acme/k/import');
    if (status === 'complete') break;
    expect([status, message]).toEqual([expect.stringMatching(/^(importing|mapping|pushing)$/), undefined]);
  }
  expect(await callEngine(second, 'GET', '/repos/acme/k/import/report')).toMatchObject({ verified: true });
  expect(await endEngine(second.process, 'SIGTERM')).toBe(0);

  await start('unkilled', { vcs: 'subversion', vcs_url: url });
  const { status, message } = await engine.importIn('unkilled', ['complete', 'error']);
  expect({ status, message }).toEqual({ status: 'complete' });
  expect(refsOf(join(data, 'repositories/acme/k.git'))).toBe(
    refsOf(join(engine.folder, 'repositories/acme/unkilled.git')),
  );
  await link.stop();
  await server.stop();
});

test('an import that needed a password asks for it again after a restart', async () => {
  const path = makeSvnSource(sources, 'asked', projectHistory('', 60));
  const server = await serveSvn(sources, [path], USER);
  const link = await startSlowLink(Number(new URL(server.url).port), 60_000);
  await start('asked', {
    vcs: 'subversion',
    vcs_url: `svn://127.0.0.1:${link.port}/asked`,
    vcs_username: USER.name,
    vcs_password: USER.password,
  });
  await link.stalled;
  await engine.restart();
  expect((await engine.api('GET', '/repos/acme/asked/import')).body).toMatchObject({
    status: 'auth_failed',
    message: expect.stringContaining('again'),
  });
  link.open();
  await engine.api('PATCH', '/repos/acme/asked/import', { vcs_username: USER.name, vcs_password: USER.password });
  expect(
    await engine.importIn('asked', ['complete', 'error', 'auth_failed'], (body) => body.finished_at !== null),
  ).toMatchObject({ status: 'complete' });
  await link.stop();
  await server.stop();
});

test('a git daemon that stalls: stopped by a restart, and cloned anew', async () => {
  mkdirSync(join(sources, 'daemon'), { recursive: true });
  const path = makeGitSource(join(sources, 'daemon'), 'g.git', historyStream(3000));
  const daemon = await serveGitDaemon(join(sources, 'daemon'));
  const link = await startSlowLink(daemon.port, 20_000);
  await start('daemon', { vcs: 'git', vcs_url: `git://127.0.0.1:${link.port}/g.git` });
  await link.stalled;
  await engine.restart();
  expect((await engine.api('GET', '/repos/acme/daemon/import')).body.status).toBe('importing');
  link.open();
  expect(await engine.importIn('daemon', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(refsOf(join(engine.folder, 'repositories/acme/daemon.git'))).toBe(refsOf(path));
  expect(git(join(engine.folder, 'repositories/acme/daemon.git'), ['rev-list', '--count', '--all'])).toBe('3000');
  await link.stop();
  daemon.stop();
});
