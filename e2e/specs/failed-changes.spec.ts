import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeArchive } from '../fixtures/archive.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import type { GantryApp } from '../fixtures/gantry-app.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { ImportPage } from '../pages/import-page.ts';

const sentence = 'There is no room on the disk. Make some, then try again.';

/** Answers every change as an engine does whose disk is full; what is only read goes on to the engine. */
async function refuseChanges(app: GantryApp): Promise<void> {
  await app.electron.evaluate(({ ipcMain }, message) => {
    type Handler = (event: unknown, request: { method: string }) => unknown;
    const channel = 'gantry:request';
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
    const engine = handlers.get(channel);
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, (event, request) => {
      if (request.method === 'GET') return engine?.(event, request);
      return { ok: true, value: { status: 503, headers: {}, body: JSON.stringify({ message }) } };
    });
  }, sentence);
}

test('a change that fails says why: at an archive, in the push dialog, on the card of a problem', async ({
  app,
  home,
}) => {
  const { page } = app;
  const engine = engineOf(page);
  const source = await makeGitRepository(join(home, 'source'));
  for (const [repo, vcs_url] of [
    ['tool', source],
    ['broken', join(home, 'nothing')],
  ] as const) {
    await engine('POST /user/repos', { body: { name: repo } });
    await engine('PUT /repos/{owner}/{repo}/import', { path: { owner: 'owner', repo }, body: { vcs: 'git', vcs_url } });
  }
  await engine('POST /inspections', { body: { path: await makeArchive(join(home, 'elsewhere')) } });
  // A server that listens and never answers: the push goes on until it is stopped.
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => silent.once('listening', listening));
  const screen = new ImportPage(page);
  try {
    await screen.open('owner', 'tool');
    await screen.waitForReport();
    await page.getByRole('button', { name: 'Push to a remote…' }).click();
    const { port } = silent.address() as AddressInfo;
    await page.getByLabel('Address of a Git repository').fill(`http://127.0.0.1:${port}/tool.git`);
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    const stop = page.getByRole('button', { name: 'Stop pushing' });
    await expect(stop).toBeEnabled();
    await refuseChanges(app);
    await stop.click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await page.reload();

    await new HomePage(page).goTo('archives');
    await page.getByRole('button', { name: /^Forget / }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await page.reload();

    await screen.open('owner', 'broken');
    const card = page.getByTestId('error-notice');
    await expect(card).toContainText('Stopped at');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(card).toContainText(sentence);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(1);
  } finally {
    silent.close();
  }
});
