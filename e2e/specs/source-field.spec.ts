import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { SilentServer } from '../fixtures/silent-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

/** Pastes text into the field that has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Drops files of this machine on the window, or one that the page made up. */
async function drop(page: Page, paths: string[]): Promise<void> {
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<input type="file" id="dropping" multiple>'),
  );
  if (paths.length > 0) await page.locator('#dropping').setInputFiles(paths);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropping');
    const dataTransfer = new DataTransfer();
    const files = [...(input?.files ?? [])];
    for (const file of files.length > 0 ? files : [new File(['x'], '/etc/passwd')]) dataTransfer.items.add(file);
    input?.remove();
    document.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
}

test('one field on Home takes commands, folders, bundles and lists, says what it found, and stops at once', async ({
  app,
  home,
}) => {
  const { page } = app;
  const homePage = new HomePage(page);
  const wizard = new NewImportPage(page);
  const seems = page.getByTestId('source-seems');
  const source = await makeGitRepository(join(home, 'my source'));

  // Nothing is here yet: a repository to practise on is made by Subversion itself.
  await expect(homePage.empty).toBeVisible();
  await page.getByRole('button', { name: 'Make a practice repository' }).click();
  await expect(wizard.found).toContainText('Subversion');
  await expect(wizard.layout.getByLabel('Folder of the default branch')).toHaveValue('trunk');
  await homePage.goTo('home');

  // A command is typed: it is read, and says what it seems to be.
  await wizard.address.fill('git clone --depth 1 ssh://git@host.example/team/tool.git here');
  await expect(seems).toHaveText('A repository on host.example, over SSH');
  await wizard.address.fill('');
  await expect(seems).toHaveText('');
  // One is pasted: it is looked at.
  await wizard.address.focus();
  await paste(page, `$ git clone "${source}"`);
  await expect(page.getByTestId('source-found')).toContainText(/Git was found · 2 branches · 2 tags/);
  await keepScreenshot(page, '71-home-found');
  await expectAccessible(page, 'home that found a source');
  await page.getByTestId('source-found').getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.found).toContainText('Git');
  await page.getByRole('button', { name: 'Start over' }).click();
  await homePage.goTo('home');

  // A server that never answers: Stop, and the window is free.
  const silent = await SilentServer.start();
  await wizard.lookAt(silent.url);
  // What is busy can still be read.
  const busy = page.locator('.mantine-Button-root[data-loading]').first();
  await expect(busy.locator('.mantine-Button-inner')).toHaveCSS('opacity', '1');
  await expect(busy).toHaveText('Look');
  await expectAccessible(page, 'a server that is waited for');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Look', exact: true })).toBeEnabled({ timeout: 500 });
  await silent.stop();

  // What the page makes up itself lies nowhere; what a person drops is taken without a question.
  await app.answerFolderQuestions('Do not allow');
  await wizard.address.fill('');
  await drop(page, []);
  await expect(wizard.error).toContainText('lies in no folder of this machine');
  const table = join(home, 'sources.csv');
  await writeFile(table, `address\n${source}\n`);
  await app.answerFolderQuestions('Allow');
  await drop(page, [table]);
  await expect(page.getByTestId('import-list-page')).toBeVisible();
  expect(await app.folderQuestions()).toEqual([]);
  // Several at once are a list of them.
  const bundles = ['one.bundle', 'two.bundle'].map((name) => join(home, name));
  for (const bundle of bundles) await writeFile(bundle, 'x');
  await homePage.goTo('home');
  await wizard.address.waitFor();
  await drop(page, [table, ...bundles]);
  await expect(wizard.error).toContainText('sources.csv');
  await expect(wizard.error).toContainText('opened one at a time');
  // So it is where they are pasted, and nothing is begun without what was among them.
  await wizard.address.fill('');
  await wizard.address.focus();
  await paste(page, `${bundles.join('\n')}\n/srv/all.tar.gz`);
  await expect(wizard.error).toContainText('all.tar.gz');
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await expect(wizard.error).toContainText('opened one at a time');
  await wizard.address.fill('');
  const whole = join(home, 'whole.bundle');
  await run('git', ['bundle', 'create', '-q', whole, '--all'], { cwd: source });
  await drop(page, [whole]);
  await expect(page.getByTestId('source-found')).toBeVisible();
  await expect(wizard.error).toHaveCount(0);
  await drop(page, bundles);
  await expect(page.getByTestId('import-list-page')).toContainText('2 sources can be imported.');
  for (const bundle of bundles) await expect(page.getByTestId('list-entries')).toContainText(bundle);
  // A folder in which repositories lie is none itself: they can all be imported, or the one that is there.
  const server = join(home, 'server');
  for (const name of ['team/tool.git', 'other/tool.git', 'notes.git'])
    await run('git', ['clone', '--bare', '-q', source, join(server, name)], { cwd: home });
  await homePage.goTo('home');
  await wizard.lookAt(server);
  await expect(wizard.error).toContainText('is no repository; 3 lie in it');
  await expectAccessible(page, 'a folder of repositories');
  await page.getByRole('button', { name: 'Make a list of these 3' }).click();
  await expect(page.getByTestId('import-list-page')).toContainText('3 sources can be imported.');
  for (const name of ['notes', 'other-tool', 'team-tool'])
    await expect(page.getByTestId('list-entries')).toContainText(`/${name}`);
  await homePage.goTo('home');
  await wizard.lookAt(join(server, 'team'));
  await expect(wizard.error).toContainText('one lies in it');
  await page.getByRole('button', { name: 'Look at that one' }).click();
  await expect(wizard.found).toContainText('Git');
  await page.getByRole('button', { name: 'Start over' }).click();
  await homePage.goTo('home');
  // In a list each of such folders stands for what lies in it.
  await wizard.address.focus();
  await paste(page, `${join(server, 'team')}\n${join(server, 'other')}\n`);
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await expect(page.getByTestId('import-list-page')).toContainText('2 sources can be imported.');
  for (const name of ['other-tool', 'team-tool'])
    await expect(page.getByTestId('list-entries')).toContainText(`/${name}`);
  await homePage.goTo('home');
  await wizard.address.focus();
  await paste(page, `git clone ${source}\nhttps://host.invalid/tool\n`);
  await expect(seems).toHaveText('A list of 2 sources');
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await expect(page.getByTestId('import-list-page')).toContainText('2 sources');
  expect(app.complaints).toEqual([]);
});
