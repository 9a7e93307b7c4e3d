/** The app as a folder, with its fuses set and nothing inside that does not run. */
import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnvironment } from '../setup/node.mjs';
import { step } from '../setup/progress.mjs';
import { projectFolder } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** Electron's own window without an app, a renderer for 3D that the window does not have, and a reporter that is not asked for. */
const NEVER_RUN = [
  'resources/default_app.asar',
  'libvk_swiftshader.so',
  'vk_swiftshader_icd.json',
  'libvulkan.so.1',
  'chrome_crashpad_handler',
  // electron-builder's, which it writes for copies that are for trying out, too (feed.mjs).
  'resources/app-update.yml',
];

/** @returns {Promise<string>} the folder @throws SetupError */
export async function unpackedApp({ nodeBin, runtime, electron }) {
  const options = [`-c.electronDist=${runtime}`, `-c.electronVersion=${electron}`];
  // It lists a thousand packages that it leaves out.
  await step('packing the app', () =>
    runTool('electron-builder', ['--linux', 'dir', ...options], { env: projectEnvironment(nodeBin) }),
  );
  const folder = join(projectFolder, 'dist', 'linux-unpacked');
  for (const name of NEVER_RUN) rmSync(join(folder, name), { force: true });
  const unknown = readdirSync(join(folder, 'locales')).filter((name) => !/^(en-US|de)\.pak$/.test(name));
  for (const name of unknown) rmSync(join(folder, 'locales', name));
  // Says why it cannot start, where Chromium would end before any of our code runs.
  const program = join(folder, 'gantry');
  renameSync(program, join(folder, 'gantry-bin'));
  copyFileSync(join(projectFolder, 'packaging', 'linux', 'gantry-launcher'), program);
  chmodSync(program, 0o755);
  // 20 MB of text that says the same a hundred times.
  await runTool('xz', ['-9', '--force', join(folder, 'LICENSES.chromium.html')]);
  return folder;
}
