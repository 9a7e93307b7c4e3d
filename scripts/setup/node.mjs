import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runCommand } from './command.mjs';
import { cacheFolder, projectFolder, SetupError, say } from './project.mjs';

/** The exact Node version that the project runs on, from package.json. */
function pinnedVersion() {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  return manifest.devDependencies.node;
}

const executableName = process.platform === 'win32' ? 'node.exe' : 'node';

async function answersVersion(executable, version) {
  if (!existsSync(executable)) return false;
  const { code, stdout } = await runCommand(executable, ['--version'], { output: 'quiet' });
  return code === 0 && stdout.trim() === `v${version}`;
}

/**
 * The folder with the pinned Node's executable, fetched from the npm registry when this machine has
 * none. It lies outside node_modules, because `npm ci` deletes that folder while Node runs.
 */
export async function provideNode() {
  const version = pinnedVersion();
  const insideModules = dirname(process.execPath).startsWith(join(projectFolder, 'node_modules'));
  if (process.version === `v${version}` && !insideModules) return dirname(process.execPath);

  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(cacheFolder, `node-${version}`);
  const bin = join(folder, 'node_modules', packageName, 'bin');
  if (await answersVersion(join(bin, executableName), version)) return bin;

  say(`fetching Node ${version} from the npm registry (the machine's own is ${process.version}).`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { code } = await runCommand(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${packageName}@${version}`,
    ],
    { cwd: folder, output: 'stderr' },
  );
  if (code !== 0 || !(await answersVersion(join(bin, executableName), version))) {
    throw new SetupError(
      `Node ${version} could not be fetched. Check that npm reaches its registry, or put Node ${version} first on PATH.`,
    );
  }
  return bin;
}

/** The environment in which every tool of the project runs: the pinned Node, then the project's tools. */
export function projectEnvironment(nodeBin, extra = {}) {
  const path = [nodeBin, join(projectFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, ...extra, PATH: path };
}
