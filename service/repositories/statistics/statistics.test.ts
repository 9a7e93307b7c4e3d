/** What a repository's page shows: counted once for each state of its refs, held against git's own counts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { FileCount } from './count-files.ts';
import { HistoryCount } from './count-history.ts';

let engine: TestEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry statistics '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A commit of a fast-import stream. */
function commit(ref: string, who: string, at: number, files: Record<string, string>): string {
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  return `commit ${ref}\nauthor ${who} ${at} +0000\ncommitter ${who} ${at + 9e8} +0000\ndata 1\nx\n${changes.join('')}\n`;
}

const ANN = 'Ann <ann@x>';
const STREAM = [
  commit('refs/heads/main', ANN, Date.UTC(2011, 2, 31, 23, 59, 59) / 1000, { 'a/b.c': 'x'.repeat(50), README: 'hi' }),
  commit('refs/heads/main', 'Ann Lee <ANN@x>', Date.UTC(2011, 3, 1) / 1000, { 'zoë "q".C': 'y'.repeat(70) }),
  commit('refs/heads/main', 'Bob <bob@x>', Date.UTC(2013, 0, 1) / 1000, { '.gitignore': '*.o\n' }),
  // Only there: the newest files are those of main, the history is that of all.
  `${commit('refs/heads/side', 'Eve <eve@x>', Date.UTC(2013, 0, 2) / 1000, { 'huge.bin': 'z'.repeat(500) })}`,
  'reset refs/tags/t\nfrom refs/heads/main\n\ndone\n',
].join('');

const overview = async (repo: string, who = {}) => engine.api('GET', `/repos/acme/${repo}/overview`, undefined, who);

async function counted(repo: string) {
  return engine.until(async () => {
    const { body } = await overview(repo);
    return body.statistics_state === 'counting' ? undefined : body;
  });
}

test('commits by month and author, files by type; counted again when a ref moved, and only then', async () => {
  const source = makeGitSource(folder, 'source.git', STREAM);
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('r', ['complete']);
  const path = join(engine.folder, 'repositories/acme/r.git');
  const first = await counted('r');
  const { body: rows } = await engine.api('GET', '/user/repository_summaries');
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ full_name: 'acme/r', origin: 'imported', locked_by: null, remotes: [] },
      import: { vcs: 'git', vcs_url: source, status: 'complete' },
      verdict: { complete: 'green', equal: 'green', people: expect.any(String) },
      years: [
        [2011, 2],
        [2013, 2],
      ],
    }),
  ]);
  for (const name of ['A', 'z', 'b']) await engine.api('POST', '/orgs/acme/repos', { name });
  const few = await engine.api('GET', '/user/repository_summaries?limit=2');
  expect(few.body.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['acme/A', 'acme/b']);
  expect(few.headers.get('x-total-count')).toBe('4');
  for (const [limit, rows] of Object.entries({ 0: 0, 4: 4, 100: 4 })) {
    const some = await engine.api('GET', `/user/repository_summaries?limit=${limit}`);
    expect([some.body.length, some.headers.get('x-total-count')], limit).toEqual([rows, '4']);
  }
  expect((await engine.api('GET', '/user/repository_summaries?limit=some')).status).toBe(422);
  expect(first).toMatchObject({
    origin: { kind: 'imported', place: source },
    folder: path,
    clone_url: null,
    archives: [],
    statistics_state: 'current',
    statistics: {
      ...{ commits: 4, branches: 2, tags: 1, authors_count: 3, undated: 0, files: 4, bytes: 126 },
      ...{ first_at: '2011-03-31T23:59:59Z', last_at: '2013-01-02T00:00:00Z' },
      months: [
        { month: '2011-03', commits: 1, authors: [{ name: 'Ann Lee', commits: 1 }] },
        { month: '2011-04', commits: 1 },
        { month: '2013-01', commits: 2 },
      ],
      types: [
        { type: 'c', files: 2, bytes: 120 },
        { type: '', files: 2, bytes: 6 },
      ],
    },
  });
  expect(first.statistics.commits).toBe(Number(git(path, ['rev-list', '--count', '--branches', '--tags'])));
  expect(
    first.statistics.authors.map(({ email, commits }: { email: string; commits: number }) => [email, commits]),
  ).toEqual([
    ['ANN@x', 2],
    ['bob@x', 1],
    ['eve@x', 1],
  ]);
  expect(first.statistics.largest[0]).toEqual({ path: 'zoë "q".C', bytes: 70 });

  const events = () => engine.events.filter(({ type }) => type === 'repository.counted').length;
  const before = events();
  await engine.restart();
  expect((await overview('r')).body).toEqual({ ...first, origin: first.origin });
  expect(events()).toBe(before);
  const who = ['-c', 'user.name=Zed', '-c', 'user.email=z@x'];
  const id = git(path, [...who, 'commit-tree', '-p', 'main', '-m', 'x', 'main^{tree}']).trim();
  git(path, ['update-ref', 'refs/heads/main', id]);
  expect((await counted('r')).statistics).toMatchObject({ commits: 5, authors_count: 4 });
});

