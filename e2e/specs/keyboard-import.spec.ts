import { join } from 'node:path';
import { makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SessionPage } from '../pages/session-page.ts';

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
  // What is being typed when the screen is left is kept; a window that is locked meanwhile cannot, and says so when it is open.
  const inGrid = async (keys: string) => {
    await importPage.grid.focus();
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await keyboard.press('Control+A');
    await keyboard.type(keys);
  };
  await inGrid('Anna C. Lee');
  await keyboard.press('Alt+ArrowLeft');
  await expect(importPage.grid).toBeHidden();
  await keyboard.press('Alt+ArrowRight');
  await expect(importPage.grid.getByText('Anna C. Lee', { exact: true })).toBeVisible();
  await inGrid('Anna D. Lee');
  await page.evaluate(() => window.gantry.lock());
  const session = new SessionPage(page);
  await expect(session.unlock).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Anna');
  await keyboard.type(owner.password);
  await keyboard.press('Enter');
  await expect(page.getByText('stays as it was. The window was locked before it was taken.')).toBeVisible();
  await expect(importPage.grid.getByText('Anna C. Lee', { exact: true })).toBeVisible();
  await tabTo(page, importPage.push, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Publish' })).toBeFocused();
  await tabTo(page, importPage.publish);
  await keyboard.press('Enter');
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  expect(await refsOf(join(home, 'data', 'repositories', 'owner', 'by-keyboard.git'))).toHaveLength(4);
});
