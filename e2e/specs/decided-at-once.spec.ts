import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeLargeFile } from '../fixtures/git-repository.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdAnswers } from '../fixtures/window-requests.ts';
import { ImportPage } from '../pages/import-page.ts';

test('of two who decide about large files at once the last one is shown, whichever answer comes last', async ({
  app,
  home,
}) => {
  const { page } = app;
  const script = engineOf(page);
  const path = { owner: 'owner', repo: 'films' };
  const vcs_url = await makeLargeFile(join(home, 'source'), 'film.bin', 101 * 1024 * 1024);
  await script('POST /user/repos', { body: { name: path.repo } });
  await script('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url, hold_before_push: true } });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'films');
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await importPage.push.click();
  await expect(page.getByTestId('large-files')).toContainText('film.bin');
  const kept = async () => (await script('GET /repos/{owner}/{repo}/import', { path })).use_lfs;

  const come = await holdAnswers(app, 'PATCH /repos/owner/films/import/lfs');
  await page.getByRole('radio', { name: 'Leave out' }).click();
  await expect.poll(kept).toBe('opt_out');
  await script('PATCH /repos/{owner}/{repo}/import/lfs', { path, body: { use_lfs: 'opt_in' } });
  await come();
  await expect(page.getByRole('radio', { name: 'Keep with Git LFS' })).toBeChecked();
  expect(await kept()).toBe('opt_in');

  // As fast as both can, in any order: what the window shows at the end is what holds.
  for (let round = 0; round < 12; round++) {
    const [mine, theirs] =
      round % 2 === 0 ? (['Leave out', 'opt_in'] as const) : (['Keep with Git LFS', 'opt_out'] as const);
    await Promise.all([
      page.getByRole('radio', { name: mine }).click(),
      script('PATCH /repos/{owner}/{repo}/import/lfs', { path, body: { use_lfs: theirs } }),
    ]);
    const holds = { opt_in: 'Keep with Git LFS', opt_out: 'Leave out', undecided: 'Keep in Git' };
    await expect(async () => {
      const use = (await kept()) ?? 'undecided';
      await expect(page.getByRole('radio', { name: holds[use] })).toBeChecked({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
  }
  await expect(page.getByTestId('push')).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByTestId('error-notice')).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('a layout that somebody else changed while mine was being answered is what is shown', async ({ app, home }) => {
  const { page } = app;
  const script = engineOf(page);
  const path = { owner: 'owner', repo: 'shared' };
  const vcs_url = await makeSubversionRepository(join(home, 'svn'));
  await script('POST /user/repos', { body: { name: path.repo } });
  const body = { vcs: 'subversion', vcs_url, hold_before_push: true } as const;
  await script('PUT /repos/{owner}/{repo}/import', { path, body });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'shared');
  await expect(importPage.push).toBeEnabled();
  await importPage.openStep('Shape');
  const branch = page.getByLabel('Name of the default branch');
  await branch.fill('mine');
  const come = await holdAnswers(app, 'PATCH /repos/owner/shared/import');
  await page.getByRole('button', { name: 'Use this shape' }).click();
  const layout = async () => (await script('GET /repos/{owner}/{repo}/import', { path })).layout;
  await expect.poll(async () => (await layout())?.default_branch).toBe('mine');
  const theirs = { ...(await layout()), default_branch: 'theirs' } as NonNullable<Awaited<ReturnType<typeof layout>>>;
  await script('PATCH /repos/{owner}/{repo}/import', { path, body: { layout: theirs } });
  await expect
    .poll(async () => (await script('GET /repos/{owner}/{repo}/import', { path })).waiting_for_release)
    .toBe(true);
  await come();
  await expect(branch).toHaveValue('theirs');
  expect(app.complaints).toEqual([]);
});
