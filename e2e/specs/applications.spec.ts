import { apiAt } from '../fixtures/api-client.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ApplicationsPage } from '../pages/applications-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';

test('an application gets a token over HTTP; its access is seen and revoked', async ({ app }) => {
  const { page } = app;
  const baseUrl = await new SettingsPage(page).switchServerOn(owner.password);
  const applications = new ApplicationsPage(page);
  await new HomePage(page).goTo('applications');
  const { clientId, clientSecret } = await applications.registerOne('Build server');
  expect([clientId.length, clientSecret.length]).toEqual([20, 40]);
  expect(await page.content()).not.toContain(clientSecret);

  const { token } = await apiAt(baseUrl)('PUT /authorizations/clients/{client_id}', {
    path: { client_id: clientId },
    body: { client_secret: clientSecret, scopes: ['repo', 'gist'], note: 'builds' },
  });
  expect((await apiAt(baseUrl, { token })('GET /user')).login).toBe(owner.login);

  await expect(applications.grants).toContainText('Build server');
  await expect(applications.grants).toContainText('gist, repo');
  await keepScreenshot(page, '17-applications');
  await applications.grants.getByRole('button', { name: 'Revoke…' }).click();
  await applications.confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect(applications.grants).toHaveCount(0);
  await expect(apiAt(baseUrl, { token })('GET /user')).rejects.toMatchObject({ status: 401 });

  await applications.applications.getByRole('button', { name: 'Delete…' }).click();
  await applications.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(applications.applications).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});
