/** Servers that lie, cut the line, stall, flood, or name what must not be written. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../failures/failure.ts';
import { inEnglish } from '../../failures/sentences.ts';
import type { ClientOptions } from './api/client.ts';
import { type FetchMessage, fetchHistory } from './fetch-history.ts';
import { filesOf, git, importAll, newContext, rawCommits } from './testing/import-all.ts';
import { TfvcModel } from './testing/model.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { randomHistory } from './testing/random-history.ts';
import { TfvcServer } from './testing/server.ts';
import type { Fault, SeenRequest } from './testing/server-options.ts';

const TOP = '$/Shop';
let folder = '';
let server: TfvcServer;
let around: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
  mkdirSync(join(folder, 'data'));
  around = readdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shop(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/readme.txt`, 'one\n');
    work.add(`${TOP}/Main/src/Program.cs`, 'class A {}\n'.repeat(100));
  });
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  return model;
}

beforeEach(async () => {
  server = await TfvcServer.start(shop());
});
afterEach(async () => {
  await server.stop();
  // Everything lies in the import's own folder.
  expect(readdirSync(folder)).toEqual(around);
});

/** Fetches without waiting between tries. */
async function fetchQuickly(home: string, options: Partial<ClientOptions> = {}) {
  const messages: FetchMessage[] = [];
  const input = { folder: home, url: server.url, project: null, credentials: null, largeFileBytes: 1 << 30 };
  const output = await fetchHistory(input, (message) => messages.push(message), new AbortController().signal, {
    delay: () => Promise.resolve(),
    tries: 3,
    firstByteMs: 200,
    silenceMs: 200,
    ...options,
  });
  return { output, messages };
}

