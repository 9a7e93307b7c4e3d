import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';

test('two who decide about one import see what the other did, and take the place of nothing unsaid', async ({
  app,
  home,
}) => {
  const { page } = app;
  // As a script does: the window asks nothing and hears of it.
  const script = engineOf(page);
  const path = { owner: 'owner', repo: 'shared' };
  await script('POST /user/repos', { body: { name: path.repo } });
  const vcs_url = await makeSubversionRepository(join(home, 'svn'));
  const vcs = 'subversion';
  await script('PUT /repos/{owner}/{repo}/import', { path, body: { vcs, vcs_url, hold_before_push: true } });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'shared');
  await expect(importPage.push).toBeEnabled();
  const authors = await script('GET /repos/{owner}/{repo}/import/authors', { path });
  const idOf = (name: string) => authors.find(({ remote_name }) => remote_name === name)?.id ?? 0;
  const map = (name: string, identity: { name?: string; email?: string }) =>
    script('PATCH /repos/{owner}/{repo}/import/authors/{author_id}', {
      path: { ...path, author_id: String(idOf(name)) },
      body: identity,
    });
  const known = async (name: string) => {
    const all = await script('GET /repos/{owner}/{repo}/import/authors', { path });
    const found = all.find(({ remote_name }) => remote_name === name);
    return [found?.name, found?.email];
  };

  // The row says what the script did, where it stands, and so does the count beside it.
  await map('anna', { name: 'Anna Lee', email: 'anna@example.org' });
  await expect(importPage.author('anna')).toContainText('anna@example.org');
  await expect(page.getByTestId('authors-ready')).toHaveText('1 of 5 authors have an address');

  // The name is typed here while the address is said there.
  const name = (of: string) => page.getByLabel(`Name of ${of}`);
  await importPage.author('boris').getByRole('gridcell').nth(2).dblclick();
  await name('boris').fill('Boris Good');
  await Promise.all([map('boris', { email: 'boris@example.org' }), page.keyboard.press('Enter')]);
  await expect(importPage.author('boris')).toContainText('boris@example.org');
  await expect.poll(() => known('boris')).toEqual(['Boris Good', 'boris@example.org']);

  // Both say the same field: the last one holds, and is told what it took the place of.
  await importPage.author('chen').getByRole('gridcell').nth(2).dblclick();
  await name('chen').fill('Chen Typed');
  await map('chen', { name: 'Chen Script', email: 'chen@example.org' });
  await expect(importPage.author('chen')).toContainText('chen@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('was set to "Chen Script" elsewhere meanwhile')).toBeVisible();
  await expect.poll(() => known('chen')).toEqual(['Chen Typed', 'chen@example.org']);

  // A layout that is being changed says when another one came to hold.
  await importPage.openStep('Shape');
  await page.getByLabel('Name of the default branch').fill('mine');
  const typedAt = await page.getByLabel('Name of the default branch').boundingBox();
  const { layout } = await script('GET /repos/{owner}/{repo}/import', { path });
  await script('PATCH /repos/{owner}/{repo}/import', {
    path,
    body: { layout: { ...layout, default_branch: 'theirs' } as NonNullable<typeof layout> },
  });
  const told = page.getByTestId('layout-changed-meanwhile');
  await expect(told).toContainText('Meanwhile the layout was changed elsewhere');
  await expect(page.getByLabel('Name of the default branch')).toHaveValue('mine');
  // Where she types, with what can be done about it; nothing that she sees moves for it.
  await expect(page.getByLabel('Name of the default branch')).toBeInViewport({ ratio: 1 });
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Undo changes' })).toBeInViewport({ ratio: 1 });
  expect((await page.getByLabel('Name of the default branch').boundingBox())?.y).toBe(typedAt?.y);
  await expectAccessible(page, 'a layout that was changed elsewhere');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(page.getByLabel('Name of the default branch')).toHaveValue('theirs');
  await expect(told).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});
