import { join } from 'node:path';
import { run } from '../fixtures/command.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository, subversionAuthors } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a Subversion repository behind a password becomes a verified Git repository', async ({ app, home }) => {
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn'), 400));
  try {
    const { page } = app;
    await new HomePage(page).firstImport.click();
    const wizard = new NewImportPage(page);
    await wizard.address.waitFor();
    await keepScreenshot(page, '04-source');
    await wizard.lookAt(server.url);

    await expect(wizard.credentials).toBeVisible();
    await wizard.signIn(subversionCredentials.username, 'wrong');
    await expect(wizard.continueWithCredentials).toBeEnabled();
    await expect(wizard.credentials).toContainText(/refused|wrong|did not accept/i);
    await expect(wizard.found).toBeHidden();
    await keepScreenshot(page, '05-credentials');
    await wizard.signIn(subversionCredentials.username, subversionCredentials.password);

    await expect(wizard.found).toContainText('Subversion');
    await expect(wizard.found).toContainText('408 revisions');
    await expect(wizard.layout.getByLabel('Folder of the default branch')).toHaveValue('trunk');
    await expect(wizard.found).toContainText('stable');
    await expect(page.getByTestId('survey')).toContainText('408');
    await expect(page.getByTestId('survey')).toContainText('Newest files');
    await keepScreenshot(page, '06-found');
    await wizard.name.fill('tool');
    await wizard.start.click();

    const importPage = new ImportPage(page);
    await expect(importPage.progress.or(importPage.review).first()).toBeVisible();
    await expect(importPage.review).toBeVisible({ timeout: 60_000 });
    await expect(importPage.grid.getByTestId('author-row')).toHaveCount(subversionAuthors.length);
    await expect(importPage.push).toBeEnabled();
    await importPage.mapAuthor('anna', 'Anna Lee', 'anna@example.org');
    await importPage.mapAuthor('boris', 'Boris Novak', 'boris@example.org');
    await keepScreenshot(page, '09-authors');
    await importPage.release();
    await importPage.waitForReport();
    await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
    await keepScreenshot(page, '10-report');

    const repository = join(home, 'data', 'repositories', 'owner', 'tool.git');
    const refs = await run('git', ['for-each-ref', '--format=%(refname)'], { cwd: repository });
    expect(refs.split('\n').filter(Boolean).sort()).toEqual([
      'refs/heads/main',
      'refs/heads/stable',
      'refs/tags/1.0',
      'refs/tags/1.1',
    ]);
    const authors = await run('git', ['log', '--all', '--format=%an <%ae>'], { cwd: repository });
    expect(authors).toContain('Anna Lee <anna@example.org>');
    expect(authors).toContain('Boris Novak <boris@example.org>');
    expect(authors).not.toContain('anna <');
    expect(await run('git', ['show', 'stable:README'], { cwd: repository })).toBe('The stable tool\n');
    expect(await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: repository })).toBe('');
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});
