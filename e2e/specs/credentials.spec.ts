import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { Keyring } from '../fixtures/keyring.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { expect, owner, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { SetupPage } from '../pages/setup-page.ts';

test('credentials asked for in the middle are remembered in the keyring, and forgotten again', async ({
  home,
  start,
}) => {
  test.skip(process.platform !== 'linux', 'Other systems have a keychain of their own, which a test must not fill.');
  const keyring = await Keyring.start(home);
  const repository = await makeSubversionRepository(join(home, 'svn'));
  const server = await SubversionServer.start(repository);
  try {
    const first = await start({ passwordStore: 'gnome-libsecret', bus: keyring.bus });
    await new SetupPage(first.page).createAccount(owner.login, owner.password, 'team');
    await engineOf(first.page)('POST /user/repos', { body: { name: 'guarded' } });
    await engineOf(first.page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'guarded' },
      body: { vcs_url: server.url },
    });
    const importPage = new ImportPage(first.page);
    await importPage.open('owner', 'guarded');
    await expect(importPage.status).toHaveAttribute('data-status', 'detection_needs_auth');
    await importPage.credentials.getByLabel('Remember in this machine’s keychain').check();
    await keepScreenshot(first.page, '41-remember-credentials');
    await expectAccessible(first.page, 'credentials');
    await importPage.signIn(subversionCredentials.username, subversionCredentials.password);
    await importPage.waitForReport();
    await first.close();

    const file = `file://${repository}`.replaceAll(' ', '%20');
    await run('svn', ['mkdir', '-q', '--username', 'anna', '-m', 'More', `${file}/trunk/more`]);
    const second = await start({ passwordStore: 'gnome-libsecret', bus: keyring.bus });
    const { page } = second;
    const again = new ImportPage(page);
    await again.open('owner', 'guarded');
    await page.getByRole('button', { name: 'Bring up to date' }).click();
    await expect(page.getByTestId('update')).toContainText('1 new revision');

    await new SettingsPage(page).show('Security');
    const remembered = page.getByTestId('remembered-passwords');
    await expect(remembered).toContainText(server.url);
    await keepScreenshot(page, '36-remembered');
    await expectAccessible(page, 'remembered passwords');
    await remembered.getByRole('button', { name: `Forget the password for ${server.url}` }).click();
    await expect(remembered).toContainText('None is remembered.');
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  } finally {
    await server.stop();
    await keyring.stop();
  }
});

test('a keyring that is locked holds up nothing: its question may wait', async ({ home, start }) => {
  test.skip(process.platform !== 'linux', 'Other systems have a keychain of their own, which a test must not lock.');
  const keyring = await Keyring.start(home, { locked: true });
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
  try {
    const { page, complaints } = await start({ passwordStore: 'gnome-libsecret', bus: keyring.bus });
    await new SetupPage(page).createAccount(owner.login, owner.password, 'team');
    await engineOf(page)('POST /user/repos', { body: { name: 'guarded' } });
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'guarded' },
      body: { vcs_url: server.url },
    });
    const importPage = new ImportPage(page);
    await importPage.open('owner', 'guarded');
    await expect(importPage.status).toHaveAttribute('data-status', 'detection_needs_auth');
    await expect(importPage.credentials).toContainText(/waits to be opened|does not answer/);
    await importPage.signIn(subversionCredentials.username, subversionCredentials.password);
    await importPage.waitForReport();
    expect(complaints).toEqual([]);
  } finally {
    await server.stop();
    await keyring.stop();
  }
});

test('without a keyring the form says that nothing is remembered', async ({ app, home }) => {
  const server = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
  try {
    await engineOf(app.page)('POST /user/repos', { body: { name: 'guarded' } });
    await engineOf(app.page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'guarded' },
      body: { vcs_url: server.url },
    });
    const importPage = new ImportPage(app.page);
    await importPage.open('owner', 'guarded');
    await expect(importPage.credentials).toContainText('no keyring that is open');
    await expect(importPage.credentials.getByRole('checkbox')).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test('a login that was refused is not told again by a look that does not give it', async ({ app }) => {
  const { page } = app;
  const heard: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization !== undefined) heard.push(request.headers.authorization);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}/r`;
  const wizard = new NewImportPage(page);
  const looks = page.getByText(/^Looking at /);
  try {
    await wizard.open();
    for (const given of ['', 'ann:old@']) {
      await wizard.lookAt(`http://${given}${place}`);
      if (given === '') await wizard.signIn('ann', 'mistyped');
      await expect(wizard.credentials).toContainText(/refused|did not accept/);
      expect(heard).toHaveLength(1);
      // Once by the button beside the address, once after the login was taken out of it.
      await wizard.lookAt(`http://${place}`);
      await expect(wizard.credentials).toContainText('needs a user name and a password');
      await expect(looks).toHaveCount(0);
      expect(heard.splice(0)).toHaveLength(1);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
