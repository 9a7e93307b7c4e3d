import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository } from '../fixtures/git-repository.ts';
import { makeOwnedRepositories } from '../fixtures/owned-repositories.ts';
import { expect, test } from '../fixtures/test.ts';

test('menus that are open are accessible', async ({ app, home }) => {
  const { page } = app;
  await makeOwnedRepositories(page, home, { login: 'owner', organization: false }, ['sent']);
  const remote_url = await makeBareRepository(join(home, 'remote.git'));
  const path = { owner: 'owner', repo: 'sent' };
  await engineOf(page)('POST /repos/{owner}/{repo}/remote_pushes', { path, body: { remote_url } });
  await page.evaluate(() => {
    window.location.hash = '#/repositories/owner/sent';
  });
  await page.getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  await expectAccessible(page, 'actions of a repository');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More about/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Forget…' })).toBeVisible();
  await expectAccessible(page, 'actions of a remote');
  expect(app.complaints).toEqual([]);
});
