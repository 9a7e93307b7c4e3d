/** `npm run faults`: what is left after power cuts and kills. Flags are passed on to faults/run.ts. */
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools } from './setup/debian.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript } from './setup/project.mjs';

/** What makes the file systems that are cut. */
const fileSystems = ['util-linux', 'e2fsprogs', 'xfsprogs', 'btrfs-progs'];

await runScript(async () => {
  await provideDebianPackages([...sourceTools, ...fileSystems]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  await provideBuild(nodeBin);
  const { code } = await runCommand(
    join(nodeBin, 'node'),
    [join(projectFolder, 'faults', 'run.ts'), ...process.argv.slice(2)],
    {
      cwd: projectFolder,
      env: projectEnvironment(nodeBin, { GANTRY_TEST_ENGINE: join(projectFolder, 'out/main/service/serve.js') }),
    },
  );
  return code;
});