function newHome(): string {
  return mkdtempSync(join(folder, 'data', 'import-'));
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

const always =
  (fits: (request: SeenRequest) => boolean, fault: Fault): TfvcServer['fault'] =>
  (request) =>
    fits(request) ? fault : null;
const download = ({ query }: SeenRequest) => query.has('download');
const changes = ({ path }: SeenRequest) => path.endsWith('/changes');
const everything = () => true;
const json = (value: unknown): Fault => ({
  kind: 'body',
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

test('the line cut at any byte of any answer: the fetch goes on and everything is right', async () => {
  const model = randomHistory(7, 25);
  await server.stop();
  server = await TfvcServer.start(model, { changesetsAPage: 9 });
  // Each request is cut twice, each time somewhere else, before it is answered.
  server.fault = (_, before) => (before < 2 ? { kind: 'cut', after: (server.requests.length * 37) % 900 } : null);
  const home = newHome();
  const input = { folder: home, url: `${server.url}/Fabrikam%20Fiber`, project: null, credentials: null };
  await fetchHistory({ ...input, largeFileBytes: 1 << 30 }, () => undefined, new AbortController().signal, {
    delay: () => Promise.resolve(),
  });
  server.fault = () => null;
  const asked = server.requests.length;
  const { staging } = await importAll(input.url, newContext(folder, { home, project: 'Fabrikam Fiber' }));
  expect(server.requests.slice(asked).filter(download)).toEqual([]);
  const commits = rawCommits(staging);
  for (const [index, { id }] of model.historyOf('$/Fabrikam Fiber').entries()) {
    expect(sorted(filesOf(staging, commits[index] as string))).toEqual(
      sorted(expectedFiles(model, 'Fabrikam Fiber', id)),
    );
  }
});

test('a line that stays cut ends with a sentence; the next fetch goes on behind what is there', async () => {
  const model = new TfvcModel();
  model.addProject('Shop');
  for (let n = 0; n < 30; n++) model.checkIn({}, (work) => work.add(`${TOP}/Main/file ${n}`, `${n}\n`));
  await server.stop();
  server = await TfvcServer.start(model);
  const home = newHome();
  // A machine with much to do is not silent.
  const patient = { firstByteMs: 10_000, silenceMs: 10_000 };
  server.fault = (request) =>
    download(request) && Number(request.query.get('version')) > 20 ? { kind: 'cut', after: 1 } : null;
  const failure = await failureOf(fetchQuickly(home, patient));
  expect(failure).toMatchObject({ kind: 'unreachable', key: 'tfvc.broke_again' });
  server.fault = () => null;
  const before = server.requests.length;
  const { output, messages } = await fetchQuickly(home, patient);
  expect(output.commitCount).toBe(31);
  const logged = messages.flatMap((message) => (message.type === 'log' ? [inEnglish(message.text)] : []));
  const there = Number(/^The import goes on behind changeset (\d+)\.$/m.exec(logged.join('\n'))?.[1]);
  // Mostly all 20 that could come: what is given up stops what was asked beside it.
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThanOrEqual(20);
  const asked = server.requests.slice(before).filter(download);
  expect(Math.min(...asked.map(({ query }) => Number(query.get('version'))))).toBe(there + 1);
  const { staging } = await importAll(server.url, newContext(folder, { home }));
  expect(filesOf(staging, 'main').size).toBe(30);
});

test.each([
  ['before the first byte', 0],
  ['in the middle of an answer', 40],
])('a server that goes silent %s is given up', async (_, after) => {
  for (const fits of [everything, changes, download]) {
    server.fault = always(fits, { kind: 'stall', after });
    const failure = await failureOf(fetchQuickly(newHome(), { tries: 2 }));
    expect(failure.kind).toBe('unreachable');
    expect(failure.message).toMatch(/silent|did not answer/);
  }
});

test.each<[string, (right: Buffer) => Buffer]>([
  ['more bytes than announced', (right) => Buffer.concat([right, Buffer.alloc(1 << 20)])],
  ['fewer bytes than announced', (right) => right.subarray(1)],
  ['other bytes than announced', (right) => Buffer.from(right).fill(65)],
])('a content of %s is asked again, then named', async (_, wrong) => {
  server.fault = always(download, { kind: 'body', body: wrong(Buffer.from('one\n')) });
  const failure = await failureOf(fetchQuickly(newHome()));
  expect(failure).toMatchObject({ kind: expect.stringMatching(/broken_source|unreachable/) });
  expect(failure.message).toMatch(/content of \$\/Shop\/Main\/.* came wrong|connection .* broke again and again/);
  // Once only: what comes right afterwards is taken.
  server.fault = (request, n) =>
    download(request) && n === 0 ? { kind: 'body', body: wrong(Buffer.from('one\n')) } : null;
  const { output } = await fetchQuickly(newHome());
  expect(output.commitCount).toBe(3);
});

test('a length that is not the answer’s own is found out', async () => {
  for (const length of ['3', '100000']) {
    server.fault = always(everything, { kind: 'headers', headers: { 'content-length': length } });
    const failure = await failureOf(fetchQuickly(newHome(), { tries: 2 }));
    expect(['unreachable', 'not_found', 'broken_source']).toContain(failure.kind);
  }
});

test('answers without end are cut off', async () => {
  server.fault = always(changes, { kind: 'endless', type: 'application/json', piece: '{"value":[' });
  expect(await failureOf(fetchQuickly(newHome(), { largestAnswer: 1 << 20 }))).toMatchObject({
    kind: 'broken_source',
    message: expect.stringContaining('more than 1 MB in one answer'),
  });
  const entry = JSON.stringify({ changeType: 'add', item: { path: `${TOP}/Main/x`, version: 2 } });
  for (const fits of [changes, (request: SeenRequest) => request.query.get('$orderby') === 'id asc']) {
    server.fault = (request) =>
      fits(request)
        ? {
            kind: 'endless',
            type: 'application/json',
            piece: `${entry.replace('{', '{"changesetId":2,')},`,
            start: '{"value":[',
          }
        : null;
    expect(await failureOf(fetchQuickly(newHome()))).toMatchObject({
      message: expect.stringContaining('more than 20000 entries in one answer'),
    });
  }
  server.fault = always(download, { kind: 'endless', type: 'application/octet-stream', piece: 'x' });
  expect(await failureOf(fetchQuickly(newHome()))).toMatchObject({
    key: 'tfvc.content_wrong',
    message: expect.stringMatching(
      /^The content of \$\/Shop\/Main\/\S+ at changeset \d+ came wrong 3 times: more bytes came than the server had said\./,
    ),
  });
});

test.each<[string, (request: SeenRequest) => boolean, unknown]>([
  ['no list', changes, { value: 'none' }],
  ['a list of nothing', changes, { value: [null] }],
  ['changes without items', changes, { value: [{ changeType: 'add' }] }],
  ['items without paths', changes, { value: [{ changeType: 'add', item: {} }] }],
  ['paths of another kind', changes, { value: [{ changeType: 'add', item: { path: '/etc/passwd' } }] }],
  ['a changeset without a number', (r) => r.path.endsWith('/changesets'), { value: [{ changesetId: 'one' }] }],
  ['a number too large', (r) => r.path.endsWith('/changesets'), { value: [{ changesetId: 2 ** 40 }] }],
  [
    'changesets out of order',
    (r) => r.query.get('$orderby') === 'id asc',
    { value: [{ changesetId: 3 }, { changesetId: 2 }] },
  ],
])('JSON with %s ends with a sentence', async (_, fits, value) => {
  server.fault = always(fits, json(value));
  const failure = await failureOf(fetchQuickly(newHome()));
  expect(failure.kind).toBe('broken_source');
  expect(failure.message).toContain('sent what no Team Foundation server sends');
});

test('the same page again and again ends; so do branches within branches', async () => {
  const item = { path: `${TOP}/Main/x`, version: 1, isFolder: true };
  const page = Array.from({ length: 1000 }, () => ({ item, changeType: 'add' }));
  server.fault = always(changes, json({ value: page }));
  expect((await failureOf(fetchQuickly(newHome()))).message).toContain('the same page again and again');
  const depth = 100_000;
  const deep = `{"value":[${`{"path":"${TOP}/x","children":[`.repeat(depth)}${']}'.repeat(depth)}]}`;
  server.fault = always((r) => r.path.endsWith('/branches'), {
    kind: 'body',
    type: 'application/json',
    body: Buffer.from(deep),
  });
  const { output } = await fetchQuickly(newHome());
  expect(output.findings.find(({ kind }) => kind === 'branches_refused')?.examples.map(inEnglish)).toContain(
    'branches of branches without end',
  );
});

test.each([`${TOP}/../../../was-here`, `${TOP}/Main/../../x`, `${TOP}/./x`, `${TOP}//x`, `${TOP}/a\0b`])(
  'the path %j is refused',
  async (path) => {
    for (const kinds of [['add'], ['delete'], ['rename']]) {
      const model = shop();
      model.checkIn({}, (work) => work.record({ path, kinds, isFolder: false, source: path }));
      await server.stop();
      server = await TfvcServer.start(model);
      const failure = await failureOf(fetchQuickly(newHome()));
      expect(failure).toMatchObject({
        kind: 'broken_source',
        message: expect.stringContaining('a path that cannot be'),
      });
    }
  },
);

test('folders that a server lists outside of the one that was asked for are left out', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  await server.stop();
  server = await TfvcServer.start(model);
  const listed = ['$/Shop/Main/evil', '$/Other/evil', '$/Shop/Dev/good'].map((path) => ({
    path,
    version: 4,
    size: 0,
    hashValue: '1B2M2Y8AsgTpgAmY7PhCfg==',
  }));
  server.fault = (request) => {
    if (request.query.get('path')?.includes('/good')) return { kind: 'body', body: Buffer.alloc(0) };
    return request.query.get('recursionLevel') === 'Full' ? json({ value: listed }) : null;
  };
  const home = newHome();
  const { staging } = await importAll(server.url, newContext(folder, { home }));
  expect([...filesOf(staging, 'Dev').keys()]).toEqual(['good']);
  expect([...filesOf(staging, 'main').keys()]).toEqual(['readme.txt', 'src/Program.cs']);
});

test('odd but legal names, people and labels make a repository that Git accepts', async () => {
  const model = shop();
  const eve = { id: 'e', displayName: 'Eve\n<eve>\ncommitter \0x', uniqueName: 'EVE\\<eve>\n@@..' };
  model.checkIn({ author: eve, comment: 'a\0b\r\n\ntree 0\n' }, (work) => {
    work.add(`${TOP}/Main/.git/config`, `[core]\n\tsshCommand = touch ${folder}/was-here\n`);
    work.add(`${TOP}/Main/git~1/hooks/post-checkout`, `#!/bin/sh\ntouch ${folder}/was-here\n`);
    work.add(`${TOP}/Main/.gitmodules`, `[submodule "x"]\n\tpath = x\n\turl = ext::touch ${folder}/was-here\n`);
    work.add(`${TOP}/Main/link`, '../../../../etc/passwd', true);
    work.add(`${TOP}/Main/${'n'.repeat(5000)}`, 'long\n');
    work.add(`${TOP}/Main/${'deep/'.repeat(900)}x`, 'deep\n');
    work.add(`${TOP}/Main/new\nline\ttab`, 'odd\n');
    work.add(`${TOP}/Main/--upload-pack=x`, 'odd\n');
  });
  model.labelFolder('../../../evil\n..lock', `${TOP}/Main`, 2, 'tagger\0');
  model.labelFolder('--force', `${TOP}/Main`, 2);
  model.checkIn({ date: '275760-09-13T00:00:00.000Z' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'late\n'));
  model.checkIn({ date: 'yesterday' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'never\n'));
  await server.stop();
  server = await TfvcServer.start(model);
  const { staging, findings } = await importAll(server.url, newContext(join(folder, 'data')));
  const kinds = findings.map(({ kind }) => kind);
  expect(kinds).toContain('dot_git_name');
  expect(kinds).toContain('no_date');
  const names = [...filesOf(staging, 'main').keys()];
  expect(names.filter((name) => /\.git\/|git~1/i.test(name))).toEqual([]);
  expect(names).toContain('Main/new\nline\ttab');
  // A repository that is strict about what it takes takes all of it.
  const strict = join(newHome(), 'strict.git');
  git(strict, 'init', '--quiet', '--bare', strict);
  git(
    strict,
    '-c',
    'transfer.fsckObjects=true',
    // A name of 5,000 bytes: Git 2.44 and newer warn of it (git-config(1), `fsck.largePathname`).
    '-c',
    'fetch.fsck.largePathname=ignore',
    'fetch',
    '--quiet',
    staging,
    'refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  );
  expect(git(strict, 'for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
    'refs/heads/main',
    'refs/tags/_-force',
    'refs/tags/_/-/-/evil--lock',
  ]);
});

test('names that differ in case only are told, and the last of them came', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/Notes.txt`, 'upper\n');
    work.record({ path: `${TOP}/Main/NOTES.TXT`, kinds: ['add'], isFolder: false });
  });
  await server.stop();
  server = await TfvcServer.start(model);
  const { staging, findings } = await importAll(server.url, newContext(join(folder, 'data')));
  expect(findings.find(({ kind }) => kind === 'case_collision')?.examples).toEqual([
    'Main/Notes.txt and Main/NOTES.TXT (C4)',
  ]);
  expect([...filesOf(staging, 'main').keys()]).toEqual(['Main/Notes.txt', 'Main/readme.txt', 'Main/src/Program.cs']);
});
