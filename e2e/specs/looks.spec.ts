import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeArchive } from '../fixtures/archive.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { fixAnswers } from '../fixtures/fixed-answers.ts';
import { drawnAlike, expectLooks, notDrawnAlike } from '../fixtures/looks.ts';
import { makeTwoProjects } from '../fixtures/subversion-repository.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ArchivePage } from '../pages/archive-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { MigrationPage } from '../pages/migration-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test.skip(notDrawnAlike !== null, notDrawnAlike ?? '');

const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#${path}`);

test('every screen looks as in its pictures: light, dark, narrow, at 200 percent, in German', async ({
  start,
  home,
}) => {
  test.setTimeout(600_000);
  process.env.TZ = 'UTC';
  const app = await start({ flags: drawnAlike });
  const { page } = app;
  await fixAnswers(app, home);
  const engine = engineOf(page);
  const setup = new SetupPage(page);
  await setup.screen.waitFor();
  await expectLooks(page, 'first-run', { again: () => setup.screen.waitFor() });
  await setup.createAccount(owner.login, owner.password, 'team');
  const homePage = new HomePage(page);
  await homePage.empty.waitFor();
  await expectLooks(page, 'home-empty');

  // Before the first backup, which comes after a minute.
  await goTo(page, '/settings/maintenance');
  await page.getByTestId('activity').waitFor();
  await expectLooks(page, 'settings-maintenance');
  await goTo(page, '/');
  const wizard = new NewImportPage(page);
  await page.getByRole('button', { name: 'Make a practice repository' }).click();
  await wizard.found.waitFor();
  await expectLooks(page, 'import-found');
  await wizard.start.click();
  const importPage = new ImportPage(page);
  await expect(importPage.push).toBeEnabled();
  await expect(importPage.author('anna')).toBeVisible();
  await expectLooks(page, 'import-people');
  const step = (name: RegExp) => page.getByRole('navigation').getByRole('button', { name }).click();
  await importPage.openStep('Shape');
  await page.getByRole('tab', { name: 'Branches and tags' }).waitFor();
  await expectLooks(page, 'import-shape', { again: () => step(/^(Shape|Form)$/) });
  await importPage.openStep('Publish');
  await page.getByTestId('before-and-after').waitFor();
  await expectLooks(page, 'import-publish', { again: () => step(/^(Publish|Veröffentlichen)$/) });
  await importPage.release();
  await importPage.waitForReport();
  await expectLooks(page, 'import-report');
  const [name = ''] = (await engine('GET /user/repos')).map((repository) => repository.name);
  await goTo(page, `/repositories/${owner.login}/${name}`);
  await page.getByTestId('updates').waitFor();
  await expectLooks(page, 'repository');

  await goTo(page, '/imports/new');
  await wizard.address.waitFor();
  await expectLooks(page, 'import-source');
  await wizard.lookAt(await makeTwoProjects(join(home, 'svn')));
  await wizard.found.waitFor();
  const several = async () => {
    await page.getByRole('radio').last().check();
    await page.getByTestId('step-destinations').waitFor();
  };
  await several();
  await expectLooks(page, 'import-several', { again: several });
  await page.getByRole('button', { name: 'Start over' }).click();
  await wizard.address.waitFor();
  await goTo(page, '/imports');
  await expectLooks(page, 'imports');
  await goTo(page, '/imports-lists/new');
  await expectLooks(page, 'list-new');
  const list = 'address,repository\nhttps://svn.example.org/tools,tools\nhttps://hg.example.org/site,.git\n';
  const { id } = await engine('POST /import_batches', { body: { list, name: 'All our projects' } });
  await goTo(page, `/imports-lists/${id}`);
  await page.getByTestId('list-entries').waitFor();
  await expectLooks(page, 'list');

  await engine('POST /user/migrations', { body: { repositories: [`${owner.login}/${name}`] } });
  await goTo(page, `/migrations/${owner.login}/1`);
  const migration = new MigrationPage(page);
  await migration.waitForArchive();
  await expectLooks(page, 'migration');
  await goTo(page, '/migrations');
  await migration.list.waitFor();
  await expectLooks(page, 'migrations');
  await goTo(page, '/migrations/new');
  await page.getByTestId('step-owner').waitFor();
  await expectLooks(page, 'migration-new');

  const archives = new ArchivePage(page);
  await engine('POST /inspections', { body: { path: await makeArchive(join(home, 'archive')) } });
  await goTo(page, '/archives/1');
  await expect(archives.state).toHaveText('1 problem');
  await expectLooks(page, 'archive');
  await archives.show('Issues and pull requests');
  await page.getByTestId('issue-team/tool-1').waitFor();
  await expectLooks(page, 'archive-issues', { again: null });
  await page.getByTestId('issue-team/tool-1').click();
  await archives.thread.waitFor();
  await expectLooks(page, 'archive-issue', { again: null });
  await goTo(page, '/archives/1/restore');
  await archives.choice('repository', 'team/tool').waitFor();
  await expectLooks(page, 'restore-choices');
  await goTo(page, '/archives');
  await page.getByTestId('page').waitFor();
  await expectLooks(page, 'archives');

  await goTo(page, '/');
  await homePage.repositories.waitFor();
  await expectLooks(page, 'home');
  const commands = async () => {
    await homePage.repositories.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').waitFor();
  };
  await commands();
  await expectLooks(page, 'commands', { again: commands });
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('palette')).toBeHidden();
  const activity = async () => {
    await page.getByTestId('nav-activity').click();
    await page.getByTestId('work-import').waitFor();
  };
  await activity();
  await expectLooks(page, 'activity', { again: activity });
  await page.keyboard.press('Escape');
  await goTo(page, '/people-book');
  await expectLooks(page, 'people-book');

  await engine('POST /authorizations', { body: { note: 'backup script', scopes: ['repo'] } });
  await goTo(page, '/tokens');
  await page.getByText('backup script').waitFor();
  await expectLooks(page, 'tokens');
  await goTo(page, '/applications');
  await expectLooks(page, 'applications');
  await goTo(page, '/rate-limit');
  await page.getByTestId('rate-core').waitFor();
  await expectLooks(page, 'rate-limit');
  await goTo(page, '/settings');
  await page.getByTestId('tools').waitFor();
  await expectLooks(page, 'settings');
  for (const part of ['security', 'people', 'network', 'webhooks', 'api']) {
    await goTo(page, `/settings/${part}`);
    await page.getByRole('tab', { name: new RegExp(part, 'i'), selected: true }).waitFor();
    await expectLooks(page, `settings-${part}`);
  }
  await goTo(page, '/help');
  await page.getByTestId('guide').waitFor();
  await expectLooks(page, 'help');
  await goTo(page, '/help/errors/network');
  await page.getByRole('heading', { name: 'A server does not answer' }).waitFor();
  await expectLooks(page, 'help-page');
  const help = async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('F1');
    await page.getByTestId('help').waitFor();
  };
  await help();
  await expectLooks(page, 'help-beside', { again: help });
  await page.keyboard.press('Escape');
  await goTo(page, '/about');
  await page.getByTestId('licences').waitFor();
  await expectLooks(page, 'about');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByTestId('sign-in').waitFor();
  await expectLooks(page, 'locked');
});
