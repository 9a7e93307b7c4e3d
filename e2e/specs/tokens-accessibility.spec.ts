import { expectAccessible } from '../fixtures/accessible.ts';
import { apiAt } from '../fixtures/api-client.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ApplicationsPage } from '../pages/applications-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { TokensPage } from '../pages/tokens-page.ts';

test('the screens of access are free of accessibility violations', async ({ startedAgain: app }) => {
  const { page } = app;
  const homePage = new HomePage(page);
  const session = new SessionPage(page);
  const settings = new SettingsPage(page);
  await homePage.goTo('tokens');
  await session.confirmation.waitFor();
  await expectAccessible(page, 'confirm password');
  await session.confirm(owner.password);

  const tokens = new TokensPage(page);
  await expectAccessible(page, 'no tokens');
  await tokens.newToken.click();
  await tokens.scope('admin:org').check();
  await expectAccessible(page, 'new token');
  await tokens.note.fill('backup script');
  await tokens.dialog.getByRole('button', { name: 'Create token' }).click();
  await tokens.text.waitFor();
  await expectAccessible(page, 'token shown once');
  await tokens.done.click();
  await tokens.token('backup script').waitFor();
  await expectAccessible(page, 'tokens');
  await tokens.action('Delete', 'backup script').click();
  await tokens.confirmation.waitFor();
  await expectAccessible(page, 'delete token');
  await page.keyboard.press('Escape');

  await settings.show('General');
  await page.getByRole('button', { name: 'Members of team' }).click();
  await page.getByLabel('Login of a new member').waitFor();
  await expectAccessible(page, 'organization');
  await page.keyboard.press('Escape');
  await settings.show('Security');
  await expectAccessible(page, 'security settings');
  await settings.show('Network');
  await settings.proxy.getByLabel('This one').check();
  await settings.testAddress('http://127.0.0.1:1/');
  await settings.addressTestResult.waitFor();
  await expectAccessible(page, 'network settings');
  await settings.proxy.getByLabel('What the environment says').check();
  await settings.show('Security');
  await settings.twoFactor.getByRole('button', { name: 'Set up…' }).click();
  await settings.enrolment.waitFor();
  await expectAccessible(page, 'two-factor');
  await page.keyboard.press('Escape');
  const baseUrl = await settings.switchServerOn(owner.password);

  const applications = new ApplicationsPage(page);
  await homePage.goTo('applications');
  await expectAccessible(page, 'no applications');
  const { clientId, clientSecret } = await applications.registerOne('Build server');
  await apiAt(baseUrl)('PUT /authorizations/clients/{client_id}', {
    path: { client_id: clientId },
    body: { client_secret: clientSecret },
  });
  await applications.grants.waitFor();
  await expectAccessible(page, 'applications');
  await homePage.goTo('rate-limit');
  await expect(page.getByTestId('rate-core')).toContainText('4,999 of 5,000 left');
  await expectAccessible(page, 'rate limit');
  await settings.show('API');
  await settings.servedRequests.waitFor();
  await settings.requestPanel.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('request-answer').waitFor();
  await expectAccessible(page, 'API settings');
  await session.lock.click();
  await session.unlock.waitFor();
  await expectAccessible(page, 'locked');
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await session.login.fill('nobody');
  await session.password.fill('not a password');
  await session.signIn.click();
  await session.error.waitFor();
  await expectAccessible(page, 'sign in with an error');
});
