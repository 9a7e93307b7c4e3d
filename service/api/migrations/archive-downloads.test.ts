/** The signed address of an archive: who may use it, ranges, and downloads that are given up. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startServer } from '../../loopback/server.ts';
import { type Answer, BASE, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { archiveOf, exportAll } from '../../testing/migrations.ts';

let clock = Date.parse('2026-11-20T15:00:00Z');
let engine: TestEngine;
let server: ApiServer;
let folder: string;
let path: string;
let migration: Answer['body'];
let content: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry downloads '));
  engine = await startTestEngine(join(folder, 'data'), { now: () => clock });
  server = await startServer(engine.service, 0);
  await engine.api('POST', '/orgs/acme/repos', { name: 'large' });
  const work = join(folder, 'work');
  execFileSync('mkdir', [work]);
  git(work, ['init', '--quiet', '--initial-branch=main']);
  writeFileSync(join(work, 'noise'), randomBytes(3 << 20));
  git(work, ['add', '.']);
  git(work, ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit', '--quiet', '-m', 'noise']);
  git(work, ['push', '--quiet', join(engine.folder, 'repositories/acme/large.git'), 'main']);
  ({ path, migration } = await exportAll(engine, ['large']));
  content = readFileSync(archiveOf(engine, migration));
});
afterAll(async () => {
  await server.close();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A fresh address, on the loopback server. */
async function address(): Promise<string> {
  const { headers } = await engine.api('GET', `${path}/archive`);
  return (headers.get('location') ?? '').replace(BASE, server.baseUrl);
}
const get = async (headers: Record<string, string> = {}, url?: string) => fetch(url ?? (await address()), { headers });
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return execFileSync('readlink', [`/proc/${process.pid}/fd/${fd}`], { encoding: 'utf8' }).includes(migration.guid);
    } catch {
      return false;
    }
  }).length;

test('the whole archive, whatever credentials and Accept come along, uncounted and uncached', async () => {
  for (const headers of [{}, { authorization: 'token wrong' }, { accept: 'application/vnd.github.v3+json' }]) {
    const answer = await get(headers);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/x-gzip',
      'content-disposition': `attachment; filename=${migration.guid}.tar.gz`,
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      etag: `"${migration.archive.sha256}"`,
      'x-ratelimit-used': '0',
    });
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(migration.archive.sha256);
  }
  const head = await fetch(await address(), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
});

test('single ranges: 206, 416, and the whole for what is no range or is of another archive', async () => {
  const size = content.length;
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=100-299999', 100, 299_999],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    [`bytes=10-${size * 2}`, 10, size - 1],
  ];
  for (const [range, first, last] of ranges) {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range')], range).toEqual([
      206,
      `bytes ${first}-${last}/${size}`,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(first, last + 1)), range).toBe(true);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range')], range).toEqual([416, `bytes */${size}`]);
  }
  for (const range of ['bytes=5-3', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
    const answer = await get({ range });
    expect(answer.status, range).toBe(200);
    await answer.body?.cancel();
  }
  const same = await get({ range: 'bytes=0-3', 'if-range': `"${migration.archive.sha256}"` });
  expect(same.status).toBe(206);
  const other = await get({ range: 'bytes=0-3', 'if-range': '"another"' });
  expect(other.status).toBe(200);
  await other.body?.cancel();
});

test('an address holds for 300 seconds and for its own archive only', async () => {
  const url = await address();
  for (const [wrong, status] of [
    [url.replace(/signature=./, 'signature=x'), 403],
    [url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`), 403],
    [url.replace(migration.guid, '00000000-0000-4000-8000-000000000000'), 403],
    [url.replace(/\?.*/, ''), 403],
    [url.replace(/archives\/.*\?/, 'archives/..%2Fgantry.sqlite?'), 404],
  ] as const) {
    const answer = await get({}, wrong);
    expect([answer.status, answer.headers.get('content-type')], wrong).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    await answer.body?.cancel();
  }
  // Made while the clock was a day ahead: five minutes, not a day.
  clock -= 86_400_000;
  const early = await get({}, url);
  expect(early.status).toBe(403);
  await early.body?.cancel();
  clock += 86_400_000 + 299_000;
  const late = await get({}, url);
  expect(late.status).toBe(200);
  await late.body?.cancel();
  clock += 2000;
  const answer = await get({}, url);
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    403,
    expect.stringMatching(/holds for 300 seconds\. Ask for the archive again\.$/),
  ]);
});

test('without a network, too: the body streams into a file, and the archive may be deleted meanwhile', async () => {
  const url = (await address()).replace(server.baseUrl, BASE);
  const target = join(folder, 'saved.tar.gz');
  const answer = await engine.service.fetch(new Request(url), { login: OWNER.login });
  await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), createWriteStream(target));
  expect(readFileSync(target).equals(content)).toBe(true);

  // Given up at the first bytes: nothing stays open.
  const givenUp = await engine.service.fetch(new Request(url));
  const reader = givenUp.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(openFiles()).toBe(0);

  const running = await engine.service.fetch(new Request(url));
  const taken = running.body?.getReader();
  const pieces = [(await taken?.read())?.value ?? new Uint8Array()];
  expect((await engine.api('DELETE', `${path}/archive`)).status).toBe(204);
  for (let next = await taken?.read(); next?.done === false; next = await taken?.read()) pieces.push(next.value);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  expect((await engine.service.fetch(new Request(url))).status).toBe(404);
});
