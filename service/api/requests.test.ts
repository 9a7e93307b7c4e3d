/** Requests whatever they ask for: their bodies, their conditions, their media types. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';

let clock = Date.parse('2020-10-20T12:00:00Z');
let engine: TestEngine;

beforeEach(async () => {
  engine = await startTestEngine(undefined, { now: () => clock });
});
afterEach(() => engine.end());

const makeToken = async (scopes: string[], note = scopes.join(' ') || 'none') =>
  (await engine.api('POST', '/authorizations', { note: `${note} ${clock++}`, scopes })).body as {
    id: number;
    token: string;
  };
const application = async (name: string) => (await engine.api('POST', '/applications', { name })).body;

test('bodies that are nested deeply, or long before anybody signed in, are not read', async () => {
  const send = async (path: string, body: string, headers: Record<string, string>) =>
    (await engine.service.fetch(new Request(BASE + path, { method: 'POST', body, headers }), null)).status;
  const signedIn = { ...basic(OWNER.login, OWNER.password), 'user-agent': 'test' };
  const stranger = { 'user-agent': 'test' };
  const nested = (depth: number) => `{"note":${'['.repeat(depth)}"[]{}\\"[\\\\"${']'.repeat(depth)}}`;
  for (const bomb of ['['.repeat(7_800_000), '{"a":'.repeat(1_500_000), nested(64)]) {
    expect(await send('/authorizations', bomb, signedIn)).toBe(400);
    expect([400, 413]).toContain(await send('/session', bomb, stranger));
    expect(await send('/authorizations', bomb, stranger)).toBe(401);
  }
  expect(await send('/authorizations', nested(63), signedIn)).toBe(422);
  expect(await send('/session', JSON.stringify({ login: 'a'.repeat(70_000) }), stranger)).toBe(413);
});

test('a body that is nested deeply, or that is too long for a stranger, is refused without being parsed', async () => {
  const bomb = '['.repeat(7_800_000);
  const headers = { ...basic(OWNER.login, OWNER.password), 'user-agent': 'test' };
  const parse = vi.spyOn(JSON, 'parse');
  try {
    for (const [path, who] of [
      ['/authorizations', headers],
      ['/session', { 'user-agent': 'test' }],
    ] as const) {
      const sent = new Request(BASE + path, { method: 'POST', body: bomb, headers: who });
      expect([400, 413], path).toContain((await engine.service.fetch(sent, null)).status);
    }
    expect(parse.mock.calls.filter(([text]) => text.startsWith('[['))).toEqual([]);
  } finally {
    parse.mockRestore();
  }
});

test('conditional requests: 304 by ETag and by time, never for what changed', async () => {
  const { id } = await makeToken([], 'conditional');
  const path = `/authorizations/${id}`;
  const first = await engine.api('GET', path);
  const etag = first.headers.get('etag') as string;
  const modified = first.headers.get('last-modified') as string;
  expect(first.headers.get('cache-control')).toBe('private, max-age=60, s-maxage=60');
  const used = async () => (await engine.api('GET', '/rate_limit')).body.rate.remaining;
  const before = await used();
  for (const header of [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", ${etag.slice(2)}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
  ]) {
    const unmodified = await engine.api('GET', path, undefined, header);
    expect([unmodified.status, unmodified.body, unmodified.headers.get('etag')]).toEqual([304, '', etag]);
    expect(unmodified.headers.get('x-ratelimit-remaining')).toBe(String(before));
  }
  expect(await used()).toBe(before);
  const limit = await engine.api('GET', '/rate_limit');
  const same = { 'if-none-match': limit.headers.get('etag') as string };
  expect((await engine.api('GET', '/rate_limit', undefined, same)).status).toBe(304);
  const { client_id, client_secret } = await application('Conditional');
  await engine.api('PUT', `/authorizations/clients/${client_id}`, { client_secret });
  const [grant] = (await engine.api('GET', '/applications/grants')).body;
  for (const one of [
    '/authorizations',
    '/applications/grants',
    `/applications/grants/${grant.id}`,
    '/orgs/acme/repos',
  ]) {
    const tag = (await engine.api('GET', one)).headers.get('etag') as string;
    expect(tag).toMatch(/^W\/"[\da-f]{64}"$/);
    expect((await engine.api('GET', one, undefined, { 'if-none-match': tag })).status).toBe(304);
  }
  // If-None-Match goes first.
  const both = { 'if-none-match': '"other"', 'if-modified-since': modified };
  expect((await engine.api('GET', path, undefined, both)).status).toBe(200);
  await engine.api('PATCH', path, { add_scopes: ['gist'] });
  expect((await engine.api('GET', path, undefined, { 'if-none-match': etag })).status).toBe(200);
  expect((await engine.api('GET', '/authorizations/999999')).headers.get('etag')).toBeNull();
});

test('media types by any vendor word; empty bodies of any type; unknown fields', async () => {
  const type = async (accept: string) => {
    const { headers } = await engine.api('GET', '/user', undefined, { accept });
    return [headers.get('x-github-media-type'), headers.get('x-gantry-media-type')];
  };
  const both = (text: string) => [text, text];
  expect(await type('*/*')).toEqual(['github.v3; format=json', 'gantry.v3; format=json']);
  expect(await type('application/vnd.github.v3+json')).toEqual(both('github.v3; format=json'));
  expect(await type('application/vnd.gantry.v3+json')).toEqual(both('gantry.v3; format=json'));
  expect(await type('application/vnd.acme.wyandotte-preview+json')).toEqual(
    both('acme.wyandotte-preview; format=json'),
  );
  expect(await type('application/vnd.github.v3.raw+json')).toEqual(both('github.v3; param=raw; format=json'));
  const { id } = await makeToken([], 'bodies');
  const text = { 'content-type': 'text/plain;charset=UTF-8' };
  expect((await engine.api('PATCH', `/authorizations/${id}`, '', text)).status).toBe(200);
  expect((await engine.api('PATCH', `/authorizations/${id}`, { unknown: 1, note: 'b' }, text)).body.note).toBe('b');
  expect((await engine.api('PATCH', `/authorizations/${id}`, '{', text)).status).toBe(400);
  expect((await engine.api('PATCH', `/authorizations/${id}`, '[]', text)).status).toBe(400);
  const strict = (accept: string) => engine.api('GET', '/user/migrations', undefined, { accept });
  expect((await strict('application/vnd.github.v3+json')).status).toBe(415);
  expect((await strict('application/vnd.gantry.wyandotte-preview+json')).status).not.toBe(415);
  await engine.api('PATCH', '/settings', { preview_required: false });
  expect((await strict('application/vnd.github.v3+json')).status).toBe(200);
  await engine.api('PATCH', '/settings', { preview_required: true });
});
