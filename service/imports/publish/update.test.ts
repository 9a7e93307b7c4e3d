/** Imported repositories that are brought up to date, through the API. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git as gitIn, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry sources '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function git(repo: string, ...args: string[]): string {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' }).trim();
}

async function importInto(repo: string, vcs: string, vcs_url: string): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

/** An update that changes nothing: the import stays complete, with the report that it had. */
async function updateFails(repo: string, body: object = {}) {
  const path = `/repos/acme/${repo}/import`;
  const [before, report] = [(await engine.api('GET', path)).body, (await engine.api('GET', `${path}/report`)).body];
  expect((await engine.api('POST', `${path}/updates`, body)).status).toBe(202);
  const now = await engine.importIn(
    repo,
    ['complete', 'error', 'auth_failed'],
    (body) => body.last_update !== undefined,
  );
  const { last_update } = now;
  const { last_update: _earlier, authors_count: _more, ...unchanged } = before;
  expect(now).toMatchObject(unchanged);
  expect((await engine.api('GET', `${path}/report`)).body).toEqual(report);
  return last_update;
}

async function bringUpToDate(repo: string, body: object = {}) {
  const finished = (await engine.api('GET', `/repos/acme/${repo}/import`)).body.finished_at;
  const begun = await engine.api('POST', `/repos/acme/${repo}/import/updates`, body);
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  expect(begun.body).toMatchObject({ status: 'importing', finished_at: null });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { body: report } = await engine.api('GET', `/repos/acme/${repo}/import/report`);
  expect(report.verified).toBe(true);
  expect(report.update.since).toBe(finished);
  return report.update;
}

test('Subversion: new revisions only; ids and mapped authors of the old ones stay; again and again', async () => {
  const source = makeSvnSource(folder, 'svn', projectHistory('', 12, ['sven', 'olga']));
  const url = `file://${source}`.replaceAll(' ', '%20');
  await importInto('svn', 'subversion', url);
  await engine.api('PUT', '/repos/acme/svn/import/authors/map', 'sven = Sven Smith <sven@example.org>\n', {
    'content-type': 'text/plain',
  });
  await engine.api('PATCH', '/repos/acme/svn/import', {});
  await engine.importIn('svn', ['complete']);
  expect((await engine.api('GET', '/repos/acme/svn/import/report')).body.update).toBeNull();
  const old = git('svn', 'rev-parse', 'main');
  expect(git('svn', 'log', '--format=%an', 'main')).toContain('Sven Smith');

  for (const round of [1, 2]) {
    for (let n = 0; n < 10; n++) {
      const name = `${url}/trunk/round${round}-${n}`;
      execFileSync('svn', ['mkdir', '-q', '--username', n % 2 === 0 ? 'sven' : 'new', '-m', `more ${n}`, name]);
    }
    execFileSync('svn', [
      'copy',
      '-q',
      '--username',
      'sven',
      '-m',
      'branch',
      `${url}/trunk`,
      `${url}/branches/round${round}`,
    ]);
    const update = await bringUpToDate('svn');
    expect(update.new_revisions).toBe(11);
    expect(update.refs.map(({ name }: { name: string }) => name)).toContain(`refs/heads/round${round}`);
    expect(git('svn', 'merge-base', '--is-ancestor', old, 'main')).toBe('');
    expect(git('svn', 'log', '--format=%an <%ae>', 'main')).toContain('Sven Smith <sven@example.org>');
  }
});

