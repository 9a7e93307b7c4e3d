import { expectAccessible } from '../fixtures/accessible.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { TokensPage } from '../pages/tokens-page.ts';

const tokenShape = /^\S{40}$/;

test('a token is made, shown once, changed, regenerated and deleted', async ({ startedAgain: app }) => {
  const { page } = app;
  const tokens = new TokensPage(page);
  const session = new SessionPage(page);
  await new HomePage(page).goTo('tokens');
  await expect(session.confirmation).toBeVisible();
  await keepScreenshot(page, '14-confirm-password');
  // Who does not want to now is not told that something went wrong, and may come back to it.
  await session.confirmation.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByTestId('unconfirmed')).toBeVisible();
  await expectAccessible(page, 'a password that was not given');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm the password…' }).click();
  await session.confirmation.getByLabel(/^Password of/).fill('not the password');
  await session.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(session.confirmation).toContainText('The login or the password is wrong.');
  await session.confirm(owner.password);

  await tokens.newToken.click();
  await tokens.note.fill('backup script');
  await tokens.scope('admin:org').check();
  for (const implied of ['write:org', 'read:org']) {
    await expect(tokens.scope(implied)).toBeChecked();
    await expect(tokens.scope(implied)).toBeDisabled();
  }
  await keepScreenshot(page, '15-new-token');
  await tokens.dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.text).toHaveText(tokenShape);
  await tokens.shown.getByRole('button', { name: 'Copy token' }).click();
  const text = await tokens.takeText();
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(text);
  await expect(tokens.token('backup script')).toContainText('admin:org');
  await expect(tokens.token('backup script')).toContainText(text.slice(-8));
  expect(await page.content()).not.toContain(text);

  await tokens.action('Edit', 'backup script').click();
  await tokens.note.fill('nightly backup');
  await tokens.scope('admin:org').uncheck();
  await tokens.scope('repo').check();
  await tokens.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(tokens.token('nightly backup')).toContainText('repo');
  await expect(tokens.token('backup script')).toHaveCount(0);

  await tokens.action('Regenerate', 'nightly backup').click();
  await tokens.confirmation.getByRole('button', { name: 'Regenerate' }).click();
  await expect(tokens.text).toHaveText(tokenShape);
  const next = await tokens.takeText();
  expect(next).not.toBe(text);
  await expect(tokens.token('nightly backup')).toContainText(next.slice(-8));
  await keepScreenshot(page, '16-tokens');

  await tokens.action('Delete', 'nightly backup').click();
  await tokens.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('tokens-empty')).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('a token is made by keyboard alone', async ({ startedAgain: app }) => {
  const { page } = app;
  const { keyboard } = page;
  const tokens = new TokensPage(page);
  await expect(new HomePage(page).heading).toBeFocused();
  await tabTo(page, page.getByTestId('nav-tokens'), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(new SessionPage(page).confirmation.getByLabel(/^Password of/)).toBeFocused();
  await keyboard.type(owner.password);
  await keyboard.press('Enter');
  await expect(tokens.newToken).toBeEnabled();
  await tabTo(page, tokens.newToken);
  await keyboard.press('Enter');
  await expect(tokens.note).toBeFocused();
  await keyboard.type('by keyboard');
  await tabTo(page, tokens.scope('gist'));
  await keyboard.press('Space');
  await tabTo(page, tokens.dialog.getByRole('button', { name: 'Create token' }));
  await keyboard.press('Enter');
  // An Enter too many copies it; "Done" is a key further.
  await expect(page.getByTestId('new-token').getByRole('button', { name: 'Copy token' })).toBeFocused();
  // Neither do the keys that lead elsewhere take it away.
  await keyboard.press('Alt+ArrowLeft');
  await expect(page.getByText('Close this dialog first')).toBeVisible();
  await expect(tokens.shown).toBeVisible();
  await tabTo(page, tokens.done);
  await keyboard.press('Enter');
  await expect(tokens.token('by keyboard')).toContainText('gist');
});

test('tokens are found among thousands, of which few are drawn', async ({ app }) => {
  const { page } = app;
  const tokens = new TokensPage(page);
  await new HomePage(page).goTo('tokens');
  await page.evaluate(async () => {
    for (let number = 1; number <= 1200; number++) {
      const body = JSON.stringify({ note: `program ${number}` });
      await window.gantry.request({ method: 'POST', path: '/authorizations', body });
    }
  });
  await expect(tokens.search).toHaveAttribute('placeholder', 'Search 1,200 tokens');
  expect(await tokens.list.getByRole('listitem').count()).toBeLessThan(60);
  await tokens.search.fill('program 777');
  await expect(tokens.token('program 777')).toBeVisible();
  await expect(tokens.list.getByRole('listitem')).toHaveCount(1);
});
