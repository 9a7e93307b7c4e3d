import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
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
  // In the smallest window, too, one goes to and fro.
  await third.page.setViewportSize({ width: 640, height: 480 });
  await importPage.openStep('Publish');
  await importPage.openStep('People');
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await importPage.openStep('Shape');
  await expect(third.page.getByRole('tab', { name: 'Branches and tags' })).toBeVisible();
  await expectAccessible(third.page, 'the shape in the smallest window');
  await importPage.release();
  await importPage.waitForReport();
  await new HomePage(third.page).goTo('home');
  await expect(new HomePage(third.page).repository('owner', 'kept')).toContainText('Subversion');
  expect(await readFile(join(home, 'data', 'repositories', 'owner', 'kept.git', 'HEAD'), 'utf8')).toBe(
    'ref: refs/heads/develop\n',
  );
});

test('an author map is loaded, saved, and known in the next import', async ({ app, home }) => {
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
  const ready = app.page.getByTestId('authors-ready');
  await expect(ready).toHaveText('4 of 5 authors have an address');

  // Who is kept as the source says has no address for that.
  await importPage.author('emre').getByRole('checkbox').check();
  await app.page.getByRole('button', { name: 'Keep as they are' }).click();
  await expect(ready).toHaveText('4 of 5 authors have an address, 1 stays without one');
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(ready).toHaveText('4 of 5 authors have an address');

  // Only who is left; then rows of a spreadsheet: what is mapped already is not typed over without a word.
  await app.page.getByLabel('Only those without').check();
  await expect(importPage.grid.getByTestId('author-row')).toHaveCount(1);
  await app.page.getByLabel('Only those without').uncheck();
  await importPage.grid.evaluate((grid) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Anna\tSomebody else\tx@example.com\nemre\tEmre Kaya\temre@example.org\n');
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(app.page.getByTestId('overwrite')).toContainText('1 of them was mapped before');
  await expectAccessible(app.page, 'overwrite what is mapped');
  await app.page.getByRole('button', { name: 'Only the other one' }).click();
  await expect(importPage.author('emre')).toContainText('Emre Kaya');
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await expect(ready).toHaveText('5 of 5 authors have an address');
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(ready).toHaveText('4 of 5 authors have an address');
  await app.page.getByRole('button', { name: 'Redo' }).click();
  await expect(importPage.author('emre')).toContainText('emre@example.org');

  // A map that says otherwise than what was mapped before asks, too, and is undone like any other change.
  await writeFile(map, 'anna = Somebody else <x@example.com>\nboris = Boris Novak <boris@example.org>\n');
  await app.page.getByRole('button', { name: 'Load map…' }).click();
  await expect(app.page.getByTestId('overwrite')).toContainText('This changes 1 author');
  await app.page.getByRole('button', { name: 'Leave them' }).click();
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await app.page.getByRole('button', { name: 'Load map…' }).click();
  await app.page.getByRole('button', { name: 'Replace them too' }).click();
  await expect(importPage.author('anna')).toContainText('Somebody else');
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(importPage.author('anna')).toContainText('Anna Lee');

  const saved = join(home, 'saved.csv');
  await app.answerSaveDialog(saved);
  await app.page.getByRole('button', { name: 'Save map…' }).click();
  await expect.poll(() => readFile(saved, 'utf8').catch(() => '')).toContain('dolores@example.net');

  await wizard.open();
  await wizard.lookAt(source);
  await wizard.startInto('second');
  await expect(importPage.push).toBeEnabled();
  await expect(importPage.author('anna')).toContainText('Anna Lee');
  await expect(importPage.author('chen')).toContainText('chen@example.net');
  await expect(importPage.author('chen')).toContainText('From the people book');
});
