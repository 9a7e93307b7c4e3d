/** How real servers answer where the reference pages say less or otherwise: `docs/formats/team-foundation.md`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { say } from '../../../language/sentence.ts';
import { inEnglish } from '../../failures/sentences.ts';
import { fetchHistory } from './fetch-history.ts';
import { tfvcSource } from './index.ts';
import { surveyTfvc } from './survey.ts';
import { filesOf, git, importAll, newContext, rawCommits } from './testing/import-all.ts';
import { TfvcModel } from './testing/model.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { TfvcServer } from './testing/server.ts';
import type { ServerOptions } from './testing/server-options.ts';
import { shop, TOP } from './testing/shop.ts';

let folder = '';
const servers: TfvcServer[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve(model: TfvcModel, options: ServerOptions = {}): Promise<TfvcServer> {
  const server = await TfvcServer.start(model, options);
  servers.push(server);
  return server;
}

/** Imports, compares the tree of each changeset with the model's, and verifies. */
async function imported(server: TfvcServer, context = newContext(folder, { project: 'Shop' })) {
  const result = await importAll(server.url, context);
  const commits = rawCommits(result.staging);
  const changesets = server.model.historyOf(TOP);
  expect(commits).toHaveLength(changesets.length);
  for (const [index, { id }] of changesets.entries()) {
    // Of many a sample, with the last.
    if ((changesets.length - 1 - index) % Math.ceil(changesets.length / 30) !== 0) continue;
    expect([id, sorted(filesOf(result.staging, commits[index] as string))]).toEqual([
      id,
      sorted(expectedFiles(server.model, 'Shop', id)),
    ]);
  }
  const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  return { ...result, checks };
}

const refsOf = (staging: string) =>
  git(staging, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/deleted').trim().split('\n');

test('a collection of one project: nothing behind its newest changeset is asked for, in an import, survey, update and restart', async () => {
  const model = shop();
  for (let n = 0; n < 300; n++) model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, `${n}\n`));
  const server = await serve(model);
  const refused: string[] = [];
  server.onReply = ({ path, query }, { status }) => {
    if (status !== 200) refused.push(`${path}?${query} ${status}`);
  };
  const context = newContext(folder, { project: 'Shop' });
  await imported(server, context);
  const pages = server.requests.filter(({ query }) => query.get('$orderby') === 'id asc');
  expect(Math.max(...pages.map(({ query }) => Number(query.get('$top'))))).toBe(256);
  const survey = await surveyTfvc({ url: server.url, credentials: null, project: 'Shop' } as never, context.signal);
  expect(survey.revisions).toBe(model.youngest);
  // Nothing new, then something, then the same again from where it was.
  await imported(server, context);
  model.checkIn({}, (work) => work.add(`${TOP}/Dev/new.txt`, 'new\n'));
  await imported(server, context);
  await imported(server, newContext(folder, { home: context.folder, project: 'Shop' }));
  expect(refused).toEqual([]);
});

test('a collection that ends before what was fetched is told by verification, not by an error about a number', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  const server = await serve(model);
  const context = newContext(folder, { project: 'Shop' });
  const { staging, mapped } = await imported(server, context);
  model.changesets.pop();
  const [changesets] = await tfvcSource.verify(server.url, staging, mapped, context);
  expect(changesets).toMatchObject({ subject: say('All changesets'), found: '4', ok: false });
});

test('a branch that another project of the collection deleted and made again does not matter to this one', async () => {
  const model = shop();
  model.addProject('Other');
  model.checkIn({}, (work) => work.add('$/Other/Main/a', 'a\n'));
  for (let n = 0; n < 2; n++) {
    model.checkIn({}, (work) => work.branch('$/Other/Main', '$/Other/Dev'));
    model.checkIn({}, (work) => work.delete('$/Other/Dev'));
  }
  model.checkIn({}, (work) => work.branch('$/Other/Main', '$/Other/Dev'));
  const { staging, findings } = await imported(await serve(model));
  expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/main']);
  expect(findings.map(({ kind }) => kind)).not.toContain('branches_refused');
});

