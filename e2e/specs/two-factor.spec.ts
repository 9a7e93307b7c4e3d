import { Secret, TOTP } from 'otpauth';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';

const step = 30;

test('two-factor sign-in is set up, asked for, and switched off', async ({ app, start }) => {
  const { page } = app;
  const settings = new SettingsPage(page);
  const session = new SessionPage(page);
  await settings.show('Security');
  await settings.twoFactor.getByRole('button', { name: 'Set up…' }).click();
  await expect(settings.enrolment.getByTestId('qr-code')).toBeVisible();
  const secret = Secret.fromBase32(await settings.enrolment.getByTestId('value-Secret').innerText());
  await keepScreenshot(page, '20-two-factor');
  /** The code of a moment; the engine takes those just before and after, too, and each once. */
  const code = (later = 0) => TOTP.generate({ secret, timestamp: Date.now() + later * step * 1000 });

  await settings.enrolment.getByRole('textbox', { name: 'Code' }).fill('000000');
  await settings.enrolment.getByRole('button', { name: 'Switch on' }).click();
  await expect(settings.enrolment.getByTestId('error-notice')).toContainText('That is not the code of this moment.');
  await settings.enrolment.getByRole('textbox', { name: 'Code' }).fill(code(-1));
  await settings.enrolment.getByRole('button', { name: 'Switch on' }).click();
  await expect(settings.recoveryCodes.getByRole('code')).toHaveCount(10);
  const recovery = await settings.recoveryCodes.getByRole('code').allInnerTexts();
  await settings.recoveryCodes.getByRole('button', { name: 'Done' }).click();
  await expect(settings.twoFactor).toContainText('It is on.');

  await session.lock.click();
  await session.password.fill(owner.password);
  await session.unlock.click();
  await expect(session.code).toBeFocused();
  await session.code.fill(code());
  await session.unlock.click();
  await expect(settings.twoFactor).toContainText('It is on.');

  expect(app.complaints).toEqual([]);
  await app.close();

  const next = new SettingsPage((await start()).page);
  await next.twoFactor.getByRole('button', { name: 'Switch off…' }).click();
  const removal = next.page.getByTestId('remove-two-factor');
  await removal.getByLabel('Code').fill(recovery[0] ?? '');
  await removal.getByRole('button', { name: 'Switch off' }).click();
  await new SessionPage(next.page).confirm(owner.password, recovery[1]);
  await expect(next.twoFactor).toContainText('It is off.');

  const afterwards = new SessionPage(next.page);
  await afterwards.lock.click();
  await afterwards.password.fill(owner.password);
  await afterwards.unlock.click();
  await expect(next.twoFactor).toContainText('It is off.');
});
