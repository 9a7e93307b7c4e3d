/** Servers that write and pack their answers otherwise, leave out, or refuse in part: what arrives is the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tfvcSource } from './index.ts';
import { surveyTfvc } from './survey.ts';
import type { Reply } from './testing/answers.ts';
import { filesOf, git, importAll, newContext, rawCommits } from './testing/import-all.ts';
import { TfvcModel } from './testing/model.ts';
import type { Person } from './testing/model-shapes.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { randomHistory } from './testing/random-history.ts';
import { Rows } from './testing/rows.ts';
import { TfvcServer } from './testing/server.ts';
import type { SeenRequest, ServerOptions } from './testing/server-options.ts';
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
async function imported(server: TfvcServer, project = 'Shop', context = newContext(folder, { project })) {
  const result = await importAll(server.url, context);
  const commits = rawCommits(result.staging);
  const changesets = server.model.historyOf(`$/${project}`);
  expect(commits).toHaveLength(changesets.length);
  for (const [index, { id }] of changesets.entries()) {
    const found = sorted(filesOf(result.staging, commits[index] as string));
    expect([id, found]).toEqual([id, sorted(expectedFiles(server.model, project, id))]);
  }
  const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  return { ...result, checks };
}

const isJson = ({ headers }: Reply) => String(headers['content-type']).includes('json');
const rewritten = (reply: Reply, rewrite: (text: string) => string) => {
  if (isJson(reply) && reply.status === 200) reply.body = Buffer.from(rewrite(reply.body.toString()));
};
const withHeader = (reply: Reply, name: string, value: string) => {
  reply.headers[name] = value;
};
const packed = (reply: Reply, encoding: string, pack: (bytes: Buffer) => Buffer) => {
  reply.body = pack(reply.body);
  reply.headers['content-encoding'] = encoding;
};
const isPage = ({ path, query }: SeenRequest) => path.endsWith('/changes') && query.has('$skip');

const WAYS: [string, (reply: Reply, request: SeenRequest) => void, ServerOptions?][] = [
  ['packed with gzip', (reply) => packed(reply, 'gzip', gzipSync)],
  ['packed with deflate', (reply) => packed(reply, 'deflate', deflateSync)],
  ['in chunks', (reply) => withHeader(reply, 'transfer-encoding', 'chunked')],
  ['behind a byte order mark', (reply) => rewritten(reply, (text) => `\ufeff${text}`)],
  ['with line ends and spaces', (reply) => rewritten(reply, (text) => JSON.stringify(JSON.parse(text), null, '\t'))],
  ['with letters as escapes', (reply) => rewritten(reply, (text) => text.replace(/[^ -~]/g, escaped))],
  ['with dates of seven digits', (reply) => rewritten(reply, (text) => text.replace(/(\.\d{3})Z"/g, '$14321Z"'))],
  ['with dates of two digits', (reply) => rewritten(reply, (text) => text.replace(/(\.\d\d)\dZ"/g, '$1Z"'))],
  ['with dates without a zone', (reply) => rewritten(reply, (text) => text.replace(/(\.\d{3})Z"/g, '$1"'))],
  ['with dates of another zone', (reply) => rewritten(reply, (text) => text.replace(/"(2014-[^"]+Z)"/g, inZone))],
  ['with fields that nobody knows', (reply) => rewritten(reply, (text) => text.replaceAll('{', '{"_links":{"x":[]},'))],
  ['with nulls for what is not there', (reply) => rewritten(reply, (text) => text.replaceAll('{"version"', NULLS))],
  ['with kinds of changes in other case', (reply) => rewritten(reply, (text) => text.replace(KIND, capitals))],
  ['with a wish for rest that is over', (reply) => withHeader(reply, 'retry-after', '0')],
  ['with comments cut to 80 characters', (reply, { path }) => path.endsWith('/changesets') && cutComments(reply)],
  ['with nothing for what a batch has not', () => undefined, { missingInBatch: 'null' }],
  ['with pages of ten changes', (reply, request) => isPage(request) && pageOfTen(reply, request)],
  ['with a refusal behind the last page', (reply, request) => isPage(request) && refuseEmpty(reply, request)],
];
const NULLS = '{"deletionId":0,"isBranch":false,"isSymLink":null,"contentMetadata":null,"version"';
const KIND = /(?<="changeType":")[^"]+/g;
const capitals = (text: string) => text.replaceAll(', ', ',').toUpperCase();
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inZone = (_: string, date: string) =>
  `"${new Date(Date.parse(date) - 7 * 3_600_000).toISOString().replace('Z', '-07:00')}"`;

function cutComments(reply: Reply): void {
  rewritten(reply, (text) => {
    const body = JSON.parse(text) as { value: { comment?: string; commentTruncated?: boolean }[] };
    for (const entry of body.value) {
      if ((entry.comment ?? '').length <= 80) continue;
      entry.comment = entry.comment?.slice(0, 80) ?? '';
      entry.commentTruncated = true;
    }
    return JSON.stringify(body);
  });
}

function pageOfTen(reply: Reply, { query }: SeenRequest): void {
  rewritten(reply, (text) => {
    const { value } = JSON.parse(text) as { value: object[] };
    return JSON.stringify({ count: Math.min(10, value.length), value: value.slice(0, 10), from: query.get('$skip') });
  });
}

function refuseEmpty(reply: Reply, { query }: SeenRequest): void {
  if (Number(query.get('$skip')) === 0 || !reply.body.includes('"value":[]')) return;
  reply.status = 400;
  reply.body = Buffer.from('{"typeKey":"ArgumentOutOfRangeException","message":"$skip"}');
}

const usual = new Map<string, unknown>();

test.each(WAYS)('answers %s make the same commits', async (_, write, options = {}) => {
  const model = randomHistory(77, 30);
  model.checkIn({ comment: 'Many', date: '2014-03-20T01:00:00.120Z' }, (work) => {
    for (let n = 0; n < 40; n++) work.add(`$/Fabrikam Fiber/Main/many/${n}`, n % 4 === 0 ? '' : `${n}\n`);
  });
  for (const changeset of model.changesets) changeset.date = changeset.date.replace(/\d{3}Z$/, '120Z');
  if (usual.size === 0) usual.set('refs', (await imported(await serve(model), 'Fabrikam Fiber')).mapped.refs);
  const server = await serve(model, options);
  server.onReply = (request, reply) => void write(reply, request);
  const { mapped } = await imported(server, 'Fabrikam Fiber');
  expect(mapped.refs).toEqual(usual.get('refs'));
});

test('names of files and of the project with every sign that addresses have a use for', async () => {
  for (const project of ['Shop & Söhne #1 100%', 'a+b;c@d=e', '日本 🦊']) {
    const model = new TfvcModel();
    model.addProject(project);
    const top = `$/${project}`;
    const names = ['a;C5', 'b@2', 'c#d', '100%', '%41', 'e+f g', 'h&i=j', "k'l", '[m]{n}', 'ΛΟΓΟΣ.txt', '~', 'x?y*'];
    model.checkIn({}, (work) => {
      for (const name of names) work.add(`${top}/Main ${name}/${name}`, `${name}\n`, name === '~');
    });
    model.checkIn({}, (work) => work.branch(`${top}/Main c#d`, `${top}/Zweig c#d +1`));
    model.checkIn({}, (work) => work.edit(`${top}/Zweig c#d +1/c#d`, 'two\n'));
    const server = await serve(model);
    await imported(server, project);
    // Named by the address, as browsers write it.
    const address = `${server.url}/${encodeURIComponent(project)}`;
    const found = await tfvcSource.probe(address, newContext(folder));
    expect(found).toMatchObject({ kind: 'found', project_choices: [{ tfvc_project: project }] });
    const { staging } = await importAll(address, newContext(folder));
    expect(rawCommits(staging)).toHaveLength(4);
  }
});

test('a name is the same in other case in every alphabet, and letters that only look alike are not', async () => {
  const model = shop();
  const odd = ['ΛΟΓΟΣ', 'ÄÖÜ', 'ДОМ', 'ı', 'i', 'ſ', 's', 'ß', 'SS'];
  model.checkIn({}, (work) => {
    for (const name of odd) work.add(`${TOP}/Main/${name}`, `${name}\n`);
  });
  const edit = model.checkIn({}, (work) => {
    for (const name of odd) work.edit(`${TOP}/Main/${name}`, `${name} again\n`);
  });
  const small = new Map([
    ['ΛΟΓΟΣ', 'λογος'],
    ['ÄÖÜ', 'äöü'],
    ['ДОМ', 'дом'],
  ]);
  for (const change of model.changesets[edit - 1]?.changes ?? [])
    for (const [large, other] of small) change.path = change.path.replace(large, other);
  const { staging } = await imported(await serve(model));
  const names = [...filesOf(staging, 'main').keys()].filter((path) => !/readme|src/.test(path));
  expect(names.sort()).toEqual([...odd].sort());
});

test('people: two of one name and without an account’s name, one without anything, dates that are none', async () => {
  const model = shop();
  const john = (id: string) => ({ id, displayName: 'John Smith' }) as Person;
  model.checkIn({ author: john('1a'), comment: 'First' }, (work) => work.add(`${TOP}/Main/a`, 'a\n'));
  model.checkIn({ author: john('2b'), comment: 'Second' }, (work) => work.add(`${TOP}/Main/b`, 'b\n'));
  model.checkIn({ author: {} as Person, comment: 'Nobody' }, (work) => work.add(`${TOP}/Main/c`, 'c\n'));
  model.checkIn({ comment: 'No date', date: '0001-01-01T00:00:00' }, (work) => work.add(`${TOP}/Main/d`, 'd\n'));
  const { staging, context, findings } = await imported(await serve(model));
  const people = [...context.authors.values()].map(({ remote_id, remote_name }) => [remote_id, remote_name]);
  expect(people).toEqual(
    expect.arrayContaining([
      ['1a', 'John Smith'],
      ['2b', 'John Smith'],
      ['(no author)', '(no author)'],
    ]),
  );
  const mails = git(staging, 'log', '-4', '--format=%ae', 'main').trim().split('\n');
  expect(new Set(mails).size).toBe(4);
  const dates = git(staging, 'log', '-2', '--format=%at', 'main').trim().split('\n');
  expect(dates[0]).toBe(dates[1]);
  expect(findings.find(({ kind }) => kind === 'no_date')?.examples).toEqual(['C7']);
});

test('a project of nothing but its folder, and one whose changes nobody may see', async () => {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.addProject('Hidden');
  model.checkIn({}, (work) => work.add('$/Hidden/Main/a', 'a\n'));
  const server = await serve(model);
  const empty = await imported(server);
  expect(empty.mapped.refs.filter(({ name }) => name.startsWith('refs/heads/'))).toEqual([]);
  const last = model.changesets[model.youngest - 1];
  if (last) last.tree = new Map(model.treeAt(model.youngest - 1));
  server.onReply = ({ path }, reply) => {
    if (path.endsWith('/changesets/3/changes')) reply.body = Buffer.from('{"count":0,"value":[]}');
  };
  const { findings } = await imported(server, 'Hidden');
  expect(findings.find(({ kind }) => kind === 'empty_changeset')?.examples).toContain('C3');
});

const FILES = [
  ['readme.txt', 'one\n'],
  ['src/Program.cs', 'class A {}\n'],
  ['old.txt', 'old\n'],
  ['second.txt', 'second\n'],
] as const;

/** Rows as servers combine the words of `VersionControlChangeType`, each with what is there afterwards. */
const ROWS: [string, (work: Rows) => void][] = [
  ['edit, rename', (work) => work.moved('readme.txt', 'new.txt', 'edit, rename', 'other\n')],
  ['rename, sourceRename', (work) => work.swapped('readme.txt', 'second.txt', 'rename, sourceRename')],
  ['delete, merge', (work) => work.gone('readme.txt', 'delete, merge')],
  ['delete, sourceRename, merge', (work) => work.gone('readme.txt', 'delete, sourceRename, merge')],
  ['sourceRename', (work) => work.gone('readme.txt', 'sourceRename')],
  ['delete, rollback', (work) => work.gone('src', 'delete, rollback')],
  ['delete, lock', (work) => work.gone('readme.txt', 'delete, lock')],
  ['undelete, edit', (work) => work.put('old.txt', 'undelete, edit', 'back and other\n')],
  ['undelete, rename', (work) => work.moved('old.txt', 'again.txt', 'undelete, rename', 'old\n')],
  ['undelete, rollback', (work) => work.put('old.txt', 'undelete, rollback', 'old\n')],
  ['undelete, merge', (work) => work.put('old.txt', 'undelete, merge', 'old\n')],
  ['branch, merge', (work) => work.put('taken.txt', 'branch, merge', 'taken\n')],
  ['branch, merge, edit', (work) => work.put('taken.txt', 'branch, merge, edit', 'taken and edited\n')],
  ['merge, edit, encoding', (work) => work.put('readme.txt', 'merge, edit, encoding', 'merged\n')],
  ['add, edit, encoding, branch, merge', (work) => work.put('x.txt', 'add, edit, encoding, branch, merge', 'x\n')],
  ['merge, rename', (work) => work.moved('readme.txt', 'new.txt', 'merge, rename', 'one\n')],
  ['edit, rollback', (work) => work.put('readme.txt', 'edit, rollback', 'before\n')],
  ['rollback', (work) => work.put('readme.txt', 'rollback', 'before\n')],
  ['edit, lock', (work) => work.put('readme.txt', 'edit, lock', 'locked\n')],
  ['edit, property', (work) => work.put('readme.txt', 'edit, property', 'with properties\n')],
  ['encoding', (work) => work.row('readme.txt', 'encoding')],
  ['lock', (work) => work.row('readme.txt', 'lock')],
  ['property', (work) => work.row('readme.txt', 'property')],
  ['none', (work) => work.row('readme.txt', 'none')],
  ['merge, lock', (work) => work.row('readme.txt', 'merge, lock')],
  ['merge', (work) => work.row('old.txt', 'merge')],
  ['targetRename', (work) => work.moved('readme.txt', 'new.txt', 'targetRename', 'one\n')],
];

