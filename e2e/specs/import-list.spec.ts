import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository, makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { ImportPage } from '../pages/import-page.ts';

const LONG = 'copy-of-the-tool-with-a-name-that-is-as-long-as-names-of-repositories-become-when-people-make-them';

test('a list of sources is looked at, imported, mended and reported', async ({ app, home }) => {
  const { page } = app;
  const git = await makeGitRepository(join(home, 'tool source'));
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
  try {
    const list = join(home, 'sources.csv');
    const rows = [
      'address;vcs;owner;repository',
      `${git};git;;`,
      `${git};;team;${LONG}`,
      `${server.url};;team;guarded`,
      `${join(home, 'nothing')};;team;missing`,
      'ext::sh -c true;;team;evil',
    ];
    await writeFile(list, `${rows.join('\r\n')}\r\n`);
    const map = join(home, 'authors.txt');
    await writeFile(map, 'anna = Anna Example <anna@example.org>\n');

    await page.getByTestId('nav-imports').click();
    await page.getByRole('link', { name: 'Import several…' }).click();
    await expectAccessible(page, 'new list of imports');
    await app.answerOpenDialog(list);
    await page.getByRole('button', { name: 'Choose a list…' }).click();
    const sentence = page.getByTestId('list-sentence');
    await expect(sentence).toContainText('4 sources can be imported, 1 cannot.');
    await expect(page.getByTestId('source-evil')).toContainText('run programs and are refused');
    await app.answerOpenDialog(map);
    await page.getByRole('button', { name: 'Load author map…' }).click();
    await expect(sentence).toContainText('1 author in its author map.');
    await keepScreenshot(page, '39-list-of-imports');
    await expectAccessible(page, 'list of imports before its start');

    await page.getByRole('button', { name: 'Import 4 sources' }).click();
    await expect(sentence).toContainText('2 of 5 complete, 1 needs you, 1 failed, 1 cannot be imported.', {
      timeout: 60_000,
    });
    await expect(page.getByTestId('source-guarded')).toContainText('asks for a user name');
    await keepScreenshot(page, '40-list-imported');
    await expectAccessible(page, 'list of imports');

    // Among thousands of lines, the ones that somebody must look at; they stay chosen while one of them is looked at.
    const shown = page.getByRole('combobox', { name: 'Lines that are shown' });
    await shown.focus();
    await page.keyboard.press('Enter');
    const failed = page.getByRole('option', { name: 'Failed (1)' });
    await failed.waitFor();
    // A key that is pressed in the moment in which the list opens, sooner than a person could, moves nothing.
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(failed).toHaveAttribute('data-combobox-selected', 'true', { timeout: 250 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(shown).toHaveValue('Failed (1)');
    await expect(shown).toBeFocused();
    const lines = page.getByTestId('list-entries').getByRole('listitem');
    await expect(lines).toHaveCount(1);
    await page.getByTestId('source-missing').click();
    await expect(lines).toHaveCount(0);
    await page.goBack();
    await expect(shown).toHaveValue('Failed (1)');
    await expect(lines).toHaveCount(1);
    await shown.click();
    await page.getByRole('option', { name: 'All (5)' }).click();
    await expect(lines).toHaveCount(5);

    await page.getByTestId('source-guarded').click();
    const importPage = new ImportPage(page);
    await importPage.signIn(subversionCredentials.username, subversionCredentials.password);
    // The map knows one of five authors, so it asks who the others are; they are left as they are.
    await expect(page.getByTestId('authors-ready')).toHaveText('1 of 5 authors have an address');
    await importPage.release();
    await importPage.waitForReport();
    const guarded = join(home, 'data', 'repositories', 'team', 'guarded.git');
    expect(await run('git', ['log', '--format=%an <%ae>', 'main'], { cwd: guarded })).toContain(
      'Anna Example <anna@example.org>',
    );

    await page.getByTestId('nav-imports').click();
    await page.getByRole('link', { name: 'Open sources.csv' }).click();
    await expect(sentence).toContainText('3 of 5 complete');
    const report = join(home, 'report.csv');
    await app.answerSaveDialog(report);
    await page.getByRole('button', { name: 'Save report…' }).click();
    await expect(page.getByText('The report was written to report.csv.')).toBeVisible();
    expect(await readFile(report, 'utf8')).toMatch(/4,svn:.*,subversion,team,guarded,complete,yes,/);

    // All that the list filled, in two clicks and an address.
    const names = ['tool-source', LONG, 'guarded'];
    for (const name of names) await makeBareRepository(join(home, `pushed-${name}.git`));
    await page.getByRole('button', { name: 'Push all…' }).click();
    await page.getByLabel('Address, with {name}').fill(join(home, 'pushed-{name}.git'));
    // A double click of an impatient hand comes before the button is drawn busy; each is pushed once.
    await page.getByRole('button', { name: 'Push 3 repositories' }).evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit();
      button.form?.requestSubmit();
    });
    await expect(new ActivityPage(page).pushesIn('done')).toHaveCount(3);
    const work = await engineOf(page)('GET /user/work');
    expect(work.filter(({ kind }) => kind === 'push')).toHaveLength(3);
    expect(await refsOf(join(home, 'pushed-guarded.git'))).toEqual(await refsOf(guarded));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Forget this list' }).click();
    await expect(page.getByTestId('import-list')).toBeVisible();
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});
