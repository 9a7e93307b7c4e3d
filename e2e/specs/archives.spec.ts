import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { makeArchive } from '../fixtures/archive.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { refsOf } from '../fixtures/git-repository.ts';
import { makeOwnedRepositories } from '../fixtures/owned-repositories.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ArchivePage } from '../pages/archive-page.ts';
import { HomePage } from '../pages/home-page.ts';

test('an archive is opened, searched, read, and restored beside what has the same names', async ({ app, home }) => {
  const { page } = app;
  const archives = new ArchivePage(page);
  await makeOwnedRepositories(page, home, { login: 'team', organization: true }, ['tool']);
  const archive = await makeArchive(join(home, 'other installation'));
  await new HomePage(page).goTo('archives');
  await expect(archives.empty).toBeVisible();
  await app.answerOpenDialog(archive);
  await archives.open.click();
  await expect(archives.state).toHaveText('1 problem');
  await expect(archives.counts).toContainText('Issues');
  await archives.show('Problems');
  await expect(archives.problems).toContainText('ci.example');
  await expect(archives.problems).not.toContainText('0123456789');

  await archives.show('Issues and pull requests');
  await expect(page.getByTestId('issues-found')).toHaveText('3 found');
  await archives.searchIssues.fill('second gasket');
  await expect(page.getByTestId('issues-found')).toHaveText('1 found');
  await keepScreenshot(page, '28-archive-issues');
  await page.getByTestId('issue-team/tool-1').click();
  await expect(archives.thread).toContainText('The second gasket leaks as well.');
  await expect(archives.thread).toContainText('labeled');
  await keepScreenshot(page, '29-archive-issue');
  const saved = join(home, 'plan.txt');
  await app.answerSaveDialog(saved);
  await page.getByRole('button', { name: /^plan\.txt/ }).click();
  await expect(page.getByText('plan.txt was saved.')).toBeVisible();
  expect(await readFile(saved, 'utf8')).toBe('The plan.\n');
  await page.getByRole('link', { name: 'Back to the archive' }).click();
  await expect(archives.searchIssues).toHaveValue('second gasket');

  await archives.restore.click();
  await expect(archives.choice('organization', 'team')).toHaveAttribute('data-conflict', 'true');
  await expect(archives.choice('repository', 'team/tool')).toHaveAttribute('data-conflict', 'true');
  await archives.choose('user', 'owner', 'Leave out');
  await archives.choose('repository', 'team/tool', 'Make it as');
  await archives.nameHere('repository', 'team/tool', 'team/tool');
  await expect(archives.choice('repository', 'team/tool').getByRole('note')).toBeVisible();
  await archives.nameHere('repository', 'team/tool', 'team/restored-tool');
  await expect(archives.choice('repository', 'team/tool').getByRole('note')).toHaveCount(0);
  await keepScreenshot(page, '30-restore-choices');
  const table = join(home, 'conflicts.csv');
  await app.answerSaveDialog(table);
  await page.getByRole('button', { name: 'Save CSV…' }).click();
  await expect(page.getByText('The table was saved as conflicts.csv.')).toBeVisible();
  const text = await readFile(table, 'utf8');
  expect(text).toContain('restored-tool');
  await writeFile(table, text.replaceAll('restored-tool', 'tool-restored'));
  await app.answerOpenDialog(table);
  await page.getByRole('button', { name: 'Load CSV…' }).click();
  await expect(archives.choice('repository', 'team/tool').getByRole('textbox', { name: /^Name here of/ })).toHaveValue(
    'team/tool-restored',
  );

  await archives.startRestore.click();
  await expect(archives.restoreState).toHaveText('Restored');
  await expect(archives.summary).toContainText('team/tool-restored');
  await keepScreenshot(page, '31-restored');
  await page.getByTestId('restored-repositories').getByRole('link', { name: 'team/tool-restored' }).click();
  await expect(page.getByTestId('repository-page')).toContainText('Restored from');
  await expect(page.getByTestId('history-chart')).toBeVisible();
  await keepScreenshot(page, '66-repository-restored');
  await expectAccessible(page, 'restored repository');
  const repositories = join(home, 'data', 'repositories', 'team');
  expect(await refsOf(join(repositories, 'tool-restored.git'))).toEqual(await refsOf(join(repositories, 'tool.git')));
  expect(await run('git', ['fsck', '--full'], { cwd: join(repositories, 'tool-restored.git') })).not.toContain('error');
  const accounts = await engineOf(page)('GET /admin/users');
  expect(accounts.map(({ login }) => login)).toEqual(['owner', 'ada']);
  expect(app.complaints).toEqual([]);
});

test('a hostile archive is refused with a sentence', async ({ app, home }) => {
  const archives = new ArchivePage(app.page);
  await writeFile(join(home, 'evil.txt'), 'evil');
  const archive = join(home, 'evil.tar.gz');
  await run('tar', ['-C', home, '-czf', archive, '--transform', 's,^,../,', '-P', 'evil.txt']);
  await new HomePage(app.page).goTo('archives');
  await app.answerOpenDialog(archive);
  await archives.open.click();
  await expect(archives.state).toHaveText('Refused');
  await expect(archives.error).toContainText('../evil.txt');
  await expect(archives.restore).toHaveCount(0);
  await keepScreenshot(app.page, '32-archive-refused');
  expect(app.complaints).toEqual([]);
});

test('a hundred thousand issues stay quick to look through', async ({ app, home }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const archives = new ArchivePage(page);
  const archive = await makeArchive(join(home, 'large'), { issues: 100_000 });
  await new HomePage(page).goTo('archives');
  await app.answerOpenDialog(archive);
  await archives.open.click();
  await expect(archives.state).toHaveText('1 problem', { timeout: 120_000 });
  await archives.show('Issues and pull requests');
  await expect(page.getByTestId('issues-found')).toHaveText('100,000 found');
  expect(await archives.issues.getByRole('listitem').count()).toBeLessThan(60);
  await archives.searchIssues.fill('Thing 77777');
  await expect(page.getByTestId('issues-found')).toHaveText('1 found');
  await archives.issues.getByRole('link').first().click();
  await expect(archives.thread).toContainText('Text of 77777');
});