test('Git: new commits are counted, a rewritten branch is told, what nothing changed is said', async () => {
  const source = makeGitSource(folder, 'git.git', historyStream(5));
  const inSource = (...args: string[]) =>
    execFileSync('git', ['--git-dir', source, ...args], { encoding: 'utf8' }).trim();
  await importInto('git', 'git', source);
  expect(await bringUpToDate('git')).toMatchObject({ new_revisions: 0, refs: [] });
  const head = inSource('symbolic-ref', 'HEAD');
  const tip = inSource('rev-parse', head);
  const commit = (parent: string) =>
    inSource('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-p', parent, '-m', 'more', `${tip}^{tree}`);
  const next = commit(tip);
  inSource('update-ref', head, next);
  inSource('update-ref', 'refs/heads/side', tip);
  const update = await bringUpToDate('git');
  expect(update.refs).toEqual([
    { name: head, before: tip, after: next, commits: 1 },
    { name: 'refs/heads/side', before: null, after: tip, commits: 0 },
  ]);
  inSource('update-ref', head, commit(inSource('rev-parse', `${tip}~1`)));
  inSource('update-ref', '-d', 'refs/heads/side');
  const asked = await updateFails('git');
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    message: expect.stringContaining('1 branch is rewritten or moved back and 1 branch is gone (main)'),
    changes: [
      { name: head, kind: 'rewritten', before: { revision: next, author: 'a <a@b>', message: 'more' } },
      { name: 'refs/heads/side', kind: 'gone', before: { revision: tip }, after: null },
    ],
  });
  expect(asked.changes[0].after.revision).toBe(inSource('rev-parse', head));
  expect(git('git', 'rev-parse', head)).toBe(next);
  expect(git('git', 'rev-parse', 'refs/heads/side')).toBe(tip);
  // What was shown is confirmed, and nothing else.
  const shown = inSource('rev-parse', head);
  inSource('update-ref', head, `${tip}~2`);
  expect((await updateFails('git', { confirm: asked.confirm })).confirm).not.toBe(asked.confirm);
  inSource('update-ref', head, shown);
  const rewritten = await bringUpToDate('git', { confirm: asked.confirm });
  expect(rewritten.refs).toEqual([
    { name: head, before: next, after: inSource('rev-parse', head), commits: null },
    { name: 'refs/heads/side', before: tip, after: null, commits: null },
  ]);
  // As many commits as before, of which one is new: how many there are says nothing of a history that was rewritten.
  const { body: updates } = await engine.api('GET', '/repos/acme/git/import/updates');
  expect(updates.map(({ new_commits }: { new_commits: number | null }) => new_commits)).toEqual([
    null,
    null,
    null,
    1,
    0,
  ]);
});

test('what somebody pushed meanwhile is never overwritten, by an update or by a restart', async () => {
  const source = makeGitSource(folder, 'pushed.git', historyStream(5));
  await importInto('pushed', 'git', source);
  const [head, tip] = [git('pushed', 'symbolic-ref', 'HEAD'), git('pushed', 'rev-parse', 'HEAD')];
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const pushed = git('pushed', ...identity, 'commit-tree', '-p', tip, '-m', 'mine', `${tip}^{tree}`);
  git('pushed', 'update-ref', head, pushed);
  const failed = await updateFails('pushed');
  expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('Somebody pushed to') });
  expect(failed.message).toContain(pushed.slice(0, 12));
  await engine.api('PATCH', '/repos/acme/pushed/import', {});
  expect(await engine.importIn('pushed', ['error', 'complete'])).toMatchObject({ status: 'error' });
  expect(git('pushed', 'rev-parse', head)).toBe(pushed);
  git('pushed', 'update-ref', 'refs/heads/mine', pushed);
  git('pushed', 'update-ref', head, tip);
  git('pushed', 'update-ref', '-d', 'refs/heads/mine');
  await engine.api('PATCH', '/repos/acme/pushed/import', {});
  expect(await engine.importIn('pushed', ['complete'])).toMatchObject({ status: 'complete' });
});

test('Mercurial: new changesets, old ids', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('a', '1');
  hg.commit('one');
  await importInto('hg', 'mercurial', hg.path);
  const old = git('hg', 'rev-parse', 'main');
  hg.write('a', '2');
  hg.commit('two');
  const update = await bringUpToDate('hg');
  expect(update).toMatchObject({ new_revisions: 1, refs: [{ name: 'refs/heads/main', before: old, commits: 1 }] });
});

test('a source that is off, or an update that is stopped, takes nothing away', async () => {
  const source = makeGitSource(folder, 'off.git', historyStream(5));
  await importInto('off', 'git', source);
  renameSync(source, `${source}.away`);
  expect(await updateFails('off')).toMatchObject({ status: 'failed', changes: [], confirm: null });
  renameSync(`${source}.away`, source);
  await engine.api('POST', '/repos/acme/off/import/updates', { hold_before_push: true });
  const waiting = await engine.importIn('off', ['mapping'], (body) => body.waiting_for_release);
  expect(waiting.updating).toBe(true);
  const held = await engine.api('GET', '/repos/acme/off/import/report');
  expect(held.body).toMatchObject({ verified: true, counts: { commits: 5 } });
  expect((await engine.api('DELETE', '/repos/acme/off/import')).status).toBe(204);
  expect((await engine.api('GET', '/repos/acme/off/import')).body).toMatchObject({
    status: 'complete',
    last_update: { status: 'cancelled', message: null },
  });
  expect((await engine.api('GET', '/repos/acme/off/import/report')).status).toBe(200);
  await bringUpToDate('off', { hold_before_push: false });
  expect((await engine.api('GET', '/repos/acme/off/import')).body).not.toHaveProperty('last_update');
  // With its repository, an import goes with everything of it.
  const folders = readdirSync(join(engine.folder, 'imports')).length;
  expect((await engine.api('DELETE', '/repos/acme/off')).status).toBe(204);
  expect(readdirSync(join(engine.folder, 'imports'))).toHaveLength(folders - 1);
});

