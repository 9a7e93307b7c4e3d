import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository, makeTwoProjects } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

test('one of several projects is chosen in the wizard', async ({ app, home }) => {
  const { page } = app;
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(await makeTwoProjects(join(home, 'svn')));
  await page.getByRole('radio', { name: 'beta' }).check();
  await expect(wizard.layout.getByLabel('Project folder')).toHaveValue('beta');
  await wizard.startInto('beta');
  const importPage = new ImportPage(page);
  await expect(importPage.push).toBeEnabled();
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  const repository = join(home, 'data', 'repositories', 'owner', 'beta.git');
  expect(await run('git', ['show', 'main:README'], { cwd: repository })).toBe('Project beta\n');
});

test('an import that a program started asks which project', async ({ app, home }) => {
  const { page } = app;
  await engineOf(page)('POST /user/repos', { body: { name: 'chosen' } });
  const vcs_url = await makeTwoProjects(join(home, 'svn'));
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'chosen' },
    body: { vcs_url },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'chosen');
  await page.getByRole('radio', { name: 'alpha' }).check();
  await page.getByRole('button', { name: 'Import this project' }).click();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
});

test('a running import asks for credentials in place', async ({ app, home }) => {
  const { page } = app;
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
  try {
    await engineOf(page)('POST /user/repos', { body: { name: 'guarded' } });
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'guarded' },
      body: {
        vcs_url: server.url,
        vcs: 'subversion',
        vcs_username: subversionCredentials.username,
        vcs_password: 'wrong',
      },
    });
    const importPage = new ImportPage(page);
    await importPage.open('owner', 'guarded');
    await expect(importPage.status).toHaveAttribute('data-status', 'auth_failed');
    await importPage.signIn(subversionCredentials.username, 'wrong again');
    await expect(importPage.credentials).toBeVisible();
    // Home asks as well, and takes the answer where it asks.
    const homePage = new HomePage(page);
    await homePage.goTo('home');
    const asking = homePage.import('owner', 'guarded');
    await asking.getByRole('button', { name: 'Answer: owner/guarded' }).press('Enter');
    await expect(asking.getByLabel('User name')).toBeFocused();
    await keepScreenshot(page, '77-home-asks');
    await expectAccessible(page, 'home that asks');
    await importPage.signIn(subversionCredentials.username, subversionCredentials.password);
    await expect(page.getByTestId('needs-you')).toBeHidden();
    await expect(homePage.repository('owner', 'guarded').getByTestId('verdict-marks')).toBeVisible();
    await importPage.open('owner', 'guarded');
    await importPage.waitForReport();
    await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  } finally {
    await server.stop();
  }
});

test('a failed import is tried again, or gets another address', async ({ app, home }) => {
  const { page } = app;
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
  await server.stop();
  await engineOf(page)('POST /user/repos', { body: { name: 'moved' } });
  await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
    path: { owner: 'owner', repo: 'moved' },
    body: { vcs_url: server.url, vcs: 'subversion' },
  });
  const importPage = new ImportPage(page);
  await importPage.open('owner', 'moved');
  await expect(importPage.status).toHaveAttribute('data-status', 'error');
  await expect(importPage.error).not.toContainText(/ at \S+ \(|E\d{6}/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(importPage.status).toHaveAttribute('data-status', 'error');

  await page.getByRole('button', { name: 'Change address' }).click();
  const wizard = new NewImportPage(page);
  await expect(wizard.address).toHaveValue(server.url);
  await wizard.lookAt(await makeGitRepository(join(home, 'git')));
  await wizard.found.waitFor();
  await expect(wizard.destination).toContainText('An empty repository that exists already');
  await expect(page.getByTestId('replaces')).toContainText('owner/moved');
  // Nothing was lost by changing one's mind: the import is there, and can be tried again.
  const before = await engineOf(page)('GET /repos/{owner}/{repo}/import', { path: { owner: 'owner', repo: 'moved' } });
  expect([before.status, before.vcs_url]).toEqual(['error', server.url]);
  await wizard.start.click();
  await expect(importPage.push).toBeEnabled();
  await importPage.release();
  await importPage.waitForReport();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('owner/moved');
});

test('closing the window while an import works asks first', async ({ app, home }) => {
  const { page } = app;
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn'), 300));
  try {
    server.holdAnswersAfter(150_000);
    await engineOf(page)('POST /user/repos', { body: { name: 'working' } });
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'working' },
      body: {
        vcs_url: server.url,
        vcs: 'subversion',
        vcs_username: subversionCredentials.username,
        vcs_password: subversionCredentials.password,
      },
    });
    const asked = () =>
      app.electron.evaluate(async ({ BrowserWindow, dialog }) => {
        const question = new Promise<string[]>((resolve) => {
          dialog.showMessageBox = (async (...args: unknown[]) => {
            const { message, detail, buttons } = args.at(-1) as { message: string; detail: string; buttons: string[] };
            resolve([message, detail.split('\n', 1)[0] ?? '', buttons.join('/')]);
            return { response: buttons.indexOf('Keep running'), checkboxChecked: false };
          }) as typeof dialog.showMessageBox;
        });
        // As a click comes: never in the middle of something else, where a debugger's call may come.
        setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
        return question;
      });
    expect(await asked()).toEqual(['An import is still running.', 'Import: owner/working', 'Quit/Keep running']);
    await new ImportPage(page).open('owner', 'working');
    await expect(new ImportPage(page).progress).toBeVisible();

    // Somebody else would end it as well.
    await engineOf(page)('POST /admin/users', { body: { login: 'ben', password: 'words of ben' } });
    await page.evaluate(() => window.gantry.signIn({ login: 'ben', password: 'words of ben', otp: null }));
    await expect(new HomePage(page).heading).toBeVisible();
    expect(await asked()).toEqual(['A job is still running.', '1 job of another account', 'Quit/Keep running']);
    await app.close();
  } finally {
    await server.stop();
  }
});

test('a log-off of Windows while an import works ends the app cleanly, without a question', async ({ app, home }) => {
  const { page } = app;
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn'), 300));
  try {
    server.holdAnswersAfter(150_000);
    await engineOf(page)('POST /user/repos', { body: { name: 'working' } });
    const { username, password } = subversionCredentials;
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'working' },
      body: { vcs_url: server.url, vcs: 'subversion', vcs_username: username, vcs_password: password },
    });
    await app.electron.evaluate(({ BrowserWindow, dialog }) => {
      dialog.showMessageBox = (() => new Promise(() => undefined)) as typeof dialog.showMessageBox;
      // The system's own event, which nobody can cause here.
      setImmediate(() => BrowserWindow.getAllWindows()[0]?.emit('session-end'));
    });
    await app.ended();
    // SQLite removes it when the last one closes the database.
    expect(existsSync(join(home, 'data', 'gantry.sqlite-wal'))).toBe(false);
  } finally {
    await server.stop();
  }
});
