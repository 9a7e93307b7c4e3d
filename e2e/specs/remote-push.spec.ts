import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository, makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';

test('a remote that is not empty is left alone until a person decides', async ({ app, home }) => {
  const { page } = app;
  const source = await makeGitRepository(join(home, 'source'));
  await engineOf(page)('POST /user/repos', { body: { name: 'tool' } });
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'tool' },
    body: { vcs: 'git', vcs_url: source },
  });
  // As a host makes it with a first commit: other history under the name of our default branch.
  const remote = await makeBareRepository(join(home, 'remote.git'));
  const tree = (await run('git', ['hash-object', '-t', 'tree', '-w', '/dev/null'], { cwd: remote })).trim();
  const person = ['-c', 'user.name=Host', '-c', 'user.email=host@example.org'];
  const commit = (await run('git', [...person, 'commit-tree', '-m', 'First', tree], { cwd: remote })).trim();
  await run('git', ['update-ref', 'refs/heads/main', commit], { cwd: remote });
  const before = await refsOf(remote);

  const importPage = new ImportPage(page);
  await importPage.open('owner', 'tool');
  await importPage.waitForReport();
  await page.getByRole('button', { name: 'Push to a remote…' }).click();
  // As it is copied out of a page of help, with the home folder as shells write it.
  await page.getByLabel('Address of a Git repository').fill('git push “~/remote.git” main');
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  const question = page.getByTestId('push-decision');
  await expect(question).toContainText('other history');
  await expect(page.getByLabel('Address of a Git repository')).toHaveValue('~/remote.git');
  await expect(question).toContainText('main');
  // As wide as the question: names of many branches begin alike.
  const names = await question.getByRole('region', { name: 'Hold other history there' }).boundingBox();
  expect(names?.width).toBeGreaterThan(400);
  await keepScreenshot(page, '38-push-decision');
  await expectAccessible(page, 'push decision');
  expect(await refsOf(remote)).toEqual(before);

  await question.getByRole('button', { name: 'Push the others' }).click();
  await expect(page.getByTestId('remote-push-complete')).toContainText('without 1 branch or tag');
  expect(await run('git', ['rev-parse', 'main'], { cwd: remote })).toBe(`${commit}\n`);

  await page.getByRole('button', { name: 'Push', exact: true }).click();
  const overwrite = question.getByRole('button', { name: /^Overwrite/ });
  // Escape takes back the last question alone, and the keyboard is where it was.
  await overwrite.focus();
  await page.keyboard.press('Enter');
  const isActive = (button: Locator) => button.evaluate((element) => element === document.activeElement);
  await expect
    .poll(() => isActive(page.getByTestId('confirm-dialog').getByRole('button', { name: 'Keep' })))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('confirm-dialog')).toBeHidden();
  await expect(question).toBeVisible();
  await expect.poll(() => isActive(overwrite)).toBe(true);
  await overwrite.click();
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByTestId('remote-push-complete')).toContainText('Pushed to');
  await expect(page.getByTestId('remote-push-complete')).not.toContainText('without');
  expect(await refsOf(remote)).toEqual(await refsOf(source));
  expect(app.complaints).toEqual([]);
});