test('Mercurial: main asks before it moves to a head that is no descendant', async () => {
  const hg = new HgWorkspace(join(folder, 'hg heads'));
  hg.write('a', '1');
  const first = hg.commit('first');
  hg.write('a', '2');
  const second = hg.commit('second');
  hg.hg('branch', '-q', 'side');
  hg.write('b', '1');
  hg.commit('on side');
  await importInto('heads', 'mercurial', hg.path);
  hg.hg('commit', '--close-branch', '-q', '-m', 'closed', '-u', 'ann', '-d', '1300000000 0');
  hg.hg('update', '-q', first);
  hg.write('c', '1');
  const other = hg.commit('another head');
  const asked = await updateFails('heads');
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    changes: [
      {
        name: 'refs/heads/main',
        kind: 'rewritten',
        before: { revision: second, message: 'second' },
        after: { revision: other, message: 'another head' },
      },
    ],
  });
  await bringUpToDate('heads', { confirm: asked.confirm });
  const names = git('heads', 'for-each-ref', '--format=%(refname)').split('\n');
  expect(names).toEqual(['refs/heads/main', `refs/heads/main-${second.slice(0, 12)}`, 'refs/tags/closed/side']);
});

test('Subversion: a branch that disappears is asked for; other history under the same UUID is refused', async () => {
  const source = makeSvnSource(folder, 'svn other', projectHistory('', 12));
  const url = `file://${source}`.replaceAll(' ', '%20');
  execFileSync('svn', ['copy', '-q', '-m', 'branch', `${url}/trunk`, `${url}/branches/gone`]);
  execFileSync('svn', ['mkdir', '-q', '-m', 'the last one', `${url}/trunk/last`]);
  await importInto('other', 'subversion', url);
  execFileSync('cp', ['-r', source, `${source}.backup`]);
  execFileSync('svn', ['rm', '-q', '-m', 'away', `${url}/branches/gone`]);
  const asked = await updateFails('other');
  expect(asked.changes).toMatchObject([{ name: 'refs/heads/gone', kind: 'gone' }]);
  // Mapping again takes up what was fetched meanwhile: the same question stands before that.
  const { layout } = (await engine.api('GET', '/repos/acme/other/import')).body;
  await engine.api('PATCH', '/repos/acme/other/import', { layout: { ...layout, gitignore: !layout.gitignore } });
  await engine.importIn('other', ['complete'], ({ last_update }) => last_update?.status === 'needs_confirmation');
  expect(git('other', 'for-each-ref', '--format=%(refname)', 'refs/heads/gone')).toBe('refs/heads/gone');
  await bringUpToDate('other', { confirm: asked.confirm });

  // Restored from a backup, and gone on from there.
  rmSync(source, { recursive: true });
  renameSync(`${source}.backup`, source);
  const lags = await updateFails('other');
  expect(lags.message).toMatch(/ends at r\d+, and r\d+ was imported before/);
  execFileSync('svn', ['mkdir', '-q', '-m', 'not what was imported', `${url}/trunk/other`]);
  const refused = await updateFails('other');
  expect(refused).toMatchObject({ status: 'failed', confirm: null });
  expect(refused.message).toMatch(/r\d+ of the source is another one.*away.*not what was imported/);

  // Rebuilt from a filtered dump: the same revisions, dates and messages, without a folder.
  const filtered = join(folder, 'filtered');
  const dump = execFileSync('svnadmin', ['dump', '-q', '-r', '0:14', source], { maxBuffer: 1 << 26 });
  execFileSync('svnadmin', ['create', filtered]);
  execFileSync('svnadmin', ['load', '-q', '--force-uuid', filtered], {
    input: execFileSync('svndumpfilter', ['--quiet', 'exclude', '/trunk/last'], { input: dump, maxBuffer: 1 << 26 }),
  });
  await importInto('whole', 'subversion', url);
  rmSync(source, { recursive: true });
  renameSync(filtered, source);
  for (const name of ['x', 'y', 'z']) execFileSync('svn', ['mkdir', '-q', '-m', name, `${url}/trunk/${name}`]);
  expect((await updateFails('whole')).message).toMatch(/of the source is another one/);
});

