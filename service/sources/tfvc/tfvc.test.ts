/** What becomes of a server's history: branches, merges, labels, people, names, and how contents are fetched. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tfvcSource } from './index.ts';
import { filesOf, git, importAll, newContext } from './testing/import-all.ts';
import type { Style } from './testing/json.ts';
import { ADA, BOB, TfvcModel } from './testing/model.ts';
import { TfvcServer } from './testing/server.ts';
import type { ServerOptions } from './testing/server-options.ts';
import { shop, TOP } from './testing/shop.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function imported(model: TfvcModel, options: ServerOptions = {}) {
  const server = await TfvcServer.start(model, options);
  try {
    const context = newContext(folder, { project: 'Shop' });
    const result = await importAll(server.url, context);
    const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    return { ...result, server };
  } finally {
    await server.stop();
  }
}

/** Subjects with those of the parents, the newest first. */
function graph(staging: string, ref: string): string[] {
  const names = new Map(
    git(staging, 'log', '--branches', '--format=%H %s')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, 40), line.slice(41)]),
  );
  return git(staging, 'log', '--topo-order', '--format=%s|%P', ref)
    .trim()
    .split('\n')
    .map((line) => {
      const [subject, parents = ''] = line.split('|');
      const shown = parents
        .split(' ')
        .filter(Boolean)
        .map((id) => names.get(id));
      return `${subject} < ${shown.join(' + ')}`;
    });
}

const refsOf = (staging: string) =>
  git(staging, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags', 'refs/deleted').trim().split('\n');
const kindsOf = (findings: readonly { kind: string }[]) => findings.map(({ kind }) => kind);

test('a merge of everything has the other branch as its second parent, one of a single changeset has not', async () => {
  const model = shop();
  model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'More dev work' }, (work) => work.add(`${TOP}/Dev/new.txt`, 'new\n'));
  model.checkIn({ comment: 'Merge' }, (work) => work.merge(`${TOP}/Dev`, `${TOP}/Main`, 4, 5));
  model.checkIn({ comment: 'One' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'three\n'));
  const other = model.checkIn({ comment: 'Two' }, (work) => work.edit(`${TOP}/Main/src/Program.cs`, 'class B {}\n'));
  model.checkIn({ comment: 'Picked' }, (work) => work.merge(`${TOP}/Main`, `${TOP}/Dev`, other, other));
  const { staging, findings } = await imported(model);
  expect(graph(staging, 'main')).toEqual([
    'Two < One',
    'One < Merge',
    'Merge < Start + More dev work',
    'More dev work < Dev work',
    'Dev work < Branch',
    'Branch < Start',
    'Start < ',
  ]);
  expect(graph(staging, 'Dev')[0]).toBe('Picked < More dev work');
  expect(findings.find(({ kind }) => kind === 'partial_merge')?.examples).toEqual(['C9 from /Main to /Dev: C8']);
});

test('a branch folder that is renamed goes on as the same branch under its new name', async () => {
  for (const style of [{}, { listsChildren: false, listsRenameSources: false }]) {
    const model = shop();
    model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
    model.checkIn({ comment: 'Rename' }, (work) => work.rename(`${TOP}/Dev`, `${TOP}/Releases/1.0`));
    model.checkIn({ comment: 'Release work' }, (work) => work.edit(`${TOP}/Releases/1.0/readme.txt`, 'three\n'));
    const { staging } = await imported(model, { style });
    expect(refsOf(staging)).toEqual(['refs/heads/1.0', 'refs/heads/main']);
    expect(graph(staging, '1.0')).toEqual([
      'Release work < Rename',
      'Rename < Dev work',
      'Dev work < Branch',
      'Branch < Start',
      'Start < ',
    ]);
    expect([...filesOf(staging, '1.0').keys()]).toEqual(['readme.txt', 'src/Program.cs']);
  }
});

test('a branch that is deleted is kept aside, and goes on where it was when it is undeleted', async () => {
  const model = shop();
  model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  const deleted = model.checkIn({ comment: 'Delete' }, (work) => work.delete(`${TOP}/Dev`));
  const gone = await imported(model);
  expect(refsOf(gone.staging)).toEqual([`refs/deleted/heads/Dev@C${deleted}`, 'refs/heads/main']);
  expect(kindsOf(gone.findings)).toContain('deleted_branch');

  model.checkIn({ comment: 'Undelete' }, (work) => work.undelete(`${TOP}/Dev`));
  model.checkIn({ comment: 'Go on' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'three\n'));
  const { staging } = await imported(model);
  expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/main']);
  expect(graph(staging, 'Dev')).toEqual([
    'Go on < Undelete',
    'Undelete < Dev work',
    'Dev work < Branch',
    'Branch < Start',
    'Start < ',
  ]);
});

