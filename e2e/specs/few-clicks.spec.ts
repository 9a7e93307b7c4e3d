import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository, makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

/** Counts what a person presses from now on: clicks, and Enter in place of one. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = Object.assign(window, { presses: 0 });
    const count = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      // A click without a pointer is what Enter does to a button.
      if (!event.isTrusted || (isKey ? event.key !== 'Enter' : (event as MouseEvent).detail === 0)) return;
      counted.presses += 1;
    };
    for (const kind of ['click', 'keydown']) document.addEventListener(kind, count, { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

test('from Home: a Subversion project with a password is at its remote after five clicks, ten of a list after two more', async ({
  app,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  const wizard = new NewImportPage(page);
  const importPage = new ImportPage(page);
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn'), 20));
  const remote = await makeBareRepository(join(home, 'remote.git'));
  const presses = await countPresses(page);

  await wizard.address.fill(server.url);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await wizard.signIn(subversionCredentials.username, subversionCredentials.password);
  await wizard.name.fill('tool');
  await wizard.start.click();
  await importPage.push.click();
  await page.getByTestId('publish-remote').fill(remote);
  await importPage.publish.click();
  await importPage.waitForReport();
  await expect(page.getByTestId('remotes')).toContainText('In sync', { timeout: 30_000 });
  expect(await refsOf(remote)).toEqual(await refsOf(join(home, 'data', 'repositories', 'owner', 'tool.git')));
  expect(await presses()).toBeLessThanOrEqual(6);
  await server.stop();

  // A list that was imported: ten repositories, each to a remote of its own.
  const source = await makeGitRepository(join(home, 'source'));
  const names = Array.from({ length: 10 }, (_, index) => `listed-${index}`);
  const list = JSON.stringify(names.map((repository) => ({ address: source, repository })));
  const { id } = await engine('POST /import_batches', { body: { owner: 'owner', name: 'Ten', list, start: true } });
  for (const name of names) await makeBareRepository(join(home, `${name}.git`));
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/imports-lists/${id}`);
  await expect(page.getByTestId('list-sentence')).toContainText('10 of 10 complete', { timeout: 60_000 });
  const before = await presses();
  await page.getByRole('button', { name: 'Push all…' }).click();
  await page.getByLabel('Address, with {name}').fill(join(home, '{name}.git'));
  await page.getByRole('button', { name: 'Push 10 repositories' }).click();
  // The drawer draws those that are seen: eleven are more than fit.
  const pushesDone = async () =>
    (await engine('GET /user/work')).filter(({ kind, state }) => kind === 'push' && state === 'done').length;
  await expect.poll(pushesDone, { timeout: 60_000 }).toBe(11);
  const activity = new ActivityPage(page);
  await expect(activity.pushesIn('done').first()).toBeVisible();
  for (const state of ['running', 'waiting', 'needs_you', 'failed'] as const) {
    await expect(activity.pushesIn(state)).toHaveCount(0);
  }
  expect((await presses()) - before).toBeLessThanOrEqual(3);
  for (const name of names) expect(await refsOf(join(home, `${name}.git`))).toEqual(await refsOf(source));

  // The table of Home finds one of them, sorts, and knows which were pushed.
  await page.keyboard.press('Escape');
  const homePage = new HomePage(page);
  await homePage.goTo('home');
  const rows = homePage.repositories.getByTestId(/^repository-owner/);
  await expect(rows).toHaveCount(11);
  await homePage.repositories.getByRole('button', { name: 'Size' }).click();
  await expect(homePage.repositories.getByRole('columnheader', { name: 'Size' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(rows.first()).toContainText('owner/tool');
  await page.getByLabel('Search repositories').fill('LISTED-3');
  await expect(rows).toHaveText([/listed-3/]);
  await expect(rows.first()).toContainText('listed-3.git');
  await page.getByLabel('Search repositories').fill('');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Never pushed' }).click();
  await expect(homePage.repositories).toContainText('No repository fits.');
  await expectAccessible(page, 'home with a filter');
  expect(app.complaints).toEqual([]);
});
