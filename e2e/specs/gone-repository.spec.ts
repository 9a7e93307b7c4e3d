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

  await page.evaluate(() => {
    window.location.hash = '#/imports/owner/never';
  });
  await expect(page.getByText('There is no repository of this name.')).toBeVisible();
  expect(app.complaints).toEqual([]);
});
