/** Subversion through the state machine: passwords, project choices, layouts, released mappings. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, refsOf } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

const USER = { name: 'sven', password: 'tr0ub4dor&3' };
let engine: TestEngine;
let sources: string;
let server: Awaited<ReturnType<typeof serveSvn>>;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry svn '));
  const one = makeSvnSource(sources, 'one', projectHistory('', 12, ['sven', 'olga', 'piet']));
  makeSvnSource(sources, 'several', [...projectHistory('alpha/', 3), ...projectHistory('beta/', 4, ['olga'])]);
  server = await serveSvn(sources, [one], USER);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  await server.stop();
  rmSync(sources, { recursive: true, force: true });
});

async function newRepository(name: string): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  return join(engine.folder, 'repositories/acme', `${name}.git`);
}

test('a password that is first missing, then wrong, then right; nothing of it is kept', async () => {
  const path = await newRepository('guarded');
  const detected = await engine.api('POST', '/import_detections', { vcs_url: `${server.url}/one` });
  expect(detected.body).toMatchObject({
    status: 'detection_needs_auth',
    vcs: 'subversion',
    message: expect.any(String),
  });
  await engine.api('PUT', '/repos/acme/guarded/import', { vcs_url: `${server.url}/one`, hold_before_push: true });
  const needs = await engine.importIn('guarded', ['detection_needs_auth', 'error']);
  expect(needs).toMatchObject({ status: 'detection_needs_auth', message: expect.any(String) });

  const wrong = await engine.api('PATCH', '/repos/acme/guarded/import', {
    vcs_username: USER.name,
    vcs_password: 'wrong password',
  });
  expect(wrong.body.status).toBe('detecting');
  await engine.importIn('guarded', ['detection_needs_auth', 'error'], (body) => body.finished_at !== null);

  await engine.api('PATCH', '/repos/acme/guarded/import', { vcs_username: USER.name, vcs_password: USER.password });
  const held = await engine.importIn(
    'guarded',
    ['mapping', 'error', 'detection_needs_auth'],
    (body) => body.waiting_for_release || body.status === 'error',
  );
  expect(held).toMatchObject({
    status: 'mapping',
    waiting_for_release: true,
    vcs: 'subversion',
    authors_count: 3,
    layout: { trunk: 'trunk', default_branch: 'main' },
  });

  const { body: authors } = await engine.api(
    'GET',
    '/repos/acme/guarded/import/authors?sort=remote_name&direction=asc',
  );
  expect(
    authors.map((author: { remote_name: string; commit_count: number }) => [author.remote_name, author.commit_count]),
  ).toEqual([
    ['olga', 4],
    ['piet', 4],
    ['sven', 6],
  ]);
  await engine.api('PATCH', `/repos/acme/guarded/import/authors/${authors[0].id}`, {
    name: 'Olga O',
    email: 'olga@example.org',
  });
  await engine.api('PATCH', '/repos/acme/guarded/import', { layout: { ...held.layout, default_branch: 'develop' } });
  await engine.api('PATCH', '/repos/acme/guarded/import', { hold_before_push: false });
  expect(await engine.importIn('guarded', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(git(path, ['for-each-ref', '--format=%(refname)']).split('\n')).toEqual([
    'refs/heads/develop',
    'refs/heads/one',
  ]);
  expect(git(path, ['log', '--format=%an <%ae>', 'develop']).split('\n')).toContain('Olga O <olga@example.org>');
  expect((await engine.api('GET', '/repos/acme/guarded/import/report')).body).toMatchObject({
    verified: true,
    default_branch: 'develop',
    counts: { source_revisions: 14 },
  });

  for (const file of filesBelow(engine.folder)) expect(readFileSync(file).includes(USER.password)).toBe(false);
  expect(engine.logLines.join('\n')).not.toContain(USER.password);
  expect(JSON.stringify(engine.events)).not.toContain(USER.password);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('several projects: choices when no vcs was given, one of them taken back', async () => {
  const path = await newRepository('chosen');
  const url = `file://${encodeURI(join(sources, 'several'))}`;
  const detected = await engine.api('POST', '/import_detections', { vcs_url: url });
  expect(detected.body).toMatchObject({ status: 'detection_found_multiple' });
  await engine.api('PUT', '/repos/acme/chosen/import', { vcs_url: url });
  const several = await engine.importIn('chosen', ['detection_found_multiple', 'error', 'complete']);
  expect(several).toMatchObject({ status: 'detection_found_multiple' });
  const choice = several.project_choices.find(
    (project_choice: { svn_root: string }) => project_choice.svn_root === 'beta',
  );
  expect(choice).toMatchObject({ vcs: 'subversion', human_name: expect.any(String) });
  expect((await engine.api('PATCH', '/repos/acme/chosen/import', { ...choice, svn_root: 'gamma' })).status).toBe(422);

  expect((await engine.api('PATCH', '/repos/acme/chosen/import', choice)).body).toMatchObject({
    status: 'importing',
    svn_root: 'beta',
  });
  const done = await engine.importIn('chosen', ['complete', 'error', 'detection_found_multiple']);
  expect(done).toMatchObject({ status: 'complete', layout: { root: 'beta', trunk: 'trunk' } });
  expect(git(path, ['ls-tree', '--name-only', 'main']).split('\n')).toEqual([
    'file0.txt',
    'file1.txt',
    'file2.txt',
    'file3.txt',
  ]);

  // Another project after complete: mapped and pushed again, the first one's refs go.
  await engine.api('PATCH', '/repos/acme/chosen/import', { human_name: 'The whole repository', svn_root: '' });
  await engine.importIn('chosen', ['complete', 'error']);
  expect(git(path, ['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/main');
  expect(git(path, ['ls-tree', '--name-only', 'main']).split('\n')).toEqual(['alpha', 'beta']);
  git(path, ['fsck', '--no-dangling']);
});

test.each(['with', 'before'])('a layout that is sent %s the project is used', async (when) => {
  const path = await newRepository(`layout-${when}`);
  const place = `/repos/acme/layout-${when}/import`;
  await engine.api('PUT', place, { vcs_url: join(sources, 'several') });
  await engine.importIn(`layout-${when}`, ['detection_found_multiple', 'error', 'complete']);
  const folders = { trunk: 'trunk', branches: [], tags: [], left_out: ['branches'] };
  const layout = { root: 'beta', ...folders, default_branch: 'stem', gitignore: true };
  const choice = { vcs: 'subversion', svn_root: 'beta' };
  if (when === 'before') await engine.api('PATCH', place, { layout });
  await engine.api('PATCH', place, when === 'before' ? choice : { ...choice, layout });
  expect(await engine.importIn(`layout-${when}`, ['complete', 'error'])).toMatchObject({ status: 'complete', layout });
  expect(git(path, ['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/stem');
  expect((await engine.api('GET', `${place}/report`)).body.verdict.complete).toMatchObject({ state: 'green', lost: 0 });
});

test('several projects with vcs given: the whole repository as one branch', async () => {
  const path = await newRepository('whole');
  await engine.api('PUT', '/repos/acme/whole/import', { vcs: 'subversion', vcs_url: join(sources, 'several') });
  expect(await engine.importIn('whole', ['complete', 'error'])).toMatchObject({
    status: 'complete',
    layout: { root: '', trunk: '' },
  });
  expect(refsOf(path).split('\n')).toHaveLength(1);
});

test('a password in the address goes to memory, not to the database', async () => {
  await newRepository('address');
  const address = `${server.url.replace('svn://', `svn://${USER.name}:${encodeURIComponent(USER.password)}@`)}/one`;
  const started = await engine.api('PUT', '/repos/acme/address/import', { vcs: 'subversion', vcs_url: address });
  expect(started.body.vcs_url).toBe(`${server.url}/one`);
  expect(await engine.importIn('address', ['complete', 'error', 'auth_failed'])).toMatchObject({ status: 'complete' });
});

test('an import of an earlier version, which wrote no .gitignore, keeps its ids when it is brought up to date', async () => {
  const source = makeSvnSource(sources, 'ignores', projectHistory('', 3));
  const trunk = pathToFileURL(join(source, 'trunk')).href;
  const work = join(sources, 'ignores-work');
  execFileSync('svn', ['checkout', '-q', trunk, work]);
  execFileSync('svn', ['propset', '-q', 'svn:ignore', 'build', work]);
  execFileSync('svn', ['commit', '-q', '-m', 'ignore', work]);
  const path = await newRepository('ignores');
  const layout = { root: '', trunk: 'trunk', branches: ['branches/*'], tags: ['tags/*'], default_branch: 'main' };
  await engine.api('PUT', '/repos/acme/ignores/import', { vcs_url: source, layout: { ...layout, gitignore: false } });
  await engine.importIn('ignores', ['complete', 'error']);
  const before = git(path, ['rev-parse', 'main']);

  // As earlier versions found it: nobody chose it.
  const sql =
    'UPDATE imports SET detected_layout = chosen_layout, chosen_layout = NULL WHERE chosen_layout IS NOT NULL';
  const database = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  database.exec(sql);
  database.close();
  await engine.restart();
  execFileSync('svn', ['mkdir', '-q', '-m', 'one more', `${trunk}/dir`]);
  expect((await engine.api('POST', '/repos/acme/ignores/import/updates')).status).toBe(202);
  const done = await engine.importIn('ignores', ['complete', 'error'], ({ updating }) => updating !== true);
  expect(done).toMatchObject({ status: 'complete', layout: { gitignore: false } });
  expect(done).not.toHaveProperty('last_update');
  expect(git(path, ['rev-parse', 'main~1'])).toBe(before);
});

test('only the authors of the project that is imported are listed, counted as they are in it', async () => {
  await newRepository('beta');
  const history = [...projectHistory('alpha/', 3, ['sven', 'olga']), ...projectHistory('beta/', 4, ['olga'])];
  const source = pathToFileURL(makeSvnSource(sources, 'shared', history)).href;
  await engine.api('PUT', '/repos/acme/beta/import', {
    ...{ vcs: 'subversion', vcs_url: source, svn_root: 'beta', hold_before_push: true },
  });
  const held = (body: { waiting_for_release: boolean; status: string }) =>
    body.waiting_for_release || body.status === 'error';
  expect(await engine.importIn('beta', ['mapping', 'error'], held)).toMatchObject({
    status: 'mapping',
    authors_count: 1,
  });
  const authorsOf = async (query: string) => (await engine.api('GET', `/repos/acme/beta/import/authors${query}`)).body;
  const [olga] = await authorsOf('');
  expect(await authorsOf('')).toMatchObject([{ remote_name: 'olga' }]);
  expect(await authorsOf('?sort=commit_count')).toEqual([olga]);
  expect(await authorsOf('?q=sven')).toEqual([]);
  expect(olga).toMatchObject({ commit_count: 6, first_commit_at: '2017-07-14T02:46:00Z' });

  // Everything as one branch: everybody is listed at once, and counted as the source has them.
  const changed = await engine.api('PATCH', '/repos/acme/beta/import', {
    layout: { root: '', trunk: '', branches: [], tags: [], default_branch: 'main', gitignore: false },
  });
  expect(changed.body.authors_count).toBe(2);
  await engine.api('PATCH', '/repos/acme/beta/import', { hold_before_push: false });
  await engine.importIn('beta', ['complete', 'error']);
  const all = await authorsOf('?sort=remote_name');
  expect(all.map(({ remote_name, commit_count }: typeof olga) => [remote_name, commit_count])).toEqual([
    ['olga', 8],
    ['sven', 3],
  ]);
  const report = (await engine.api('GET', '/repos/acme/beta/import/report')).body;
  expect(report).toMatchObject({ verified: true, counts: { authors: 2 } });
});
