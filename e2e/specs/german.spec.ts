import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';

/** Screens that are read and not used. */
const OTHERS = [
  ...['security', 'people', 'network', 'webhooks', 'api', 'maintenance'].map((part) => `settings/${part}`),
  ...['imports', 'imports-lists/new', 'migrations', 'migrations/new', 'archives', 'people-book'],
  ...['tokens', 'applications', 'rate-limit'],
  ...['help', 'help/errors/network'],
];

/** A letter of Hebrew, and a number that it must not pull to its other side. */
const rightToLeft = { name: '\u05d3\u05e0\u05d4 \u05db\u05d4\u05df', email: 'dana@example.org' };

/** Words that English sentences can hardly do without, and German ones do not have. */
const english = /\b(the|and|with|your|this|that|from|were|was not|has been|cannot|does not|toggle|files)\b/i;

test('the window speaks the German of the system, from the first start to a verified import', async ({
  start,
  home,
}) => {
  test.setTimeout(240_000);
  const app = await start({ systemLanguage: 'de' });
  const { page } = app;
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.getByRole('heading', { name: 'Gantry einrichten' }).waitFor();
  await expectGerman(page, 'first run');
  await page.getByLabel('Benutzername').fill(owner.login);
  await page.getByLabel('Passwort', { exact: false }).first().fill('kurz');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect(page.getByText('Mindestens 8 Zeichen.')).toBeVisible();
  await page.getByLabel('Passwort', { exact: false }).first().fill(owner.password);
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
  await expectGerman(page, 'Start');
  await expectAccessible(page, 'Start');

  await page.getByRole('link', { name: 'Ein Repository importieren' }).click();
  await expect(page.getByRole('heading', { name: 'Wo liegt das Repository?' })).toBeVisible();
  await page.getByTestId('source-address').fill(join(home, 'nichts'));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('error-notice')).toContainText(
    'gibt es auf diesem Rechner nichts. Prüfen Sie den Pfad',
  );
  await expectGerman(page, 'wizard');
  await page.getByTestId('source-address').fill(await makeSubversionRepository(join(home, 'svn'), 1000));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('step-found')).toContainText('1.008 Revisionen');
  await page.getByTestId('destination-name').fill('werkzeug');
  await expectGerman(page, 'what was found');
  await expectAccessible(page, 'what was found');
  await page.getByRole('button', { name: 'Import starten' }).click();

  const importPage = new ImportPage(page);
  await importPage.review.waitFor({ timeout: 90_000 });
  await mapAuthor(page, 'anna', rightToLeft);
  await expectIsolated(page);
  await expectGerman(page, 'authors');
  await expectAccessible(page, 'authors');
  await page.getByTestId('to-publish').click();
  await expectGerman(page, 'publish');
  await page.getByTestId('push').click();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await expectGerman(page, 'report');
  await expectAccessible(page, 'report');

  for (const [place, heading] of [
    ['#/', 'Start'],
    ['#/repositories/owner/werkzeug', 'owner/werkzeug'],
    ['#/settings', 'Einstellungen'],
  ] as const) {
    await goTo(page, place);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    if (place.includes('werkzeug')) await expectInOrder(page);
    await expectGerman(page, heading);
    await expectAccessible(page, heading);
  }
  for (const place of OTHERS) {
    await goTo(page, `#/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/(gelesen|nachgesehen)…$/), place).toHaveCount(0, { timeout: 10_000 });
    await expectGerman(page, place);
  }
  expect(await menuLabels(app.electron)).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Fenster', 'Hilfe']);

  expect(app.complaints).toEqual([]);

  await goTo(page, '#/settings');
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click();
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await menuLabels(app.electron)).toEqual(['File', 'Edit', 'View', 'Window', 'Help']);
  await app.close();

  const again = await start({ systemLanguage: 'de' });
  await expect(again.page.locator('html')).toHaveAttribute('lang', 'en');
});

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, place);
}

async function menuLabels(electron: import('@playwright/test').ElectronApplication): Promise<string[]> {
  return electron.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label.replace('&', '')),
  );
}

async function mapAuthor(page: Page, remoteName: string, { name, email }: typeof rightToLeft): Promise<void> {
  const row = page
    .getByTestId('author-row')
    .filter({ has: page.getByLabel(`${remoteName} auswählen`, { exact: true }) });
  const field = page.getByLabel(`Name von ${remoteName}`);
  await expect(async () => {
    await row.getByRole('gridcell').nth(2).dblclick();
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
  await field.fill(name);
  await page.keyboard.press('Tab');
  await page.getByLabel(`E-Mail von ${remoteName}`).fill(email);
  await page.keyboard.press('Enter');
  await row.getByText('Zugeordnet', { exact: true }).waitFor();
}

/** A name from right to left stands in its cell as a piece of its own, beginning at the cell's left edge as all others do. */
async function expectIsolated(page: Page): Promise<void> {
  const name = page.getByTestId('authors-grid').locator('bdi', { hasText: rightToLeft.name });
  await expect(name).toBeVisible();
  const [drawn, cell] = await Promise.all([name.boundingBox(), name.locator('..').boundingBox()]);
  expect(Math.abs((drawn?.x ?? 0) - (cell?.x ?? 0))).toBeLessThan(2);
  expect(await name.evaluate((shown) => getComputedStyle(shown).direction)).toBe('rtl');
}

/** Beside words from left to right the name stays where it was written: before its address. */
async function expectInOrder(page: Page): Promise<void> {
  const person = page.locator('bdi', { hasText: rightToLeft.email }).first();
  await person.waitFor();
  const [name, email] = await person.evaluate((shown, { name, email }) => {
    const text = shown.firstChild as Text;
    return [name, email].map((part) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(part));
      range.setEnd(text, text.data.indexOf(part) + part.length);
      return range.getBoundingClientRect().left;
    });
  }, rightToLeft);
  expect(name).toBeLessThan(email ?? 0);
}

/** Everything that can be read or heard on the screen is German; nothing that stands on a button or a tab is cut off. */
async function expectGerman(page: Page, screen: string): Promise<void> {
  const { texts, cut } = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    const places = ['button', '[role="tab"]', 'nav a', 'label'].flatMap((place) => [place, `${place} *`]);
    const fixed = [...document.querySelectorAll<HTMLElement>(places.join())].filter(
      (element) =>
        element.innerText?.trim() &&
        element.clientWidth > 1 &&
        element.offsetParent !== null &&
        getComputedStyle(element).overflowX !== 'visible' &&
        element.scrollWidth > element.clientWidth + 1,
    );
    return { texts: [...document.body.innerText.split('\n'), ...spoken], cut: fixed.map(({ innerText }) => innerText) };
  });
  expect(
    texts.filter((text) => english.test(text)),
    screen,
  ).toEqual([]);
  expect(cut, `${screen}: cut off`).toEqual([]);
}
