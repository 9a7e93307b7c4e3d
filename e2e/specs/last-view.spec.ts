/** A window begins with what the last one showed, where that is still what the engine would answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineOf } from '../fixtures/engine-request.ts';
import { GantryApp } from '../fixtures/gantry-app.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SessionPage } from '../pages/session-page.ts';

const OPENING = 'Opening the data folder…';

test('Home is there before the engine is, says when that takes long, and is asked again', async ({ app, start }) => {
  await engineOf(app.page)('POST /user/repos', { body: { name: 'first' } });
  await expect(new HomePage(app.page).repository(owner.login, 'first')).toBeVisible();
  await app.close();

  const again = await start({ holdsEngine: true });
  const home = new HomePage(again.page);
  await expect(home.repository(owner.login, 'first')).toBeVisible();
  await expect(again.page.getByText(`${OPENING} What you see is as it was when Gantry was closed.`)).toBeVisible();
  // Commands are at hand; what they ask for comes with the engine.
  await again.page.keyboard.press('Control+k');
  await expect(again.page.getByTestId('palette')).toBeVisible();
  await again.page.keyboard.press('Escape');
  const made = engineOf(again.page)('POST /user/repos', { body: { name: 'second' } });
  await again.releaseEngine();
  await made;
  await expect(home.repository(owner.login, 'second')).toBeVisible();
  await expect(again.page.getByText(OPENING)).toBeHidden();
});

test('what somebody else changed meanwhile is not shown as it was', async ({ home, app, start }) => {
  await engineOf(app.page)('POST /user/repos', { body: { name: 'before' } });
  await app.close();

  const elsewhere = await mkdtemp(join(tmpdir(), 'gantry e2e elsewhere '));
  const other = await GantryApp.start({ home: elsewhere, dataFolder: join(home, 'data') });
  const path = { owner: owner.login, repo: 'before' };
  await engineOf(other.page)('PATCH /repos/{owner}/{repo}', { path, body: { name: 'after' } });
  await other.close();
  await rm(elsewhere, { recursive: true, force: true, maxRetries: 5 });

  const again = await start({ holdsEngine: true });
  await expect(again.page.getByText(OPENING)).toBeVisible();
  await expect(new HomePage(again.page).heading).toBeHidden();
  await again.releaseEngine();
  await expect(new HomePage(again.page).repository(owner.login, 'after')).toBeVisible();
  await expect(new HomePage(again.page).repository(owner.login, 'before')).toBeHidden();
});

test('a window that was locked shows nothing of it', async ({ app, start }) => {
  const { page } = app;
  await engineOf(page)('POST /user/repos', { body: { name: 'secret' } });
  await app.close();
  const open = await start();
  await expect(new HomePage(open.page).repository(owner.login, 'secret')).toBeVisible();
  await new SessionPage(open.page).lock.click();
  await expect(new SessionPage(open.page).unlock).toBeVisible();
  await open.close();

  const again = await start({ holdsEngine: true });
  await expect(again.page.getByText(OPENING)).toBeVisible();
  expect(await again.page.content()).not.toContain('secret');
  await again.releaseEngine();
  await expect(new SessionPage(again.page).unlock).toBeVisible();
});

test('who goes elsewhere while the page begins gets there', async ({ app }) => {
  const { page } = app;
  await page.addInitScript(() => {
    const moment = sessionStorage.getItem('moment');
    if (moment === null) return;
    sessionStorage.removeItem('moment');
    const go = () => {
      window.location.hash = '#/tokens';
    };
    window.addEventListener(moment, () => (moment === 'load' ? requestAnimationFrame(go) : go()), { once: true });
  });
  for (const screen of ['#/archives', '#/']) {
    for (const moment of ['DOMContentLoaded', 'load', 'pageshow']) {
      await page.evaluate(
        ([hash, name]) => {
          window.location.hash = hash;
          sessionStorage.setItem('moment', name);
        },
        [screen, moment] as const,
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Tokens', level: 1 }), `${screen} ${moment}`).toBeVisible();
    }
  }
});
