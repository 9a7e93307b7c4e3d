import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('the shape is settled while the source is fetched, and the fetch goes on meanwhile', async ({ app, home }) => {
  const { page } = app;
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn'), 300));
  try {
    const wizard = new NewImportPage(page);
    const steps = new ImportPage(page);
    await wizard.open();
    await wizard.lookAt(server.url);
    await wizard.signIn(subversionCredentials.username, subversionCredentials.password);
    await wizard.found.waitFor();
    await wizard.name.fill('meanwhile');
    // In the middle of the fetch: what is asked before it takes 60 KB, the history 230 KB.
    server.holdAnswersAfter(150_000);
    await wizard.start.click();

    await page.getByTestId('to-shape').click();
    await expect(page.getByRole('heading', { name: 'Shape' })).toBeFocused();
    await expect(steps.progress).toBeVisible();
    const branch = page.getByLabel('Name of the default branch');
    await branch.fill('develop');
    await expectAccessible(page, 'the shape while it is fetched');
    await page.getByRole('button', { name: 'Use this shape' }).click();
    await expect(page.getByText('Branches and tags will be made so.')).toBeVisible();
    // Half-way through another change all of it is here: what was typed stays, and so does the keyboard.
    await branch.fill('half-typed');
    await page.getByRole('button', { name: 'Show the log' }).click();
    await expect(steps.log).toContainText('Looking at');
    await page.getByTestId('to-shape').click();
    await expect(branch).toHaveValue('half-typed');
    await branch.focus();
    server.goOn();
    await expect(page.getByTestId('layout-preview')).toBeVisible();
    await expect(branch).toBeFocused();
    await expect(branch).toHaveValue('half-typed');
    await expect(steps.log).toHaveCount(0);

    await page.getByRole('button', { name: 'Undo changes' }).click();
    await expect(branch).toHaveValue('develop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(steps.push).toBeEnabled();
    await steps.release();
    await steps.waitForReport();
    await expect(steps.verdict).toHaveAttribute('data-verified', 'true');
    const cwd = join(home, 'data', 'repositories', 'owner', 'meanwhile.git');
    expect((await run('git', ['symbolic-ref', 'HEAD'], { cwd })).trim()).toBe('refs/heads/develop');
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});
