import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { apiAt } from '../fixtures/api-client.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { noteRefusals } from '../fixtures/window-requests.ts';
import { HomePage } from '../pages/home-page.ts';
import { PeoplePage } from '../pages/people-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';

/** Every place of the window, with its heading. */
const places = [
  ['/', 'Home'],
  ['/imports', 'Imports'],
  ['/imports/new', 'New import'],
  ['/imports/team/secret', 'team/secret'],
  ['/imports/team/tool', 'team/tool'],
  ['/imports-lists/new', 'Import several'],
  ['/migrations', 'Migrations'],
  ['/migrations/new', 'New migration'],
  ['/archives', 'Archives'],
  ['/archives/1', 'Archives'],
  ['/archives/1/restore', 'Archives'],
  ['/archives/restores/1', 'Archives'],
  ['/tokens', 'Tokens'],
  ['/applications', 'Applications'],
  ['/rate-limit', 'Rate limit'],
  ['/settings', 'Settings'],
  ['/settings/security', 'Settings'],
  ['/settings/people', 'Settings'],
  ['/settings/network', 'Settings'],
  ['/settings/webhooks', 'Settings'],
  ['/settings/api', 'Settings'],
] as const;

/** Goes to an address and waits until the window is there; parts of the settings that are not offered lead to the first one. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, path);
  const ends = path === '/settings/people' || path === '/settings/network' ? [path, '/settings'] : [path];
  await page.waitForFunction(
    (possible) => possible.includes(JSON.parse(localStorage['gantry.preferences']).state.location),
    ends,
  );
}

/** Goes to every place by its address, as a remembered one or the menu would, and looks at what is there. */
async function walk(page: Page, who: string, skipped: readonly string[] = []): Promise<void> {
  for (const [path, heading] of places) {
    if (skipped.includes(path)) continue;
    await goTo(page, path);
    const shown = page.getByRole('heading', { level: 1 });
    await expect(shown, `${who} at ${path}`).toContainText(heading);
    await expect(page.getByText(/^(Reading|Opening|Counting) .*…$/), `${who} at ${path}`).toHaveCount(0);
    const main = page.getByRole('main');
    await expect(main.getByTestId('error-notice'), `${who} at ${path}`).toHaveCount(0);
    // A heading alone is an empty screen.
    const text = await main.innerText();
    expect(text.length, `${who} at ${path}: ${text}`).toBeGreaterThan(heading.length + 20);
    expect(text, `${who} at ${path}`).not.toMatch(/\b40[134]\b|Not Found|Forbidden|undefined|\[object/);
  }
}

test('the window as the owner, a member and a stranger: nothing is empty, nothing is refused', async ({
  app,
  home: folder,
}) => {
  test.setTimeout(120_000);
  const { page } = app;
  const refusals = await noteRefusals(app);
  const session = new SessionPage(page);
  const settings = new SettingsPage(page);
  const people = new PeoplePage(page);
  const home = new HomePage(page);
  const engine = engineOf(page);

  // The owner makes both accounts: one with a password that is made, one with one that is entered.
  await settings.show('People');
  await expect(people.person(owner.login)).toContainText('Owner of the installation');
  await people.add.click();
  await people.addDialog.getByLabel('Login').fill('member');
  await people.addDialog.getByLabel('E-mail address').fill('member@example.org');
  await people.addDialog.getByRole('button', { name: 'Add person' }).click();
  await expect(people.given).toBeVisible();
  // Whoever presses Enter or Escape once too often must not lose what is shown only here.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(people.given.getByRole('button', { name: 'Password copied' })).toBeVisible();
  await expect(people.given.getByRole('button', { name: 'Copy password' })).toBeVisible();
  await keepScreenshot(page, '46-new-person');
  const made = await people.takePassword();
  expect(made).toMatch(/^\w{5}(-\w{5}){3}$/);
  await expect(people.person('member')).toContainText('member@example.org');
  // The keyboard is where it was before a dialog, also after two of them.
  await expect(people.add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(people.addDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(people.add).toBeFocused();
  await people.add.click();
  await people.addDialog.getByLabel('Login').fill('stranger');
  await people.enterPassword(people.addDialog, 'words of a stranger');
  await people.addDialog.getByRole('button', { name: 'Add person' }).click();
  await people.given.getByRole('button', { name: 'Done' }).click();
  await expect(people.person('stranger')).toBeVisible();
  await keepScreenshot(page, '47-people');

  await engine('PUT /orgs/{org}/memberships/{login}', { path: { org: 'team', login: 'member' }, body: {} });
  await engine('POST /orgs/{org}/repos', { path: { org: 'team' }, body: { name: 'secret', private: true } });
  const tool = { owner: 'team', repo: 'tool' };
  const source = await makeGitRepository(join(folder, 'tool source'));
  await engine('POST /orgs/{org}/repos', { path: { org: 'team' }, body: { name: 'tool' } });
  await engine('PUT /repos/{owner}/{repo}/import', { path: tool, body: { vcs: 'git', vcs_url: source } });
  await goTo(page, '/imports/team/tool');
  const report = page.getByTestId('step-report');
  const update = report.getByRole('button', { name: 'Bring up to date' });
  await expect(update).toBeEnabled();
  const migration = await engine('POST /orgs/{org}/migrations', {
    path: { org: 'team' },
    body: { repositories: ['team/tool'] },
  });
  // Not even the question for the password, which was given with the account.
  expect(await refusals()).toEqual([]);
  // There is no archive to look into.
  await walk(
    page,
    'the owner',
    places.flatMap(([path]) => (path.startsWith('/archives/') ? [path] : [])),
  );

  const refused = (await refusals()).length;
  const news = async () => (await refusals()).slice(refused).filter((line) => !noImport.test(line));
  // That is how the window asks whether there is an import, and where there is none, a repository.
  const noImport = /^404 GET \/repos\/team\/(secret|tool)(\/import)?$/;

  await session.signInAs('member', made);
  await walk(page, 'the member');
  expect(await news()).toEqual([]);
  await expect(page.getByTestId('nav-archives')).toHaveCount(0);
  await home.goTo('migrations');
  await expect(page.getByTestId('migrations-unseen')).toHaveText(/^Migrations of team are listed for owners/);
  await expectAccessible(page, 'migrations, as a member');
  await page.getByRole('link', { name: 'New migration' }).click();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByText('You are a member of team')).toBeVisible();
  await home.goTo('home');
  await home.newImport.click();
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toHaveCount(0);
  await settings.show('General');
  await expect(page.getByRole('tab')).toHaveText(['General', 'Security', 'Webhooks', 'API']);
  await expect(page.getByRole('heading', { name: 'Data folder' })).toHaveCount(0);
  // The menu says why, instead of doing nothing.
  const told = await app.electron.evaluate(async ({ dialog, Menu }) => {
    const shown = Promise.withResolvers<string>();
    const ask = dialog.showMessageBox;
    dialog.showMessageBox = (async (...args: unknown[]) => {
      shown.resolve((args.at(-1) as Electron.MessageBoxOptions).message);
      return { response: 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    const items = Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items ?? []) ?? [];
    items.find((item) => item.label === 'Open data folder')?.click();
    const message = await shown.promise;
    dialog.showMessageBox = ask;
    return message;
  });
  expect(told).toBe('Only owners of this installation are shown its data folder.');
  await page.getByRole('button', { name: 'Members of team' }).click();
  const members = page.getByTestId('organization');
  await expect(members.getByRole('switch')).toBeDisabled();
  await expect(members.getByRole('button')).toHaveText(['Leave']);
  await expectAccessible(page, 'an organization, as a member');
  await page.keyboard.press('Escape');

  // What goes back to a folder is for owners of the installation, and a migration for owners of the organization.
  await goTo(page, '/imports/team/tool');
  await expect(update).toBeDisabled();
  await expect(report).toContainText('The source is a folder of this machine');
  expect(await news()).toEqual([]);
  await goTo(page, `/migrations/team/${migration.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Migration ${migration.id} of team`);
  await expect(page.getByTestId('error-notice')).toContainText('Only owners of team may');
  const kept = (await refusals()).length;

  // The own password, with the old one.
  await settings.show('Security');
  await page.getByTestId('own-password').getByRole('button', { name: 'Change…' }).click();
  const change = page.getByTestId('change-password');
  await change.getByLabel('Current password', { exact: true }).fill('not it at all');
  await change.getByLabel('New password', { exact: true }).fill('words of a member');
  await change.getByLabel('New password again', { exact: true }).fill('words of another');
  await expect(change.getByText('The two are not the same.')).toBeVisible();
  await expect(change.getByRole('button', { name: 'Change password' })).toBeDisabled();
  await change.getByLabel('New password again', { exact: true }).fill('words of a member');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByTestId('error-notice')).toContainText('That is not your current password.');
  await expectAccessible(page, 'the own password');
  await change.getByLabel('Current password', { exact: true }).fill(made);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByTestId('own-password')).toContainText('It is changed.');
  expect((await refusals()).slice(kept)).toEqual(['422 PUT /user/password']);

  await session.signInAs('stranger', 'words of a stranger');
  const before = (await news()).length;
  await walk(page, 'the stranger');
  expect((await news()).slice(before)).toEqual([]);
  // Nothing of the member's window is left.
  await expect(page.getByTestId('page')).not.toContainText('team');
  await expect(page.getByTestId('nav-archives')).toHaveCount(0);

  await session.signInAs('member', 'words of a member');
  expect(app.complaints).toEqual([]);
});

test('people: what is wrong is said, another account gets a password, a hundred are searched', async ({ app }) => {
  // A hundred passwords, each as slow to guess as any.
  test.setTimeout(300_000);
  const { page } = app;
  const session = new SessionPage(page);
  const people = new PeoplePage(page);
  const engine = engineOf(page);
  await new SettingsPage(page).show('People');
  await expectAccessible(page, 'people');

  await people.add.click();
  await people.addDialog.getByLabel('Login').fill('TEAM');
  await people.addDialog.getByRole('button', { name: 'Add person' }).click();
  await expect(people.addDialog.getByTestId('error-notice')).toContainText('The login "TEAM" is taken.');
  await people.addDialog.getByLabel('E-mail address').fill('nowhere');
  await people.addDialog.getByLabel('Login').fill('a'.repeat(39));
  await people.addDialog.getByRole('button', { name: 'Add person' }).click();
  await expect(people.addDialog.getByTestId('error-notice')).toContainText('cannot be an e-mail address');
  await people.addDialog.getByText('Enter a password', { exact: true }).click();
  await people.addDialog.getByLabel('New password', { exact: true }).fill('short');
  await expectAccessible(page, 'adding a person');
  await people.addDialog.getByLabel('E-mail address').fill(`${'long-name-'.repeat(6)}@${'long.example.'.repeat(9)}org`);
  await people.addDialog.getByText('Make a password', { exact: true }).click();
  await people.addDialog.getByRole('button', { name: 'Add person' }).click();
  await expectAccessible(page, 'a password that is shown once');
  const first = await people.takePassword();

  // A program of the account, and what stops it.
  const long = 'a'.repeat(39);
  await people.person(long).getByRole('button').click();
  await expectAccessible(page, 'setting a password');
  await people.setDialog.getByLabel('Delete its tokens as well').check();
  await people.setDialog.getByRole('button', { name: 'Set password' }).click();
  const second = await people.takePassword();
  expect(second).not.toBe(first);

  const make = (number: number) =>
    engine('POST /admin/users', { body: { login: `person-${number}`, password: 'a long password' } });
  await Promise.all(Array.from({ length: 100 }, (_, number) => make(number)));
  await people.search.fill('person-99');
  await expect(people.person('person-99')).toBeVisible();
  await people.search.fill('nobody of that name');
  await expect(people.list).toContainText('No account has');
  await people.search.fill('');
  await expectAccessible(page, 'a hundred people');

  // Whoever's window it is learns at once what programs of the owner change: a role, and the password.
  const api = apiAt(await new SettingsPage(page).switchServerOn(owner.password));
  await api('PUT /orgs/{org}/memberships/{login}', { path: { org: 'team', login: long }, body: { role: 'member' } });
  await session.signInAs(long, second);
  await new HomePage(page).goTo('migrations');
  await expect(page.getByTestId('migrations-unseen')).toBeVisible();
  await api('PUT /orgs/{org}/memberships/{login}', { path: { org: 'team', login: long }, body: { role: 'admin' } });
  await expect(page.getByTestId('migrations-unseen')).toBeHidden();
  await api('PUT /admin/users/{login}/password', { path: { login: long }, body: { password: 'words of the owner' } });
  await expect(session.unlock).toBeVisible();
  await session.password.fill(second);
  await session.unlock.click();
  await expect(session.error).toContainText('The login or the password is wrong.');
  await session.password.fill('words of the owner');
  await session.unlock.click();
  await expect(page.getByRole('heading', { name: 'Migrations' })).toBeVisible();
  expect(app.complaints).toEqual([]);
});
