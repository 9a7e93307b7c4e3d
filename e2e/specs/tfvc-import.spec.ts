import { join } from 'node:path';
import { ADA, BOB, TfvcModel } from '../../service/sources/tfvc/testing/model.ts';
import { TfvcServer } from '../../service/sources/tfvc/testing/server.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { refsOf } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

const token = 'personal-access-token';
const top = '$/Fabrikam Fiber';

/** Two projects; one has a release branch that was merged back, files outside of branches and a label. */
function twoProjects(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Contoso Web');
  model.addProject('Fabrikam Fiber');
  model.checkIn({ author: BOB }, (work) => work.add('$/Contoso Web/index.html', '<p>\n'));
  const start = model.checkIn({ author: ADA, comment: 'Start' }, (work) => {
    for (const name of ['readme.txt', 'src/Program.cs', 'src/Tools.cs']) work.add(`${top}/Main/${name}`, `${name}\n`);
    work.add(`${top}/BuildProcessTemplates/Default.xaml`, '<a/>\n');
  });
  model.checkIn({ author: BOB, comment: 'Release 1.0' }, (work) =>
    work.branch(`${top}/Main`, `${top}/Releases/1.0`, { version: start }),
  );
  const fix = model.checkIn({ author: BOB, comment: 'Fix' }, (work) =>
    work.edit(`${top}/Releases/1.0/src/Program.cs`, 'fixed\n'),
  );
  model.labelFolder('v1.0.1', `${top}/Releases/1.0`, fix, 'The first fix');
  model.checkIn({ author: ADA, comment: 'Take the fix' }, (work) =>
    work.merge(`${top}/Releases/1.0`, `${top}/Main`, fix, fix),
  );
  return model;
}

test('TFVC with a project choice', async ({ app, home }) => {
  const server = await TfvcServer.start(twoProjects(), { token });
  try {
    const { page } = app;
    const wizard = new NewImportPage(page);
    await wizard.open();
    await wizard.lookAt(server.url);
    await expect(wizard.credentials).toContainText('personal access token');
    await keepScreenshot(page, '42-tfvc-token');
    const tokenField = wizard.credentials.getByLabel('Personal access token');
    await expect(tokenField).toBeFocused();
    await tokenField.fill('wrong');
    await wizard.continueWithCredentials.click();
    await expect(wizard.credentials).toContainText('refused');
    await expectAccessible(page, 'Team Foundation token');
    await tokenField.fill(token);
    await wizard.continueWithCredentials.click();

    await expect(wizard.found).toContainText('A Team Foundation server with 2 projects was found');
    await expect(wizard.start).toBeDisabled();
    await page.getByRole('radio', { name: 'Fabrikam Fiber' }).check();
    await expect(page.getByTestId('survey')).toContainText('Changesets');
    await expect(page.getByTestId('survey')).toContainText('Newest files');
    await expectAccessible(page, 'Team Foundation projects');
    await keepScreenshot(page, '43-tfvc-projects');
    await expect(wizard.name).toHaveValue('Fabrikam-Fiber');
    await wizard.start.click();

    const importPage = new ImportPage(page);
    await expect(importPage.author('Bob Kahn')).toBeVisible();
    await importPage.mapAuthor('Bob Kahn', 'Robert Kahn', 'robert@example.org');
    await importPage.openStep('Shape');
    await expect(page.getByLabel('Folder of the default branch')).toHaveValue('Main');
    await expectAccessible(page, 'Team Foundation branches');
    await keepScreenshot(page, '44-tfvc-branches');
    await importPage.release();
    await importPage.waitForReport();
    await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
    await expectAccessible(page, 'Team Foundation report');
    const compare = page.getByTestId('compare-everything');
    await compare.getByRole('button', { name: 'Compare everything' }).click();
    await expect(compare).toHaveAttribute('data-state', 'complete');
    await expect(compare.getByRole('status')).toContainText(/^(\d+) of \1 revisions compared\./);
    await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');

    const repository = join(home, 'data', 'repositories', 'owner', 'Fabrikam-Fiber.git');
    expect((await refsOf(repository)).map((line) => line.split(' ')[1])).toEqual([
      'refs/heads/1.0',
      'refs/heads/main',
      'refs/heads/outside-branches',
      'refs/tags/v1.0.1',
    ]);
    const log = await run('git', ['log', '--format=%s by %an', 'main'], { cwd: repository });
    expect(log.split('\n').filter(Boolean).sort()).toEqual([
      'Fix by Robert Kahn',
      'Release 1.0 by Robert Kahn',
      'Start by Ada Lovelace',
      'Take the fix by Ada Lovelace',
    ]);
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('an import that found several Team Foundation projects waits until one is chosen', async ({ app, home }) => {
  const server = await TfvcServer.start(twoProjects());
  try {
    const { page } = app;
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    server.fault = ({ query }) => (query.has('download') ? { kind: 'hold', until: held } : null);
    await engineOf(page)('POST /user/repos', { body: { name: 'web' } });
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'owner', repo: 'web' },
      body: { vcs_url: server.url },
    });
    const importPage = new ImportPage(page);
    await importPage.open('owner', 'web');
    await expect(page.getByText('Several projects were found')).toBeVisible();
    await page.getByRole('radio', { name: 'Contoso Web' }).check();
    await expectAccessible(page, 'choice of a Team Foundation project');
    await page.getByRole('button', { name: 'Import this project' }).click();
    // A server that thinks for long is not one that is broken.
    await expect(importPage.progress).toContainText(
      /Waiting for the server: it has been at work on its answer for \d+ seconds/,
    );
    await expectAccessible(page, 'a server that has not answered yet');
    answer();
    await importPage.waitForReport();
    await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
    const repository = join(home, 'data', 'repositories', 'owner', 'web.git');
    expect(await run('git', ['ls-tree', '--name-only', 'main'], { cwd: repository })).toBe('index.html\n');
    expect(app.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('TFVC with a Windows account', async ({ app }) => {
  const account = { domain: 'CONTOSO', name: 'ann', password: 'a password' };
  const server = await TfvcServer.start(twoProjects(), { account, signIn: 'ntlm' });
  try {
    const wizard = new NewImportPage(app.page);
    await wizard.open();
    await wizard.lookAt(server.url);
    await expect(wizard.credentials).toContainText('asks for a Windows account');
    await wizard.credentials.getByText('Windows account', { exact: true }).click();
    await wizard.credentials.getByRole('textbox', { name: 'Windows account' }).fill('contoso\\ann');
    const password = wizard.credentials.getByLabel('Password', { exact: true });
    await password.fill('wrong');
    await wizard.continueWithCredentials.click();
    await expect(wizard.credentials).toContainText('refused the Windows account');
    await expectAccessible(app.page, 'Windows account');
    await password.fill(account.password);
    await wizard.continueWithCredentials.click();
    await expect(wizard.found).toContainText('A Team Foundation server with 2 projects was found');
  } finally {
    await server.stop();
  }
});