test('a branch of three lives at one path keeps all of them', async () => {
  const model = shop();
  const ends: number[] = [];
  for (let life = 1; life <= 2; life++) {
    model.checkIn({ comment: `Life ${life}` }, (work) => work.edit(`${TOP}/Dev/readme.txt`, `${life}\n`));
    ends.push(model.checkIn({ comment: `End ${life}` }, (work) => work.delete(`${TOP}/Dev`)));
    model.checkIn({ comment: `Again ${life}` }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  }
  const { staging } = await imported(await serve(model));
  expect(refsOf(staging)).toEqual([
    ...ends.map((id) => `refs/deleted/heads/Dev@C${id}`),
    'refs/heads/Dev',
    'refs/heads/main',
  ]);
  for (const [index, id] of ends.entries())
    expect(git(staging, 'log', '-1', '--format=%s', `refs/deleted/heads/Dev@C${id}`).trim()).toBe(`Life ${index + 1}`);
});

test('a branch in the folder of a deleted one: what the deleted one held is kept, and the report names it', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'only here\n'));
  model.checkIn({}, (work) => work.delete(`${TOP}/Dev`));
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev/1.0`));
  const { staging, findings } = await imported(await serve(model));
  expect(findings.find(({ kind }) => kind === 'branch_in_branch')?.examples).toEqual(['Dev']);
  const outside = git(staging, 'log', '--format=%s', 'refs/deleted/heads/outside-branches@C6');
  expect(outside.trim().split('\n')).toEqual(['Changeset 5', 'Changeset 4', 'Branch']);
});

test('branches that were made again from each other, and an update that begins with a changeset that changes nothing', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.delete(`${TOP}/Main`));
  model.checkIn({}, (work) => work.branch(`${TOP}/Dev`, `${TOP}/Main`));
  const server = await serve(model);
  const context = newContext(folder, { project: 'Shop' });
  await imported(server, context);
  model.checkIn({}, (work) => work.touch(`${TOP}/Dev/readme.txt`, 'lock'));
  model.checkIn({}, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  await imported(server, context);
});

test.each([
  ['400', ['branch_children', 'branch_refs'], 400],
  ['404', ['branch_children', 'branch_refs'], 404],
  ['500', ['branch_children'], 500],
])('a server that refuses branch information with %s costs branches, never the import', async (_, which, status) => {
  const server = await serve(shop());
  server.fault = ({ path, query }) => {
    const kind = query.has('scopePath') ? 'branch_refs' : 'branch_children';
    if (!path.endsWith('/branches') || !which.includes(kind)) return null;
    return { kind: 'status', status, headers: { 'content-type': 'application/json', 'retry-after': '0' }, body: '{}' };
  };
  const { staging, findings } = await imported(server);
  expect(findings.map(({ kind }) => kind)).toContain('branches_refused');
  const all = which.length === 2 ? ['refs/heads/main'] : ['refs/heads/Dev', 'refs/heads/main'];
  expect(refsOf(staging)).toEqual(all);
});

test('links: added, edited, branched, renamed, and a file that becomes one; a verification that looks at modes', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/link`, 'readme.txt', true);
    work.add(`${TOP}/Main/with newline`, 'read\nme', true);
    work.add(`${TOP}/Main/plain`, 'readme.txt');
  });
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/link`, 'src/Program.cs'));
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Rel`));
  model.checkIn({}, (work) => work.rename(`${TOP}/Main/link`, `${TOP}/Main/src/link`));
  model.checkIn({}, (work) => {
    work.delete(`${TOP}/Main/plain`);
    work.add(`${TOP}/Main/plain`, 'readme.txt', true);
  });
  const server = await serve(model);
  const context = newContext(folder, { project: 'Shop' });
  const { staging, mapped } = await imported(server, context);
  const links = [...filesOf(staging, 'main')].filter(([, entry]) => entry.startsWith('120000'));
  expect(links.map(([path]) => path)).toEqual(['plain', 'src/link', 'with newline']);
  const item = model.treeAt(model.youngest).get('$/shop/main/plain');
  if (item) model.treeAt(model.youngest).set('$/shop/main/plain', { ...item, isLink: false });
  const checks = await tfvcSource.verify(server.url, staging, mapped, context);
  expect(checks.filter((check) => !check.ok).map(({ found }) => inEnglish(found))).toEqual([
    '4 files; different: plain',
  ]);
});

test.each(['404 without words', '400'])('links on a server that takes no batches (%s)', async (how) => {
  const model = shop();
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/link`, 'readme.txt', true);
    work.add(`${TOP}/Main/other`, 'readme.txt');
  });
  const server = await serve(model);
  server.fault = ({ path }) => {
    if (!path.endsWith('/itembatch')) return null;
    if (how === '400')
      return { kind: 'status', status: 400, headers: { 'content-type': 'application/json' }, body: '{"typeKey":"X"}' };
    return { kind: 'status', status: 404 };
  };
  await imported(server);
});

test('a row that only notes a merge brings nothing back, be its file deleted or there', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    work.delete(`${TOP}/Dev/readme.txt`);
    work.delete(`${TOP}/Dev/src`);
  });
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Merge' }, (work) => {
    const source = (name: string) => ({
      mergeSources: [{ serverItem: `${TOP}/Main/${name}`, versionFrom: 5, versionTo: 5, isRename: false }],
    });
    work.record({ path: `${TOP}/Dev/readme.txt`, kinds: ['merge'], isFolder: false, ...source('readme.txt') });
    work.record({ path: `${TOP}/Dev/src`, kinds: ['merge'], isFolder: true, ...source('src') });
    work.add(`${TOP}/Dev/new.txt`, 'new\n');
  });
  const { findings } = await imported(await serve(model));
  expect(findings.map(({ kind }) => kind)).not.toContain('content_gone');
});

test('a listing larger than an answer may be is one request, not one a folder', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    for (let n = 0; n < 400; n++) work.add(`${TOP}/Main/folder ${n}/file`, 'the same\n');
  });
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Rel`));
  const server = await serve(model);
  const input = { folder: newContext(folder).folder, url: server.url, project: null, credentials: null };
  await fetchHistory({ ...input, largeFileBytes: 1 << 30 }, () => undefined, new AbortController().signal, {
    largestAnswer: 4096,
  });
  const levels = server.requests.filter(({ query }) => query.get('recursionLevel') === 'OneLevel');
  expect(levels).toHaveLength(1);
});

