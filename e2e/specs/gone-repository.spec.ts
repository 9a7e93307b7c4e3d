import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { expect, test } from '../fixtures/test.ts';

test('the import of a repository that is not there leads to where it went', async ({ app, home }) => {
  const { page } = app;
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'empty' } });
  const path = { owner: 'owner', repo: 'empty' };
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs_url: join(home, 'nothing'), vcs: 'git' } });
  await page.evaluate(() => {
    window.location.hash = '#/imports/owner/empty';
  });
  await expect(page.getByTestId('error-notice').getByText('There is nothing at')).toBeVisible();
  await expect(async () => {
    await engine('POST /repos/{owner}/{repo}/trash', { path });
  }).toPass();
  await expect(page.getByText('This repository was thrown away.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the repository' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByText('Trash: 1 repository').click();
  await page.getByRole('button', { name: 'Take back owner/empty' }).click();
  await expect(page.getByText('Trash:')).toHaveCount(0);
  // With its import, on the page that said it was gone.
  await page.evaluate(() => {
    window.location.hash = '#/imports/owner/empty';
  });
  await expect(page.getByTestId('error-notice').getByText('There is nothing at')).toBeVisible();

  await page.evaluate(() => {
    window.location.hash = '#/imports/owner/never';
  });
  await expect(page.getByText('There is no repository of this name.')).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a list of imports that a program forgot says so; one that is forgotten here leads to the others', async ({
  app,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  for (const by of ['a program', 'a person']) {
    const list = `address,owner,repository\n${join(home, 'nothing')},owner,${by.replace(' ', '-')}`;
    const { id } = await engine('POST /import_batches', { body: { list, name: by } });
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/imports-lists/${id}`);
    await expect(page.getByRole('heading', { name: by })).toBeVisible();
    if (by === 'a program') {
      await engine('DELETE /import_batches/{id}', { path: { id } });
      await expect(page.getByTestId('error-notice')).toContainText('It is not here any more');
    } else {
      await page.getByRole('button', { name: 'Discard this list' }).click();
      await expect(page.getByRole('heading', { name: 'Imports' })).toBeVisible();
      await expect(page.getByTestId('error-notice')).toHaveCount(0);
    }
  }
  expect(app.complaints).toEqual([]);
});
