import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { dialogs } from '../fixtures/dialogs.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { fixAnswers } from '../fixtures/fixed-answers.ts';
import { drawnAlike, expectDialogLooks, notDrawnAlike, speak } from '../fixtures/looks.ts';
import { Receivers } from '../fixtures/receivers.ts';
import { seedForDialogs } from '../fixtures/seeded-for-dialogs.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { SessionPage } from '../pages/session-page.ts';
import { SetupPage } from '../pages/setup-page.ts';
import { SpokenWindow } from '../pages/spoken-window.ts';

test.skip(notDrawnAlike !== null, notDrawnAlike ?? '');

test('every dialog looks as in its pictures, and is accessible: light, dark, at 200 percent, in German', async ({
  start,
  home,
}) => {
  test.setTimeout(600_000);
  process.env.TZ = 'UTC';
  const first = await start({ flags: drawnAlike });
  await new SetupPage(first.page).createAccount(owner.login, owner.password, 'team');
  await first.close();
  const backups = join(home, 'data', 'backups');
  mkdirSync(backups, { recursive: true });
  copyFileSync(join(home, 'data', 'gantry.sqlite'), join(backups, 'gantry-2026-01-14T12-00-00Z-daily.sqlite'));

  const receivers = await Receivers.start();
  try {
    // The password was given the day before.
    const app = await start({ flags: drawnAlike });
    const { page } = app;
    await fixAnswers(app, home);
    const session = new SessionPage(page);
    for (const language of ['de', 'en'] as const) {
      await speak(page, language);
      await new SpokenWindow(page, language).goTo('/tokens');
      await session.confirmation.waitFor();
      await expectDialogLooks(page, 'password', language);
      if (language === 'de') await new SpokenWindow(page, language).closeDialogs();
    }
    await session.confirm(owner.password);
    const places = await seedForDialogs({ engine: engineOf(page), home, receivers });
    const wanted = dialogs(places);
    for (const language of ['en', 'de'] as const) {
      const window = new SpokenWindow(page, language);
      if (language === 'de') await speak(page, language);
      for (const { name, at, open, end } of wanted) {
        await window.goTo(at);
        await test.step(`${name}, ${language}`, async () => {
          await open(window);
          await page.getByRole('dialog').last().waitFor();
          await expectDialogLooks(page, name, language);
          if (end === undefined) await window.closeDialogs();
          else await window.press(end);
        });
      }
      await twoFactor(window);
    }
    // Of a directive that this Chromium does not know, each time the page is loaded.
    expect(app.complaints.filter((complaint) => !complaint.includes("directive 'webrtc'"))).toEqual([]);
  } finally {
    await receivers.stop();
  }
});

/** Set up, its recovery codes, and switched off with one of them. */
async function twoFactor(window: SpokenWindow): Promise<void> {
  const { page, language } = window;
  await window.goTo('/settings/security');
  const place = page.getByTestId('two-factor');
  await place.getByRole('button').click();
  const enrolment = page.getByTestId('enrol-two-factor');
  const text = await enrolment.locator('[data-testid^="value-"]').innerText();
  await expectDialogLooks(page, 'two-factor', language);
  const code = TOTP.generate({ secret: Secret.fromBase32(text) });
  await enrolment.getByRole('textbox').fill(code);
  await window.press('Switch on');
  const recovery = page.getByTestId('recovery-codes');
  await recovery.getByRole('code').first().waitFor();
  const codes = await recovery.getByRole('code').allInnerTexts();
  await expectDialogLooks(page, 'recovery-codes', language);
  await window.press('Done');
  await place.getByRole('button').click();
  const removal = page.getByTestId('remove-two-factor');
  await removal.waitFor();
  await expectDialogLooks(page, 'two-factor-off', language);
  await removal.getByRole('textbox').fill(codes[0] ?? '');
  await window.press('Switch off');
  await expect(removal).toBeHidden();
}
