import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { RepositoryPage } from '../pages/repository-page.ts';

test('an imported Subversion repository is brought up to date after ten more revisions', async ({ app, home }) => {
  const { page } = app;
  const source = await makeSubversionRepository(join(home, 'svn'), 30);
  const url = `file://${source}`.replaceAll(' ', '%20');
  await engineOf(page)('POST /user/repos', { body: { name: 'tool' } });
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'tool' },
    body: { vcs: 'subversion', vcs_url: url },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'tool');
  await importPage.waitForReport();
  const repository = join(home, 'data', 'repositories', 'owner', 'tool.git');
  const before = (await run('git', ['rev-parse', 'main'], { cwd: repository })).trim();

  for (let number = 1; number <= 10; number++) {
    await run('svn', ['mkdir', '-q', '--username', 'anna', '-m', `More ${number}`, `${url}/trunk/more-${number}`]);
  }
  await page.getByRole('button', { name: 'Bring up to date' }).click();
  await expect(page.getByTestId('update')).toContainText('10 new revisions');
  await expect(page.getByTestId('update-refs')).toContainText('main');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await keepScreenshot(page, '34-update');
  await expectAccessible(page, 'report of an update');
  await run('git', ['merge-base', '--is-ancestor', before, 'main'], { cwd: repository });
  expect((await run('git', ['rev-list', '--count', `${before}..main`], { cwd: repository })).trim()).toBe('10');
  expect(app.complaints).toEqual([]);
});

test('a branch that is gone from the source is asked for, and a source that is off takes nothing away', async ({
  app,
  home,
}) => {
  const { page } = app;
  const source = await makeSubversionRepository(join(home, 'svn'), 12);
  const url = `file://${source}`.replaceAll(' ', '%20');
  await run('svn', ['copy', '-q', '-m', 'Branch', `${url}/trunk`, `${url}/branches/gone`]);
  await engineOf(page)('POST /user/repos', { body: { name: 'asks' } });
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'asks' },
    body: { vcs: 'subversion', vcs_url: url },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'asks');
  await importPage.waitForReport();
  const last = page.getByTestId('last-update');
  const update = page.getByRole('button', { name: 'Bring up to date' });

  await rename(source, `${source}-elsewhere`);
  await update.click();
  await expect(last).toContainText('changed nothing');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await rename(`${source}-elsewhere`, source);

  await run('svn', ['rm', '-q', '-m', 'Away', `${url}/branches/gone`]);
  await update.click();
  await expect(last).toContainText('the branch is gone');
  await expectAccessible(page, 'an update that asks');
  await last.getByRole('button', { name: 'Take this over from the source' }).click();
  await expect(page.getByTestId('update-refs')).toContainText('The branch is gone from the source');
  await expect(last).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('a restart whose source is gone is complete but not green, in the report and in the list', async ({
  app,
  home,
}) => {
  const { page } = app;
  const source = await makeSubversionRepository(join(home, 'svn'), 12);
  const engine = engineOf(page);
  const at = { path: { owner: 'owner', repo: 'gone' } };
  await engine('POST /user/repos', { body: { name: 'gone' } });
  await engine('PUT /repos/{owner}/{repo}/import', {
    ...at,
    body: { vcs: 'subversion', vcs_url: `file://${source}`.replaceAll(' ', '%20') },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'gone');
  await importPage.waitForReport();
  await expect(page.getByTestId('verdict').locator('[data-part="equal"]')).toContainText(
    'Compared with the source as it was on',
  );

  await rename(source, `${source}-elsewhere`);
  await engine('PATCH /repos/{owner}/{repo}/import', { ...at, body: {} });
  await expect(importPage.verdict).toContainText('Complete, but the source was not reached');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'false');
  await expect(page.getByTestId('verdict').locator('[data-part="equal"]')).toContainText(
    'the source did not answer now',
  );
  await expectAccessible(page, 'report of a source that is gone');
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await expect(page.getByText('Complete, source not reached').first()).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('while an update waits for somebody, the page of the repository has what the import before it came to', async ({
  app,
  home,
}) => {
  const { page } = app;
  const url = `file://${await makeSubversionRepository(join(home, 'svn'), 12)}`.replaceAll(' ', '%20');
  const path = { owner: 'owner', repo: 'waits' };
  await engineOf(page)('POST /user/repos', { body: { name: path.repo } });
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'subversion', vcs_url: url } });
  const importPage = new ImportPage(page);
  await importPage.open(path.owner, path.repo);
  await importPage.waitForReport();
  const repository = new RepositoryPage(page);
  await repository.open(path.owner, path.repo);
  const verdict = page.getByTestId('repository-import').getByText(/are in Git/);
  await expect(verdict).toBeVisible();

  const before = await engineOf(page)('GET /repos/{owner}/{repo}/import/report', { path });
  await run('svn', ['mkdir', '-q', '--username', 'newcomer', '-m', 'More', `${url}/trunk/more`]);
  await page.getByRole('button', { name: 'Bring up to date' }).click();
  await expect(page.getByTestId('import-status')).toHaveText('Ready to review');
  await expect(verdict).toBeVisible();
  await expect(repository.updates.getByTestId('update-state')).toHaveText(['Ready to review']);
  await expect(page.getByRole('button', { name: 'Bring up to date' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Open the saved report' })).toBeEnabled();
  const report = await engineOf(page)('GET /repos/{owner}/{repo}/import/report', { path });
  expect(report).toEqual(before);
  await page.getByRole('link', { name: 'Open the update' }).click();
  await expect(importPage.review).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('folders that moved suggest another shape: the published one is kept', async ({ app, home }) => {
  const { page } = app;
  const source = join(home, 'svn');
  await run('svnadmin', ['create', source]);
  const url = `file://${source}`.replaceAll(' ', '%20');
  const file = join(home, 'a file');
  await writeFile(file, 'a\n');
  for (const folder of ['app', 'lib']) await run('svn', ['import', '-q', '-m', folder, file, `${url}/${folder}/file`]);
  const path = { owner: 'owner', repo: 'shape' };
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'shape' } });
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'subversion', vcs_url: url } });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'shape');
  await importPage.waitForReport();
  const last = page.getByTestId('last-update');
  const update = page.getByRole('button', { name: 'Bring up to date' });

  await run('svn', ['move', '-q', '-m', 'App is the trunk', `${url}/app`, `${url}/trunk`]);
  await run('svn', ['mkdir', '-q', '-m', 'Branches', `${url}/branches`]);
  await update.click();
  await expect(last).toContainText('1 branch is made of other folders or revisions (main)');
  await expectAccessible(page, 'an update that suggests another shape');
  await last.getByRole('button', { name: 'Keep the shape that was published' }).click();
  await expect(last).toHaveCount(0);
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  expect((await engine('GET /repos/{owner}/{repo}/import', { path })).layout).toMatchObject({ trunk: '' });
  expect(app.complaints).toEqual([]);
});
