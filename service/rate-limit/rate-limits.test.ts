import { afterEach, beforeEach, expect, test } from 'vitest';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';

const ALLOWED = { core: { account: 8, address: 3, window: 3600 } };
let clock: number;
let engine: TestEngine;

beforeEach(async () => {
  clock = Date.parse('2020-10-20T12:00:30Z');
  engine = await startTestEngine(undefined, { now: () => clock, allowances: ALLOWED });
});
afterEach(() => engine.end());

const seconds = () => Math.floor(clock / 1000);
const from = (address: string, path = '/user', headers = {}) =>
  engine.service.fetch(new Request(BASE + path, { headers: { 'user-agent': 'test', ...headers } }), null, { address });
const numbers = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'used', 'reset', 'resource'].map((name) => headers.get(`x-ratelimit-${name}`)).join(' ');

test('an account has its requests, then 403 until the window ends', async () => {
  const reset = seconds() + 3600;
  expect(numbers(await engine.api('GET', '/user'))).toBe(`8 7 1 ${reset} core`);
  clock += 60_000;
  for (let used = 2; used <= 8; used++) {
    expect(numbers(await engine.api('GET', '/nothing'))).toBe(`8 ${8 - used} ${used} ${reset} core`);
  }
  const refused = await engine.api('GET', '/user');
  expect(refused).toMatchObject({ status: 403, body: { message: 'API rate limit exceeded for user ID 1.' } });
  expect(numbers(refused)).toBe(`8 0 8 ${reset} core`);
  const status = await engine.api('GET', '/rate_limit');
  expect(status.body.rate).toEqual({ limit: 8, remaining: 0, reset });
  expect(Object.keys(status.body.resources)).toEqual([
    'core',
    'search',
    'graphql',
    'integration_manifest',
    'code_scanning_upload',
    'source_import',
  ]);
  clock += 3_600_000;
  expect(numbers(await engine.api('GET', '/user'))).toBe(`8 7 1 ${seconds() + 3600} core`);
});

test('without an account the address counts, also for wrong credentials', async () => {
  expect((await from('127.0.0.1')).status).toBe(401);
  expect((await from('127.0.0.1', '/user', basic(OWNER.login, 'wrong'))).status).toBe(401);
  expect(numbers(await from('127.0.0.1', '/setup'))).toMatch(/^3 0 3 /);
  const refused = await from('127.0.0.1');
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    403,
    "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit.)",
  ]);
  expect((await from('127.0.0.1', '/rate_limit')).status).toBe(200);
  expect((await from('::1')).status).toBe(401);
  expect((await from('127.0.0.1', '/user', basic(OWNER.login, OWNER.password))).status).toBe(200);
});

test('the rate limit itself, 304 and the window are free; starts of imports have their own', async () => {
  for (let n = 0; n < 20; n++) {
    expect((await engine.api('GET', '/rate_limit')).status).toBe(200);
    const answer = await engine.service.fetch(new Request(`${BASE}/user`), { login: 'ann' });
    expect([answer.status, answer.headers.get('x-ratelimit-used')]).toEqual([200, '0']);
  }
  const etag = (await engine.api('GET', '/user')).headers.get('etag') as string;
  for (let n = 0; n < 20; n++) {
    const answer = await engine.api('GET', '/user', undefined, { 'if-none-match': etag });
    expect([answer.status, answer.headers.get('x-ratelimit-used')]).toEqual([304, '1']);
  }
  const start = await engine.api('PUT', '/repos/acme/none/import', { vcs_url: 'x' });
  expect(numbers(start)).toBe(`100 99 1 ${seconds() + 60} source_import`);
  expect((await engine.api('GET', '/rate_limit')).body.rate.remaining).toBe(7);
  clock += 60_000;
  expect((await engine.api('GET', '/rate_limit')).body.resources.source_import.remaining).toBe(100);
});

test('counters and the last hour survive a restart', async () => {
  await engine.api('GET', '/user');
  clock += 60_000;
  for (let n = 0; n < 3; n++) await engine.api('GET', '/user');
  const before = (await engine.api('GET', '/rate_limit')).body.rate;
  await engine.restart();
  expect((await engine.api('GET', '/rate_limit')).body.rate).toEqual(before);
  const history = await engine.service.fetch(new Request(`${BASE}/rate_limit/history`), { login: 'ann' });
  const minutes = (await history.json()) as { minute: number; used: number }[];
  expect(minutes.length).toBe(60);
  expect(minutes.slice(-2).map(({ used }) => used)).toEqual([1, 3]);
  expect(minutes.at(-1)?.minute).toBe(Math.floor(seconds() / 60) * 60);
  clock += 3_600_000;
  const later = await engine.service.fetch(new Request(`${BASE}/rate_limit/history`), { login: 'ann' });
  expect(((await later.json()) as { used: number }[]).every(({ used }) => used === 0)).toBe(true);
});

test('listeners hear of counters once for many requests', async () => {
  await Promise.all(Array.from({ length: 5 }, () => engine.api('GET', '/user')));
  await engine.event('rate_limit.changed');
  expect(engine.events.filter(({ type }) => type === 'rate_limit.changed')).toHaveLength(1);
});

test('a clock that was ahead once holds nobody off longer than a window, in this run or the next', async () => {
  clock += 200 * 3_600_000;
  for (let used = 1; used <= 8; used++) await engine.api('GET', '/user');
  expect((await engine.api('GET', '/user')).status).toBe(403);
  clock -= 200 * 3_600_000;
  const refused = await engine.api('GET', '/user');
  expect(refused.status).toBe(403);
  expect(numbers(refused)).toBe(`8 0 8 ${seconds() + 3600} core`);
  clock += 200 * 3_600_000;
  await engine.api('GET', '/rate_limit');
  await engine.restart();
  clock -= 200 * 3_600_000;
  await engine.api('GET', '/rate_limit');
  clock += 3_600_000;
  expect((await engine.api('GET', '/user')).status).toBe(200);
});
