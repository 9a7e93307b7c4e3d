import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { HomePage } from '../pages/home-page.ts';

const MANY = 130;

test('of many repositories the first are there at once, and all of them soon: counted, found, chosen', async ({
  app,
  start,
}) => {
  const names = Array.from({ length: MANY }, (_, index) => `r${String(index).padStart(3, '0')}`);
  for (const name of names) await engineOf(app.page)('POST /user/repos', { body: { name } });
  await app.close();
  const again = await start();
  const { page } = again;
  const home = new HomePage(page);
  await expect(home.repository('owner', 'r000')).toBeVisible();
  await expect(page.getByTestId('disk-space')).toContainText(`${MANY} repositories`);
  await expect(home.repositories.getByRole('status')).toHaveCount(0);
  await expectAccessible(page, 'many repositories');
  const all = page.getByRole('checkbox', { name: 'Select all repositories' });
  await all.check();
  await expect(page.getByText(`${MANY} repositories chosen`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search repositories' }).fill('r129');
  await expect(home.repository('owner', 'r129')).toBeVisible();
  await expect(home.repository('owner', 'r000')).toHaveCount(0);
  // What the search leaves out stays chosen.
  await all.uncheck();
  await expect(page.getByText(`${MANY - 1} repositories chosen`)).toBeVisible();
  await all.check();
  await expect(page.getByText(`${MANY} repositories chosen`)).toBeVisible();

  // Of as many, a field for one of them offers a part, and finds the rest.
  await page.evaluate(() => {
    window.location.hash = '#/settings/webhooks';
  });
  await page
    .getByRole('combobox', { name: 'Of' })
    .or(page.getByRole('textbox', { name: 'Of' }))
    .click();
  await expect(page.getByText(`The first 100 of ${MANY + 1} are offered.`)).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(100);
  await page.keyboard.type('r129');
  await page.getByRole('option', { name: 'owner/r129' }).click();
  await expect(page.getByText('No webhooks of owner/r129 yet.')).toBeVisible();
  expect(again.complaints).toEqual([]);
});

test('of many that are brought up to date those that are refused stay chosen, and the others go on', async ({
  app,
  start,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  const vcs_url = await makeGitRepository(join(home, 'source'));
  const names = ['one', 'two', 'three', 'four'];
  for (const name of names) {
    await engine('POST /user/repos', { body: { name } });
    const path = { owner: 'owner', repo: name };
    await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url } });
    await expect(page.getByTestId(`repository-owner/${name}`).getByTestId('verdict-marks')).toBeVisible();
  }
  await engine('POST /user/migrations', {
    body: { repositories: ['owner/one', 'owner/two'], lock_repositories: true },
  });
  await page.getByRole('checkbox', { name: 'Select all repositories' }).check();
  await page.getByRole('button', { name: 'Bring up to date' }).click();
  await expect(page.getByText('owner/one:')).toContainText('owner/two:');
  await expect(page.getByText('2 repositories chosen')).toBeAttached();
  const updates = (repo: string) =>
    engine('GET /repos/{owner}/{repo}/import/updates', { path: { owner: 'owner', repo } });
  for (const name of ['three', 'four']) await expect.poll(async () => (await updates(name)).length).toBe(1);
  await app.close();
  const again = await start();
  await again.page.getByTestId('page').first().waitFor();
  const activity = new ActivityPage(again.page);
  await activity.open();
  const refused = activity.drawer.getByTestId('refused-update');
  await expect(refused).toHaveCount(2);
  await expect(refused.first()).toContainText('Update of owner/one');
  await expectAccessible(again.page, 'activity with what was refused');
  await activity.drawer.getByRole('button', { name: 'Clear what was refused' }).click();
  await expect(refused).toHaveCount(0);
  expect(again.complaints).toEqual([]);
});
