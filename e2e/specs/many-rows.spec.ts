import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { noteRequests } from '../fixtures/window-requests.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { RepositoryPage } from '../pages/repository-page.ts';

const FAILED = 340;
const ARCHIVES = 70;
const MEMBERS = 60;
const THROWN = 120;
const UPDATES = 130;
const LARGE_FILES = 300;

/** Repositories whose imports failed, and a repository that many archives hold, written while no engine runs. */
function seed(home: string): void {
  const data = new DatabaseSync(join(home, 'data', 'gantry.sqlite'));
  data.exec(`
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${FAILED})
    INSERT INTO repositories (owner_id, name, private, default_branch, created_at, updated_at, pushed_at)
      SELECT r.owner_id, printf('failed-%04d', n), 0, 'main', r.created_at, r.created_at, r.created_at
      FROM count, repositories r WHERE r.name = 'held';
    INSERT INTO imports (repository_id, vcs, vcs_given, vcs_url, status, status_text, failure, started_at, finished_at, updated_at)
      SELECT r.id, 'git', 1, i.vcs_url, 'error', i.status_text, i.failure, '2020-01-01T00:00:00Z',
        strftime('%Y-%m-%dT%H:%M:%SZ', '2020-01-01', '+' || r.id || ' minutes'),
        strftime('%Y-%m-%dT%H:%M:%SZ', '2020-01-01', '+' || r.id || ' minutes')
      FROM repositories r, imports i JOIN repositories f ON f.id = i.repository_id AND f.name = 'first'
      WHERE r.name LIKE 'failed-%';
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${ARCHIVES})
    INSERT INTO migrations (guid, owner_id, started_by, state, lock_repositories, exclude_attachments, created_at, updated_at)
      SELECT printf('%036d', n), r.owner_id, r.owner_id, 'failed', 0, 0, r.created_at, r.created_at
      FROM count, repositories r WHERE r.name = 'held';
    INSERT INTO migration_repositories (migration_id, position, repository_id, full_name)
      SELECT m.id, 0, r.id, 'owner/held' FROM migrations m, repositories r WHERE r.name = 'held';
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${MEMBERS})
    INSERT INTO accounts (type, login, password_hash, created_at, updated_at)
      SELECT 'User', 'member-' || n, a.password_hash, a.created_at, a.created_at
      FROM count, accounts a WHERE a.login = 'owner';
    INSERT INTO memberships (organization_id, account_id, role)
      SELECT o.id, a.id, 'member' FROM accounts o, accounts a WHERE o.login = 'team' AND a.login LIKE 'member-%';
  `);
  data.close();
}

