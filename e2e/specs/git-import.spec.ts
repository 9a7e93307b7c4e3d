import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../fixtures/command.ts';
import { makeBareRepository, makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a Git repository keeps every ref and object id, and goes on to a remote', async ({ app, home }) => {
  const source = await makeGitRepository(join(home, 'source repository'));
  const { page } = app;
  const wizard = new NewImportPage(page);
  await wizard.open();
  await app.answerOpenDialog(source);
  await wizard.chooseFolder.click();
  await expect(wizard.found).toContainText('Git');
  await expect(wizard.name).toHaveValue('source-repository');
  await wizard.start.click();

  const importPage = new ImportPage(page);
  await importPage.push.click();
  await expect(page.getByTestId('before-and-after').getByRole('columnheader')).toHaveText(['What', 'Source', 'Git']);
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  const repository = join(home, 'data', 'repositories', 'owner', 'source-repository.git');
  expect(await refsOf(repository)).toEqual(await refsOf(source));

  const opened = await app.watchOpenedPaths();
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect.poll(opened).toEqual([repository]);

  const remote = await makeBareRepository(join(home, 'remote.git'));
  await page.getByRole('button', { name: 'Push to a remote…' }).click();
  await page.getByLabel('Address of a Git repository').fill(remote);
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(page.getByTestId('remote-push-complete')).toBeVisible();
  await keepScreenshot(page, '11-remote-push');
  expect(await refsOf(remote)).toEqual(await refsOf(source));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Import another' }).click();
  await expect(wizard.address).toHaveValue('');
  expect(app.complaints).toEqual([]);
});

test('an address without a repository is explained, and corrected in place', async ({ app, home }) => {
  const wizard = new NewImportPage(app.page);
  await wizard.open();
  await wizard.lookAt(join(home, 'nothing here'));
  await expect(wizard.error).toBeVisible();
  await expect(wizard.error).not.toContainText(/ at \S+ \(|\.[jt]s:\d/);
  await wizard.lookAt(await makeGitRepository(join(home, 'source')));
  await expect(wizard.found).toBeVisible();
});

test('of a folder that somebody works in, the repository that it was cloned from is taken instead', async ({
  app,
  home,
}) => {
  const origin = await makeGitRepository(join(home, 'origin'));
  const work = join(home, 'work');
  await run('git', ['clone', '--quiet', '--branch', 'main', origin, work]);
  const { page } = app;
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(work);
  const survey = page.getByTestId('survey');
  await expect(survey).toContainText(`The source was cloned from ${origin}.`);
  await survey.getByRole('button', { name: 'Import that repository instead' }).click();
  await expect(wizard.address).toHaveValue(origin);
  await wizard.continue.click();
  await expect(wizard.name).toHaveValue('origin');
  await expect(survey).toContainText('Commits');
  await expect(survey.getByRole('button')).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('a mailmap says who the authors are by their addresses', async ({ app, home }) => {
  const source = await makeGitRepository(join(home, 'source'));
  const mailmap = join(home, '.mailmap');
  await writeFile(mailmap, 'Boris Novak <boris@new.example> <BORIS@example.org>\n');
  const wizard = new NewImportPage(app.page);
  const importPage = new ImportPage(app.page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.startInto('mapped');
  await expect(importPage.push).toBeEnabled();
  await app.answerOpenDialog(mailmap);
  await app.page.getByRole('button', { name: 'Load map…' }).click();
  await expect(importPage.author('Boris <boris@example.org>')).toContainText('boris@new.example');
  expect(app.complaints).toEqual([]);
});
