/** The app as packages hold it, for tests: made by what makes packages, and again only when something of it changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/command.mjs';
import { projectFolder } from '../setup/project.mjs';
import { unpackedApp } from './application.mjs';
import { isFresh } from './freshness.mjs';

/** @returns {Promise<{folder: string} | {lacking: string}>} where it is, or why there is none @throws SetupError */
export async function packedForTests({ env, nodeBin, runtime }) {
  const lacking = await whatIsLacking(env);
  if (lacking !== null) return { lacking };
  const folder = join(projectFolder, 'dist', 'linux-unpacked');
  if (isFresh(join(folder, 'resources', 'app.asar'))) return { folder };
  const electron = readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/, '');
  return { folder: await unpackedApp({ nodeBin, runtime, electron }) };
}

async function whatIsLacking(env) {
  if (process.platform !== 'linux') return 'Tests pack it on Linux only.';
  const works = async (command, args) => (await runCommand(command, args, { env, output: 'quiet' })).code === 0;
  if (!(await works('xz', ['--version']))) return 'Packing needs xz (xz-utils).';
  // Root starts it without a sandbox.
  if (process.getuid() !== 0 && !(await works('unshare', ['--user', '--map-root-user', 'true'])))
    return 'Its sandbox needs user namespaces, which this machine does not give.';
  return null;
}
