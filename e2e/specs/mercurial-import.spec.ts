import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, listening } from '../../service/testing/ports.ts';
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

test('of a Mercurial server nothing is counted before its history came', async ({ app, home }) => {
  const { page } = app;
  const port = await freePort();
  const folder = await makeTwoHeads(join(home, 'project'));
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' };
  const served = spawn('hg', ['serve', '-p', `${port}`, '-a', '127.0.0.1', '-R', folder], { env, stdio: 'ignore' });
  try {
    await listening(port);
    const wizard = new NewImportPage(page);
    await wizard.open();
    await wizard.lookAt(`http://127.0.0.1:${port}/`);
    await expect(wizard.found).toContainText('Branches, bookmarks and tags are read with the history.');
    await expect(wizard.found).not.toContainText('0 branches');
  } finally {
    served.kill();
  }
});
