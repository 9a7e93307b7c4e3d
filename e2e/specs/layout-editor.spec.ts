import { makeSvnSource, type Revision } from '../../service/testing/svn-sources.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';

const projects = Array.from({ length: 10 }, (_, n) => `project${n + 1}`);

/** Ten projects, each with a branch in a folder of a team. */
function tenProjects(): Revision[] {
  const author = 'sven';
  return projects.flatMap((name) => [
    {
      author,
      message: `make ${name}`,
      changes: [name, `${name}/trunk`, `${name}/branches`, `${name}/branches/team`, `${name}/tags`].map((path) => ({
        path,
      })),
    },
    { author, message: `text of ${name}`, changes: [{ path: `${name}/trunk/a.txt`, text: `${name}\n` }] },
    {
      author,
      message: `branch of ${name}`,
      changes: [{ path: `${name}/branches/team/x`, copyFrom: `${name}/trunk` }],
    },
    { author, message: `work on ${name}`, changes: [{ path: `${name}/branches/team/x/b.txt`, text: 'b\n' }] },
  ]);
}

test('ten projects with nested branches go through the layout editor by keyboard', async ({ app, home }) => {
  const { page } = app;
  const source = makeSvnSource(home, 'source', tenProjects());
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'ten' } });
  await engine('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'ten' },
    body: { vcs_url: source, vcs: 'subversion', hold_before_push: true },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'ten');
  await expect(importPage.review).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Branches and tags' }).press('Enter');
  const outside = page.getByTestId('layout-outside');
  await expect(outside).toHaveText('Outside: nothing.');
  const folders = page.getByTestId('layout-folders');
  const select = (folder: string) => folders.getByLabel(`What becomes of /${folder}`, { exact: true });
  await select('project1').focus();

  const wanted = new Map([
    ['project1/trunk', 'Default'],
    ['project1/branches/team', 'Its folders are b'],
    ...projects.slice(1, 9).map((name) => [name, 'Left'] as const),
  ]);
  for (let row = 0; row < 80; row++) {
    const folder = await page.evaluate(() =>
      document.activeElement?.closest('[data-folder]')?.getAttribute('data-folder'),
    );
    if (folder === null || folder === undefined) break;
    const keys = wanted.get(folder);
    if (keys !== undefined) await page.keyboard.type(keys);
    await page.keyboard.press('Tab');
  }
  await expect(outside).toContainText('Outside: 3 revisions, in /project10.');
  await expect(page.getByTestId('layout-lines')).toContainText('x');
  await keepScreenshot(page, '54-layout');
  await expectAccessible(page, 'the layout editor');
  // Rows are drawn where they are seen.
  await folders.press('Home');
  await select('project10').focus();
  await page.keyboard.type('Left');
  await expect(outside).toHaveText('Outside: nothing. Left out by choice: 27 revisions.');

  await page.getByRole('button', { name: 'Apply and map again' }).press('Enter');
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await importPage.release();
  await importPage.waitForReport();
  const complete = page.getByTestId('verdict').locator('[data-part="complete"]');
  await expect(complete).toHaveAttribute('data-state', 'green');
  await expect(complete).toContainText('27 were left out by choice');

  await page.getByLabel('Revision, changeset or commit of the source').fill('r2');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('find-revision')).toContainText('/project1/trunk');
});
