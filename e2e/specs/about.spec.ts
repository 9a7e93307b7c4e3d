import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test('Help is the guide of this version, About names version, licences and what is new, from the menu too', async ({
  app,
}) => {
  const { page } = app;
  await new HomePage(page).goTo('help');
  await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeFocused();
  const guide = page.getByTestId('guide');
  await expect(guide.getByRole('heading', { name: 'When something goes wrong' })).toBeVisible();
  await expectAccessible(page, 'help');
  await page.getByLabel('Find in the guide').fill('spreadsheet CSV');
  await expect(guide.getByRole('heading', { name: 'Restore' })).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'First start' })).toBeHidden();
  await expectAccessible(page, 'help, searched');
  await guide.getByRole('heading', { name: 'Restore' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Restore', exact: true, level: 1 })).toBeFocused();
  await guide.getByRole('link', { name: 'opened archive' }).click();
  await expect(page.getByRole('heading', { name: 'Open an archive', level: 1 })).toBeFocused();
  await expectAccessible(page, 'a page of help');
  await page.getByRole('link', { name: 'Contents' }).click();
  await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeFocused();

  await app.electron.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help');
    help?.submenu?.items.find(({ label }) => label === 'About Gantry')?.click();
  });
  await expect(page.getByRole('heading', { name: 'About Gantry' })).toBeVisible();
  await expect(page.getByTestId('versions')).toContainText(/Gantry \d+\.\d+\.\d+ · Electron \d+/);
  await expect(page.getByTestId('never-looks')).toContainText('not one of the releases');
  const licence = page
    .getByTestId('licences')
    .locator('details')
    .filter({ hasText: /^hono / });
  await licence.locator('summary').click();
  await expect(licence).toContainText('Permission is hereby granted');
  await expectAccessible(page, 'about');
  await page.getByRole('link', { name: 'Diagnostics' }).click();
  await expect(page.getByTestId('diagnostics')).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('"More" at an error opens the page of its family: over a screen, over a dialog, and before signing in', async ({
  app,
  home,
}) => {
  const { page } = app;
  const help = page.getByTestId('help');
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(join(home, 'nothing here'));
  await wizard.error.getByRole('button', { name: 'More' }).click();
  await expect(help.getByRole('heading', { name: 'Nothing is found at the address' })).toBeVisible();
  await expectAccessible(page, 'help about an error');
  await help.getByRole('link', { name: 'list', exact: true }).click();
  await expect(help.getByRole('heading', { name: 'Many at once' })).toBeFocused();
  await help.getByRole('button', { name: 'Back' }).click();
  await expect(help.getByRole('heading', { name: 'Nothing is found at the address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(wizard.error.getByRole('button', { name: 'More' })).toBeFocused();

  const settings = new SettingsPage(page);
  await settings.show('General');
  await page.getByRole('button', { name: 'Members of team' }).click();
  const dialog = page.getByTestId('organization');
  await dialog.getByLabel('Login of a new member').fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByTestId('error-notice').getByRole('button', { name: 'More' }).click();
  await expect(help.getByRole('heading', { name: 'What was entered is not taken' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const session = new SessionPage(page);
  await session.lock.click();
  await session.password.fill('not the password');
  await page.keyboard.press('Enter');
  await session.error.getByRole('button', { name: 'More' }).click();
  await expect(help.getByRole('heading', { name: 'Your password is asked for, or is wrong' })).toBeVisible();
  await expect(help.getByRole('link', { name: 'The whole guide' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(help.getByRole('heading', { name: 'Signing in and locking' })).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a new version is looked for when a person asks, and what is new in it is shown', async ({ start }) => {
  const asked: string[] = [];
  const feed = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end("version: 99.0.0\nreleaseDate: '2027-01-02T03:04:05.000Z'\nreleaseNotes: |-\n  - Faster than ever\n");
  });
  await new Promise<void>((listening) => feed.listen(0, '127.0.0.1', listening));
  process.env.GANTRY_TEST_FEED = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`;
  try {
    const app = await start();
    const { page } = app;
    await new SetupPage(page).createAccount('owner', 'a long password');
    await page.evaluate(() => {
      window.location.hash = '#/about';
    });
    const part = page.getByTestId('new-versions');
    await expect(part.getByRole('switch')).not.toBeChecked();
    expect(asked).toEqual([]);
    await part.getByRole('button', { name: 'Look now' }).click();
    await expect(part).toContainText('Gantry 99.0.0 is out.');
    await expect(part).toContainText('Faster than ever');
    expect(asked).toEqual([expect.stringMatching(/^\/latest.*\.yml$/)]);
    await part.getByRole('switch').click();
    await expect(part.getByRole('switch')).toBeChecked();
    await expectAccessible(page, 'about, with a new version');
    expect(app.complaints).toEqual([]);
  } finally {
    delete process.env.GANTRY_TEST_FEED;
    feed.close();
  }
});
