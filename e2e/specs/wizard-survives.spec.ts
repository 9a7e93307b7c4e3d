import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('a prepared import and a held import are found again after a restart', async ({ app, start, home }) => {
  const source = await makeSubversionRepository(join(home, 'svn'));
  const wizard = new NewImportPage(app.page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.found.waitFor();
  await wizard.layout.getByLabel('Name of the default branch').fill('develop');
  await wizard.continue.click();
  await wizard.name.fill('kept');
  await app.close();

  const second = await start();
  const again = new NewImportPage(second.page);
  await expect(again.name).toHaveValue('kept');
  await again.start.click();
  const held = new ImportPage(second.page);
  await expect(held.push).toBeEnabled();
  await held.mapAuthor('anna', 'Anna Lee', 'anna@example.org');
  await second.close();

  const third = await start();
  const importPage = new ImportPage(third.page);
  await expect(importPage.push).toBeEnabled();
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await importPage.release();
  await importPage.waitForReport();
  await new HomePage(third.page).goTo('home');
  await expect(new HomePage(third.page).import('owner', 'kept')).toContainText('Complete');
  expect(await readFile(join(home, 'data', 'repositories', 'owner', 'kept.git', 'HEAD'), 'utf8')).toBe(
    'ref: refs/heads/develop\n',
  );
});

test('an author map is loaded, saved, and remembered in the next import', async ({ app, home }) => {
  const source = await makeSubversionRepository(join(home, 'svn'));
  const wizard = new NewImportPage(app.page);
  const importPage = new ImportPage(app.page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.startInto('first');
  await expect(importPage.push).toBeEnabled();

  const map = join(home, 'authors.txt');
  await writeFile(map, 'anna = Anna Lee <anna@example.org>\nboris = Boris Novak <boris@example.org>\n');
  await app.answerOpenDialog(map);
  await app.page.getByRole('button', { name: 'Load map…' }).click();
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await expect(importPage.author('boris')).toContainText('boris@example.org');

  await importPage.author('chen').getByRole('checkbox').check();
  await importPage.author('dolores').getByRole('checkbox').check();
  await app.page.getByRole('button', { name: 'Set e-mail domain…' }).click();
  await app.page.getByRole('textbox', { name: 'Domain' }).fill('example.net');
  await app.page.keyboard.press('Enter');
  await expect(importPage.author('chen')).toContainText('chen@example.net');

  const saved = join(home, 'saved.csv');
  await app.answerSaveDialog(saved);
  await app.page.getByRole('button', { name: 'Save map…' }).click();
  await expect.poll(() => readFile(saved, 'utf8').catch(() => '')).toContain('dolores@example.net');

  await wizard.open();
  await wizard.lookAt(source);
  await wizard.startInto('second');
  await expect(importPage.push).toBeEnabled();
  await app.page.getByRole('button', { name: 'Use remembered mappings' }).click();
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await expect(importPage.author('chen')).toContainText('chen@example.net');
});