test('of hundreds that failed, ask or are archived a screen shows a few, says that there are more, and shows them', async ({
  app,
  start,
  home,
}) => {
  const engine = engineOf(app.page);
  for (const name of ['held', 'first']) await engine('POST /user/repos', { body: { name } });
  const path = { owner: 'owner', repo: 'first' };
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: join(home, 'nowhere') } });
  await expect.poll(async () => (await engine('GET /repos/{owner}/{repo}/import', { path })).status).toBe('error');
  await app.close();
  seed(home);
  const again = await start();
  const { page } = again;

  const asking = page.getByTestId('needs-you');
  await expect(asking.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByTestId('repository-list')).toBeInViewport();
  await expectAccessible(page, 'home with hundreds that ask');
  await asking.getByRole('button', { name: 'Show all, more than 100' }).click();
  await expect(asking.getByRole('listitem')).toHaveCount(102);
  await asking.getByRole('button', { name: 'Show fewer' }).click();
  await expect(asking.getByRole('listitem')).toHaveCount(6);

  const activity = new ActivityPage(page);
  await activity.open();
  const rows = activity.drawer.getByTestId('work-import');
  await expect(rows.first()).toContainText('owner/first');
  expect(await rows.count()).toBeLessThan(40);
  await expect(activity.drawer.getByText('41 more failed before these.')).toBeAttached();
  await expectAccessible(page, 'activity with hundreds');
  await activity.drawer.getByRole('button', { name: 'Show all that failed' }).click();
  await expect(activity.drawer.getByText('41 more failed before these.')).toHaveCount(0);
  const scroll = (top: number) =>
    activity.drawer.evaluate((drawer, place) => drawer.parentElement?.scrollTo(0, place * drawer.scrollHeight), top);
  await scroll(0);
  await expect(rows.first()).toContainText('owner/first');
  await expect(async () => {
    await scroll(1);
    await expect(activity.drawer.getByText('Import into owner/failed-0001')).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await rows.count()).toBeLessThan(40);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  const palette = page.getByTestId('palette');
  await palette.getByRole('combobox').fill('failed-');
  await expect(palette.getByRole('option')).toHaveCount(50);
  await expect(palette).toContainText('290 more fit.');
  await palette.getByRole('combobox').fill('failed-0340');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await expect(palette.getByRole('status')).toHaveCount(0);
  await page.keyboard.press('Escape');

  const repository = new RepositoryPage(page);
  await repository.open('owner', 'held');
  const { archives } = repository;
  await expect(archives.getByRole('listitem')).toHaveCount(50);
  await page.getByRole('button', { name: `Show all ${ARCHIVES} archives` }).click();
  await archives.focus();
  await page.keyboard.press('End');
  await expect(archives.getByText('Migration 1 of owner')).toBeVisible();
  await expectAccessible(page, 'repository with many archives');

  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Members of team' }).click();
  const members = page.getByTestId('member-list');
  await expect(members.getByText('owner', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Login of a new member')).toBeInViewport();
  expect(await members.getByRole('listitem').count()).toBeLessThan(30);
  await members.focus();
  await page.keyboard.press('End');
  await expect(members.getByLabel(`Role of member-${MEMBERS}`)).toBeVisible();
  await expectAccessible(page, 'members of a large organization');
  expect(again.complaints).toEqual([]);
});

test('large files, updates and a trash of hundreds are drawn as they are seen, and the trash is emptied of all of them', async ({
  app,
  start,
  home,
}) => {
  const engine = engineOf(app.page);
  await engine('POST /user/repos', { body: { name: 'kept' } });
  const vcs_url = await makeGitRepository(join(home, 'source'));
  const path = { owner: 'owner', repo: 'kept' };
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url } });
  await expect.poll(async () => (await engine('GET /repos/{owner}/{repo}/import', { path })).status).toBe('complete');
  const held = { owner: 'owner', repo: 'held' };
  await engine('POST /user/repos', { body: { name: 'held' } });
  const asks = { vcs: 'git', vcs_url, hold_before_push: true };
  await engine('PUT /repos/{owner}/{repo}/import', { path: held, body: asks });
  const waits = async () => (await engine('GET /repos/{owner}/{repo}/import', { path: held })).waiting_for_release;
  await expect.poll(waits).toBe(true);
  for (let n = 1; n <= THROWN; n++) {
    const thrown = { owner: 'owner', repo: `thrown-${n}` };
    await engine('POST /user/repos', { body: { name: thrown.repo } });
    await engine('POST /repos/{owner}/{repo}/trash', { path: thrown });
  }
  await app.close();
  const data = new DatabaseSync(join(home, 'data', 'gantry.sqlite'));
  data.exec(`
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${UPDATES})
    INSERT INTO import_updates (import_id, status, vcs_url, commits_before, commits_after, started_at, ended_at)
      SELECT i.id, 'complete', i.vcs_url, 5, 5 + n, i.started_at, i.finished_at FROM count, imports i WHERE i.status = 'complete';
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${LARGE_FILES})
    INSERT INTO import_large_files (import_id, ref_name, path, oid, size)
      SELECT i.id, 'refs/heads/main', 'film-' || n, printf('%040x', n), 200000000 + n
      FROM count, imports i WHERE i.waiting_for_release = 1`);
  data.close();
  const again = await start();
  const { page } = again;
  const asked = await noteRequests(again);
  const countOf = async (part: string) => (await asked()).filter((request) => request.includes(part)).length;

  const repository = new RepositoryPage(page);
  await repository.open('owner', 'kept');
  await expect(page.getByTestId('update-list')).toContainText(`${UPDATES} new commits`);
  expect(await countOf('/import/updates?')).toBe(1);
  await expect(async () => {
    await page.getByTestId('update-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(page.getByTestId('update-list').getByText('1 new commit', { exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass();

  await new ImportPage(page).open('owner', 'held');
  await page.getByRole('button', { name: 'Continue' }).click();
  const files = page.getByTestId('large-files');
  await expect(files).toContainText(`film-${LARGE_FILES}`);
  expect(await files.getByRole('listitem').count()).toBeLessThan(30);
  await files.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(files.getByText('film-1', { exact: true })).toBeVisible();

  await new HomePage(page).goTo('home');
  const trash = page.getByTestId('trash');
  await expect(trash).toContainText(`Trash: ${THROWN} repositories`);
  expect(await countOf('/user/trash?per_page=100')).toBe(0);
  await trash.locator('summary').click();
  await expect(page.getByTestId(`entry-owner/thrown-${THROWN}`)).toBeVisible();
  expect(await page.getByTestId('trash-list').getByRole('listitem').count()).toBeLessThan(30);
  await expectAccessible(page, 'a long trash');
  await page.getByRole('button', { name: 'Empty the trash…' }).click();
  const question = page.getByTestId('confirm-dialog');
  await expect(question).toContainText(`${THROWN} repositories and all`);
  await question.getByRole('button', { name: 'Empty the trash' }).click();
  await expect(trash).toHaveCount(0);
  expect(await engineOf(page)('GET /user/trash')).toEqual([]);
  expect(again.complaints).toEqual([]);
});
