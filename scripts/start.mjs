/** `npm start`: sets up what is missing, builds when sources changed, opens the app. */

import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools, windowLibraries } from './setup/debian.mjs';
import { electronExecutable, provideElectron } from './setup/electron.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript, SetupError } from './setup/project.mjs';

await runScript(async () => {
  const needsDisplay = process.platform === 'linux';
  if (needsDisplay && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new SetupError(
      'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.\n' +
        'To run the engine alone and drive it over HTTP:\n' +
        '  GANTRY_PASSWORD=<password> npm run serve -- --data <folder> --port 0 --owner <login>',
    );
  }
  await provideDebianPackages([...sourceTools, ...windowLibraries]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin, { isForStart: true });
  const dist = await provideElectron(nodeBin);
  await provideBuild(nodeBin);

  // Chromium refuses to run its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { code } = await runCommand(electronExecutable(dist), [...sandbox, projectFolder, ...process.argv.slice(2)], {
    env: projectEnvironment(nodeBin),
  });
  return code;
});
