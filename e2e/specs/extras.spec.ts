import { join } from 'node:path';
import { makeSvnSource, projectHistory } from '../../service/testing/svn-sources.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('messages are shown before and after and rewritten with notes; every revision is compared; all by keyboard', async ({
  app,
  home,
}) => {
  const source = makeSvnSource(home, 'source', [
    ...projectHistory('', 4),
    { author: 'sven', message: 'Undo r3, as r99 did', changes: [{ path: 'trunk/undone.txt', text: 'undone\n' }] },
  ]);
  const { page } = app;
  await new HomePage(page).firstImport.click();
  const wizard = new NewImportPage(page);
  await wizard.lookAt(source);
  await wizard.name.fill('tool');
  await wizard.start.click();
  const importPage = new ImportPage(page);
  await expect(importPage.push).toBeEnabled();

  await importPage.openStep('Shape');
  await page.getByRole('tab', { name: 'Extras' }).press('Enter');
  await page.getByRole('button', { name: 'Show what would change' }).press('Enter');
  const preview = page.getByTestId('message-preview');
  await expect(preview.getByRole('status')).toContainText('1 name stays');
  await expect(preview).toContainText('r99: became no commit');
  await page.getByRole('checkbox', { name: 'In messages' }).press('Space');
  await page.getByRole('checkbox', { name: 'Write a note' }).press('Space');
  await expectAccessible(page, 'extras');
  await keepScreenshot(page, '57-extras');
  await page.getByRole('button', { name: 'Use these extras' }).press('Enter');
  await importPage.release();
  await importPage.waitForReport();

  const compare = page.getByTestId('compare-everything');
  await compare.getByRole('button', { name: 'Compare everything' }).press('Enter');
  await expect(compare).toHaveAttribute('data-state', 'complete', { timeout: 60_000 });
  await expect(compare.getByRole('status')).toContainText(/^(\d+) of \1 revisions compared\./);
  await expect(page.getByTestId('verdict').locator('[data-part="equal"]')).toContainText(
    /revisions were compared on .* None of them differs\./,
  );
  await expectAccessible(page, 'everything compared');
  await keepScreenshot(page, '58-compared');

  const repository = join(home, 'data', 'repositories', 'owner', 'tool.git');
  const log = async () =>
    run('git', ['log', '-1', '--notes=gantry', '--format=%s|%N', 'main', '--'], { cwd: repository });
  expect(await log()).toMatch(/^Undo [0-9a-f]{12}, as r99 did\|Source: subversion/);
  await page.getByText('Extras: notes').press('Enter');
  await expect(page.getByRole('checkbox', { name: 'In messages' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'In messages' }).press('Space');
  await expectAccessible(page, 'extras of a report');
  await page.getByRole('button', { name: 'Apply and map again' }).press('Enter');
  await expect(async () => expect(await log()).toContain('Undo r3')).toPass();
  await importPage.waitForReport();
});
