/** The deb on a clean system: installed, started, used, upgraded, removed (`npm run test:package`). */
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeArchive } from '../fixtures/archive.ts';
import { run } from '../fixtures/command.ts';
import { refsOf } from '../fixtures/git-repository.ts';
import { makeTwoHeads } from '../fixtures/mercurial-repository.ts';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { owner } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';
import { SetupPage } from '../pages/setup-page.ts';
import { CleanRoot } from './clean-root.ts';
import { importFrom } from './import-from.ts';
import { InstalledApp, startDisplay } from './installed-app.ts';
import { dataFolderBefore, OLD_SCHEMA, packageBefore, schemaOf } from './older.ts';

const project = join(import.meta.dirname, '../..');
const work = join(project, 'dist/test-package');
const deb = process.env.GANTRY_DEB ?? '';
const VERSION_BEFORE = '0.0.1';
/** Inside: where each person's data is. */
const dataOf = (user: string) => `/home/${user}/.local/share/gantry`;
const SERVED = { svn: 13_690, hg: 13_691 };

let root: CleanRoot;
let display: string;
/** Refs of what ann imported. */
const imported: Record<string, string[]> = {};

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  root = await CleanRoot.make(join(work, 'root'), join(project, '.cache'));
  for (const user of ['ann', 'bea']) await root.must(['useradd', '--create-home', '--shell', '/bin/bash', user]);
});

test.afterAll(() => root?.end());

/** @param file of this machine */
async function install(file: string): Promise<string> {
  await cp(file, root.path('/tmp/gantry.deb'));
  return root.must(['apt-get', 'install', '--yes', '--quiet=2', '/tmp/gantry.deb'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

test('apt installs it on a clean system, with the tools that it recommends', async () => {
  await root.must(['apt-get', 'update', '--quiet=2']);
  await install(await packageBefore(deb, work, VERSION_BEFORE));
  expect(await root.must(['stat', '--format', '%U %a', '/opt/Gantry/chrome-sandbox'])).toBe('root 4755\n');
  for (const tool of ['git', 'svn', 'hg', 'ssh']) await root.must(['which', tool]);
  expect(await root.must(['dpkg', '--verify', 'gantry'])).toBe('');
  // As built: nothing that a program of it is linked to is missing.
  expect(await root.must(['ldd', '/opt/Gantry/gantry-bin'])).not.toContain('not found');
  const asked = await root.run(['gantry', '--version'], { user: 'ann' });
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^Gantry \d+\.\d+\.\d+\n$/) });
});

test('root is refused with a sentence', async () => {
  const { code, said } = await root.run(['gantry']);
  expect(code).toBe(1);
  expect(said).toContain('Gantry does not run as root');
});

test('an ordinary person starts it with its sandbox, and imports from Subversion and Mercurial through the window', async () => {
  await root.must(['apt-get', 'install', '--yes', '--quiet=2', '--no-install-recommends', 'xvfb', 'procps']);
  ({ display } = await startDisplay(root));
  await makeSubversionRepository(root.path('/srv/svn'), 40);
  await makeTwoHeads(root.path('/srv/hg'));
  const local = ['--listen-host', '127.0.0.1', '--listen-port', `${SERVED.svn}`];
  root.start(['svnserve', '--daemon', '--foreground', '--root', '/srv/svn', ...local]);
  root.start(['hg', 'serve', '-R', '/srv/hg', '--address', '127.0.0.1', '--port', `${SERVED.hg}`]);

  const app = await InstalledApp.start(root, { user: 'ann', display });
  const { page } = app;
  await new SetupPage(page).createAccount(owner.login, owner.password);
  const uid = (await root.must(['id', '-u', 'ann'])).trim();
  expect(await app.sandbox()).toEqual({ seccomp: '2', user: uid, hasOwnUsers: true, hasOwnProcesses: true });
  await importFrom(page, { address: `svn://127.0.0.1:${SERVED.svn}`, kind: 'Subversion', name: 'from-svn' });
  await importFrom(page, { address: `http://127.0.0.1:${SERVED.hg}`, kind: 'Mercurial', name: 'from-hg' });
  for (const name of ['from-svn', 'from-hg']) {
    await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: repository('ann', 'owner', name) });
    imported[name] = await refsOf(repository('ann', 'owner', name));
  }
  expect(imported['from-svn']?.map((line) => line.split(' ')[1])).toEqual([
    'refs/heads/main',
    'refs/heads/stable',
    'refs/tags/1.0',
    'refs/tags/1.1',
  ]);
  expect(imported['from-hg']).toHaveLength(2);

  // A second start hands it to the window that is open.
  const archive = await makeArchive(join(work, 'archive'));
  await cp(archive, root.path('/home/ann/team.tar.gz'));
  const second = await root.run(['gantry', '/home/ann/team.tar.gz'], { user: 'ann', env: { DISPLAY: display } });
  expect(second.said).toContain('Gantry is open already');
  await expect(page).toHaveURL(/\/archives\/1$/);
  await expect(page.getByTestId('archive-counts')).toContainText('3');
  expect(await app.quit()).toBe(0);
});