test.each([{}, { newestVersion: 1 }])(
  'rows with every combination of words, each in a changeset of its own (%o)',
  async (options) => {
    const model = shop();
    const folderOf = (kinds: string) => `${TOP}/Main/${kinds}`;
    model.checkIn({}, (work) => {
      for (const [kinds] of ROWS) for (const [name, content] of FILES) work.add(`${folderOf(kinds)}/${name}`, content);
    });
    model.checkIn({}, (work) => {
      for (const [kinds] of ROWS) work.delete(`${folderOf(kinds)}/old.txt`);
    });
    for (const [kinds, act] of ROWS)
      model.checkIn({ comment: kinds }, (work) => act(new Rows(model, work, folderOf(kinds))));
    model.checkIn({}, (work) => {
      for (const [kinds] of ROWS) work.edit(`${folderOf(kinds)}/second.txt`, 'end\n');
    });
    await imported(await serve(model, options));
  },
);

test('links among files that were destroyed: what a batch has not costs no question for each of the others', async () => {
  for (const missingInBatch of ['null', 'refusal'] as const) {
    const model = shop();
    model.checkIn({}, (work) => {
      for (let n = 0; n < 60; n++) work.add(`${TOP}/Main/file ${n}`, n === 7 ? 'readme.txt' : `${n}\n`, n === 7);
    });
    // Destroyed: the row is there still, the file is at no version.
    model.checkIn({}, (work) => work.record({ path: `${TOP}/Main/lost`, kinds: ['add'], isFolder: false }));
    model.checkIn({}, (work) => {
      for (let n = 0; n < 60; n++) work.edit(`${TOP}/Main/file ${n}`, n === 7 ? 'src' : `${n} again\n`);
    });
    const server = await serve(model, { missingInBatch });
    const { staging, findings } = await imported(server);
    expect(filesOf(staging, 'main').get('file 7')).toMatch(/^120000/);
    expect(findings.find(({ kind }) => kind === 'content_gone')?.examples).toEqual(['Main/lost (C5)']);
    const asked = server.requests.filter(({ query }) => query.get('recursionLevel') === 'None');
    expect(asked.length).toBeLessThanOrEqual(missingInBatch === 'null' ? 1 : 4);
  }
});

