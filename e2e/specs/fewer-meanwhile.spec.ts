import { engineOf } from '../fixtures/engine-request.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';

test('the search of a table stays with what was typed when a program leaves it fewer rows', async ({ app }) => {
  const { page } = app;
  const engine = engineOf(page);
  for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) await engine('POST /user/repos', { body: { name: `r${index}` } });
  const home = new HomePage(page);
  const search = page.getByRole('textbox', { name: 'Search repositories' });
  await search.fill('r2');
  await expect(home.repository('owner', 'r1')).toHaveCount(0);
  await engine('DELETE /repos/{owner}/{repo}', { path: { owner: 'owner', repo: 'r8' } });
  await expect(page.getByTestId('disk-space')).toContainText('7 repositories');
  await expect(search).toHaveValue('r2');
  await expect(search).toBeFocused();
  await search.fill('');
  await expect(home.repository('owner', 'r1')).toBeVisible();
  await engine('DELETE /repos/{owner}/{repo}', { path: { owner: 'owner', repo: 'r1' } });
  await expect(home.repository('owner', 'r1')).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('the menu of a repository that a program renames meanwhile leads to it by its new name', async ({ app }) => {
  const { page } = app;
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'before' } });
  const home = new HomePage(page);
  await home.repository('owner', 'before').click({ button: 'right' });
  await page.getByTestId('row-menu').waitFor();
  await engine('PATCH /repos/{owner}/{repo}', { path: { owner: 'owner', repo: 'before' }, body: { name: 'after' } });
  await expect(home.repository('owner', 'after')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'owner/after' })).toBeVisible();
  expect(app.complaints).toEqual([]);
});
