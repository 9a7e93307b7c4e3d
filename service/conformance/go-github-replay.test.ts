/**
 * What go-github sent (`go-github.json`, written by `go-github.test.ts` where the library is installed), request by request
 * against a fresh engine: the same statuses, and nothing that encoding/json of Go would refuse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Exchange,
  filled,
  type Known,
  knownAtStart,
  learn,
  type Recording,
  shapeOf,
  undecodable,
} from './go-github-recording.ts';
import { startWorld, type World } from './go-github-world.ts';
import { expectConformance } from './recorded-server.ts';

const { types, steps } = JSON.parse(readFileSync(join(import.meta.dirname, 'go-github.json'), 'utf8')) as Recording;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.end());

async function send(sent: Exchange, known: Known) {
  const headers = Object.entries(sent.headers).map(([name, value]): [string, string] => [name, filled(value, known)]);
  const path = filled(sent.path, known);
  const answer = await fetch(path.startsWith('http') ? path : world.server.baseUrl + path, {
    method: sent.method,
    headers,
    redirect: 'manual',
    ...(sent.body === '' ? {} : { body: filled(sent.body, known) }),
  });
  const body = await answer.text();
  learn(known, { path, status: answer.status, body, location: answer.headers.get('location') });
  return { status: answer.status, body };
}

test('every request of its walk is answered as it was, in types that it decodes', async () => {
  const known = knownAtStart(world);
  for (const step of steps) {
    if ('wait' in step) {
      await world.until(step.wait);
      continue;
    }
    const { status, body } = await send(step, known);
    const what = `${step.call}: ${step.method} ${step.path}`;
    expect([status, status < 400 ? '' : body], what).toEqual([
      step.status,
      step.status < 400 ? '' : expect.any(String),
    ]);
    const { decodes, fills, count } = step;
    expect({ ...shapeOf(decodes, status, body, types) }, what).toEqual({
      decodes,
      fills,
      ...(count !== undefined && { count }),
    });
    if (decodes !== '' && body !== '') expect(undecodable(decodes, JSON.parse(body), types), what).toEqual([]);
  }
  expect(world.wronglySigned()).toEqual([]);
  expectConformance(world.server);
});

test('a value that Go refuses is found', () => {
  const good = { id: 1, size: 2, created_at: '2020-01-01T00:00:00Z', permissions: { admin: true }, topics: ['a'] };
  const found = (change: object) => undecodable('#Repository', { ...good, ...change }, types);
  expect(found({})).toEqual([]);
  expect(found({ ID: null, unknown: {} })).toEqual([]);
  expect(found({ size: 2.5 })).toEqual(['.size is no int: 2.5']);
  expect(found({ SIZE: '2' })).toEqual(['.SIZE is no int: "2"']);
  expect(found({ created_at: 'yesterday' })).toEqual(['.created_at is no timestamp: "yesterday"']);
  expect(found({ permissions: { admin: 1 } })).toEqual(['.permissions.admin is no bool: 1']);
  expect(found({ topics: 'a' })).toEqual(['.topics is no list']);
  expect(found({ owner: { login: 7 } })).toEqual(['.owner.login is no string: 7']);
});
