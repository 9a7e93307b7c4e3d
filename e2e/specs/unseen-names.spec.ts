import { join } from 'node:path';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { gitIdentity, makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { TokensPage } from '../pages/tokens-page.ts';

test('names with characters that show nothing say that they have them', async ({ app, home }) => {
  const { page } = app;
  const source = await makeGitRepository(join(home, 'source'));
  const env = gitIdentity('Anna\u200b Lee', 'anna\u202e@example.org', 7);
  await run('git', ['commit', '-q', '--allow-empty', '-m', 'Look alike'], { cwd: source, env });
  await run('git', ['switch', '-q', '-c', 'feature\u2060'], { cwd: source, env });
  await run('git', ['commit', '-q', '--allow-empty', '-m', 'Look alike'], { cwd: source, env });
  const path = { owner: 'owner', repo: 'alike' };
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'alike' } });
  await engine('PUT /repos/{owner}/{repo}/import', {
    path,
    body: { vcs_url: source, vcs: 'git', hold_before_push: true },
  });
  await page.evaluate(() => {
    window.location.hash = '#/imports/owner/alike';
  });
  const grid = page.getByTestId('authors-grid');
  await expect(grid).toContainText('AnnaU+200B Lee');
  await expect(grid).toContainText('annaU+202E@example.org');
  await engine('PATCH /repos/{owner}/{repo}/import', { path, body: { hold_before_push: false } });
  await expect(page.getByTestId('step-report')).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = '#/repositories/owner/alike';
  });
  await expect(page.getByTestId('repository-authors')).toContainText('AnnaU+200B Lee');
  await expect(page.getByTestId('months')).toContainText('AnnaU+200B Lee');
  await expect(page.getByTestId('branch-lines')).toContainText('featureU+2060');
  expect(app.complaints).toEqual([]);
});

test('so do questions before something is deleted, or a folder is read', async ({ app, home }) => {
  const { page } = app;
  const tokens = new TokensPage(page);
  await engineOf(page)('POST /authorizations', { body: { note: 'back\u202epu', scopes: [] } });
  await page.getByTestId('nav-tokens').click();
  await page.getByRole('button', { name: /^Delete .*back/ }).click({ timeout: 5000 });
  await expect(tokens.confirmation).toContainText(
    'Programs that use “\u2068backU+202Epu\u2069” can no longer sign in.',
  );
  await page.keyboard.press('Escape');
  await app.answerFolderQuestions('Do not allow');
  await page.getByTestId('nav-home').click();
  await new NewImportPage(page).lookAt(join(home, 'x\u202egnp.git'));
  await expect.poll(() => app.folderQuestions()).toEqual([expect.stringContaining('xU+202Egnp.git')]);
});
