/** `npm run serve`: the engine alone, without a window. Flags are passed on to service/serve.ts. */
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools } from './setup/debian.mjs';
import { engineEnvironment } from './setup/engine.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript } from './setup/project.mjs';

await runScript(async () => {
  await provideDebianPackages(sourceTools);
  const nodeBin = await provideNode();
  await providePackages(nodeBin, { isForStart: true });
  // Built, like the app's: taking the types out of each module again in every thread would cost more than many an import.
  await provideBuild(nodeBin);
  const { code } = await runCommand(
    join(nodeBin, 'node'),
    [join(projectFolder, 'out', 'main', 'service', 'serve.js'), ...process.argv.slice(2)],
    // Relative folders on the command line are relative to where the person stands.
    { cwd: process.env.INIT_CWD ?? process.cwd(), env: projectEnvironment(nodeBin, engineEnvironment) },
  );
  return code;
});
