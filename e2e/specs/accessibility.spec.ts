import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/api-client.ts';
import { type GantryApp, windowSize } from '../fixtures/gantry-app.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ApplicationsPage } from '../pages/applications-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';
import { TokensPage } from '../pages/tokens-page.ts';

const narrow = { width: 640, height: 700 };

/** Looks at the page as it is: light and dark, wide and narrow. */
async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of [windowSize, narrow]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // Electron gives no second page, which axe otherwise opens to combine the frames' results.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
      expect(found, `${screen}, ${colorScheme}, ${size.width} pixels wide`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(overflow, `${screen} scrolls sideways at ${size.width} pixels`).toBe(false);
    }
  }
  await page.setViewportSize(windowSize);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the screens of access are free of accessibility violations', async ({ app }) => {
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
  await settings.twoFactor.getByRole('button', { name: 'Set up…' }).click();
  await settings.enrolment.waitFor();
  await expectAccessible(page, 'two-factor');
  await page.keyboard.press('Escape');
  const baseUrl = await settings.switchServerOn();

  const applications = new ApplicationsPage(page);
  await homePage.goTo('applications');
  await expectAccessible(page, 'no applications');
  const { clientId, clientSecret } = await applications.registerOne('Build server');
  await callApi(baseUrl, 'PUT', `/authorizations/clients/${clientId}`, { body: { client_secret: clientSecret } });
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

test('every screen is free of accessibility violations, light and dark, wide and narrow', async ({ start, home }) => {
  const app: GantryApp = await start();
  const { page } = app;
  const setup = new SetupPage(page);
  await setup.screen.waitFor();
  await expectAccessible(page, 'first run');
  await setup.createAccount('owner', 'a long password', 'team');
  const homePage = new HomePage(page);
  await expectAccessible(page, 'empty home');
  await homePage.goTo('settings');
  await expect(page.getByRole('heading', { name: 'Tools' })).toBeVisible();
  await expectAccessible(page, 'settings');

  const wizard = new NewImportPage(page);
  await wizard.open();
  await expectAccessible(page, 'source');
  await wizard.lookAt(join(home, 'nothing here'));
  await wizard.error.waitFor();
  await expectAccessible(page, 'source with an error');
  await wizard.lookAt(await makeSubversionRepository(join(home, 'svn')));
  await wizard.found.waitFor();
  await expectAccessible(page, 'found');
  await wizard.continue.click();
  await wizard.name.waitFor();
  await expectAccessible(page, 'destination');
  await wizard.start.click();

  const one = new ImportPage(page);
  await expect(one.push).toBeEnabled();
  await expect(one.author('anna')).toBeVisible();
  await expectAccessible(page, 'authors');
  await one.author('anna').getByRole('checkbox').check();
  await expectAccessible(page, 'authors with a selection');
  await page.getByRole('button', { name: 'Set e-mail domain…' }).click();
  await expect(page.getByRole('textbox', { name: 'Domain' })).toBeFocused();
  await expectAccessible(page, 'e-mail domain');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Branches and tags' }).click();
  await expectAccessible(page, 'branches and tags');
  await one.cancel.click();
  await expect(one.confirmCancel).toBeVisible();
  await expectAccessible(page, 'cancel');
  await page.keyboard.press('Escape');
  await expect(one.confirmCancel).toBeHidden();
  await one.release();
  await one.waitForReport();
  await expectAccessible(page, 'report');
  await page.getByRole('button', { name: 'Push to a remote…' }).click();
  await expect(page.getByTestId('remote-push')).toBeVisible();
  await expectAccessible(page, 'push to a remote');
  await page.keyboard.press('Escape');
  await homePage.goTo('home');
  await expect(homePage.repositories).toBeVisible();
  await expectAccessible(page, 'home');
  await homePage.goTo('imports');
  await expectAccessible(page, 'imports');
});
