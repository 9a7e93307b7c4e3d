import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdRequests } from '../fixtures/window-requests.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a source that answers late takes nobody away, and nothing in place of what they went on with', async ({
  app,
  home,
}) => {
  const { page } = app;
  const slow = await makeGitRepository(join(home, 'slow'));
  const letGo = await holdRequests(app, 'POST /import_detections');
  const wizard = new NewImportPage(page);
  await page.getByTestId('nav-home').click();
  await wizard.address.fill(slow);
  await page.keyboard.press('Enter');
  await page.getByText(`Looking at ${slow}`).waitFor();
  await page.getByTestId('nav-tokens').click();
  await page.getByRole('heading', { name: 'Tokens' }).waitFor();
  await letGo();
  // The answer is in the wizard, for when somebody goes there. What is asked later is answered later.
  await page.waitForFunction(() => (localStorage.getItem('gantry.wizard-draft') ?? '').includes('"step":"found"'));
  await engineOf(page)('POST /import_detections', { body: { vcs_url: slow } });
  await expect(page.getByRole('heading', { name: 'Tokens' })).toBeVisible();

  await page.evaluate(() => {
    window.location.hash = '#/imports/new';
  });
  await page.getByTestId('step-found').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  const letGoAgain = await holdRequests(app, 'POST /import_detections');
  await wizard.address.fill(slow);
  await page.keyboard.press('Enter');
  await page.getByText(`Looking at ${slow}`).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await wizard.address.fill('https://svn.example.org/other');
  await letGoAgain();
  await engineOf(page)('POST /import_detections', { body: { vcs_url: slow } });
  await expect(wizard.address).toHaveValue('https://svn.example.org/other');
  expect(app.complaints).toEqual([]);
});
