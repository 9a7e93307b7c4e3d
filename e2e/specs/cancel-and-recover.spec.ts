import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GantryApp } from '../fixtures/gantry-app.ts';
import { refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

const manyRevisions = 1200;
/** The server's answers stop here: what is asked before the fetch takes 140 KB, the history 900 KB. */
const middle = 450_000;

let server: SubversionServer;

async function startLongImport(app: GantryApp, name: string): Promise<ImportPage> {
  const wizard = new NewImportPage(app.page);
  await wizard.openEmpty();
  await wizard.lookAt(server.url);
  await wizard.signIn(subversionCredentials.username, subversionCredentials.password);
  await wizard.found.waitFor();
  server.holdAnswersAfter(middle);
  await wizard.startInto(name);
  const importPage = new ImportPage(app.page);
  await importPage.progress.waitFor();
  return importPage;
}

/** Waits until an import is in the middle of fetching. */
async function waitForMiddle(importPage: ImportPage): Promise<void> {
  await expect(importPage.status).toHaveAttribute('data-status', 'importing');
  await expect
    .poll(async () => Number.parseInt((await importPage.percent.textContent()) ?? '0', 10))
    .toBeGreaterThan(5);
}

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gantry e2e svn '));
  server = await SubversionServer.start(await makeSubversionRepository(join(folder, 'repository'), manyRevisions));
});

test.afterEach(() => server.goOn());

test.afterAll(() => server?.stop());

test('an import is cancelled in the middle and leaves nothing behind', async ({ app, home }) => {
  const importPage = await startLongImport(app, 'cancelled');
  await waitForMiddle(importPage);
  await keepScreenshot(app.page, '08-progress');
  const homePage = new HomePage(app.page);
  await homePage.goTo('home');
  await expect(homePage.import('owner', 'cancelled')).toContainText(/Importing revision.*\d+%/);
  await homePage.import('owner', 'cancelled').click();
  await importPage.cancel.click();
  await importPage.confirmCancel.click();
  await expect(homePage.heading).toBeVisible();
  await expect(homePage.import('owner', 'cancelled')).toBeHidden();
  await expect.poll(() => readdir(join(home, 'data', 'imports'))).toEqual([]);
  expect(app.complaints).toEqual([]);
});

test('an app killed in the middle of an import goes on with it at the next start', async ({ app, start, home }) => {
  const first = await startLongImport(app, 'survivor');
  await waitForMiddle(first);
  await app.kill();
  server.goOn();

  const again = await start();
  const importPage = new ImportPage(again.page);
  await importPage.open('owner', 'survivor');
  // The password lived in memory only.
  await expect(importPage.credentials.or(importPage.review).first()).toBeVisible({ timeout: 60_000 });
  if (await importPage.credentials.isVisible()) {
    await importPage.signIn(subversionCredentials.username, subversionCredentials.password);
  }
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  const survivor = await refsOf(join(home, 'data', 'repositories', 'owner', 'survivor.git'));

  const undisturbed = await startLongImport(again, 'undisturbed');
  server.goOn();
  await expect(undisturbed.push).toBeEnabled({ timeout: 60_000 });
  await undisturbed.release();
  await undisturbed.waitForReport();
  expect(await refsOf(join(home, 'data', 'repositories', 'owner', 'undisturbed.git'))).toEqual(survivor);
});
