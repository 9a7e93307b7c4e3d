/** Looks at what was made as distributions do, and holds it to the sizes that are promised (docs/benchmarks.md). */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/command.mjs';
import { say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** The runtime alone takes 243. */
const MOST_UNPACKED_MB = 262;
const MOST_DEB_MB = 75;
/** What never runs. */
const DEAD = /\.(?:ts|mts|cts|map|gyp|c|cc|cpp|h)$|default_app\.asar$|\/(?:deps|src)\//;

/** @returns {Promise<string[]>} what is wrong, in sentences */
export async function checkPackages({ made, app, tree, file, isTrial }, env) {
  say('looking at the packages.');
  const faults = [];
  const names = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const megabytes = names.reduce((sum, name) => sum + statSync(name).size, 0) / 1e6;
  say(`unpacked: ${megabytes.toFixed(1)} MB`);
  if (megabytes > MOST_UNPACKED_MB) faults.push(`The app takes ${megabytes.toFixed(1)} MB unpacked.`);
  const packed = (await runTool('asar', ['list', join(app, 'resources', 'app.asar')], { env })).trim().split('\n');
  for (const name of [...names.map((path) => path.slice(app.length)), ...packed])
    if (DEAD.test(name)) faults.push(`${name} is in the app and never runs.`);
  // What is for trying out never asks for releases.
  const feed = join(app, 'resources', 'app-update.yml');
  if (existsSync(feed) === isTrial) faults.push(`${feed} ${isTrial ? 'is in a copy for trying out' : 'is missing'}.`);
  const deb = readdirSync(made).find((name) => name.endsWith('.deb')) ?? '';
  const debMegabytes = statSync(join(made, deb)).size / 1e6;
  if (debMegabytes > MOST_DEB_MB) faults.push(`The deb takes ${debMegabytes.toFixed(1)} MB.`);
  const share = join(tree, 'usr/share');
  const rpm = readdirSync(made).find((name) => name.endsWith('.rpm')) ?? '';
  const looks = [
    ['desktop-file-validate', [join(share, 'applications/gantry.desktop')]],
    ['appstreamcli', ['validate', '--no-net', join(share, 'metainfo/io.github.gantry.Gantry.metainfo.xml')]],
    ['lintian', ['--fail-on', 'error', '--tag-display-limit', '0', join(made, deb)]],
    ['rpm', ['--query', '--package', '--list', join(made, rpm)]],
    ['sha256sum', ['--check', '--quiet', 'SHA256SUMS']],
  ];
  for (const [command, args] of looks) {
    const { code, stdout, stderr } = await runCommand(command, args, { cwd: made, output: 'quiet' });
    if (code !== 0) faults.push(`${command} (${file}): ${`${stdout}${stderr}`.trim()}`);
  }
  return faults;
}
