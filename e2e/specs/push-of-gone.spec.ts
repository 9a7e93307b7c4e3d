import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeBareRepository, makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';

/** Repositories with a history, as another program makes them. */
async function imported(page: Page, source: string, names: readonly string[]): Promise<void> {
  const engine = engineOf(page);
  for (const repo of names) {
    const path = { owner: 'owner', repo };
    await engine('POST /user/repos', { body: { name: repo } });
    await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: source } });
    await expect.poll(async () => (await engine('GET /repos/{owner}/{repo}/import', { path })).status).toBe('complete');
  }
}

/** As another program does it, as soon as nothing works on the repository. */
async function throwAway(page: Page, repo: string): Promise<void> {
  await expect(async () => {
    await engineOf(page)('POST /repos/{owner}/{repo}/trash', { path: { owner: 'owner', repo } });
  }).toPass();
}

test('a push that asks says when its repository is thrown away meanwhile', async ({ app, home }) => {
  const { page } = app;
  await imported(page, await makeGitRepository(join(home, 'source')), ['tool']);
  const remote = await makeBareRepository(join(home, 'remote.git'));
  const tree = (await run('git', ['hash-object', '-t', 'tree', '-w', '/dev/null'], { cwd: remote })).trim();
  const person = ['-c', 'user.name=Host', '-c', 'user.email=host@example.org'];
  const commit = (await run('git', [...person, 'commit-tree', '-m', 'First', tree], { cwd: remote })).trim();
  await run('git', ['update-ref', 'refs/heads/main', commit], { cwd: remote });
  await engineOf(page)('POST /repos/{owner}/{repo}/remote_pushes', {
    path: { owner: 'owner', repo: 'tool' },
    body: { remote_url: remote },
  });
  await page.getByTestId('asking-push').getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByTestId('push-decision')).toBeVisible();
  await throwAway(page, 'tool');
  const dialog = page.getByRole('dialog', { name: 'Push to a remote' });
  await expect(page.getByTestId('asking-push')).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toContainText('owner/tool is not here any more');
  await expect(page.getByTestId('push-decision')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Push', exact: true })).toBeDisabled();
  await expectAccessible(page, 'a push whose repository is gone');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(new HomePage(page).heading).toBeFocused();
  expect(app.complaints).toEqual([]);
});

test('a push of many says which of them are gone, and pushes the others', async ({ app, home }) => {
  const { page } = app;
  await imported(page, await makeGitRepository(join(home, 'source')), ['one', 'two']);
  await page.getByLabel('Select all repositories').check();
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Push…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push many repositories' });
  await dialog.getByLabel('Address, with').fill(join(home, '{name}.git'));
  await throwAway(page, 'one');
  await expect(dialog.getByRole('alert')).toContainText('owner/one is not here any more');
  await expect(dialog.getByLabel('Address, with')).toHaveValue(join(home, '{name}.git'));
  await expect(dialog.getByRole('button', { name: 'Push 1 repository' })).toBeEnabled();
  await throwAway(page, 'two');
  await expect(dialog.getByRole('alert')).toContainText('None of the chosen repositories is here any more');
  await expect(dialog.getByRole('button', { name: 'Push 0 repositories' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(new HomePage(page).heading).toBeFocused();
  expect(app.complaints).toEqual([]);
});

test('a push from the menu of a row says when the row is gone', async ({ app, home }) => {
  const { page } = app;
  await imported(page, await makeGitRepository(join(home, 'source')), ['last']);
  await new HomePage(page).repository('owner', 'last').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Push…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push many repositories' });
  await expect(dialog).toBeVisible();
  await throwAway(page, 'last');
  await expect(dialog.getByRole('alert')).toContainText('owner/last is not here any more');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(new HomePage(page).heading).toBeFocused();
  expect(app.complaints).toEqual([]);
});