test('what is put into a repository leaves lists no years of what was there before, and brings them when it is counted', async () => {
  const source = makeGitSource(folder, 'growing.git', `${commit('refs/heads/main', ANN, 1e9, { a: 'a' })}done\n`);
  await engine.api('POST', '/orgs/acme/repos', { name: 'growing' });
  await engine.api('PUT', '/repos/acme/growing/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('growing', ['complete']);
  const years = async () => {
    const { body } = await engine.api('GET', '/user/repository_summaries');
    return body.find(({ name }: { name: string }) => name === 'growing').years;
  };
  const told = () => engine.events.flatMap((event) => (event.type === 'repository.counted' ? [event] : [])).at(-1);
  expect(await years()).toBeNull();
  await counted('growing');
  expect([await years(), told()]).toMatchObject([[[2001, 1]], { repo: 'growing', years: [[2001, 1]] }]);

  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@x'];
  const id = git(source, [...who, 'commit-tree', '-p', 'main', '-m', 'x', 'main^{tree}']).trim();
  git(source, ['update-ref', 'refs/heads/main', id]);
  const update = async () => {
    const before = (await engine.api('GET', '/repos/acme/growing/import/updates')).body.length;
    await engine.api('POST', '/repos/acme/growing/import/updates', {});
    await engine.until(async () => {
      const { body } = await engine.api('GET', '/repos/acme/growing/import/updates');
      return body.length > before && body[0].status === 'complete' ? true : undefined;
    });
  };
  await update();
  expect(await years()).toBeNull();
  await counted('growing');
  const grown = [
    [2001, 1],
    [new Date().getFullYear(), 1],
  ];
  expect([await years(), told()]).toMatchObject([grown, { repo: 'growing', years: grown }]);

  // Where nothing came that changes anything, they are the same again.
  await update();
  await counted('growing');
  expect(await years()).toEqual(grown);
});

test('an empty repository has nothing to count; who may not see one is told nothing', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'empty' });
  expect(await counted('empty')).toMatchObject({
    origin: { kind: 'made', place: null },
    statistics_state: 'current',
    statistics: { commits: 0, branches: 0, months: [], authors: [], types: [], largest: [], first_at: null },
  });
  await engine.api('POST', '/admin/users', { login: 'stranger', password: 'a long password' });
  expect((await overview('empty', basic('stranger', 'a long password'))).status).toBe(404);
});

test('dates that no calendar has are counted and drawn nowhere; authors without an address are told apart by name', () => {
  const history = new HistoryCount();
  for (const line of ['-5\ta@x\tA', '99999999999999\ta@x\tA', 'x\t\tB', '0\t\tC', 'broken']) history.take(line);
  expect(history.result()).toMatchObject({
    ...{ commits: 4, undated: 3, authors_count: 3, first_at: '1970-01-01T00:00:00Z', last_at: '1970-01-01T00:00:00Z' },
    months: [{ month: '1970-01', commits: 1 }],
  });
});

test('paths that git quotes, names without an end, and more large files than are named', () => {
  const files = new FileCount();
  files.take('100644 blob aa 7\t"tab\\there.txt"');
  files.take('100644 blob aa 9\t"\\303\\251.txt"');
  files.take('160000 commit aa -\tmodule');
  files.take('100644 blob aa 3\t.profile');
  for (let size = 0; size < 30; size++) files.take(`100644 blob aa ${100 + size}\tf${size}.b`);
  const { files: count, largest, types } = files.result();
  expect([count, largest.length, largest[0], largest.at(-1)?.bytes]).toEqual([
    33,
    20,
    { path: 'f29.b', bytes: 129 },
    110,
  ]);
  expect(types.map(({ type, files: many }) => [type, many])).toEqual([
    ['b', 30],
    ['txt', 2],
    ['', 1],
  ]);
  const few = new FileCount();
  few.take('100644 blob aa 7\t"tab\\there.txt"');
  few.take('100644 blob aa 9\t"\\303\\251.txt"');
  expect(few.result().largest.map(({ path }) => path)).toEqual(['é.txt', 'tab\there.txt']);
});
