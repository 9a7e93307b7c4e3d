import { apiAt } from '../fixtures/api-client.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';

test('the server answers programs, lists what they asked, and moves the rate limit', async ({ app }) => {
  const { page } = app;
  const settings = new SettingsPage(page);
  const baseUrl = await settings.switchServerOn(owner.password);
  expect(baseUrl).toMatch(/^http:\/\/(127\.0\.0\.1|localhost):\d+\/api\/v3$/);
  const api = apiAt(baseUrl);
  const { headers } = await api.whole('GET /user');
  expect(headers['x-ratelimit-remaining']).toBe('4999');
  await expect(api('GET /repos/{owner}/{repo}', { path: { owner: 'nobody', repo: 'nothing' } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(settings.servedRequests).toContainText('/user');
  await expect(settings.servedRequests).toContainText('404');
  await keepScreenshot(page, '18-server');

  await new HomePage(page).goTo('rate-limit');
  await expect(page.getByTestId('rate-core')).toContainText('4,998 of 5,000 left');
  await expect(page.getByTestId('rate-core')).toContainText(/Full again in \d\d:\d\d/);
  // The screen is open: the next request moves it by itself.
  await api('GET /user/orgs');
  await expect(page.getByTestId('rate-core')).toContainText('4,997 of 5,000 left');
  await expect(page.getByTestId('rate-chart')).toHaveAccessibleName(/^3 requests in the last hour/);
  await keepScreenshot(page, '19-rate-limit');

  await settings.show('API');
  await settings.serverSwitch.click();
  await expect(settings.baseAddress).toHaveCount(0);
  await expect(api('GET /user')).rejects.toThrow();
  expect(app.complaints).toEqual([]);
});

test('a request is tried in the window', async ({ app }) => {
  const { page } = app;
  const settings = new SettingsPage(page);
  await settings.show('API');
  await settings.requestPanel.getByLabel('Path').fill('/user/orgs');
  await settings.requestPanel.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByTestId('request-answer');
  await expect(answer).toContainText('Status 200');
  await expect(answer).toContainText('x-ratelimit-limit: 5000');
  await expect(answer).toContainText('"login": "team"');
  await settings.requestPanel.getByLabel('Path').fill('/user/no-such-thing');
  await settings.requestPanel.getByRole('button', { name: 'Send' }).click();
  await expect(answer).toContainText('Status 404');
});

test('an organization enforces single sign-on, and a brownout is planned and removed', async ({ app }) => {
  const { page } = app;
  const settings = new SettingsPage(page);
  await settings.show('General');
  await page.getByRole('button', { name: 'Members of team' }).click();
  const dialog = page.getByTestId('organization');
  const enforced = dialog.getByRole('switch', { name: 'Enforce single sign-on' });
  await enforced.click();
  await expect(enforced).toBeChecked();
  await expect(dialog.getByRole('combobox', { name: 'Role of owner' })).toHaveValue('Owner');
  await dialog.getByLabel('Login of a new member').fill('nobody');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  // The password was given a moment ago, with the account: it is not asked for again.
  await expect(dialog.getByTestId('error-notice')).toContainText('There is no account "nobody". Make it first.');
  await page.keyboard.press('Escape');

  await settings.show('API');
  const brownouts = page.getByTestId('brownouts');
  await brownouts.getByLabel('From').fill('2030-01-01T10:00');
  await brownouts.getByLabel('To').fill('2030-01-01T09:00');
  await brownouts.getByLabel('Reason').fill('rehearsal');
  await brownouts.getByRole('button', { name: 'Plan' }).click();
  await expect(brownouts.getByTestId('error-notice')).toContainText('The end lies after the beginning.');
  await brownouts.getByLabel('To').fill('2030-01-01T11:00');
  await brownouts.getByRole('button', { name: 'Plan' }).click();
  await expect(brownouts.getByRole('listitem')).toContainText('rehearsal');
  await brownouts.getByRole('button', { name: 'Remove' }).click();
  await expect(brownouts).toContainText('None is planned.');
});