test('where programs get no user namespaces, the set-uid helper makes the sandbox', async () => {
  const refused = await root.run(['unshare', '--user', 'true'], { user: 'ann', isChrooted: true });
  expect(refused.code).not.toBe(0);
  const app = await InstalledApp.start(root, { user: 'ann', display, isChrooted: true });
  // Where it was when it was closed.
  await expect(app.page.getByTestId('archive-counts')).toBeVisible();
  expect(await app.sandbox()).toMatchObject({ seccomp: '2', hasOwnUsers: false, hasOwnProcesses: true });
  await app.quit();
});

test('an upgrade loses nothing, and keeps a copy of a database whose layout it changes', async () => {
  await root.must(['sh', '-c', `mkdir -p ${dataOf('bea')}`]);
  await dataFolderBefore(root.path(dataOf('bea')));
  await root.must(['chown', '-R', 'bea:bea', '/home/bea']);
  const before = await refsOf(repository('bea', 'acme', 'whole'));
  const installed = () => root.must(['dpkg', '--status', 'gantry']);
  expect(await installed()).toContain(`Version: ${VERSION_BEFORE}\n`);
  await install(deb);
  expect(await installed()).not.toContain(`Version: ${VERSION_BEFORE}\n`);
  expect(await root.must(['dpkg', '--verify', 'gantry'])).toBe('');

  const anns = await InstalledApp.start(root, { user: 'ann', display });
  const home = new HomePage(anns.page);
  await home.goTo('home');
  for (const name of ['from-svn', 'from-hg']) {
    await expect(home.repositories).toContainText(name);
    expect(await refsOf(repository('ann', 'owner', name))).toEqual(imported[name]);
  }
  await home.goTo('archives');
  await expect(anns.page.getByTestId('page')).toContainText('team.tar.gz');
  expect(await anns.quit()).toBe(0);

  const beas = await InstalledApp.start(root, { user: 'bea', display });
  await expect(new HomePage(beas.page).repositories).toContainText('whole');
  expect(await beas.quit()).toBe(0);
  expect(await refsOf(repository('bea', 'acme', 'whole'))).toEqual(before);
  const backups = root.path(`${dataOf('bea')}/backups`);
  const [copy = ''] = readdirSync(backups).filter((name) => /^gantry-.*-upgrade\.sqlite$/.test(name));
  expect(schemaOf(join(backups, copy))).toBe(OLD_SCHEMA);
  expect(schemaOf(root.path(`${dataOf('bea')}/gantry.sqlite`))).toBeGreaterThan(OLD_SCHEMA);
});

test('removed and purged, nothing is left but what people made, and the purge says where', async () => {
  const sums = () => root.must(['sh', '-c', 'find /home -type f -exec sha256sum {} + | sort']);
  const kept = await sums();
  await root.must(['apt-get', 'remove', '--yes', '--quiet=2', 'gantry']);
  expect(existsSync(root.path('/opt/Gantry'))).toBe(false);
  expect(await leftOver()).toEqual(['/etc/apparmor.d/gantry']);
  const said = await root.must(['apt-get', 'purge', '--yes', 'gantry']);
  expect(said).toContain('~/.local/share/gantry');
  expect(await leftOver()).toEqual([]);
  expect(await sums()).toBe(kept);
  expect(kept).toContain(`${dataOf('ann')}/gantry.sqlite`);
});

/** What has our name outside of homes and of apt's own records. */
async function leftOver(): Promise<string[]> {
  const apart = ['/home', '/tmp', '/var/lib/dpkg', '/var/cache', '/var/log', '/srv'];
  const skipped = apart.flatMap((path) => ['-path', root.path(path), '-prune', '-o']);
  // From outside, where the mounts of inside are not.
  const found = await run('find', [root.folder, ...skipped, '-iname', '*gantry*', '-print']);
  return found.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(root.folder.length)]));
}

function repository(user: string, login: string, name: string): string {
  return root.path(`${dataOf(user)}/repositories/${login}/${name}.git`);
}
