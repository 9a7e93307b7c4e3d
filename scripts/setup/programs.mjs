/**
 * What is started for the name of a command. npm and what it installs are files `.cmd` on Windows, which Node does not start
 * without a shell (CVE-2024-27980: EINVAL), and no shell shall read our arguments: the script behind each is started by Node itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { win32 } from 'node:path';

/** As npm's cmd-shim writes it (lib/index.js): `"%dp0%\..\vite\bin\vite.js"`; of an older one `"%~dp0\..."`. */
const SCRIPT = /"%(?:~dp0|dp0%)\\([^"%]+)" %\*/;
const NPM = 'node_modules\\npm\\bin\\npm-cli.js';

/** Files, as tests name others. */
const files = { exists: existsSync, read: (path) => readFileSync(path, 'utf8') };

/**
 * @param env what it is started with; on Windows its PATH may be written `Path`
 * @returns {{ command: string, first: string[] }} the program, and the arguments before those of the caller
 */
export function programOf(command, env, platform = process.platform, { exists, read } = files) {
  const plain = { command, first: [] };
  if (platform !== 'win32' || /[\\/]/.test(command)) return plain;
  const byNode = (script) => ({ command: 'node', first: [script] });
  if (command === 'npm' && /npm-cli\.js$/.test(env.npm_execpath ?? '')) return byNode(env.npm_execpath);
  for (const folder of (env.PATH ?? env.Path ?? '').split(';').filter(Boolean)) {
    if (exists(win32.join(folder, `${command}.exe`))) return plain;
    const shim = win32.join(folder, `${command}.cmd`);
    if (!exists(shim)) continue;
    // Node's own is written by hand.
    const npm = win32.join(folder, NPM);
    if (command === 'npm' && exists(npm)) return byNode(npm);
    const [, script] = SCRIPT.exec(read(shim)) ?? [];
    if (script !== undefined) return byNode(win32.join(folder, script));
  }
  return plain;
}