test('tags that move or vanish are asked for, in Git, Mercurial and Subversion', async () => {
  const source = join(folder, 'git tags');
  gitIn(folder, ['init', '-q', '-b', 'main', source]);
  const run = (...args: string[]) => gitIn(source, ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  run('commit', '-q', '--allow-empty', '-m', 'first');
  for (const name of ['stays', 'moves', 'goes']) run('tag', name);
  await importInto('gittags', 'git', source);
  run('commit', '-q', '--allow-empty', '-m', 'second');
  run('tag', '-f', 'moves');
  run('tag', '-d', 'goes');
  const asked = await updateFails('gittags');
  expect(asked.message).toContain('1 tag is something else now and 1 tag is gone');
  expect(asked.changes).toMatchObject([
    { name: 'refs/tags/goes', kind: 'gone', before: { message: 'first' }, after: null },
    { name: 'refs/tags/moves', kind: 'rewritten', before: { message: 'first' }, after: { message: 'second' } },
  ]);
  await bringUpToDate('gittags', { confirm: asked.confirm });
  expect(git('gittags', 'tag')).toBe('moves\nstays');

  const hg = new HgWorkspace(join(folder, 'hg tags'));
  hg.write('a', '1');
  hg.commit('first');
  for (const name of ['stays', 'moves', 'goes']) hg.hg('tag', '-r', '0', name);
  await importInto('hgtags', 'mercurial', hg.path);
  hg.hg('tag', '-f', '-r', '1', 'moves');
  hg.hg('tag', '--remove', 'goes');
  const changes = (await updateFails('hgtags')).changes;
  expect(changes).toMatchObject([
    { name: 'refs/tags/goes', kind: 'gone' },
    { name: 'refs/tags/moves', kind: 'rewritten' },
  ]);

  const svn = makeSvnSource(folder, 'svn tags', projectHistory('', 3));
  const url = `file://${svn}`.replaceAll(' ', '%20');
  for (const name of ['stays', 'moves', 'goes'])
    execFileSync('svn', ['cp', '-q', '-m', name, `${url}/trunk`, `${url}/tags/${name}`]);
  await importInto('svntags', 'subversion', url);
  execFileSync('svn', ['rm', '-q', '-m', 'away', `${url}/tags/goes`]);
  execFileSync('svn', ['rm', '-q', '-m', 'again', `${url}/tags/moves`]);
  execFileSync('svn', ['cp', '-q', '-m', 'moved', `${url}/trunk`, `${url}/tags/moves`]);
  // Other authors give every tag another id: that is no move.
  await engine.api('PUT', '/repos/acme/svntags/import/authors/map', 'sven = Sven Smith <sven@example.org>\n', {
    'content-type': 'text/plain',
  });
  expect((await updateFails('svntags')).changes).toMatchObject([
    { name: 'refs/tags/goes', kind: 'gone' },
    { name: 'refs/tags/moves', kind: 'rewritten', before: { revision: expect.stringMatching(/^r\d+$/) } },
  ]);
});

test('authors whose commits are gone are listed and counted no more; back again, they are who they were said to be', async () => {
  const source = makeGitSource(folder, 'people.git', historyStream(3, ['Ann <ann@example.org>']));
  const inSource = (...args: string[]) => gitIn(source, args);
  const eve = ['-c', 'user.name=Eve', '-c', 'user.email=eve'];
  const work = inSource(...eve, 'commit-tree', '-p', 'main', '-m', 'work', 'main^{tree}');
  inSource('update-ref', 'refs/heads/work', work);
  await importInto('people', 'git', source);
  const people = async () => {
    const { counts, verdict } = (await engine.api('GET', '/repos/acme/people/import/report')).body;
    const listed = (await engine.api('GET', '/repos/acme/people/import/authors')).body;
    return [counts.authors, verdict.people.placeholder, listed.map(({ name }: { name: string }) => name).sort()];
  };
  expect(await people()).toEqual([2, 1, ['Ann', 'Eve']]);
  await engine.api('PUT', '/repos/acme/people/import/authors/map', 'Eve <eve> = Eve E <eve@example.org>\n', {
    'content-type': 'text/plain',
  });
  inSource('update-ref', '-d', 'refs/heads/work');
  const { confirm } = await updateFails('people');
  await bringUpToDate('people', { confirm });
  expect(await people()).toEqual([1, 0, ['Ann']]);
  inSource('update-ref', 'refs/heads/work', work);
  await bringUpToDate('people');
  expect(await people()).toEqual([2, 0, ['Ann', 'Eve E']]);
});

test('only a complete import can be brought up to date', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'none' });
  expect((await engine.api('POST', '/repos/acme/none/import/updates')).status).toBe(404);
  await engine.api('PUT', '/repos/acme/none/import', { vcs: 'git', vcs_url: join(folder, 'nothing') });
  await engine.importIn('none', ['error']);
  const refused = await engine.api('POST', '/repos/acme/none/import/updates');
  expect([refused.status, refused.body.errors[0].message]).toEqual([422, expect.stringContaining('complete')]);
});
