import { engineOf } from '../fixtures/engine-request.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdRequests } from '../fixtures/window-requests.ts';
import { TokensPage } from '../pages/tokens-page.ts';

test('what fails once its dialog is closed is said', async ({ app }) => {
  const { page } = app;
  const made = await engineOf(page)('POST /authorizations', { body: { note: 'backup', scopes: [] } });
  await page.getByTestId('nav-tokens').click();
  const tokens = new TokensPage(page);
  await tokens.action('Edit', 'backup').click();
  const letGo = await holdRequests(app, `PATCH /authorizations/${made.id}`);
  await tokens.note.fill('restore');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await engineOf(page)('DELETE /authorizations/{authorization_id}', { path: { authorization_id: made.id } });
  await letGo();
  await expect(page.getByRole('alert').filter({ hasText: 'It is not here any more' })).toBeVisible();
  expect(app.complaints).toEqual([]);
});

test('what fails in a dialog that scrolls is in sight', async ({ app }) => {
  const { page } = app;
  const made = await engineOf(page)('POST /authorizations', { body: { note: 'backup', scopes: [] } });
  await page.getByTestId('nav-tokens').click();
  const tokens = new TokensPage(page);
  await tokens.action('Edit', 'backup').click();
  await engineOf(page)('DELETE /authorizations/{authorization_id}', { path: { authorization_id: made.id } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('error-notice')).toContainText('It is not here any more');
  await expect(page.getByTestId('error-notice')).toBeInViewport({ ratio: 1 });
  expect(app.complaints).toEqual([]);
});

test('the dialog of a token that is being made stays until it has shown the text', async ({ app }) => {
  const { page } = app;
  await page.getByTestId('nav-tokens').click();
  const tokens = new TokensPage(page);
  await tokens.newToken.click();
  await tokens.note.fill('backup');
  const letGo = await holdRequests(app, 'POST /authorizations');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(tokens.dialog).toBeVisible();
  await letGo();
  await expect(tokens.text).not.toBeEmpty();
  expect(app.complaints).toEqual([]);
});

test('the keyboard is on the page when what a dialog was opened from is gone with it', async ({ app }) => {
  const { page } = app;
  await engineOf(page)('POST /authorizations', { body: { note: 'backup', scopes: [] } });
  await page.getByTestId('nav-tokens').click();
  const tokens = new TokensPage(page);
  await tokens.action('Delete', 'backup').click();
  await tokens.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByTestId('tokens-empty')).toBeVisible();
  await expect(tokens.heading).toBeFocused();
  expect(app.complaints).toEqual([]);
});