test('files outside of all branches become a branch of their own; a project without branches becomes one', async () => {
  const model = shop();
  model.checkIn({ comment: 'Tools' }, (work) => work.add(`${TOP}/tools/build.cmd`, 'echo\n'));
  const { staging } = await imported(model);
  expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/main', 'refs/heads/outside-branches']);
  expect([...filesOf(staging, 'outside-branches').keys()]).toEqual(['tools/build.cmd']);
  expect(graph(staging, 'outside-branches')).toEqual(['Tools < ']);

  const plain = new TfvcModel();
  plain.addProject('Shop');
  plain.checkIn({}, (work) => work.add(`${TOP}/readme.txt`, 'one\n'));
  const one = await imported(plain);
  expect(refsOf(one.staging)).toEqual(['refs/heads/main']);
  expect([...filesOf(one.staging, 'main').keys()]).toEqual(['readme.txt']);
});

test('labels that name a whole branch at one time become tags; others are told', async () => {
  const model = shop();
  model.labelFolder('v1.0', `${TOP}/Main`, 2, 'The first release');
  const edit = model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  model.label('one file', [{ path: `${TOP}/Main/readme.txt`, version: edit, isFolder: false }], TOP);
  const mixed = model.below(`${TOP}/Main`, edit).filter(({ content }) => content !== null);
  model.label(
    'mixed',
    mixed.map(({ path }) => ({ path, version: path.endsWith('readme.txt') ? 2 : 1, isFolder: false })),
    TOP,
  );
  const { staging, findings } = await imported(model);
  expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/main', 'refs/tags/v1.0']);
  expect(git(staging, 'log', '-1', '--format=%s', 'v1.0').trim()).toBe('Start');
  expect(git(staging, 'cat-file', 'tag', 'v1.0')).toMatch(/tagger Bob Kahn <[^>]*> \d+ \+0000\n\nThe first release\n/);
  expect(findings.find(({ kind }) => kind === 'labels_parts')?.examples).toContain('one file');
  expect(findings.find(({ kind }) => kind === 'labels_mixed')?.examples).toEqual(['mixed']);
});

