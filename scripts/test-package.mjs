/**
 * `npm run test:package`: installs the deb of `dist/packages` on a clean system, uses it there, upgrades and removes it. Made first
 * where it is missing or older than what it is made of.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh } from './package/freshness.mjs';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { cleanSystems, provideDebianPackages, sourceTools } from './setup/debian.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript, SetupError, say } from './setup/project.mjs';

const made = join(projectFolder, 'dist', 'packages');

await runScript(async () => {
  const lacking = whatIsLacking();
  if (lacking !== null) {
    console.log(`skipped: ${lacking}\n\n0 passed, 0 failed, 1 skipped`);
    return 0;
  }
  await provideDebianPackages([...cleanSystems, ...sourceTools]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  await provideBuild(nodeBin);
  const before = newestDeb();
  if (before === undefined || !isFresh(join(made, before))) {
    const { code } = await runCommand('node', ['scripts/package/run.mjs'], { env: projectEnvironment(nodeBin) });
    if (code !== 0) throw new SetupError('The packages could not be made; why is said above.');
  }
  const deb = newestDeb();
  const server = readdirSync(made).find((name) => /^gantry-server-.*\.tar\.gz$/.test(name));
  say(`installing ${deb} on a clean system.`);
  // What people inside made belongs to them, and git asks root whether it may look at it.
  const mayLook = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
  const env = projectEnvironment(nodeBin, {
    GANTRY_DEB: join(made, deb ?? ''),
    GANTRY_SERVER: join(made, server ?? ''),
    ...mayLook,
  });
  const { code } = await runCommand('playwright', ['test', '-c', 'e2e/package/playwright.config.ts'], { env });
  return code;
});

/** @returns {string | null} why it cannot be tried here */
function whatIsLacking() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query'))
    return 'a deb is installed on Debian and its relatives.';
  if (process.getuid() !== 0)
    return 'only root can make a clean system (debootstrap) and install there: sudo npm run test:package.';
  return null;
}

function newestDeb() {
  return existsSync(made) ? readdirSync(made).find((name) => name.endsWith('.deb')) : undefined;
}
