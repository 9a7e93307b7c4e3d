import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';

test('a list is scrolled on by keyboard past the row that has the focus, and keeps it when that row goes', async ({
  app,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  const names = Array.from({ length: 60 }, (_, index) => `r${String(index).padStart(2, '0')}`);
  for (const name of names) await engine('POST /user/repos', { body: { name } });
  const list = page.getByTestId('repository-list');
  const first = new HomePage(page).repository('owner', 'r00');
  await expect(page.getByTestId('disk-space')).toContainText('60 repositories');
  await first.getByRole('link').focus();
  for (let pages = 0; pages < 8; pages++) await page.keyboard.press('PageDown');
  await expect(new HomePage(page).repository('owner', 'r59')).toBeVisible();
  await expect(first).toHaveCount(0);
  await expect(list).toBeFocused();

  await new HomePage(page).repository('owner', 'r58').getByRole('link').focus();
  await engine('DELETE /repos/{owner}/{repo}', { path: { owner: 'owner', repo: 'r58' } });
  await expect(list).toBeFocused();

  const lines = ['address,owner,repository', ...names.map((name) => `${join(home, name)},owner,${name}`)].join('\n');
  const { id } = await engine('POST /import_batches', { body: { list: lines, name: 'all', start: true } });
  await expect.poll(async () => (await engine('GET /import_batches/{id}', { path: { id } })).finished).toBe(true);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/imports-lists/${id}`);
  await page.getByTestId('source-r00').focus();
  for (let pages = 0; pages < 12; pages++) await page.keyboard.press('PageDown');
  await expect(page.getByTestId('source-r59')).toBeVisible();
  await expect(page.getByTestId('list-entries')).toBeFocused();
  expect(app.complaints).toEqual([]);
});

test('after the menu of a repository the keyboard is at that repository', async ({ app }) => {
  const { page } = app;
  for (const name of ['a', 'b']) await engineOf(page)('POST /user/repos', { body: { name } });
  const link = new HomePage(page).repository('owner', 'b').getByRole('link');
  const menu = page.getByTestId('row-menu');
  await link.focus();
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press('Shift+F10');
    await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(link).toBeFocused();
  }
  expect(app.complaints).toEqual([]);
});
