import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test('the first run makes the owner and an organization, and never comes again', async ({ start }) => {
  const first = await start();
  const setup = new SetupPage(first.page);
  await expect(setup.tools).toContainText('git');
  await keepScreenshot(first.page, '01-first-run');

  await setup.login.fill('not a login');
  await setup.password.fill('short');
  await setup.submit.click();
  await expect(setup.screen).toContainText('At least 8 characters.');

  await setup.createAccount('owner', 'a long password', 'team');
  const home = new HomePage(first.page);
  await expect(home.empty).toBeVisible();
  await keepScreenshot(first.page, '02-home-empty');
  await home.goTo('settings');
  await expect(first.page.getByText('team', { exact: true })).toBeVisible();
  await keepScreenshot(first.page, '03-settings');
  await first.close();

  const second = await start();
  await expect(second.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(second.complaints).toEqual([]);
});

test('an organization is added in Settings and can own a repository', async ({ app }) => {
  const settings = new SettingsPage(app.page);
  await new HomePage(app.page).goTo('settings');
  await settings.newOrganization.fill('archive');
  await settings.add.click();
  await expect(app.page.getByText('archive', { exact: true })).toBeVisible();
});
