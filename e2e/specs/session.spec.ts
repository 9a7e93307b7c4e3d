import { engineOf } from '../fixtures/engine-request.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';
import { TokensPage } from '../pages/tokens-page.ts';

test('a locked window answers nothing and opens with the password only', async ({ app }) => {
  const { page } = app;
  const session = new SessionPage(page);
  // What was said in a corner of the window a moment ago waits as well.
  await engineOf(page)('POST /user/repos', { body: { name: 'private' } });
  await new HomePage(page).repository('owner', 'private').getByRole('link').click();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete the repository' }).click();
  const toast = page.getByText('owner/private is in the trash.');
  await expect(toast).toBeVisible();
  await session.lock.click();
  await expect(session.password).toBeFocused();
  await expect(toast).toHaveCount(0);
  await keepScreenshot(page, '13-locked');
  const locked = await page.evaluate(() => window.gantry.request({ method: 'GET', path: '/user', body: null }));
  expect([locked.status, JSON.parse(locked.body).message]).toEqual([401, 'Sign in to go on.']);

  await session.password.fill('not the password');
  await session.unlock.click();
  await expect(session.error).toContainText('The login or the password is wrong.');
  await expect(session.password).toBeFocused();
  await session.password.fill(owner.password);
  await session.unlock.click();
  await expect(new HomePage(page).heading).toBeVisible();
  await expect(toast).toBeVisible();
});

test('the menu locks and signs out; signing in asks who it is', async ({ app }) => {
  const { page } = app;
  const session = new SessionPage(page);
  const choose = (label: string) =>
    app.electron.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items ?? []) ?? [];
      items.find((item) => item.label === wanted)?.click();
    }, label);
  await choose('Lock');
  await expect(session.unlock).toBeVisible();
  await session.password.fill(owner.password);
  await session.unlock.click();
  await expect(new HomePage(page).heading).toBeVisible();

  // Whoever signs in next does not walk back through the places of the one before: they are named after repositories.
  const placesBehind = () =>
    app.electron.evaluate(({ BrowserWindow }) => {
      const history = BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory;
      return [history?.length(), history?.canGoBack()];
    });
  await engineOf(page)('POST /admin/users', { body: { login: 'ben', password: 'words of ben' } });
  await new HomePage(page).goTo('tokens');
  expect((await placesBehind())[1]).toBe(true);
  await choose('Sign out');
  await session.login.fill('ben');
  await session.password.fill('words of ben');
  await session.signIn.click();
  await expect(new HomePage(page).heading).toBeVisible();
  expect(await placesBehind()).toEqual([1, false]);

  await choose('Sign out');
  await expect(session.login).toBeFocused();
  await session.login.fill(owner.login);
  await session.password.fill(owner.password);
  await session.signIn.click();
  await expect(new HomePage(page).heading).toBeVisible();

  // A page whose process ends by itself is there again, for whom the window was open, and the person is told.
  const said = await app.electron.evaluate(async ({ BrowserWindow, dialog }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const messages: string[] = [];
    dialog.showMessageBox = (async (_window: unknown, { message }: Electron.MessageBoxOptions) => {
      messages.push(message);
      return { response: 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    const again = new Promise<void>((loaded) => contents?.once('did-finish-load', () => loaded()));
    contents?.forcefullyCrashRenderer();
    await again;
    return messages;
  });
  expect(said).toEqual(['The page in this window stopped unexpectedly.']);
  const text = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
    );
  await expect.poll(text).toContain('Import a repository');
});

test('a window that was locked, or that asks at start, starts locked', async ({ start }) => {
  const session = (page: SessionPage['page']) => new SessionPage(page);
  const first = await start();
  await first.page.getByTestId('setup').waitFor();
  await new SetupPage(first.page).createAccount(owner.login, owner.password);
  await session(first.page).lock.click();
  await expect(session(first.page).unlock).toBeVisible();
  await first.close();

  const second = await start();
  await session(second.page).password.fill(owner.password);
  await session(second.page).unlock.click();
  await new HomePage(second.page).goTo('settings');
  await second.page.getByRole('tab', { name: 'Security' }).click();
  const ask = second.page.getByRole('switch', { name: 'Ask for the password at start' });
  await ask.click();
  await expect(ask).toBeChecked();
  await second.close();

  const third = await start();
  await expect(session(third.page).unlock).toBeVisible();
});

test('a password that was changed a moment ago is not asked for again', async ({ startedAgain: app }) => {
  const { page } = app;
  await new SettingsPage(page).show('Security');
  await page.getByTestId('own-password').getByRole('button', { name: 'Change…' }).click();
  const change = page.getByTestId('change-password');
  await change.getByLabel('Current password', { exact: true }).fill(owner.password);
  await change.getByLabel('New password', { exact: true }).fill('words of today');
  await change.getByLabel('New password again', { exact: true }).fill('words of today');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByTestId('own-password')).toContainText('It is changed.');
  await new HomePage(page).goTo('tokens');
  await expect(new TokensPage(page).newToken).toBeEnabled();
  await expect(new SessionPage(page).confirmation).toBeHidden();
  expect(app.complaints).toEqual([]);
});
