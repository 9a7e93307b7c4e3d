/** Restores with choices, one after the other, cancelled, and what is left of a repository that is removed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openArchive, restoreEnd, restoreOpened } from '../../testing/archives.ts';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, recordsOf, unpack } from '../../testing/migrations.ts';
import { openRecords } from '../records/records-database.ts';
import { listing } from '../testing/listing.ts';
import { makeSample, type Sample, writeRecords } from '../testing/sample.ts';
import { ATTACHED, SAMPLE_ROOT, UPLOADED } from '../testing/sample-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry restores '));
let sample: Sample;
let engine: TestEngine;
beforeAll(() => {
  sample = makeSample(folder, 'sample', { issues: 5 });
});
afterEach(async () => {
  await engine.end();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function start(organization: string | null = null): Promise<void> {
  engine = await startTestEngine(undefined, {}, organization);
}

function choose(inspection: { id: number }, choices: [string, string, string, string][]) {
  return engine.api('PATCH', `/inspections/${inspection.id}/choices`, {
    choices: choices.map(([model_name, source, action, target]) => ({ model_name, source, action, target })),
  });
}

function issuesHere(): { address: string; user: string | null }[] {
  const records = openRecords(join(engine.folder, 'records.sqlite'), { readonly: true });
  try {
    return records
      .sql<{ address: string; user: string | null }>('SELECT address, user FROM issues ORDER BY address')
      .all({});
  } finally {
    records.close();
  }
}

test('into an empty installation: accounts, memberships, repositories, files; nobody of them can sign in', async () => {
  await start();
  const inspection = await openArchive(engine, sample.archive);
  const restore = await restoreOpened(engine, inspection);
  expect(restore).toMatchObject({ state: 'restored', error_message: null, progress: null });
  expect(restore.summary).toMatchObject({
    users: 3,
    organizations: 1,
    repositories: ['acme/gadgets', 'acme/widgets'],
    attachments: 3,
  });
  expect(restore.summary.records).toContainEqual({ model: 'issues', count: 6 });
  expect(restore.summary.notes).toContain('3 users have no password here and cannot sign in.');

  const { body: people } = await engine.api('GET', '/admin/users');
  expect(people.map((person: { login: string }) => person.login)).toEqual(['ann', 'ada', 'bob', 'eve']);
  expect((await engine.api('GET', '/orgs/acme/members')).body).toMatchObject([
    { login: 'ada', role: 'admin' },
    { login: 'bob', role: 'member' },
  ]);
  expect((await engine.api('GET', '/user/orgs')).body).toMatchObject([{ login: 'acme' }]);
  expect((await engine.api('GET', '/repos/acme/widgets')).body).toMatchObject({
    description: 'The widgets, "quoted" & <marked>',
    private: false,
    default_branch: 'main',
    created_at: '2020-01-01T00:10:00Z',
  });
  expect((await engine.api('GET', '/repos/acme/gadgets')).body).toMatchObject({ private: true, description: null });
  for (const password of ['', '!', 'x']) {
    expect((await engine.api('GET', '/user', undefined, basic('ada', password))).status).toBe(401);
  }
  for (const name of ['widgets', 'gadgets', 'widgets.wiki']) fsck(join(engine.folder, `repositories/acme/${name}.git`));
  for (const path of [ATTACHED, UPLOADED]) {
    expect(readFileSync(join(engine.folder, path)).equals(readFileSync(join(sample.folder, path)))).toBe(true);
  }
  expect(readdirSync(join(engine.folder, 'restores'))).toEqual([]);
  expect(engine.events.filter(({ type }) => type === 'repository.changed')).toHaveLength(2);
  expect(engine.events.some(({ type }) => type === 'restore.progress')).toBe(true);
});

test('conflicts: existing organization and user are mapped, existing repositories renamed, records follow', async () => {
  await start('acme');
  await engine.api('POST', '/orgs/acme/repos', { name: 'Widgets' });
  await engine.api('POST', '/admin/users', { login: 'Bob', password: 'a long password' });
  await engine.api('POST', '/admin/organizations', { login: 'eve' });
  const inspection = await openArchive(engine, sample.archive);
  const { body: choices } = await engine.api('GET', `/inspections/${inspection.id}/choices?per_page=500`);
  expect(choices).toMatchObject([
    { model_name: 'organization', source: 'acme', action: 'map', target: 'acme', conflict: true, problem: null },
    { model_name: 'user', source: 'ada', action: 'import', target: 'ada', conflict: false, problem: null },
    { model_name: 'user', source: 'bob', action: 'map', target: 'Bob', conflict: true, problem: null },
    { model_name: 'user', source: 'eve', action: 'rename', target: 'eve-1', conflict: true, problem: null },
    { model_name: 'repository', source: 'acme/gadgets', action: 'import', target: 'acme/gadgets', conflict: false },
    { model_name: 'repository', source: 'acme/widgets', action: 'rename', target: 'acme/widgets-1', conflict: true },
  ]);
  const restore = await restoreOpened(engine, inspection);
  expect(restore.error_message).toBeNull();
  expect(restore.summary).toMatchObject({ users: 2, organizations: 0 });
  expect(restore.summary.notes).toEqual(
    expect.arrayContaining(['1 user was mapped to what is here.', '1 repository was given another name.']),
  );
  expect((await engine.api('GET', '/orgs/acme/members')).body).toMatchObject([{ login: 'ann' }]);
  const issues = issuesHere();
  expect(issues.map(({ address }) => address)).toContain('/acme/widgets-1/issues/1');
  expect([...new Set(issues.map(({ user }) => user))].sort()).toEqual(['/Bob', '/ada', '/eve-1']);

  const { migration } = await exportAll(engine, ['widgets-1', 'gadgets']);
  const out = unpack(archiveOf(engine, migration), join(folder, 'mapped'));
  expect(JSON.stringify(recordsOf(out, 'issues'))).not.toMatch(/localhost\/(acme\/widgets[/"]|bob"|eve")/);
  expect(recordsOf(out, 'pull_requests')[0]).toMatchObject({
    url: 'https://gantry.localhost/acme/widgets-1/pull/3',
    user: 'https://gantry.localhost/Bob',
    base: { repo: 'https://gantry.localhost/acme/widgets-1' },
  });
  fsck(join(out, 'repositories/acme/widgets-1.wiki.git'));
});

test('the same archive twice: attached files get places of their own', async () => {
  await start();
  const inspection = await openArchive(engine, sample.archive);
  await restoreOpened(engine, inspection);
  const { body: choices } = await engine.api('GET', `/inspections/${inspection.id}/choices`);
  expect(choices.map((choice: { action: string }) => choice.action)).toEqual([
    ...['map', 'map', 'map', 'map', 'rename', 'rename'],
  ]);
  const second = await restoreOpened(engine, inspection);
  expect(second.error_message).toBeNull();
  expect(second.summary).toMatchObject({ users: 0, organizations: 0, attachments: 3 });
  expect(readdirSync(join(engine.folder, 'attachments'))).toHaveLength(4);
  expect(readdirSync(join(engine.folder, 'repository_files')).sort()).toEqual(['7', '8']);
  const { migration } = await exportAll(engine, ['widgets', 'widgets-1']);
  const out = unpack(archiveOf(engine, migration), join(folder, 'twice'));
  const paths = recordsOf(out, 'attachments').map((record) => record.asset_url.slice('tarball://root/'.length));
  expect(new Set(paths).size).toBe(4);
  for (const path of paths) expect(existsSync(join(out, path))).toBe(true);
});

test('left out: a user stays a name, an organization takes its repositories along', async () => {
  await start();
  const inspection = await openArchive(engine, sample.archive);
  expect((await choose(inspection, [['user', 'ADA', 'skip', '']])).body).toEqual({ updated: 1, problems_count: 0 });
  expect((await choose(inspection, [['organization', 'acme', 'skip', '']])).body.problems_count).toBe(0);
  const { body: choices } = await engine.api('GET', `/inspections/${inspection.id}/choices?q=acme`);
  expect(choices.map((choice: { action: string }) => choice.action)).toEqual(['skip', 'skip', 'skip']);

  // One of its repositories comes all the same, to somebody else.
  const moved = await choose(inspection, [['repository', 'acme/gadgets', 'rename', 'ann/tools']]);
  expect(moved.body.problems_count).toBe(0);
  const restore = await restoreOpened(engine, inspection);
  expect(restore.summary).toMatchObject({ users: 2, organizations: 0, repositories: ['ann/tools'], attachments: 0 });
  expect(issuesHere()).toEqual([{ address: '/ann/tools/issues/1', user: '/eve' }]);
  expect((await engine.api('GET', '/orgs/acme')).status).toBe(404);
  expect(existsSync(join(engine.folder, 'attachments'))).toBe(false);
  fsck(join(engine.folder, 'repositories/ann/tools.git'));
});

test('choices that cannot be carried out are refused with a sentence each, and no restore starts', async () => {
  await start('here');
  await engine.api('POST', '/orgs/here/repos', { name: 'taken' });
  mkdirSync(join(engine.folder, 'repositories/here/folder.git'), { recursive: true });
  const inspection = await openArchive(engine, sample.archive);
  const cases: [[string, string, string, string], RegExp][] = [
    [['user', 'ada', 'map', 'nobody'], /nobody called "nobody" here/],
    [['user', 'ada', 'map', 'here'], /"here" is an organization here, not a user/],
    [['organization', 'acme', 'map', 'ann'], /"ann" is a user here, not an organization/],
    [['user', 'ada', 'rename', 'ANN'], /login "ann" is taken here/],
    [['user', 'ada', 'rename', 'a_b'], /"a_b" cannot be a login/],
    [['user', 'ada', 'rename', '../x'], /cannot be a login/],
    [['user', 'eve', 'rename', 'Ada'], /"ada" of the archive gets the login "Ada" already/],
    [['repository', 'acme/widgets', 'rename', 'here/taken'], /repository "here\/taken" exists here already/],
    [['repository', 'acme/widgets', 'rename', 'here/folder'], /folder of the name "here\/folder" is in the way/],
    [['repository', 'acme/widgets', 'rename', 'acme/gadgets'], /"acme\/gadgets" of the archive becomes/],
    [['repository', 'acme/widgets', 'rename', 'who/x'], /nobody called "who" here/],
    [['repository', 'acme/widgets', 'rename', 'acme/x.wiki'], /cannot be a repository's name/],
    [['repository', 'acme/widgets', 'rename', 'acme/../x'], /not of the form owner\/name/],
    [['repository', 'acme/widgets', 'rename', 'acme'], /not of the form owner\/name/],
    [['repository', 'acme/widgets', 'map', 'acme/none'], /no repository "acme\/none" here/],
  ];
  for (const [choice, says] of cases) {
    const [model, source] = choice;
    expect((await choose(inspection, [choice])).body.problems_count, String(says)).toBe(1);
    const { body } = await engine.api('GET', `/inspections/${inspection.id}/choices?conflicts=true`);
    const problems = body.flatMap(({ problem }: { problem: string | null }) => (problem === null ? [] : [problem]));
    expect(problems.join()).toMatch(says);
    expect((await engine.api('POST', '/restores', { inspection_id: inspection.id })).status).toBe(422);
    await choose(inspection, [[model, source, 'import', source]]);
  }
  await choose(inspection, [['organization', 'acme', 'skip', '']]);
  await choose(inspection, [['repository', 'acme/widgets', 'import', '']]);
  const { body } = await engine.api('GET', `/inspections/${inspection.id}/choices?conflicts=true`);
  expect(body[0].problem).toMatch(/"acme", which it belongs to, is left out/);
  const unknown = await choose(inspection, [['user', 'mallory', 'skip', '']]);
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors[0].message).toBe('The archive holds no user "mallory".');
  expect((await engine.api('GET', '/restores')).body).toEqual([]);
});

test('names that cannot be made here, and owners that the archive does not know', async () => {
  await start();
  const odd = makeSample(folder, 'odd names', {
    issues: 3,
    change: (records) => {
      const text = JSON.stringify([...records]).replaceAll(`${SAMPLE_ROOT}/eve"`, `${SAMPLE_ROOT}/eve_corp"`);
      for (const [plural, list] of JSON.parse(text)) records.set(plural, list);
      records.set('organizations', []);
    },
  });
  const inspection = await openArchive(engine, odd.archive);
  const { body } = await engine.api('GET', `/inspections/${inspection.id}/choices`);
  expect(body).toContainEqual({
    ...{ model_name: 'user', source: 'eve_corp', action: 'rename', target: 'eve-corp', conflict: false, problem: null },
  });
  expect(body.filter(({ problem }: { problem: string | null }) => problem !== null)).toHaveLength(2);
  expect(body.at(-1).problem).toMatch(/nobody called "acme" here or in the archive/);
  // Somebody of that name appears: the repositories are the organization's.
  await engine.api('POST', '/admin/organizations', { login: 'acme' });
  expect((await restoreOpened(engine, inspection)).summary.repositories).toEqual(['acme/gadgets', 'acme/widgets']);
});

test('a repository without Git data becomes an empty one; Git data without a record stays out', async () => {
  await start();
  const archive = makeSample(folder, 'no data', {
    issues: 3,
    before: (root) => {
      rmSync(join(root, 'repositories/acme/gadgets.git'), { recursive: true });
      git(root, ['init', '--quiet', '--bare', 'repositories/acme/stray.git']);
      writeRecords(root, 'actions', [{ type: 'action', url: `${SAMPLE_ROOT}/x` }]);
      writeFileSync(join(root, 'audit_log.csv'), 'a,b\n');
    },
  });
  const restore = await restoreOpened(engine, await openArchive(engine, archive.archive));
  expect(restore.error_message).toBeNull();
  expect(git(join(engine.folder, 'repositories/acme/gadgets.git'), ['rev-parse', '--is-bare-repository'])).toBe('true');
  expect(existsSync(join(engine.folder, 'repositories/acme/stray.git'))).toBe(false);
});

test('one at a time; a waiting and a working one are cancelled without a trace', async () => {
  await start();
  const inspection = await openArchive(engine, sample.archive);
  const before = listing(engine.folder);
  const first = await engine.api('POST', '/restores', { inspection_id: inspection.id });
  const second = await engine.api('POST', '/restores', { inspection_id: inspection.id });
  expect(second.body).toMatchObject({ state: 'pending', progress: { step: 'waiting' } });
  expect((await engine.api('DELETE', `/inspections/${inspection.id}`)).status).toBe(422);
  expect((await engine.api('DELETE', `/restores/${second.body.id}`)).status).toBe(204);
  expect((await engine.api('DELETE', `/restores/${first.body.id}`)).status).toBe(204);
  for (const { body } of [first, second]) {
    const ended = await restoreEnd(engine, body.id);
    expect(ended).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(/was cancelled/),
      summary: null,
    });
    expect(ended.finished_at).not.toBeNull();
    expect((await engine.api('DELETE', `/restores/${body.id}`)).status).toBe(422);
  }
  expect(listing(engine.folder)).toEqual(before);
  expect((await engine.api('GET', '/user/orgs')).body).toEqual([]);
  expect((await engine.api('GET', '/restores')).body.map(({ id }: { id: number }) => id)).toEqual([
    second.body.id,
    first.body.id,
  ]);
  expect((await restoreOpened(engine, inspection)).state).toBe('restored');
});

test('a removed repository loses its records, its wiki and its files; what a crash left is removed at the next start', async () => {
  await start();
  await restoreOpened(engine, await openArchive(engine, sample.archive));
  expect((await engine.api('DELETE', '/repos/acme/widgets')).status).toBe(204);
  await engine.restart();
  expect(issuesHere().map(({ address }) => address)).toEqual(['/acme/gadgets/issues/1']);
  const gone = listing(engine.folder).filter((path) =>
    /^(attachments|repository_files|repositories\/acme\/widgets)/.test(path),
  );
  expect(gone).toEqual([]);

  mkdirSync(join(engine.folder, 'attachments/left'), { recursive: true });
  writeFileSync(join(engine.folder, 'attachments/left/behind.txt'), 'x');
  mkdirSync(join(engine.folder, 'restores/left'), { recursive: true });
  mkdirSync(join(engine.folder, 'inspections/99'), { recursive: true });
  await engine.restart();
  await engine.restart();
  expect(existsSync(join(engine.folder, 'attachments/left'))).toBe(false);
  expect(existsSync(join(engine.folder, 'restores/left'))).toBe(false);
  expect(existsSync(join(engine.folder, 'inspections/99'))).toBe(false);
  expect(engine.logLines.join('\n')).toMatch(/Removed 1 attached files that no record names/);
  expect(engine.logLines.join('\n')).toMatch(/belongs to no restore/);
  expect(engine.logLines.join('\n')).toMatch(/belongs to no opened archive/);
});

test('a disk without room: said before anything is written; and when it fills up while an archive is read', async () => {
  await start();
  const small = join(folder, 'small disk');
  mkdirSync(small);
  for (const size of ['40m', '3m']) {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', small], { stdio: 'pipe' });
    } catch {
      // Only root can make a small disk.
      return;
    }
    try {
      const tiny = await startTestEngine(join(small, 'data'), {}, null);
      try {
        const wanted = size === '40m' ? sample : makeSample(folder, 'many issues', { issues: 6000 });
        const inspection = await openArchive(tiny, wanted.archive);
        if (size === '3m') {
          expect(inspection).toMatchObject({ state: 'failed', error_message: expect.stringMatching(/disk/) });
          expect(readdirSync(join(tiny.folder, 'inspections'))).toEqual([]);
          continue;
        }
        const before = listing(tiny.folder);
        const restore = await restoreOpened(tiny, inspection);
        expect(restore).toMatchObject({
          state: 'failed',
          error_message: expect.stringMatching(
            /^The restore needs about \d+ MB of disk space, but only \d+ MB are free\./,
          ),
        });
        expect(listing(tiny.folder)).toEqual(before);
      } finally {
        await tiny.end();
      }
    } finally {
      execFileSync('umount', [small]);
    }
  }
});

test('only owners of the installation may', async () => {
  await start();
  await engine.api('POST', '/admin/users', { login: 'guest', password: 'a long password' });
  const guest = basic('guest', 'a long password');
  for (const [method, path] of [
    ['GET', '/inspections'],
    ['POST', '/inspections'],
    ['GET', '/inspections/1'],
    ['GET', '/inspections/1/choices'],
    ['GET', '/inspections/1/files/attachments/x/y'],
    ['GET', '/restores'],
    ['POST', '/restores'],
    ['GET', '/restores/1'],
    ['DELETE', '/restores/1'],
  ] as const) {
    const body = method === 'POST' ? { path: sample.archive, inspection_id: 1 } : undefined;
    expect((await engine.api(method, path, body, guest)).status, `${method} ${path}`).toBe(403);
  }
  expect((await engine.api('GET', '/restores/1')).status).toBe(404);
  expect((await engine.api('POST', '/restores', { inspection_id: 1 })).status).toBe(422);
});

test('a token of an owner that may not ask for restores is not told of them elsewhere', async () => {
  await start();
  await restoreOpened(engine, await openArchive(engine, sample.archive));
  const seenBy = async (scopes: string[]) => {
    const { body } = await engine.api('POST', '/authorizations', { note: `${scopes}`, scopes });
    const token = { authorization: `token ${body.token}` };
    const { body: work } = await engine.api('GET', '/user/work', undefined, token);
    const { body: overview } = await engine.api('GET', '/repos/acme/widgets/overview', undefined, token);
    return [...work.map(({ place }: { place: string | null }) => place), overview.origin.place];
  };
  expect(await seenBy(['repo'])).toEqual([null]);
  expect(await seenBy(['repo', 'site_admin'])).toEqual([sample.archive, sample.archive]);
});
