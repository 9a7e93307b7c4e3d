import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test('Help is the guide of this version, About names version, licences and what is new, from the menu too', async ({
  app,
}) => {
  const { page } = app;
  await new HomePage(page).goTo('help');
  await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeFocused();
  const guide = page.getByTestId('guide');
  await expect(guide.getByRole('heading', { name: 'Restoring' })).toBeVisible();
  await page.getByLabel('Find in the guide').fill('spreadsheet CSV');
  await expect(guide.getByRole('heading', { name: 'Restoring' })).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'First run' })).toBeHidden();
  await expectAccessible(page, 'help');

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
