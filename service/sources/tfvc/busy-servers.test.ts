/** Servers that bear so many requests at one time and no more: imports come out the same, and soon ask for less. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST } from './api/pace.ts';
import { type FetchMessage, fetchHistory } from './fetch-history.ts';
import { probe } from './probe.ts';
import { TfvcModel } from './testing/model.ts';
import { TfvcServer } from './testing/server.ts';
import type { Fault, ServerOptions } from './testing/server-options.ts';

/** The first one makes the project. */
const CHANGESETS = 121;
const ACCOUNT = { domain: 'CORP', name: 'ann', password: 'secret' };
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-busy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function busy(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  for (let n = 0; n < CHANGESETS - 1; n++)
    model.checkIn({ comment: `${n}` }, (work) => {
      work.add(`$/Shop/Main/file ${n}`, `${n}\n`);
      if (n > 0) work.edit(`$/Shop/Main/file ${n >> 1}`, `${n} again\n`);
    });
  return model;
}

/** A fetch from a server that answers requests over so many at one time otherwise. */
async function fetchedFrom(most: number, fault: Fault, options: ServerOptions = {}) {
  const server = await TfvcServer.start(busy(), { latencyMs: 2, ...options });
  let faults = 0;
  server.fault = () => {
    if (server.unanswered <= most) return null;
    faults += 1;
    return fault;
  };
  const messages: FetchMessage[] = [];
  const input = {
    ...{ folder: mkdtempSync(join(folder, 'import-')), url: server.url, project: 'Shop', largeFileBytes: 1 << 30 },
    credentials: options.account === undefined ? null : { username: 'CORP\\ann', password: ACCOUNT.password },
  };
  const note = (message: FetchMessage) => void messages.push(message);
  try {
    // As the engine does: a connection that breaks twice for one request ends the fetch.
    const behaviour = { brokenTries: 2, delay: async () => undefined };
    const output = await fetchHistory(input, note, new AbortController().signal, behaviour);
    const { requests, mostUnanswered: peak, signedIn } = server;
    return { output, faults, peak, requests: requests.length, signedIn };
  } finally {
    await server.stop();
  }
}

test.each([
  ['one of another kind soon tells of itself', false],
  ['Team Foundation is waited for', true],
])('at a look, of servers that put everything off %s', async (_, isFoundation) => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    const headers = { 'retry-after': '1', ...(isFoundation ? { 'x-tfs-processid': '1' } : {}) };
    response.writeHead(429, headers).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r`;
  const { signal } = new AbortController();
  const looked = probe(url, { credentials: null, signal, delay: async () => undefined });
  await expect(looked).rejects.toThrow(/429|busy/);
  if (isFoundation) expect(asked).toBeGreaterThan(40);
  else expect(asked).toBeLessThan(10);
  server.closeAllConnections();
  server.close();
});

test('a server that is quick is asked as much as the bound allows', async () => {
  const { output, peak } = await fetchedFrom(Number.POSITIVE_INFINITY, { kind: 'close' });
  expect(output.commitCount).toBe(CHANGESETS);
  expect(peak).toBeGreaterThan(8);
  expect(peak).toBeLessThanOrEqual(MOST);
});

test.each([
  ['refuses with 429', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 10],
  ['refuses with 503', { kind: 'status', status: 503 }, 10],
  ['closes connections', { kind: 'close' }, 10],
  ['closes connections in the middle', { kind: 'cut', after: 5 }, 10],
  ['closes connections of all but three', { kind: 'close' }, 3],
  ['closes connections of all but one', { kind: 'close' }, 1],
] satisfies [string, Fault, number][])('a server that %s over what it bears is asked less', async (_, fault, most) => {
  const { output, faults, requests } = await fetchedFrom(most, fault);
  expect(output.commitCount).toBe(CHANGESETS);
  expect(output.findings).toEqual([]);
  expect(faults).toBeGreaterThan(0);
  // What was too much once is tried seldom.
  expect(faults).toBeLessThan(requests / 5);
});

test('answers that were held back, and say so, lessen what is asked', async () => {
  const { output, faults, requests } = await fetchedFrom(10, {
    kind: 'headers',
    headers: { 'x-ratelimit-delay': '0.25' },
  });
  expect(output.commitCount).toBe(CHANGESETS);
  expect(faults).toBeGreaterThan(0);
  expect(faults).toBeLessThan(requests / 5);
});

test('one content that breaks each time ends the fetch, however well all else goes', async () => {
  const server = await TfvcServer.start(busy());
  const isBroken = (query: URLSearchParams) => query.get('path') === '$/Shop/Main/file 60' && query.has('download');
  server.fault = ({ query }) => (isBroken(query) ? { kind: 'close' } : null);
  const input = { folder: mkdtempSync(join(folder, 'import-')), url: server.url, project: 'Shop', credentials: null };
  try {
    const behaviour = { brokenTries: 2, delay: async () => undefined };
    const fetching = fetchHistory(
      { ...input, largeFileBytes: 1 << 30 },
      () => undefined,
      new AbortController().signal,
      behaviour,
    );
    await expect(fetching).rejects.toMatchObject({ key: 'tfvc.broke_again' });
    // Each try may be made once more on a new connection.
    expect(server.requests.filter(({ query }) => isBroken(query)).length).toBeLessThanOrEqual(20);
  } finally {
    await server.stop();
  }
});

test('with a Windows account each connection is signed in once, however many there are', async () => {
  const options = { signIn: 'ntlm', account: ACCOUNT } as const;
  const { output, peak, signedIn } = await fetchedFrom(Number.POSITIVE_INFINITY, { kind: 'close' }, options);
  expect(output.commitCount).toBe(CHANGESETS);
  expect(peak).toBeGreaterThan(8);
  expect(signedIn).toBeLessThanOrEqual(MOST);
});
