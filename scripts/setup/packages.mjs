import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { projectEnvironment } from './node.mjs';
import { projectFolder, SetupError, say } from './project.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own record as the last
 * step of an installation, so one that was cut short has none.
 */
function installed() {
  const record = join(projectFolder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.peer || present[path]?.version === entry.version,
  );
}

/** Installs the packages of package-lock.json when node_modules doesn't hold them already. */
export async function providePackages(nodeBin) {
  if (installed()) return;
  say('installing packages (npm ci); about a minute the first time.');
  const { code } = await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: projectEnvironment(nodeBin),
    output: 'stderr',
  });
  if (code !== 0) throw new SetupError('The packages could not be installed. What npm printed above says why.');
}