test('labels: one request each, whatever they hold, and no listing; what was deleted since their youngest version does not matter', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    for (let n = 0; n < 1203; n++) work.add(`${TOP}/Main/file ${n}`, `${n % 3}\n`);
  });
  model.checkIn({}, (work) => work.delete(`${TOP}/Main/file 7`));
  for (let n = 0; n < 5; n++) {
    model.labelFolder(`build ${n}`, `${TOP}/Main`, model.youngest);
    model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, `${n}\n`));
  }
  const date = (id: number) => model.changesets[id - 1]?.date ?? '';
  for (const [n, label] of model.labels.entries()) label.modified = date(5 + n);
  const server = await serve(model);
  const { staging } = await imported(server);
  const tags = git(staging, 'for-each-ref', '--format=%(refname:short) %(tree)%(*tree)', 'refs/tags')
    .trim()
    .split('\n');
  expect(tags).toHaveLength(5);
  for (let n = 0; n < 5; n++) expect([...filesOf(staging, `build-${n}`).keys()]).toHaveLength(1204);
  expect(server.requests.filter(({ path }) => path.includes('/labels'))).toHaveLength(6);
  const labels = server.requests.findIndex(({ path }) => path.includes('/labels'));
  const verified = server.requests.findLastIndex(({ path }) => path.includes('/labels'));
  expect(server.requests.slice(labels, verified).filter(({ query }) => query.has('recursionLevel'))).toEqual([]);
});

test('without checksums (API 1.0) what was branched or renamed is not fetched again', async () => {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({}, (work) => {
    for (let n = 0; n < 60; n++) work.add(`${TOP}/Main/folder ${n % 7}/file ${n}`, `${n}\n`);
  });
  for (let n = 0; n < 5; n++) {
    model.checkIn({}, (work) => work.edit(`${TOP}/Main/folder 0/file 0`, `edit ${n}\n`));
    model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Branch ${n}`));
  }
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Old`, { version: 4 }));
  model.checkIn({}, (work) => {
    work.rename(`${TOP}/Branch 1`, `${TOP}/Renamed`);
    work.edit(`${TOP}/Renamed/folder 1/file 1`, 'edited\n');
  });
  for (const style of [{}, { listsChildren: false }]) {
    const server = await serve(model, { newestVersion: 1, style });
    const { checks } = await imported(server);
    expect(checks.map(({ what }) => inEnglish(what))).toContainEqual(
      expect.stringMatching(/content of 60, as the server names no/),
    );
    // Verification fetches each content of the newest trees once more.
    const verified = server.downloads.filter(({ query }) => Number(query.get('version')) === model.youngest).length;
    expect(server.downloads.length - verified).toBe(60 + 5);
  }
});

test('a server without checksums whose content is another one than was fetched', async () => {
  const server = await serve(shop(), { newestVersion: 1 });
  const context = newContext(folder, { project: 'Shop' });
  const { staging, mapped } = await imported(server, context);
  server.fault = ({ query }) =>
    query.has('download') && query.get('path')?.endsWith('readme.txt')
      ? { kind: 'body', body: Buffer.from('two\n') }
      : null;
  const checks = await tfvcSource.verify(server.url, staging, mapped, context);
  expect(checks.filter((check) => !check.ok).map(({ found }) => inEnglish(found))).toEqual([
    '1 file; different: readme.txt',
    '1 file; different: readme.txt',
  ]);
});

test('a token that may read code and nothing else: the project is known by its name, and still is when more may be read', async () => {
  const model = shop();
  const server = await serve(model);
  const mayNot: TfvcServer['fault'] = ({ path }) =>
    path.includes('/_apis/projects')
      ? { kind: 'status', status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }
      : null;
  server.fault = mayNot;
  const limited = newContext(folder, { project: 'Shop' });
  await imported(server, limited);
  server.fault = () => null;
  await imported(server, limited);
  expect(await tfvcSource.isUnchanged?.(server.url, limited)).toBe(true);
  const context = newContext(folder, { project: 'Shop' });
  await imported(server, context);
  server.fault = mayNot;
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  await imported(server, context);
});

test('changes whose pages are named by a token, each of few', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    for (let n = 0; n < 40; n++) work.add(`${TOP}/Main/file ${n}`, `${n % 3}\n`);
  });
  await imported(await serve(model, { changesAPage: 7 }));
});
