import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository } from '../fixtures/git-repository.ts';
import { makeOwnedRepositories } from '../fixtures/owned-repositories.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdRequests } from '../fixtures/window-requests.ts';

test('a question that is asked again does not answer with the failure of before', async ({ app }) => {
  const { page } = app;
  const engine = engineOf(page);
  await engine('POST /user/repos', { body: { name: 'kept' } });
  await engine('POST /user/migrations', { body: { repositories: ['owner/kept'], lock_repositories: true } });
  await page.evaluate(() => {
    window.location.hash = '#/repositories/owner/kept';
  });
  const ask = async () => {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByTestId('confirm-dialog').waitFor();
  };
  await ask();
  const confirm = page.getByRole('button', { name: 'Delete the repository' });
  await confirm.click();
  const failure = page.getByTestId('confirm-dialog').getByRole('alert');
  await expect(failure).toContainText('locked');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await ask();
  await expect(failure).toHaveCount(0);
  await confirm.click();
  await expect(failure).toContainText('locked');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // What fails once nobody looks at the question any more is said all the same, and is no answer to the next one.
  const letGo = await holdRequests(app, 'POST /repos/owner/kept/trash');
  await ask();
  await confirm.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await letGo();
  await expect(page.getByRole('alert').filter({ hasText: 'locked' })).toBeVisible();
  await ask();
  await expect(failure).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('a push to another remote begins without what the last one came to', async ({ app, home }) => {
  const { page } = app;
  await makeOwnedRepositories(page, home, { login: 'owner', organization: false }, ['sent']);
  const remote = await makeBareRepository(join(home, 'remote.git'));
  await page.evaluate(() => {
    window.location.hash = '#/repositories/owner/sent';
  });
  const open = page.getByRole('button', { name: 'Push to a remote…' });
  const dialog = page.getByTestId('remote-push');
  const address = dialog.getByRole('textbox');
  const done = dialog.getByTestId('remote-push-complete');
  const push = async (to: string) => {
    await address.fill(to);
    await address.press('Enter');
  };
  await open.click();
  await push(remote);
  await expect(done).toBeVisible();
  // Of an address that is refused nothing is said to be pushed.
  await push(join(home, 'data', 'repositories', 'owner', 'sent.git'));
  await expect(dialog.getByRole('alert')).toContainText('its own data');
  await expect(done).toHaveCount(0);
  await push(remote);
  await expect(done).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await expect(address).toHaveValue('');
  await expect(done).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('the keyboard is on the page when Help is closed where what it was opened from is gone', async ({ app }) => {
  const { page } = app;
  const goTo = (place: string) =>
    page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${place}`);
  const closed = async (heading: string) => {
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused();
  };
  await goTo('archives/99');
  await page.getByTestId('more-about-error').click();
  await expect(page.getByTestId('help')).toBeVisible();
  await goTo('tokens');
  await closed('Tokens');

  await page.getByRole('button', { name: 'New token' }).focus();
  await page.keyboard.press('F1');
  await expect(page.getByTestId('help')).toBeVisible();
  await goTo('settings');
  await closed('Settings');
  expect(app.complaints).toEqual([]);
});

test('the keyboard is on the page when what was entered is left with it', async ({ app }) => {
  const { page } = app;
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Change… the program of git' }).click();
  const entered = page.getByLabel('Program for git');
  await entered.fill('/nowhere/git');
  await page.getByRole('button', { name: 'Use it' }).focus();
  await page.evaluate(() => {
    window.location.hash = '#/settings/people';
  });
  await page.getByRole('button', { name: 'Leave the page' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entered).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  expect(app.complaints).toEqual([]);
});