test('on a line that takes its time, labels and trees are asked for beside each other, and all are compared', async () => {
  const model = shop();
  for (let n = 1; n <= 6; n++) {
    model.checkIn({ comment: `Branch ${n}` }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Line ${n}`));
    model.labelFolder(`v${n}`, `${TOP}/Line ${n}`, model.youngest);
  }
  const server = await TfvcServer.start(model);
  /** Each waits until so many came. */
  const meeting = (count: number): (() => Promise<void>) => {
    const all = Promise.withResolvers<void>();
    let come = 0;
    return () => {
      if (++come === count) all.resolve();
      return all.promise;
    };
  };
  const labels = meeting(5);
  let isFirst = true;
  server.fault = ({ path }) => {
    if (!/labels\/\d+$/.test(path)) return null;
    // The first one shows how large they are.
    if (!isFirst) return { kind: 'hold', until: labels() };
    isFirst = false;
    return null;
  };
  try {
    const context = newContext(folder, { project: 'Shop' });
    const { staging, mapped } = await importAll(server.url, context);
    expect(refsOf(staging).filter((ref) => ref.startsWith('refs/tags/'))).toHaveLength(6);
    const trees = meeting(4);
    server.fault = ({ query }) => (query.get('recursionLevel') === 'Full' ? { kind: 'hold', until: trees() } : null);
    const checks = await tfvcSource.verify(server.url, staging, mapped, context);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const heads = checks.map(({ subject }) => subject).filter((subject) => String(subject).startsWith('refs/heads/'));
    // Its tree here, and its files there, in the order of the branches.
    const branches = refsOf(staging).filter((ref) => ref.startsWith('refs/heads/'));
    expect(heads.slice(branches.length)).toEqual(heads.slice(0, branches.length));
    expect(heads).toHaveLength(2 * branches.length);
  } finally {
    await server.stop();
  }
});

test('where the list of changesets is refused, nobody waits for the trees that were asked for beside it', async () => {
  const server = await TfvcServer.start(shop(), { latencyMs: 100 });
  try {
    const context = newContext(folder, { project: 'Shop' });
    const { staging, mapped } = await importAll(server.url, context);
    server.fault = ({ path, query }) => {
      if (query.get('recursionLevel') === 'Full') return { kind: 'hold', until: new Promise(() => undefined) };
      if (!path.endsWith('/changesets') || query.get('$orderby') !== 'id asc') return null;
      return { kind: 'status', status: 403 };
    };
    await expect(tfvcSource.verify(server.url, staging, mapped, context)).rejects.toThrow();
    await vi.waitFor(() => expect(server.unanswered).toBe(0));
  } finally {
    await server.stop();
  }
});

test('people: accounts that are addresses are taken, others get one; mapped ones too, as author and as committer', async () => {
  const model = shop();
  model.checkIn({ author: BOB, committer: ADA, comment: 'For Bob' }, (work) =>
    work.edit(`${TOP}/Main/readme.txt`, 'two\n'),
  );
  const server = await TfvcServer.start(model);
  try {
    const context = newContext(folder, { project: 'Shop' });
    const { fetched, staging } = await importAll(server.url, context);
    const [project] = model.projects;
    expect([...context.authors.values()]).toEqual([
      expect.objectContaining({ remote_id: 'ada@example.com', email: 'ada@example.com', commit_count: 3 }),
      expect.objectContaining({
        remote_id: 'CONTOSO\\bob',
        remote_name: 'Bob Kahn',
        email: `CONTOSO-bob@${project?.id}`,
        commit_count: 1,
      }),
    ]);
    const format = '--format=%an <%ae>, %cn <%ce>';
    expect(git(staging, 'log', '-1', format, 'main').trim()).toBe(
      `Bob Kahn <CONTOSO-bob@${project?.id}>, Ada Lovelace <ada@example.com>`,
    );
    const identities = new Map([
      ['CONTOSO\\bob', { name: 'Robert', email: 'robert@example.org' }],
      ['ada@example.com', { name: 'Ada', email: 'ada@example.org' }],
    ]);
    const job = { layout: fetched.layout, identities, includeHiddenRefs: false };
    const mapped = await tfvcSource.map(job, context);
    const main = mapped.refs.find(({ name }) => name === 'refs/heads/main')?.oid ?? '';
    expect(git(staging, 'log', '-1', format, main).trim()).toBe('Robert <robert@example.org>, Ada <ada@example.org>');
  } finally {
    await server.stop();
  }
});

test('each content comes once, several at a time', async () => {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({}, (work) => {
    for (let n = 0; n < 40; n++) work.add(`${TOP}/Main/file ${n}`, `${n % 20}\n`);
  });
  model.checkIn({}, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  model.checkIn({}, (work) => work.edit(`${TOP}/Dev/file 0`, '19\n'));
  const server = await TfvcServer.start(model);
  try {
    // None is answered before eight are asked for.
    let waiting = 0;
    server.holdDownloads = new Promise((resolve) => {
      server.fault = ({ query }) => {
        if (query.has('download') && ++waiting === 8) resolve();
        return null;
      };
    });
    await importAll(server.url, newContext(folder));
    expect(server.downloads).toHaveLength(20);
    expect(server.mostDownloads).toBe(8);
  } finally {
    await server.stop();
  }
});

test('servers of different ages: an older API, no checksums, no merge sources, names in other case', async () => {
  const model = shop();
  model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  const expected = [...filesOf((await imported(model)).staging, 'main')];
  const options: { newestVersion?: number; style: Partial<Style> }[] = [
    { newestVersion: 2, style: { numbers: true } },
    { newestVersion: 1, style: { sendsHashes: false, sendsMergeSources: false } },
    { style: { sloppyCase: true, listsChildren: false } },
  ];
  for (const option of options) expect([...filesOf((await imported(model, option)).staging, 'main')]).toEqual(expected);
});

test('a large file goes by the disk and is listed', async () => {
  const model = shop();
  const bytes = Buffer.alloc(9 << 20, 'large');
  model.checkIn({ comment: 'Large' }, (work) => work.add(`${TOP}/Main/video.bin`, bytes));
  const server = await TfvcServer.start(model);
  try {
    const context = { ...newContext(folder, { project: 'Shop' }), largeFileBytes: 1 << 20 };
    const { fetched, staging } = await importAll(server.url, context);
    expect(fetched.large_files).toEqual([
      expect.objectContaining({
        path: 'Main/video.bin',
        size: bytes.length,
        oid: filesOf(staging, 'main').get('video.bin')?.slice(7),
      }),
    ]);
  } finally {
    await server.stop();
  }
});

test('comments are whole, and files with Git’s own names are left out and told', async () => {
  const model = shop();
  const comment = `Long ${'é'.repeat(5000)}`;
  model.checkIn({ comment }, (work) => {
    work.add(`${TOP}/Main/.git/config`, '[core]\n\tfsmonitor = rm\n');
    work.add(`${TOP}/Main/.GIT/hooks/post-checkout`, '#!/bin/sh\n');
    work.add(`${TOP}/Main/${'n'.repeat(5000)}.txt`, 'long\n');
    work.add(`${TOP}/Main/back\\slash:*?`, 'odd\n');
  });
  const { staging, findings } = await imported(model);
  expect(git(staging, 'log', '-1', '--format=%B', 'main').trim()).toBe(comment);
  expect([...filesOf(staging, 'main').keys()].map((name) => name.slice(0, 12)).sort()).toEqual([
    'back\\slash:*',
    'nnnnnnnnnnnn',
    'readme.txt',
    'src/Program.',
  ]);
  expect(kindsOf(findings)).toContain('dot_git_name');
});

test('a project that was renamed has everything from there on; its past under the other name is told', async () => {
  for (const style of [{}, { listsChildren: false, listsRenameSources: false }]) {
    const model = new TfvcModel();
    model.addProject('Old');
    model.checkIn({ comment: 'Start' }, (work) => work.add('$/Old/Main/readme.txt', 'one\n'));
    model.checkIn({ comment: 'Branch' }, (work) => work.branch('$/Old/Main', '$/Old/Dev'));
    model.projects.push({ name: 'Shop', id: '00000000-0000-4000-8000-000000000009', usesTfvc: true });
    model.checkIn({ comment: 'Renamed' }, (work) => work.rename('$/Old', TOP));
    model.checkIn({ comment: 'Later' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
    const { staging, findings } = await imported(model, { style });
    expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/main']);
    expect(graph(staging, 'Dev')).toEqual(['Later < Renamed', 'Renamed < ']);
    expect([...filesOf(staging, 'main').keys()]).toEqual(['readme.txt']);
    expect(findings.find(({ kind }) => kind === 'from_elsewhere')?.examples).toEqual([
      expect.stringContaining('$/Old'),
    ]);
  }
});

test('branches whose folders have names of other alphabets, and those of the same name in two folders', async () => {
  const model = shop();
  model.checkIn({ comment: 'Branch' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Zweige/Größe 日本`));
  model.checkIn({ comment: 'Work' }, (work) => work.edit(`${TOP}/Zweige/größe 日本/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Same' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Zweige/dev`));
  const { staging } = await imported(model);
  expect(refsOf(staging)).toEqual([
    'refs/heads/Dev',
    'refs/heads/Größe-日本',
    'refs/heads/Zweige/dev',
    'refs/heads/main',
  ]);
  expect(graph(staging, 'refs/heads/Größe-日本')[0]).toBe('Work < Branch');
});

test('a collection that was restored from a backup is refused, with both sides', async () => {
  const model = shop();
  model.checkIn({ comment: 'imported', author: ADA }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  const server = await TfvcServer.start(model);
  try {
    const context = newContext(folder, { project: 'Shop' });
    await importAll(server.url, context);
    await importAll(server.url, context);
    model.changesets.pop();
    await expect(tfvcSource.fetch(server.url, context)).rejects.toMatchObject({ key: 'source.went_backwards' });
    model.checkIn({ comment: 'another one', author: BOB }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'three\n'));
    await expect(tfvcSource.fetch(server.url, context)).rejects.toMatchObject({
      key: 'source.other_history',
      message: expect.stringMatching(/^C4 of the source is another one.*imported.*another one/),
    });
  } finally {
    await server.stop();
  }
});
