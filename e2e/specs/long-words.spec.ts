import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository, makeGitRepository } from '../fixtures/git-repository.ts';
import { Receivers } from '../fixtures/receivers.ts';
import { expect, test } from '../fixtures/test.ts';

/** As in a window of 1280 by 800 pixels at 200 percent. */
const zoomed = { width: 640, height: 400 };

/** Texts of the dialog that lie beyond its edges, or behind those of what holds them. */
const cutTexts = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll('p, span, label')].flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      return box.width > 0 && (box.right > right || box.left < left) ? [text.textContent.slice(0, 60)] : [];
    });
  });

test('addresses of 200 letters without a space are whole in what a push asks and says, and the keyboard is never behind a dialog’s name', async ({
  app,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  const path = { owner: 'owner', repo: 'tool' };
  await engine('POST /user/repos', { body: { name: path.repo } });
  const vcs_url = await makeGitRepository(join(home, 'source'));
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url } });
  await expect.poll(async () => (await engine('GET /repos/{owner}/{repo}/import', { path })).status).toBe('complete');
  const deep = join(home, 'd'.repeat(200));
  mkdirSync(deep);
  const remote = await makeBareRepository(join(deep, 'remote.git'));
  const receivers = await Receivers.start();
  await page.setViewportSize(zoomed);
  try {
    for (const [address, shown] of [
      [`${receivers.url}/${'t'.repeat(200)}/tool.git`, 'credentials'],
      [join(deep, 'nowhere.git'), 'error-notice'],
      [remote, 'remote-push-complete'],
    ] as const) {
      await page.evaluate(() => {
        window.location.hash = '#/repositories/owner/tool';
      });
      await page.getByRole('button', { name: 'Push to a remote…' }).first().click();
      await page.getByLabel('Address of a Git repository').fill(address);
      await page.getByRole('button', { name: 'Push', exact: true }).click();
      await page.getByTestId(shown).waitFor();
      expect(await cutTexts(page), shown).toEqual([]);
      for (let key = 0; key < 12; key++) {
        await page.keyboard.press('Tab');
        const behind = await page.evaluate(() => {
          const { activeElement: active } = document;
          const name = document.querySelector('.mantine-Modal-header');
          if (active === null || name === null || name.contains(active)) return false;
          return active.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 1;
        });
        expect(behind, `${shown}, key ${key}`).toBe(false);
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  } finally {
    await receivers.stop();
  }
});