type Part = 'branches' | 'labels' | 'label' | 'projects';
const partOf = ({ path }: SeenRequest): Part | null =>
  path.endsWith('/branches')
    ? 'branches'
    : path.endsWith('/labels')
      ? 'labels'
      : path.includes('/labels/')
        ? 'label'
        : path.includes('/_apis/projects')
          ? 'projects'
          : null;

test.each<[Part, string]>([
  ['branches', 'branches_refused'],
  ['labels', 'labels'],
  ['label', 'labels_unread'],
  ['projects', ''],
])('a server that does not tell %s, in whatever way, costs that and never the import', async (part, kind) => {
  const model = shop();
  model.labelFolder('v1', `${TOP}/Main`, 2);
  const again = { 'retry-after': '0' };
  const own = { 'content-type': 'application/json', 'x-tfs-processid': '1' };
  for (const [status, headers, body] of [
    [401, { 'www-authenticate': 'Basic realm="x"' }, ''],
    [403, own, '{"message":"TF50309: The following account does not have sufficient permissions"}'],
    [500, { ...own, ...again }, '{"message":"TF30040: The database is not correctly configured."}'],
    [503, again, ''],
    [200, own, '{"value":[{"path":7,"id":{}}]}'],
    [404, own, '{}'],
  ] as const) {
    const server = await serve(model);
    server.fault = (request) => (partOf(request) === part ? { kind: 'status', status, headers, body } : null);
    const { findings } = await imported(server);
    const kinds = findings.map((finding) => finding.kind);
    if (kind !== '') expect([status, kinds]).toEqual([status, expect.arrayContaining([kind])]);
  }
});

test('a login that ends while branches are asked for is a matter of the login', async () => {
  const server = await serve(shop());
  let ended = false;
  server.fault = (request) => {
    ended ||= partOf(request) === 'branches';
    return ended ? { kind: 'status', status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } } : null;
  };
  await expect(importAll(server.url, newContext(folder, { project: 'Shop' }))).rejects.toMatchObject({ kind: 'auth' });
});

test('sizes are known although servers leave out the size of what is empty, and nothing is fetched for it', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/empty`, '');
    work.add(`${TOP}/Main/empty too`, '');
  });
  const server = await serve(model);
  await imported(server);
  expect(server.downloads.filter(({ query }) => query.get('path')?.includes('empty'))).toEqual([]);
  const job = { url: server.url, credentials: null, project: 'Shop' } as never;
  const survey = await surveyTfvc(job, new AbortController().signal);
  expect(survey).toMatchObject({ size: 2 * (4 + 11), unknown: [] });
});
