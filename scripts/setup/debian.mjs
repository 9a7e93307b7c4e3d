import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runCommand } from './command.mjs';
import { SetupError, say } from './project.mjs';

/** What importing needs. */
export const sourceTools = ['git', 'subversion', 'mercurial', 'openssh-client'];

/** What the window needs, beyond an ordinary desktop. */
export const windowLibraries = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatspi2.0-0',
  'libdrm2',
  'libsecret-1-0',
  'libnotify4',
  'libxtst6',
  'fonts-dejavu-core',
];

/** What a window without a display needs, for tests: a keyring too. */
export const virtualDisplay = ['xvfb', 'xauth', 'dbus', 'gnome-keyring'];

/** Servers that tests import from, the proxy that they go through, and a client of large files. */
export const testServers = ['apache2-bin', 'libapache2-mod-svn', 'openssl', 'tinyproxy-bin', 'git-lfs'];

/** Disks of Windows, and one without rights, for tests. */
export const strangeDisks = ['ntfs-3g', 'exfat-fuse', 'exfatprogs', 'bindfs'];

/** What makes a clean system to install on. */
export const cleanSystems = ['debootstrap', 'util-linux'];

/** What makes packages, and looks at them as distributions do. */
export const packagingTools = [
  'librsvg2-bin',
  'rpm',
  'desktop-file-utils',
  'appstream',
  'lintian',
  'xz-utils',
  'binutils',
];

async function missingOf(packages) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these placeholders are dpkg-query's own.
  const format = '${Package}\\t${db:Status-Status}\\t${Provides}\\n';
  const { stdout } = await runCommand('dpkg-query', ['-W', '-f', format], { output: 'quiet' });
  const present = new Set();
  for (const line of stdout.split('\n')) {
    const [name, status, provides = ''] = line.split('\t');
    if (status !== 'installed') continue;
    present.add(name);
    // Newer Debians rename a library (libgtk-3-0t64) and keep the old name as a provided one.
    for (const provided of provides.split(',')) present.add(provided.trim().split(' ')[0]);
  }
  return packages.filter((name) => !present.has(name));
}

async function agreed(missing) {
  if (!process.stdin.isTTY || process.env.CI) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`gantry: install the Debian packages ${missing.join(' ')}? [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
}

/**
 * Installs the missing ones of `packages` on Debian and its relatives: as root after asking (without
 * a terminal, at once); otherwise says the one command to run. Other systems are left alone.
 */
export async function provideDebianPackages(packages) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return;
  const missing = await missingOf(packages);
  if (missing.length === 0) return;

  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid() !== 0) {
    throw new SetupError(`These Debian packages are missing. Install them, then start again:\n  sudo ${install}`);
  }
  if (!(await agreed(missing))) {
    throw new SetupError(`Nothing was installed. When you are ready:\n  ${install}`);
  }
  say(`installing Debian packages: ${missing.join(' ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env, output: 'stderr' });
  const { code } = await runCommand('apt-get', install.split(' ').slice(1).concat('-qq'), { env, output: 'stderr' });
  if (code !== 0) throw new SetupError(`The Debian packages could not be installed. Try it by hand:\n  ${install}`);
}
