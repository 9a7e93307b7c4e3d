import { join } from 'node:path';
import { refsOf } from '../fixtures/git-repository.ts';
import { makeTwoHeads } from '../fixtures/mercurial-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a Mercurial repository with two heads keeps both', async ({ app, home }) => {
  const { page } = app;
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(await makeTwoHeads(join(home, 'project')));
  await expect(wizard.found).toContainText('Mercurial');
  await wizard.start.click();

  const importPage = new ImportPage(page);
  await expect(importPage.author('anna')).toBeVisible();
  await importPage.mapAuthor('anna', 'Anna Lee', 'anna@example.org');
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await expect(page.getByText('These branches have several heads in the source.')).toBeVisible();
  const refs = await refsOf(join(home, 'data', 'repositories', 'owner', 'project.git'));
  expect(refs.map((line) => line.split(' ')[1]?.replace(/-[\da-f]{12}$/, '-…'))).toEqual([
    'refs/heads/main',
    'refs/heads/main-…',
  ]);
  expect(app.complaints).toEqual([]);
});
