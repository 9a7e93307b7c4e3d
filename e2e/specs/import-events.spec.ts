import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { noteRequests } from '../fixtures/window-requests.ts';
import { HomePage } from '../pages/home-page.ts';

test('lists follow an import from failure to the end without asking for anything', async ({ app, home }) => {
  const { page } = app;
  const engine = engineOf(page);
  const source = join(home, 'source');
  const path = { owner: 'owner', repo: 'tool' };
  await engine('POST /user/repos', { body: { name: path.repo } });
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: source } });
  await new HomePage(page).goTo('imports');
  const row = page.getByTestId('import-owner/tool');
  await expect(row).toContainText('Failed');
  await makeGitRepository(source);

  const noted = await noteRequests(app);
  await engine('PATCH /repos/{owner}/{repo}/import', { path });
  await expect(row).toContainText('Complete');
  // Home reads the disk some seconds after the window's start, which may be now.
  const ofLists = (await noted()).filter((request) => request !== 'GET /installation/activity');
  expect(ofLists).toEqual(['PATCH /repos/owner/tool/import']);

  // Each list shows what belongs into it.
  await page.getByText('Open', { exact: true }).click();
  await expect(page.getByText('No import is open.')).toBeVisible();
  await page.getByText('Complete', { exact: true }).first().click();
  await expect(row).toBeVisible();
  expect(app.complaints).toEqual([]);
});
