import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test('what runs, a check that finds something, a repository that is adopted, diagnostics that are read and saved', async ({
  app,
  home,
}) => {
  const { page } = app;
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(await makeSubversionRepository(join(home, 'svn')));
  await wizard.found.waitFor();
  await wizard.start.click();
  const importPage = new ImportPage(page);
  await importPage.release();
  await importPage.waitForReport();
  const repositories = join(home, 'data', 'repositories');
  const name = (await page.evaluate(() => window.location.hash)).split('/').slice(-2);
  const repository = join(repositories, name[0] ?? '', `${name[1]}.git`);
  cpSync(repository, join(repositories, name[0] ?? '', 'left-over.git'), { recursive: true });

  const settings = new SettingsPage(page);
  await settings.show('Maintenance');
  await expect(page.getByTestId('activity')).toContainText('Nothing runs at this moment');
  await expect(page.getByTestId('activity')).toContainText('repositories');
  const check = page.getByTestId('check');
  await check.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByTestId('check-verdict')).toContainText('1 problem found');
  await expect(check).toContainText('Gantry does not know this repository');
  await expectAccessible(page, 'maintenance');
  await keepScreenshot(page, '48-maintenance');

  await page.getByRole('button', { name: `Adopt ${name[0]}/left-over` }).click();
  await expect(page.getByTestId('strays')).toBeHidden();
  await check.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByTestId('check-verdict')).toContainText('All is well');

  await page.getByRole('button', { name: 'Show diagnostics' }).click();
  const text = page.getByTestId('diagnostics-text');
  await expect(text).toContainText('## Versions');
  await expect(text).not.toContainText(name[1] ?? '');
  await expectAccessible(page, 'diagnostics');
  const file = join(home, 'diagnostics.txt');
  await app.answerSaveDialog(file);
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByTestId('diagnostics')).toContainText('Saved as diagnostics.txt');
  expect(readFileSync(file, 'utf8')).toBe(await text.textContent());
  expect(app.complaints).toEqual([]);
});

test('a backup is restored from Settings: Gantry ends, and starts with the state of then', async ({ start, home }) => {
  const first = await start();
  const setup = new SetupPage(first.page);
  await setup.createAccount('owner', 'a long password', 'team');
  await new HomePage(first.page).goTo('settings');
  await first.close();
  const backups = join(home, 'data', 'backups');
  mkdirSync(backups, { recursive: true });
  const name = 'gantry-2026-03-01T12-00-00Z-daily.sqlite';
  copyFileSync(join(home, 'data', 'gantry.sqlite'), join(backups, name));

  const second = await start();
  const settings = new SettingsPage(second.page);
  await settings.show('General');
  await settings.newOrganization.fill('later');
  await settings.add.click();
  await expect(second.page.getByText('later', { exact: true }).first()).toBeVisible();
  await settings.show('Maintenance');
  const list = second.page.getByTestId('backups');
  await list.getByRole('button', { name: /^Restore the backup of/ }).click();
  await expectAccessible(second.page, 'restore a backup');
  const flags = join(home, 'flags.json');
  await second.writeFlagsOfNextStart(flags);
  await second.page.getByRole('button', { name: 'Restore and start again' }).click();
  await second.ended();
  expect(readdirSync(backups).filter((file) => file.endsWith('-replaced.sqlite'))).toHaveLength(1);

  const next = (JSON.parse(readFileSync(flags, 'utf8')) as string[]).filter((flag) => flag.startsWith('--after'));
  expect(next).toEqual(['--after-restored-backup']);
  const third = await start({ flags: next });
  const after = new SettingsPage(third.page);
  await after.show('General');
  await expect(third.page.getByText('team', { exact: true }).first()).toBeVisible();
  await expect(third.page.getByText('later', { exact: true })).toHaveCount(0);
});

test('a start that a damaged or empty database stops asks, and goes on with the backup', async ({ start, home }) => {
  const first = await start();
  await new SetupPage(first.page).createAccount('owner', 'a long password', 'team');
  await new HomePage(first.page).goTo('settings');
  await first.close();
  const database = join(home, 'data', 'gantry.sqlite');
  const backups = join(home, 'data', 'backups');
  mkdirSync(backups, { recursive: true });
  copyFileSync(database, join(backups, 'gantry-2026-03-01T12-00-00Z-daily.sqlite'));

  const ways = [
    {
      spoil: () => writeFileSync(database, 'no database at all\n'.repeat(500)),
      question: 'The database of this data folder is damaged.',
      buttons: ['Quit and look first', 'Restore the backup of 2026-03-01'],
    },
    {
      spoil: () => truncateSync(database, 0),
      question: 'The database and the files of this data folder do not belong together.',
      buttons: ['Quit and look first', 'Restore the backup of 2026-03-01', 'Go on with what is there'],
    },
  ];
  for (const { spoil, question, buttons } of ways) {
    spoil();
    const asked = join(home, 'asked.json');
    writeFileSync(asked, '');
    const app = await start({ firstQuestion: { answer: 'Restore the backup', asked } });
    const settings = new SettingsPage(app.page);
    await settings.show('General');
    await expect(app.page.getByText('team', { exact: true }).first()).toBeVisible();
    expect(JSON.parse(readFileSync(asked, 'utf8'))).toMatchObject({ message: question, buttons });
    await app.close();
  }
  const replaced = readdirSync(backups).filter((file) => file.endsWith('-replaced.sqlite'));
  expect(replaced.length, 'what was in its place is kept').toBeGreaterThan(0);
});
