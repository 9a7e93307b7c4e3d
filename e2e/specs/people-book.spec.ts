import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { PeopleBookPage } from '../pages/people-book-page.ts';

test('people typed in one import are filled in in the next, and an update asks for those nobody knows', async ({
  app,
  home,
}) => {
  const { page } = app;
  const homePage = new HomePage(page);
  const wizard = new NewImportPage(page);
  const importPage = new ImportPage(page);
  const book = new PeopleBookPage(page);
  const ready = page.getByTestId('authors-ready');
  await homePage.goTo('people-book');
  await book.empty.waitFor();
  await expectAccessible(page, 'people book without people');

  const first = await makeSubversionRepository(join(home, 'first'));
  await wizard.open();
  await wizard.lookAt(first);
  await wizard.startInto('first');
  await expect(importPage.push).toBeEnabled();
  await importPage.mapAuthor('anna', 'Anna Lee', 'anna@example.org');
  await importPage.mapAuthor('chen', 'Chen Wei', 'chen@example.org');

  // Somebody whom no import has met, from the list of commands and the keyboard alone.
  await page.keyboard.press('Control+k');
  // At once, as a hand does: none of it reaches the grid below.
  await page.keyboard.type('people book');
  await page.keyboard.press('Enter');
  await expect(book.person('anna')).toContainText('anna@example.org');
  await expect(book.count).toHaveText('2 people');
  await book.add.click();
  await expectAccessible(page, 'add to the people book');
  await page.keyboard.type('boris');
  // Commands that are opened over it close alone.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('home');
  await expect(page.getByLabel('Command, place or repository')).toHaveValue('home');
  await expectAccessible(page, 'commands over a dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('palette')).toHaveCount(0);
  await expect(book.addDialog.getByRole('textbox').first()).toHaveValue('boris');
  await book.addDialog.getByLabel('Name', { exact: true }).fill('Boris Novak');
  await book.addDialog.getByLabel('E-mail address').fill('boris@example.org');
  await page.keyboard.press('Enter');
  await expect(book.person('boris')).toContainText('Any');
  await keepScreenshot(page, '79-people-book');
  await expectAccessible(page, 'people book');

  const second = await makeSubversionRepository(join(home, 'second'));
  await wizard.open();
  await wizard.lookAt(second);
  await wizard.startInto('second');
  await expect(importPage.push).toBeEnabled();
  await expect(ready).toHaveText('3 of 5 authors have an address');
  for (const name of ['anna', 'boris', 'chen'])
    await expect(importPage.author(name)).toContainText('From the people book');
  await importPage.mapAuthor('anna', 'Anna Other', 'other@example.org');
  await expect(importPage.author('anna')).not.toContainText('From the people book');
  await importPage.release();
  await importPage.waitForReport();
  const repository = join(home, 'data', 'repositories', 'owner', 'second.git');
  const authors = await run('git', ['log', '--all', '--format=%an <%ae>'], { cwd: repository });
  expect(authors).toContain('Anna Other <other@example.org>');
  expect(authors).toContain('Boris Novak <boris@example.org>');

  const url = `file://${second}`.replaceAll(' ', '%20');
  await run('svn', ['mkdir', '-q', '--username', 'zoe', '-m', 'New', `${url}/trunk/new`]);
  await page.getByRole('button', { name: 'Bring up to date' }).click();
  await expect(ready).toHaveText('3 of 6 authors have an address');
  await homePage.goTo('home');
  await expect(page.getByTestId('needs-you')).toContainText('1 new author has no address: say who they are');
  await expectAccessible(page, 'an update that asks who somebody is');
  await page.getByTestId('import-owner/second').getByRole('link', { name: 'Check and publish' }).click();
  await importPage.mapAuthor('zoe', 'Zoe Dal', 'zoe@example.org');
  await importPage.release();
  await importPage.waitForReport();
  expect((await run('git', ['log', '-1', '--format=%an <%ae>', 'main'], { cwd: repository })).trim()).toBe(
    'Zoe Dal <zoe@example.org>',
  );
  expect(app.complaints).toEqual([]);
});

test('the people book is searched, changed, undone, written into a file and read from one', async ({ app, home }) => {
  const { page } = app;
  const book = new PeopleBookPage(page);
  await new HomePage(page).goTo('people-book');
  const many = join(home, 'many.csv');
  const lines = Array.from({ length: 3000 }, (_, n) => `user${n},Person ${n},person${n}@example.org,subversion`);
  await writeFile(many, `remote_name,name,email,vcs\n${lines.join('\n')}\nbroken\n`);
  await app.answerOpenDialog(many);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByText('3,000 people read, 3,000 new or changed. Line 3002:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(book.grid).toHaveAttribute('aria-rowcount', '3001');
  await book.search.fill('user29');
  await expect(book.count).toHaveText('111 people');

  await book.grid.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Somebody Else');
  await page.keyboard.press('Enter');
  await expect(book.person('user29')).toContainText('Somebody Else');
  await book.grid.focus();
  await page.keyboard.press('Control+z');
  await expect(book.person('user29')).toContainText('Person 29');

  await page.keyboard.press('Control+a');
  await expect(book.count).toHaveText('111 people selected');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(book.grid).toContainText('Nobody matches.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(book.count).toHaveText('111 people');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(book.grid).toContainText('Nobody matches.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await book.search.fill('');
  await expect(book.count).toHaveText('3,000 people');

  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Mercurial' }).click();
  await expect(book.count).toHaveText('0 people');
  const saved = join(home, 'saved.csv');
  await app.answerSaveDialog(saved);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect
    .poll(() => readFile(saved, 'utf8').catch(() => ''))
    .toContain('user2999,Person 2999,person2999@example.org');
  expect((await readFile(saved, 'utf8')).split('\n')[0]?.trim()).toBe('remote_name,name,email,vcs');
  expect(app.complaints).toEqual([]);
});
