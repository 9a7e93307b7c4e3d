/** Every revision compared with the source asked anew, through the API. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPacked, writePacked } from '../../files/packed-file.ts';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { dumpOf, makeSvnSource, projectHistory, type Revision } from '../../testing/svn-sources.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry compared '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(name: string, body: object): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, body);
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

const address = (name: string) => `/repos/acme/${name}/import/comparison`;
const reportOf = async (name: string) => (await engine.api('GET', `/repos/acme/${name}/import/report`)).body;

async function compared(name: string) {
  const begun = await engine.api('POST', address(name));
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  return engine.until(async () => {
    const { body } = await engine.api('GET', address(name));
    return body.state === 'running' ? undefined : body;
  });
}

test('Subversion: all are counted in the report; one that differs makes it red, and is named', async () => {
  const history: Revision[] = [
    ...projectHistory('', 6),
    {
      author: 'ann',
      message: 'nested',
      changes: [{ path: 'branches/team' }, { path: 'branches/team/x', copyFrom: 'trunk' }],
    },
  ];
  const source = makeSvnSource(sources, 'svn', history);
  await imported('svn', { vcs: 'subversion', vcs_url: source });
  expect(await engine.api('GET', address('svn'))).toMatchObject({ status: 200, body: null });
  const before = await reportOf('svn');
  expect(
    before.checks.filter(({ what }: { what: string }) => what.includes('revisions that it was asked for')),
  ).toHaveLength(2);
  const same = await compared('svn');
  expect(same).toMatchObject({ state: 'complete', not_compared: 0, differing: 0 });
  expect(same.total).toBe(same.compared);
  expect(same.total).toBeGreaterThan(6);
  const report = await reportOf('svn');
  expect(report).toMatchObject({ verified: true, comparison: same, verdict: { equal: { state: 'green' } } });
  expect(report.verdict.equal.text).toContain(`${same.total} of ${same.total} revisions were compared on `);

  // The same revisions and the same last state, and another r4 in between.
  const other = structuredClone(history);
  const file = other[3]?.changes.find(({ text }) => text !== undefined);
  if (file?.text === undefined) throw new Error('r4 has no file');
  file.text += 'more';
  rmSync(source, { recursive: true });
  execFileSync('svnadmin', ['create', source]);
  execFileSync('svnadmin', ['load', '-q', source], { input: dumpOf(other) });
  const differs = await compared('svn');
  expect(differs.differing).toBeGreaterThan(0);
  expect(differs.differences[0]).toMatchObject({ revision: 'r4', path: '/trunk' });
  const red = await reportOf('svn');
  expect(red).toMatchObject({ verified: false, verdict: { equal: { state: 'red' } } });
  expect(red.verdict.equal.text).toContain('First: r4 of /trunk');
  expect((await engine.api('GET', '/repos/acme/svn/import')).body.verdict.equal.state).toBe('red');

  await engine.api('POST', address('svn'));
  expect((await engine.api('DELETE', address('svn'))).status).toBe(204);
  expect((await engine.api('GET', address('svn'))).body).toMatchObject({
    state: 'stopped',
    finished_at: expect.any(String),
  });
  expect((await reportOf('svn')).comparison).toEqual(red.comparison);

  // Put back as it was.
  rmSync(source, { recursive: true });
  makeSvnSource(sources, 'svn', history);
  const path = join(engine.folder, 'repositories/acme/svn.git');
  expect(git(path, ['fsck'])).toBe('');
  expect((await compared('svn')).differing).toBe(0);
  expect(await reportOf('svn')).toMatchObject({ verified: true, verdict: { equal: { state: 'green' } } });
  expect(
    (await reportOf('svn')).checks.filter(({ subject }: { subject: string }) => subject === 'Every revision'),
  ).toHaveLength(1);
});

test('branches and tags that do not hold any more what was published make it red; one that somebody pushed onto does not', async () => {
  const history: Revision[] = [
    ...projectHistory('', 3),
    { author: 'ann', message: 'on the side', changes: [{ path: 'branches/one/side', text: 'x' }] },
    { author: 'ann', message: 'tagged', changes: [{ path: 'tags/v1', copyFrom: 'trunk' }] },
  ];
  await imported('refs', { vcs: 'subversion', vcs_url: makeSvnSource(sources, 'refs', history) });
  const path = join(engine.folder, 'repositories/acme/refs.git');
  const before = git(path, ['for-each-ref', '--format=%(refname) %(objectname)'])
    .split('\n')
    .map((line) => line.split(' '));
  const back = () => {
    for (const [name = '', oid = ''] of before) git(path, ['update-ref', name, oid]);
  };
  const idOf = (name: string) => git(path, ['rev-parse', name]);
  const made = (of: string, change: (text: string) => string) =>
    git(path, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      input: change(`${git(path, ['cat-file', 'commit', of])}\n`),
    });
  const equal = async () => (await reportOf('refs')).verdict.equal;
  expect(await compared('refs')).toMatchObject({ differing: 0, refs: { total: before.length, differing: 0 } });

  const otherDate = (text: string) => text.replace(/^(author .*> )\d+/m, '$11');
  const withoutParents = (text: string) => text.replace(/^parent .*\n/gm, '');
  for (const [name, tamper] of [
    ['refs/heads/main', (name) => git(path, ['update-ref', name, idOf(`${name}~1`)])],
    ['refs/heads/main', (name) => git(path, ['update-ref', name, made(name, otherDate)])],
    ['refs/heads/one', (name) => git(path, ['update-ref', name, made(name, withoutParents)])],
    ['refs/heads/one', (name) => git(path, ['update-ref', '-d', name])],
    ['refs/tags/v1', () => git(path, ['tag', '-f', 'v1', 'main~2'])],
  ] as [string, (name: string) => unknown][]) {
    tamper(name);
    const found = await compared('refs');
    expect(found).toMatchObject({ state: 'complete', differing: 1, refs: { differing: 1 } });
    expect(found.differences).toMatchObject([{ revision: expect.stringMatching(/^r\d+$/), path: name }]);
    expect(await equal()).toMatchObject({ state: 'red', text: expect.stringContaining(` of ${name}: it is `) });
    back();
  }

  git(path, [
    'update-ref',
    'refs/heads/one',
    made('refs/heads/one', (text) => `${text.replace(/^parent .*/m, `parent ${idOf('one')}`)}more`),
  ]);
  const grown = await compared('refs');
  expect(grown).toMatchObject({ differing: 0, refs: { differing: 0 } });
  expect(grown.text).toContain('1 branch has commits on top');
  expect((await equal()).state).toBe('green');
});

test('where the report is one of an earlier version, which takes no comparison, what was found is told all the same', async () => {
  await imported('old', { vcs: 'subversion', vcs_url: makeSvnSource(sources, 'old', projectHistory('', 2)) });
  const { id } = (await engine.api('GET', '/repos/acme/old/import')).body;
  const file = join(engine.folder, `imports/${id}/whole-report.json`);
  const { verdict: _, ...earlier } = JSON.parse((await readPacked(file)) ?? '');
  await writePacked(file, JSON.stringify(earlier));
  expect(await compared('old')).toMatchObject({ state: 'complete', differing: 0, refs: { differing: 0 } });

  // Still earlier ones kept no list of what they made: none of none is not green.
  rmSync(join(engine.folder, `imports/${id}/mapping/revisions.tsv.gz`));
  expect(await compared('old')).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('kept no list of what each revision became'),
  });
  await engine.api('PATCH', '/repos/acme/old/import', {});
  await engine.importIn('old', ['complete', 'error'], ({ finished_at }) => finished_at !== null);
  expect(await compared('old')).toMatchObject({ state: 'complete', total: 4, compared: 4 });
});

test('Mercurial: names, sizes and modes of every changeset; what was stripped is counted; Git has nothing to compare', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  hg.link('link', 'a');
  hg.commit('first');
  hg.write('d/with space', 'x');
  hg.hg('branch', '-q', 'side');
  hg.commit('second');
  await imported('hg', { vcs: 'mercurial', vcs_url: hg.path });
  expect(await compared('hg')).toMatchObject({ state: 'complete', total: 2, compared: 2, differing: 0 });
  const moved = join(sources, 'moved');
  renameSync(hg.path, moved);
  const lost = await compared('hg');
  expect(lost).toMatchObject({ state: 'failed' });
  // A comparison that failed takes nothing back.
  expect((await reportOf('hg')).comparison).toMatchObject({ state: 'complete' });
  execFileSync('hg', ['clone', '-q', '-r', '0', moved, hg.path]);
  expect(await compared('hg')).toMatchObject({ state: 'complete', compared: 1, not_compared: 1, differing: 0 });
  expect((await reportOf('hg')).verdict.equal).toMatchObject({ state: 'amber' });

  git(sources, ['init', '-q', '-b', 'main', 'plain']);
  git(join(sources, 'plain'), [
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'x',
  ]);
  await imported('git', { vcs: 'git', vcs_url: join(sources, 'plain') });
  const refused = await engine.api('POST', address('git'));
  expect(refused.status).toBe(422);
  expect((await engine.api('DELETE', address('git'))).status).toBe(404);
});

test('Subversion: authors, dates and messages that the log says otherwise now are told, with what of them', async () => {
  const history: Revision[] = [
    ...projectHistory('', 6),
    { author: 'zoë', message: '\ufeffZeile\r\nzwei  \n\n', changes: [{ path: 'trunk/z', text: 'z' }] },
    { author: 'line\u2028end', message: 'nul \0 in it', changes: [{ path: 'trunk/u', text: 'u' }] },
    { author: '', message: '', changes: [{ path: 'trunk/y', text: 'y' }] },
    { author: 'ann', message: 'tagged', changes: [{ path: 'tags/one', copyFrom: 'trunk' }] },
  ];
  const source = makeSvnSource(sources, 'logs', history);
  await imported('logs', { vcs: 'subversion', vcs_url: source });
  const same = await compared('logs');
  expect(same.differences).toEqual([]);
  expect(same).toMatchObject({ state: 'complete', not_compared: 0, differing: 0 });
  expect(same.text).toContain(
    `Of ${same.total} revisions authors, dates and messages were compared with the source’s log.`,
  );
  const set = (revision: number, name: string, value: string) => {
    const file = join(sources, 'value');
    writeFileSync(file, value);
    execFileSync('svnadmin', ['setrevprop', source, '-r', String(revision), name, file]);
  };
  set(2, 'svn:log', 'something else');
  set(3, 'svn:date', '2001-01-01T00:00:00.000000Z');
  set(4, 'svn:author', 'somebody else');
  set(history.length, 'svn:log', 'tagged otherwise');
  const { differing, differences } = await compared('logs');
  expect(differing).toBe(4);
  expect(differences.map(({ revision, files }: { revision: string; files: string[] }) => [revision, files])).toEqual([
    ['r2', ['its message']],
    ['r3', ['its date']],
    ['r4', ['its author']],
    [`r${history.length}`, ['its message']],
  ]);
  expect((await reportOf('logs')).verdict.equal).toMatchObject({ state: 'red' });
});

test('Mercurial: a commit that says what another changeset says is told, in the mapping and where it was published', async () => {
  const hg = new HgWorkspace(join(sources, 'said'));
  hg.write('a', '1');
  hg.commit('first  \n\nlong\n', { user: 'Ann <ann@example.com>', date: '1300000000 -7200' });
  hg.hg('branch', '-q', 'side');
  hg.commit('sécond 🚀', { user: 'bob', date: '1300000100 12600' });
  hg.hg('branch', '-q', 'other');
  hg.commit('third', { user: 'Ann <ann@example.com>', date: '-5 0' });
  await imported('said', { vcs: 'mercurial', vcs_url: hg.path });
  const same = await compared('said');
  expect(same).toMatchObject({ state: 'complete', compared: 3, not_compared: 0, differing: 0 });
  expect(same.text).toContain('Of 3 revisions authors, dates and messages were compared');

  const authors: { id: number; remote_name: string }[] = (await engine.api('GET', '/repos/acme/said/import/authors'))
    .body;
  const bob = authors.find(({ remote_name }) => remote_name === 'bob');
  await engine.api('PATCH', `/repos/acme/said/import/authors/${bob?.id}`, { name: 'Bob', email: 'bob@example.com' });
  await engine.importIn('said', ['complete', 'error']);
  expect(await compared('said')).toMatchObject({ compared: 3, not_compared: 0, differing: 0 });

  // Both have the same files.
  const { id } = (await engine.api('GET', '/repos/acme/said/import')).body;
  const list = join(engine.folder, `imports/${id}/changesets.tsv`);
  const rows = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split('\t'));
  const [second = [], third = []] = rows.slice(1);
  [second[2], third[2]] = [third[2] as string, second[2] as string];
  writeFileSync(list, rows.map((row) => `${row.join('\t')}\n`).join(''));
  const { differing, differences } = await compared('said');
  expect(differing).toBeGreaterThan(0);
  expect(differences.map(({ files }: { files: string[] }) => files)).toEqual([
    ['its date', 'its message'],
    ['its author', 'its date', 'its message'],
    ['the published commit has another author, date or message than the mapping'],
    ['the published commit has another author, date or message than the mapping'],
  ]);
});
