/** `npm run bench`: Gantry and its peers on the same repositories. Flags are passed on to bench/run.ts. */
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools } from './setup/debian.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript } from './setup/project.mjs';

const peers = ['svn-all-fast-export', 'git-svn', 'reposurgeon', 'mercurial-git', 'git-filter-repo', 'git-lfs', 'pigz'];

await runScript(async () => {
  await provideDebianPackages([...sourceTools, ...peers]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  await provideBuild(nodeBin);
  const { code } = await runCommand(
    join(nodeBin, 'node'),
    [join(projectFolder, 'bench', 'run.ts'), ...process.argv.slice(2)],
    { env: projectEnvironment(nodeBin) },
  );
  return code;
});
