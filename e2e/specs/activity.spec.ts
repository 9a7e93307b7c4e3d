import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import type { GantryApp } from '../fixtures/gantry-app.ts';
import { gitIdentity, makeBareRepository, makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { SilentServer } from '../fixtures/silent-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { noteRequests } from '../fixtures/window-requests.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';

const LONG = 'a-repository-with-a-name-that-is-as-long-as-names-of-repositories-become-when-people-make-them';

const EVE = gitIdentity('Eve', 'eve@example.org', 9);

/** The tree without a file, written into a repository. */
async function emptyTree(repository: string): Promise<string> {
  return (await run('git', ['hash-object', '-t', 'tree', '-w', '/dev/null'], { cwd: repository })).trim();
}

/** Imports one source into repositories of these names. */
async function imported(app: GantryApp, source: string, names: readonly string[]): Promise<void> {
  const engine = engineOf(app.page);
  for (const name of names) {
    await engine('POST /user/repos', { body: { name } });
    const path = { owner: 'owner', repo: name };
    await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: source } });
  }
  for (const name of names) {
    await new ImportPage(app.page).open('owner', name);
    await new ImportPage(app.page).waitForReport();
  }
}

/** Notes the system's notifications, as if no window were in front. */
async function noteNotifications(app: GantryApp): Promise<() => Promise<string[]>> {
  await app.electron.evaluate(({ BrowserWindow, Notification }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shownNotifications: shown });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      shown.push(`${this.title} | ${this.body}`);
    };
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return;
    window.isFocused = () => false;
    window.setProgressBar = (progress) => shown.push(`taskbar ${progress}`);
  });
  return () =>
    app.electron.evaluate(() => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications);
}

