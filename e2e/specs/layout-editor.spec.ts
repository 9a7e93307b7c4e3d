import { join } from 'node:path';
import { makeSvnSource, type Revision } from '../../service/testing/svn-sources.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

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
  await importPage.openStep('Shape');
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

  await page.getByRole('button', { name: 'Use this shape' }).press('Enter');
  await importPage.release();
  await importPage.waitForReport();
  const complete = page.getByTestId('verdict').locator('[data-part="complete"]');
  await expect(complete).toHaveAttribute('data-state', 'green');
  await expect(complete).toContainText('27 were left out by choice');

  await page.getByTestId('report-layout').locator('summary').press('Enter');
  await expect(outside).toHaveText('Outside: nothing. Left out by choice: 27 revisions.');
  await page.getByRole('button', { name: 'Take what the history suggests' }).press('Enter');
  await expect(outside).toHaveText('Outside: nothing.');
  await expect(page.getByRole('button', { name: 'Apply and map again' })).toBeEnabled();

  await page.getByLabel('Revision, changeset or commit of the source').fill('r2');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('find-revision')).toContainText('/project1/trunk');
});

test('ten projects: the editor works before the fetch, and several go into a repository each', async ({
  app,
  home,
}) => {
  const { page } = app;
  const source = makeSvnSource(home, 'source', tenProjects());
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.found.waitFor();

  // The log alone says what the layout makes of the history; a folder is dragged to where it belongs.
  await page.getByRole('button', { name: 'Look through the history' }).click();
  const outside = page.getByTestId('layout-outside');
  await expect(outside).toBeVisible();
  const suggested = page.getByRole('button', { name: 'Take what the history suggests' });
  if (await suggested.isVisible()) await suggested.click();
  await expect(outside).toHaveText('Outside: nothing.');
  const folders = page.getByTestId('layout-folders');
  await expect(folders.locator('[data-folder=""]')).toContainText('Whole repository');
  // The window system's own drag is out of Playwright's reach in Electron: the events that it makes are sent instead.
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
  const dragged = folders.locator('[data-folder="project10"]');
  await dragged.scrollIntoViewIfNeeded();
  await dragged.dispatchEvent('dragstart', { dataTransfer });
  const target = page.getByTestId('layout-drop-targets').locator('[data-decision="left_out"]');
  await target.dispatchEvent('dragover', { dataTransfer });
  await keepScreenshot(page, '55-layout-before-fetch');
  await target.dispatchEvent('drop', { dataTransfer });
  await dragged.dispatchEvent('dragend', { dataTransfer });
  await expect(target).toBeHidden();
  await expect(folders.getByLabel('What becomes of /project10', { exact: true })).toHaveValue('left_out');
  await expect(outside).toHaveText('Outside: nothing. Left out by choice: 3 revisions.');
  await expectAccessible(page, 'the layout editor before the fetch');

  await page.getByRole('radio', { name: 'Several projects' }).check();
  const several = page.getByTestId('several-projects');
  await expect(several.getByRole('checkbox', { checked: true })).toHaveCount(10);
  for (const name of projects.slice(3))
    await several.getByRole('checkbox', { name: `/${name}`, exact: true }).uncheck();
  await expectAccessible(page, 'several projects');
  const names = page.getByTestId('step-destinations');
  await names.getByLabel('Repository for /project2').fill('project1');
  await expect(names.getByText('Two projects cannot become one repository.').first()).toBeVisible();
  await names.getByLabel('Repository for /project2').fill('second');
  await keepScreenshot(page, '56-several-projects');
  await expectAccessible(page, 'destinations of several projects');
  await page.getByRole('button', { name: 'Start 3 imports' }).click();
  await expect(page.getByTestId('list-sentence')).toContainText('3 of 3 complete', { timeout: 60_000 });
  const refs = await run('git', ['for-each-ref', '--format=%(refname)'], {
    cwd: join(home, 'data', 'repositories', 'owner', 'second.git'),
  });
  expect(refs.split('\n').filter(Boolean).sort()).toEqual(['refs/heads/main', 'refs/heads/team/x']);
});
