import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { requireRegistry } from './network.mjs';
import { projectEnvironment } from './node.mjs';
import { step } from './progress.mjs';
import { projectFolder, SetupError } from './project.mjs';

const modules = join(projectFolder, 'node_modules');

/** Packages of package-lock.json by their place; what is for tests, measurements and packaging is marked `dev` there. */
function wantedPackages(isForStart) {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([path, entry]) => path !== '' && !(isForStart && entry.dev));
}

/**
 * Whether node_modules holds what is wanted. npm writes its own record as the last step of an installation, so one that was
 * cut short has none.
 */
function installed(wanted) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return wanted.every(([path, entry]) => entry.optional || entry.peer || present[path]?.version === entry.version);
}

/**
 * Installs the packages of package-lock.json when node_modules doesn't hold them already.
 * @param isForStart only what the app is built of and built by
 */
export async function providePackages(nodeBin, { isForStart = false } = {}) {
  const wanted = wantedPackages(isForStart);
  if (installed(wanted)) return;
  await requireRegistry();
  const omit = isForStart ? ['--omit=dev'] : [];
  const count = wanted.filter(([, entry]) => !entry.optional).length;
  const { code } = await step(
    isForStart ? 'installing the packages that the app is built of' : 'installing packages',
    () =>
      runCommand('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
        env: projectEnvironment(nodeBin),
        output: 'stderr',
      }),
    () => `${Math.min(packagesPresent(), count)} of ${count}`,
  );
  if (code !== 0) throw new SetupError('The packages could not be installed. What npm printed above says why.');
}

function packagesPresent() {
  const names = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []);
  return names(modules).reduce((sum, name) => sum + (name.startsWith('@') ? names(join(modules, name)).length : 1), 0);
}
