/** The engine without a window, with its Node, as one folder: `gantry-server`. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideNodeArchive } from '../setup/node.mjs';
import { projectFolder, SetupError, say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** Of the archive, in MB. */
const MOST_MB = 60;

/** @returns {Promise<string>} the file's name @throws SetupError when it is larger than promised */
export async function makeServer({ work, made, version }) {
  say('making gantry-server.');
  const name = `gantry-server-${version}-linux-${process.arch}`;
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['bin', 'lib']) mkdirSync(join(folder, path), { recursive: true });
  const own = join(projectFolder, 'packaging', 'server');
  copyFileSync(join(own, 'gantry-server'), join(folder, 'bin', 'gantry-server'));
  for (const file of readdirSync(own).filter((entry) => entry !== 'gantry-server'))
    copyFileSync(join(own, file), join(folder, file));
  copyFileSync(join(projectFolder, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(projectFolder, 'out', 'third-party-notices.txt'), join(folder, 'third-party-notices.txt'));

  const built = join(projectFolder, 'out', 'main', 'service');
  cpSync(built, join(folder, 'lib', 'service'), {
    recursive: true,
    // The other entry is for the window and for measurements.
    filter: (path) => path !== join(built, 'index.js') && !path.endsWith('.map'),
  });
  writeFileSync(join(folder, 'lib', 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`);
  copyDatabase(join(folder, 'lib', 'node_modules', 'better-sqlite3'));

  // Without what only debuggers read.
  const node = join(folder, 'lib', 'node');
  const archived = await provideNodeArchive();
  await runTool('strip', ['--strip-unneeded', '-o', node, join(archived, 'bin', 'node')]);
  chmodSync(node, 0o755);
  copyFileSync(join(archived, 'LICENSE'), join(folder, 'LICENSE.node'));
  await runTool(node, ['--version']);

  const archive = `${name}.tar.gz`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  await runTool('tar', [...owner, '-C', work, '-I', 'gzip -9', '-cf', join(made, archive), name]);
  rmSync(folder, { recursive: true });
  const megabytes = statSync(join(made, archive)).size / 1e6;
  if (megabytes > MOST_MB) throw new SetupError(`${archive} takes ${megabytes.toFixed(1)} MB.`);
  return archive;
}

/** The one compiled library: what loads it, and its binary for this system. */
function copyDatabase(target) {
  const source = join(projectFolder, 'node_modules', 'better-sqlite3');
  for (const path of ['lib/methods', 'prebuilds']) mkdirSync(join(target, path), { recursive: true });
  const binary = `${process.platform}-${process.arch}`;
  for (const path of ['package.json', 'LICENSE', `prebuilds/${binary}.node`])
    copyFileSync(join(source, path), join(target, path));
  cpSync(join(source, 'lib'), join(target, 'lib'), {
    recursive: true,
    filter: (path) => !/\/(?:darwin|linux|linuxmusl|win32)-\w+\.js$/.test(path) || path.endsWith(`/${binary}.js`),
  });
}
