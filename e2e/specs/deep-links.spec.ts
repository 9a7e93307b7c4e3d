import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import type { GantryApp } from '../fixtures/gantry-app.ts';
import { SilentServer } from '../fixtures/silent-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SessionPage } from '../pages/session-page.ts';

const source = (address: string) => `gantry://import?address=${encodeURIComponent(address)}`;

/** Follows a link as a browser does: a second start, which hands it over and ends. */
function follow(app: GantryApp, home: string, ...links: string[]): Promise<void> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, `--user-data-dir=${join(home, 'settings')}`, process.cwd(), ...links];
  const program = app.electron.process().spawnfile;
  return new Promise((ended) => {
    execFile(program, args, { env: { ...process.env, HOME: home } }, () => ended());
  });
}

test('links open a repository, an import and the wizard, start nothing, and hostile ones say why they are not followed', async ({
  app: first,
  home,
  start,
}) => {
  await engineOf(first.page)('POST /user/repos', { body: { name: 'tool' } });
  await first.close();
  const server = await SilentServer.start();
  try {
    // The start itself follows one.
    const app = await start({ flags: ['gantry://repository/owner/tool'] });
    const { page } = app;
    const wizard = new NewImportPage(page);
    await expect(page).toHaveURL(/\/repositories\/owner\/tool$/);
    await expect(page.getByRole('heading', { name: 'tool' })).toBeVisible();
    await follow(app, home, 'gantry://import/owner/tool');
    await expect(page).toHaveURL(/\/imports\/owner\/tool$/);

    const address = `${server.url}/repository.git`;
    await follow(app, home, source(address));
    await expect(page.getByTestId('from-link')).toContainText('came with a link');
    await expect(wizard.address).toHaveValue(address);
    await expectAccessible(page, 'an address that came with a link');
    // Another one does not take the place of what is being prepared.
    await follow(app, home, source('https://git.example.org/other.git'));
    const other = page.getByTestId('other-source');
    await expect(other).toContainText('https://git.example.org/other.git');
    await expect(wizard.address).toHaveValue(address);
    await expectAccessible(page, 'a link beside an import that is being prepared');
    await other.getByRole('button', { name: 'Start over with it' }).click();
    await expect(wizard.address).toHaveValue('https://git.example.org/other.git');
    await expect(other).toBeHidden();
    expect(server.connections).toBe(0);

    await follow(app, home, source('https://ann:secret@git.example.org/x'));
    await expect(page.getByText('The link was not followed: its address holds a user name')).toBeVisible();
    await follow(app, home, source('/etc'));
    await expect(page.getByText('The link was not followed: it does not lead to a server')).toBeVisible();
    await expect(wizard.address).toHaveValue('https://git.example.org/other.git');

    // A locked window shows nothing of it, and follows it when it is opened.
    const session = new SessionPage(page);
    await session.lock.click();
    await follow(app, home, 'gantry://repository/owner/tool');
    await expect(session.screen).toBeVisible();
    await session.password.fill('a long password');
    await session.unlock.click();
    await expect(page).toHaveURL(/\/repositories\/owner\/tool$/);
    // Where the window was may be gone when it comes back there: the screen keeps its heading, which has the keyboard.
    for (const [gone, title] of [
      ['#/migrations/owner/99', 'Migration 99 of owner'],
      ['#/archives/77', 'Archives'],
      ['#/archives/restores/77', 'Archives'],
      ['#/archives/77/restore', 'Archives'],
      ['#/archives/77/issues/owner/tool/1', 'Archives'],
    ] as const) {
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, gone);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
      await expect(page.getByTestId('error-notice')).toContainText('It is not here any more');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
      await page.evaluate(() => {
        window.location.hash = '#/';
      });
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    }
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});
