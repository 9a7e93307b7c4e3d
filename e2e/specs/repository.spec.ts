import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { RepositoryPage } from '../pages/repository-page.ts';

const LONG = 'a-name-of-a-repository-that-is-as-long-as-names-become-when-people-make-them-and-nobody-stops-them';

/** Makes a repository of ten years: three authors, files of some kinds, months in which nobody worked. */
async function makeYears(folder: string): Promise<string> {
  await run('git', ['init', '-q', '--bare', '-b', 'main', folder]);
  const people = ['Anna Lee <anna@example.org>', 'Boris <boris@example.org>', 'Władysława Żółć <w@example.org>'];
  const kinds = [
    'src/main.c',
    'src/lib/very/deep/folder/with/a/long/path/util.h',
    'docs/Read me.md',
    'logo.png',
    'Makefile',
  ];
  const commits = Array.from({ length: 400 }, (_, index) => {
    const when = 1_262_304_000 + index * 790_000 + (index > 200 ? 20_000_000 : 0);
    const person = people[index % 7 === 0 ? 2 : index % 3 === 0 ? 1 : 0];
    const text = 'x'.repeat(40 * ((index % 50) + 1));
    const path = kinds[index % kinds.length];
    return (
      `commit refs/heads/main\nauthor ${person} ${when} +0000\ncommitter ${person} ${when} +0000\ndata 2\nx\n` +
      `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
    );
  });
  await run('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
  // Branches that were merged long ago.
  for (const [name, behind] of [
    ['release/1.x', 300],
    ['eine-sehr-lange-Linie-mit-einem-Namen', 120],
  ] as const)
    await run('git', ['branch', name, `main~${behind}`], { cwd: folder });
  return folder;
}

test('every repository has a page: imported, updated, moved, renamed, exported, deleted', async ({ app, home }) => {
  const { page } = app;
  const engine = engineOf(page);
  const repository = new RepositoryPage(page);
  const homePage = new HomePage(page);
  const source = await makeYears(join(home, 'source.git'));
  await engine('POST /user/repos', { body: { name: 'tool' } });
  const at = { path: { owner: 'owner', repo: 'tool' } };
  await engine('PUT /repos/{owner}/{repo}/import', { ...at, body: { vcs: 'git', vcs_url: source } });
  await new ImportPage(page).open('owner', 'tool');
  await new ImportPage(page).waitForReport();

  await homePage.goTo('home');
  await homePage.repositories.getByRole('link', { name: /owner\/tool/ }).click();
  await expect(repository.chart.getByRole('img')).toHaveAttribute('aria-label', /400 commits by 3 authors, 2010-01 to/);
  await expect(repository.authors).toContainText('Władysława Żółć');
  await expect(repository.types.getByRole('row', { name: /\.png/ })).toBeVisible();
  await expect(repository.body).toContainText('Imported from');
  await keepScreenshot(page, '63-repository');
  const branches = page.getByTestId('branch-lines');
  await branches.getByText('As a table').click();
  await expect(branches.getByTestId('branches-table')).toContainText('release/1.x, from main, merged');
  await branches.getByText('As a table').click();
  await expect(page.getByTestId('type-map')).toHaveAttribute('aria-label', /The largest is without an end with 2.0 kB/);
  await keepScreenshot(page, '76-branches-and-types');
  await expectAccessible(page, 'repository');
  await repository.chart.getByText('As a table').click();
  await expect(repository.chart.getByTestId('months').getByRole('row')).not.toHaveCount(0);
  await expectAccessible(page, 'repository with its table of months');

  // An update that fails takes nothing away and is listed; the source moved, and the address moves with it and back.
  const moved = join(home, 'moved.git');
  await rename(source, moved);
  await page.getByRole('button', { name: 'Bring up to date' }).click();
  await expect(repository.updates.getByTestId('update-state')).toHaveText(['Changed nothing']);
  await expect(page.getByTestId('verdict').locator('[data-part="complete"]')).toHaveAttribute('data-state', 'green');
  await page.getByRole('button', { name: 'Change address…' }).click();
  await page.getByLabel('Address of the source now').fill(moved);
  await expectAccessible(page, 'change of an address');
  await page.getByRole('button', { name: 'Bring up to date from there' }).click();
  await expect(repository.updates.getByTestId('update-state')).toHaveText(['Came through', 'Changed nothing']);
  await expect(page.getByTestId('previous-address')).toContainText(source);
  await repository.updates.scrollIntoViewIfNeeded();
  await keepScreenshot(page, '64-repository-updates');
  await expectAccessible(page, 'repository with updates');
  await rename(moved, source);
  await page.getByRole('button', { name: 'Change back' }).click();
  await expect(page.getByTestId('previous-address')).toContainText(moved);

  await repository.act('Rename…');
  await page.getByLabel('New name').fill(LONG);
  await page.getByTestId('rename-repository').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG);
  await expect(repository.chart).toBeVisible();
  await expectAccessible(page, 'repository with a long name');
  await repository.act('Export…');
  await expect(page.getByRole('heading', { name: 'New migration' })).toBeVisible();
  await engine('POST /user/migrations', { body: { repositories: [`owner/${LONG}`] } });
  await repository.open('owner', LONG);
  await expect(repository.archives).toContainText('Migration 1 of owner');
  await expect(repository.archives).toContainText('Archive ready');
  await repository.act('Delete…');
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Delete the repository' }).click();
  await expect(homePage.empty).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await homePage.repositories.getByRole('link', { name: new RegExp(LONG) }).click();
  await expect(repository.chart).toBeVisible();
  await repository.act('Delete…');
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Delete the repository' }).click();
  await page.getByText('Trash', { exact: false }).first().waitFor();
  await page.getByTestId('trash').locator('summary').click();
  await keepScreenshot(page, '68-trash');
  await expectAccessible(page, 'trash');
  await page.getByRole('button', { name: `Take back owner/${LONG}` }).click();
  await expect(homePage.repositories).toContainText(LONG);
  await expect(page.getByTestId('trash')).toHaveCount(0);
  await engine('POST /repos/{owner}/{repo}/trash', { path: { owner: 'owner', repo: LONG } });
  await page.getByTestId('trash').locator('summary').click();
  await page.getByRole('button', { name: 'Empty the trash…' }).click();
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Empty the trash' }).click();
  await expect(page.getByTestId('trash')).toHaveCount(0);
  await expect(homePage.empty).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a repository that was made empty has a page, and so has one that is not there', async ({ app }) => {
  const { page } = app;
  const repository = new RepositoryPage(page);
  await engineOf(page)('POST /user/repos', { body: { name: 'empty' } });
  await new HomePage(page).goTo('home');
  await page
    .getByTestId('repository-list')
    .getByRole('link', { name: /owner\/empty/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(repository.body).toContainText('Made here');
  await expect(page.getByRole('button', { name: 'Import into it…' })).toBeVisible();
  await expect(repository.body).toContainText('It was not pushed anywhere yet.');
  await keepScreenshot(page, '65-repository-empty');
  await expectAccessible(page, 'empty repository');
  await page.evaluate(() => {
    window.location.hash = '#/repositories/owner/none';
  });
  await expect(page.getByText('There is no repository of this name.')).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a name that is one long word is whole in its tooltip', async ({ app }) => {
  const name = 'a_name_of_one_word_'.repeat(5);
  await engineOf(app.page)('POST /user/repos', { body: { name } });
  await new RepositoryPage(app.page).open('owner', name);
  await app.page.getByRole('heading', { level: 1 }).getByText(name).hover();
  const tooltip = app.page.getByRole('tooltip', { name });
  await expect(tooltip).toBeVisible();
  expect(await tooltip.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
});
