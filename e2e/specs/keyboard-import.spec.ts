import { join } from 'node:path';
import { makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a whole import by keyboard alone', async ({ app, home }) => {
  const source = await makeGitRepository(join(home, 'source'));
  const { page } = app;
  const { keyboard } = page;
  const wizard = new NewImportPage(page);

  await expect(new HomePage(page).heading).toBeFocused();
  await tabTo(page, new HomePage(page).firstImport);
  await keyboard.press('Enter');
  await expect(wizard.address).toBeFocused();
  await keyboard.type(source);
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'A Git repository was found' })).toBeFocused();
  await tabTo(page, wizard.name);
  await keyboard.press('Control+A');
  await keyboard.type('by-keyboard');
  await keyboard.press('Enter');

  const importPage = new ImportPage(page);
  await expect(importPage.push).toBeEnabled();
  await tabTo(page, importPage.grid);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await keyboard.press('Control+A');
  await keyboard.type('Anna B. Lee');
  await keyboard.press('Enter');
  await expect(importPage.grid.getByText('Anna B. Lee')).toBeVisible();
  // What was typed is taken back and done again.
  await keyboard.press('Control+z');
  await expect(importPage.grid.getByText('Anna B. Lee', { exact: true })).toBeHidden();
  await keyboard.press('Control+y');
  await expect(importPage.grid.getByText('Anna B. Lee', { exact: true })).toBeVisible();
  await tabTo(page, importPage.push, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Publish' })).toBeFocused();
  await tabTo(page, importPage.publish);
  await keyboard.press('Enter');
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  expect(await refsOf(join(home, 'data', 'repositories', 'owner', 'by-keyboard.git'))).toHaveLength(4);
});
