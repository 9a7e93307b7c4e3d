import { join } from 'node:path';
import { makeSvnSource, projectHistory } from '../../service/testing/svn-sources.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a mistyped trunk is red, is mended from the report, and ends green', async ({ app, home }) => {
  const source = makeSvnSource(home, 'source', [
    ...projectHistory('', 12),
    { author: 'sven', message: 'docs', changes: [{ path: 'docs' }, { path: 'docs/index.txt', text: 'docs\n' }] },
    { author: 'sven', message: 'after the branch', changes: [{ path: 'trunk/late.txt', text: 'late\n' }] },
  ]);
  const { page } = app;
  await new HomePage(page).firstImport.click();
  const wizard = new NewImportPage(page);
  await wizard.lookAt(source);
  await wizard.layout.getByLabel('Folder of the default branch').fill('Trunk');
  await wizard.name.fill('tool');
  await wizard.start.click();
  const importPage = new ImportPage(page);
  await expect(importPage.review).toBeVisible();
  // Before anything is published.
  await new HomePage(page).goTo('home');
  await expect(new HomePage(page).import('owner', 'tool')).toContainText('2 of 15 content revisions');
  await importPage.open('owner', 'tool');
  await importPage.openStep('Publish');
  const warning = page.getByTestId('outside-before');
  await expect(warning).toContainText('2 of 15 content revisions');
  await expectAccessible(page, 'a warning before it is published');
  await warning.getByRole('button', { name: 'Change branches and tags' }).press('Enter');
  await expect(page.getByTestId('layout-outside')).toContainText('Outside: 2 revisions');
  await importPage.release();
  await importPage.waitForReport();

  const complete = page.getByTestId('verdict').locator('[data-part="complete"]');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'false');
  await expect(complete).toHaveAttribute('data-state', 'red');
  await expect(complete).toContainText('2 of 15 content revisions');
  await expect(page.getByTestId('verdict').locator('[data-part="equal"]')).toHaveAttribute('data-state', 'green');
  await keepScreenshot(page, '52-not-complete');
  await expectAccessible(page, 'a report that is not complete');

  await page.getByRole('button', { name: 'Make it the default branch: /trunk' }).press('Enter');
  await page.getByRole('button', { name: 'Leave out: /docs' }).press('Enter');
  await page.getByTestId('apply-outside').press('Enter');
  await expect(complete).toHaveAttribute('data-state', 'green', { timeout: 60_000 });
  await expect(complete).toContainText('14 of 15 content revisions are in Git; 1 was left out by choice.');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await keepScreenshot(page, '53-mended');

  const repository = join(home, 'data', 'repositories', 'owner', 'tool.git');
  expect((await run('git', ['log', '--format=%s', 'main'], { cwd: repository })).split('\n')[0]).toBe(
    'after the branch',
  );
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByTestId('verdict-marks').locator('[data-part="complete"]')).toHaveAttribute(
    'data-state',
    'green',
  );
});
