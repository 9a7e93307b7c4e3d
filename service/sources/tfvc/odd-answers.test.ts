/** Answers that no reference page has, and what they must not cost: a part of the history, or the import. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fetchHistory } from './fetch-history.ts';
import { tfvcSource } from './index.ts';
import type { Reply } from './testing/answers.ts';
import { filesOf, importAll, newContext, rawCommits } from './testing/import-all.ts';
import { TfvcModel } from './testing/model.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { TfvcServer } from './testing/server.ts';
import type { ServerOptions } from './testing/server-options.ts';

const TOP = '$/Shop';
let folder = '';
const servers: TfvcServer[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shop(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({}, (work) => {
    work.add(`${TOP}/Main/readme.txt`, 'one\n');
    work.add(`${TOP}/Main/src/Program.cs`, 'class A {}\n');
  });
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  model.checkIn({}, (work) => work.edit(`${TOP}/Main/readme.txt`, 'three\n'));
  return model;
}

async function serve(model: TfvcModel, options: ServerOptions = {}): Promise<TfvcServer> {
  const server = await TfvcServer.start(model, options);
  servers.push(server);
  return server;
}

interface Row {
  changeType?: unknown;
  sourceServerItem?: string;
  mergeSources?: unknown;
  item: Record<string, unknown>;
}

const rewritten = (reply: Reply, rewrite: (value: Row[]) => Row[]) => {
  const { value } = JSON.parse(reply.body.toString()) as { value: Row[] };
  const rows = rewrite(value);
  reply.body = Buffer.from(JSON.stringify({ count: rows.length, value: rows }));
};

/** Imports, and compares the tree of each changeset with the model's. */
async function imported(server: TfvcServer) {
  const context = newContext(folder, { project: 'Shop' });
  const result = await importAll(server.url, context);
  const commits = rawCommits(result.staging);
  const changesets = server.model.historyOf(TOP);
  expect(commits).toHaveLength(changesets.length);
  for (const [index, { id }] of changesets.entries()) {
    const found = sorted(filesOf(result.staging, commits[index] as string));
    expect([id, found]).toEqual([id, sorted(expectedFiles(server.model, 'Shop', id))]);
  }
  const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  return result;
}

test('a page of changesets that names one of them twice', async () => {
  const server = await serve(shop());
  server.onReply = ({ path, query }, reply) => {
    if (path.endsWith('/changesets') && query.get('$orderby') === 'id asc')
      rewritten(reply, (value) => value.flatMap((one) => [one, one]));
  };
  await imported(server);
});

test('a page of changes that this account may see nothing of, with more behind it', async () => {
  const model = shop();
  model.checkIn({}, (work) => {
    for (let n = 0; n < 9; n++) work.add(`${TOP}/Main/file ${n}`, `${n}\n`);
  });
  const server = await serve(model, { changesAPage: 3 });
  // What the second page held is hidden.
  const hidden = [3, 4, 5].map((n) => `${TOP}/Main/file ${n}`);
  for (const path of hidden) model.treeAt(model.youngest).delete(path.toLowerCase());
  server.onReply = ({ path }, reply) => {
    if (path.endsWith('/changes'))
      rewritten(reply, (rows) => rows.filter(({ item }) => !hidden.includes(`${item.path}`)));
  };
  await imported(server);
});

test.each([undefined, '', 'all', '8192', 8192, 'edit, reshaped', 'reshaped', '2'])(
  'a change of the kind %j is looked at, not left out',
  async (kind) => {
    const server = await serve(shop());
    server.onReply = ({ path }, reply) => {
      if (path.endsWith('/changesets/3/changes'))
        rewritten(reply, (rows) => rows.map(({ changeType: _, ...row }) => ({ ...row, changeType: kind })));
    };
    await imported(server);
  },
);

test('a size of nothing without a checksum is one that was not told', async () => {
  const server = await serve(shop(), { style: { sendsHashes: false } });
  server.onReply = ({ path }, reply) => {
    if (path.endsWith('/changes'))
      rewritten(reply, (rows) => rows.map((row) => ({ ...row, item: { ...row.item, size: 0 } })));
  };
  await imported(server);
});

test('a rename in case only whose row does not say what from', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.rename(`${TOP}/Main/readme.txt`, `${TOP}/Main/README.txt`));
  model.checkIn({}, (work) => work.rename(`${TOP}/Main/src`, `${TOP}/Main/Src`));
  const server = await serve(model, { style: { listsRenameSources: false } });
  server.onReply = ({ path }, reply) => {
    if (path.endsWith('/changes'))
      rewritten(reply, (rows) => rows.map(({ sourceServerItem: _, mergeSources: __, ...row }) => row));
  };
  await imported(server);
});

/**
 * Contents that a server lost and answers each question for with an error, whoever asks: git-tfs issue 564 (a collection
 * that came from Visual SourceSafe), lg2de/sonar-scm-tfvc pull request 9.
 */
test.each([true, false])('one content that a server fails at each time, where others come: %s', async (others) => {
  const server = await serve(shop());
  const came = Promise.withResolvers<void>();
  server.onReply = ({ query }) => {
    if (!others || (query.has('download') && query.get('version') !== '3')) came.resolve();
  };
  server.fault = ({ query }) =>
    query.has('download') && (!others || query.get('version') === '3')
      ? { kind: 'status', status: 500, headers: { 'x-tfs-processid': '1' } }
      : null;
  const input = { folder: newContext(folder).folder, url: server.url, project: null, credentials: null };
  const fetched = fetchHistory({ ...input, largeFileBytes: 1 << 30 }, () => undefined, new AbortController().signal, {
    delay: () => came.promise,
  });
  if (!others) return await expect(fetched).rejects.toMatchObject({ key: 'tfvc.went_on_refusing' });
  const { findings, commitCount } = await fetched;
  expect(commitCount).toBe(4);
  expect(findings.find(({ kind }) => kind === 'content_gone')?.examples).toEqual(['Main/readme.txt (C3)']);
});

test('a page of a proxy in place of a file is no content, where no checksum tells', async () => {
  const server = await serve(shop(), { newestVersion: 1 });
  server.fault = ({ query }, n) =>
    query.has('download') && n === 0 ? { kind: 'status', status: 200, body: '<html>Sign in</html>' } : null;
  const input = { folder: newContext(folder).folder, url: server.url, project: null, credentials: null };
  const fetched = await fetchHistory(
    { ...input, largeFileBytes: 1 << 30 },
    () => undefined,
    new AbortController().signal,
    {
      delay: () => Promise.resolve(),
    },
  );
  expect(fetched.commitCount).toBe(4);
  server.fault = () => null;
  const { staging } = await importAll(server.url, newContext(folder, { home: input.folder, project: 'Shop' }));
  expect(sorted(filesOf(staging, 'main'))).toEqual(sorted(expectedFiles(server.model, 'Shop', 4)));
});

test('a link named .gitmodules is left out of branches and of what is outside, which Git would not check out', async () => {
  const model = shop();
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  model.checkIn({}, (work) => {
    for (const at of ['Main', 'tools']) {
      work.add(`${TOP}/${at}/.gitmodules`, 'readme.txt', true);
      work.add(`${TOP}/${at}/other`, 'other\n');
    }
  });
  const { staging, findings } = await imported(await serve(model));
  expect([...filesOf(staging, 'main').keys()]).toEqual(['other', 'readme.txt', 'src/Program.cs']);
  expect([...filesOf(staging, 'outside-branches').keys()]).toEqual(['tools/other']);
  expect(findings.map(({ kind }) => kind)).toContain('dot_git_name');
});
