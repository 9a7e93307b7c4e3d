/** `npm run bench`: Gantry and its peers on the same repositories. Flags are passed on to bench/run.ts. */
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools, virtualDisplay, windowLibraries } from './setup/debian.mjs';
import { provideElectron } from './setup/electron.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript } from './setup/project.mjs';

const peers = ['svn-all-fast-export', 'git-svn', 'reposurgeon', 'mercurial-git', 'git-filter-repo', 'git-lfs', 'pigz'];

await runScript(async () => {
  const given = process.argv.slice(2);
  // Where the window is opened it needs a display, of one size on every machine.
  const isWindow = given.includes('window') || given.includes('several');
  await provideDebianPackages([...sourceTools, ...(isWindow ? [...windowLibraries, ...virtualDisplay] : peers)]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  await provideBuild(nodeBin);
  const bench = [join(nodeBin, 'node'), join(projectFolder, 'bench', 'run.ts'), ...given];
  const display = ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', 'dbus-run-session', '--'];
  const [command, ...args] = isWindow && process.platform === 'linux' ? [...display, ...bench] : bench;
  const runtime = isWindow ? { ELECTRON_OVERRIDE_DIST_PATH: await provideElectron(nodeBin) } : {};
  const { code } = await runCommand(command, args, { env: projectEnvironment(nodeBin, runtime) });
  return code;
});
