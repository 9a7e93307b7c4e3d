/** The app as packages hold it: its archive of code, its fuses, its launcher. What flows find is found in the build; this is the rest. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from '../fixtures/command.ts';
import { makeGitRepository, refsOf } from '../fixtures/git-repository.ts';
import { GitServer } from '../fixtures/git-server.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { SubversionServer, subversionCredentials } from '../fixtures/subversion-server.ts';
import { owner } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { MigrationPage } from '../pages/migration-page.ts';
import { SetupPage } from '../pages/setup-page.ts';
import { importFrom } from './import-from.ts';
import { UnpackedApp } from './unpacked-app.ts';

const folder = process.env.GANTRY_UNPACKED ?? '';

let home: string;
let git: GitServer;
let svn: SubversionServer;
const started: UnpackedApp[] = [];

test.beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gantry packaged '));
  git = await GitServer.start(await makeGitRepository(join(home, 'source')));
  svn = await SubversionServer.start(await makeSubversionRepository(join(home, 'svn')));
});

test.afterAll(async () => {
  for (const app of started) app.kill();
  await Promise.all([git?.stop(), svn?.stop()]);
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

test('the packaged app imports, ends, comes back and exports', async () => {
  const start = async () => {
    const app = await UnpackedApp.start(folder, home);
    started.push(app);
    return app;
  };
  expect(existsSync(join(folder, 'resources/app.asar')), 'made by scripts/package').toBe(true);
  const first = await start();
  await new SetupPage(first.page).createAccount(owner.login, owner.password);
  await importFrom(first.page, { address: git.url, kind: 'Git', name: 'from-git' });
  await importFrom(first.page, {
    ...{ address: svn.url, kind: 'Subversion', name: 'from-svn' },
    credentials: subversionCredentials,
  });
  const repository = (name: string) => join(home, 'data/repositories', owner.login, `${name}.git`);
  expect(await refsOf(repository('from-git'))).toEqual(await refsOf(join(home, 'source')));
  await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: repository('from-svn') });
  expect(await first.quit()).toBe(0);

  const { page, quit } = await start().then((app) => ({ page: app.page, quit: () => app.quit() }));
  // Where it was when it was closed.
  await expect(page.getByTestId('report-verdict')).toHaveAttribute('data-verified', 'true');
  const homePage = new HomePage(page);
  await homePage.goTo('home');
  for (const name of ['from-git', 'from-svn']) await expect(homePage.repository(owner.login, name)).toBeVisible();
  const migration = new MigrationPage(page);
  await migration.prepare(owner.login, 'all');
  await migration.start.click();
  await migration.waitForArchive();
  const archives = readdirSync(join(home, 'data'), { recursive: true, encoding: 'utf8' });
  expect(archives.filter((name) => name.endsWith('.tar.gz'))).toHaveLength(1);
  expect(await quit()).toBe(0);
});