test('many repositories are pushed in three clicks, and each says how it stands afterwards', async ({ app, home }) => {
  const { page } = app;
  const activity = new ActivityPage(page);
  const source = await makeGitRepository(join(home, 'source'));
  const names = ['tool', 'library', LONG];
  await imported(app, source, names);
  for (const name of names) await makeBareRepository(join(home, `remote-${name}.git`));
  // One of them is not empty: somebody has a branch of their own there.
  const taken = join(home, 'remote-library.git');
  const theirs = await run('git', ['commit-tree', '-m', 'Theirs', await emptyTree(taken)], { cwd: taken, env: EVE });
  await run('git', ['update-ref', 'refs/heads/theirs', theirs.trim()], { cwd: taken });
  const told = await noteNotifications(app);
  await new HomePage(page).goTo('home');

  // One of them by the right button, or Shift+F10.
  await page.getByTestId('repository-owner/tool').click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Actions of owner/tool' })).toContainText('Bring up to date');
  await expectAccessible(page, 'menu of a repository');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('row-menu')).toBeHidden();
  await page.getByLabel('Select all repositories').check();
  await keepScreenshot(page, '70-home-chosen');
  await expectAccessible(page, 'home with chosen repositories');
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Push…' }).click();
  await page.getByLabel('Address, with {name}').fill(join(home, 'remote-{name}.git'));
  await expect(page.getByLabel('All 3 repositories')).toBeChecked();
  await keepScreenshot(page, '60-push-many');
  await expectAccessible(page, 'push many repositories');
  await page.getByRole('button', { name: 'Push 3 repositories' }).click();
  await expect(activity.pushesIn('done')).toHaveCount(2);
  await expect(activity.pushesIn('needs_you')).toContainText('The remote is not empty.');
  await expectAccessible(page, 'activity that asks');
  await activity.drawer.getByRole('button', { name: 'Answer: Push of owner/library' }).click();
  await page.getByTestId('push-decision').getByRole('button', { name: /^Push/ }).click();
  await expect(page.getByTestId('remote-push-complete')).toBeVisible();
  await page.keyboard.press('Escape');
  await activity.open();
  await expect(activity.pushesIn('done')).toHaveCount(3);
  await expect(activity.pushesIn('needs_you')).toHaveCount(0);
  for (const name of names)
    expect(await refsOf(join(home, `remote-${name}.git`))).toEqual(expect.arrayContaining(await refsOf(source)));
  await keepScreenshot(page, '61-activity');
  await expectAccessible(page, 'activity');
  // The first is told at once, and what comes with it as one more: three that are done, one of them after it asked.
  const notices = async () => (await told()).filter((line) => !line.startsWith('taskbar'));
  const jobsIn = (line: string) =>
    line.startsWith('Gantry | ') ? [...line.matchAll(/(\d+) jobs? /g)].reduce((sum, [, n]) => sum + Number(n), 0) : 1;
  await expect.poll(async () => (await notices()).reduce((sum, line) => sum + jobsIn(line), 0)).toBe(4);
  expect((await notices())[0]).toMatch(/^Push: owner\//);
  const outside = await told();
  // Two run at once: the taskbar showed them, and shows nothing any more.
  expect(outside.filter((line) => line.startsWith('taskbar')).length).toBeGreaterThan(2);
  expect(outside.findLast((line) => line.startsWith('taskbar'))).toBe('taskbar -1');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(activity.drawer).toContainText('Nothing ended lately.');
  await page.keyboard.press('Escape');
  await expect(activity.drawer).toBeHidden();

  // A commit of somebody, straight into the repository's folder.
  const repository = join(home, 'data', 'repositories', 'owner', 'tool.git');
  const env = EVE;
  const tree = ['commit-tree', '-p', 'main', '-m', 'More', 'main^{tree}'];
  await run('git', ['update-ref', 'refs/heads/main', (await run('git', tree, { cwd: repository, env })).trim()], {
    cwd: repository,
  });
  await new ImportPage(page).open('owner', 'tool');
  const standing = page.getByTestId('remote-standing');
  await expect(standing).toHaveText('1 commit behind');
  await page.getByTestId('remotes').scrollIntoViewIfNeeded();
  await keepScreenshot(page, '67-remotes');
  await expectAccessible(page, 'remotes');
  await page.getByRole('button', { name: /^Push to .*remote-tool/ }).click();
  await expect(page.getByTestId('remote-push-complete')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(standing).toHaveText('In sync');
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Push after each update' }).click();
  await expect(page.getByTestId('remote')).toContainText('after each update');
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('It was not pushed anywhere yet.')).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a push goes on when its dialog is closed, is named before quitting, says that it was cut off, and is tried again', async ({
  start,
  app: first,
  home,
}) => {
  const server = await SilentServer.start();
  try {
    const source = await makeGitRepository(join(home, 'source'));
    await imported(first, source, ['tool']);
    const { page } = first;
    const activity = new ActivityPage(page);
    const asked = await noteRequests(first);
    await page.getByRole('button', { name: 'Push to a remote…' }).click();
    await page.getByLabel('Address of a Git repository').fill(`${server.url}/tool.git`);
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(page.getByTestId('remote-push')).toContainText('It goes on when this is closed.');
    await page.keyboard.press('Escape');
    await new HomePage(page).goTo('home');
    await expect(activity.entry).toContainText('1 running');
    await activity.open();
    await expect(activity.pushesIn('running')).toHaveCount(1);
    await keepScreenshot(page, '62-activity-running');
    await expectAccessible(page, 'activity with a push');
    await activity.drawer.getByRole('button', { name: 'Stop: Push of owner/tool' }).click();
    await expect(activity.pushesIn('stopped')).toHaveCount(1);
    await activity.drawer.getByRole('button', { name: 'Try again: Push of owner/tool' }).click();
    await expect(activity.pushesIn('running')).toHaveCount(1);
    // Events carry the rows: the list was asked for when the window opened, and never again.
    expect((await asked()).filter((request) => request === 'GET /user/work')).toEqual([]);
    await expect(activity.pushesIn('stopped')).toHaveCount(0);

    const question = await first.electron.evaluate(
      ({ BrowserWindow, dialog }) =>
        new Promise<string>((resolve) => {
          dialog.showMessageBox = (async (...args: unknown[]) => {
            const { message, detail, buttons } = args.at(-1) as { message: string; detail: string; buttons: string[] };
            resolve(`${message} ${detail}`);
            return { response: buttons.indexOf('Keep running'), checkboxChecked: false };
          }) as typeof dialog.showMessageBox;
          setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
        }),
    );
    expect(question).toContain('A push is still running.');
    expect(question).toContain(`Push: owner/tool to ${server.url}/tool.git`);
    expect(first.complaints).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(activity.drawer).toBeHidden();
    await first.close();

    const second = await start();
    const later = new ActivityPage(second.page);
    await second.page.getByTestId('page').first().waitFor();
    await expect(later.entry).toContainText('1 failed');
    await later.open();
    await expect(later.pushesIn('failed')).toContainText('Gantry was closed while this push ran.');
    await later.drawer.getByRole('button', { name: 'Try again: Push of owner/tool' }).click();
    await expect(later.pushesIn('running')).toHaveCount(1);
    await second.close();
  } finally {
    await server.stop();
  }
});
