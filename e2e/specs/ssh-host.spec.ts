import { join } from 'node:path';
import { serveSsh } from '../../service/ssh/testing/ssh-server.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';

test('an unknown SSH server is shown with its fingerprint, trusted, and imported from', async ({ app, home }) => {
  const { page } = app;
  const source = await makeGitRepository(join(home, 'source'));
  const server = await serveSsh();
  try {
    const wizard = new NewImportPage(page);
    await wizard.open();
    await wizard.lookAt(`${server.url}${source.replaceAll(' ', '%20')}`);
    const question = page.getByTestId('host-key');
    await expect(question).toContainText(server.fingerprint);
    await keepScreenshot(page, '37-host-key');
    await expectAccessible(page, 'host key');
    expect(server.commands).toEqual([]);
    await question.getByRole('button', { name: 'trust this server' }).click();
    await expect(wizard.found).toContainText('Git');
    await wizard.start.click();
    const importPage = new ImportPage(page);
    await importPage.release();
    await importPage.waitForReport();
    expect(await refsOf(join(home, 'data', 'repositories', 'owner', 'source.git'))).toEqual(await refsOf(source));

    await new SettingsPage(page).show('Security');
    await expect(page.getByTestId('trusted-servers')).toContainText(server.fingerprint);
    await page
      .getByTestId('trusted-servers')
      .getByRole('button', { name: /^Forget/ })
      .click();
    await expect(page.getByTestId('trusted-servers')).toContainText('None was accepted here.');
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});
