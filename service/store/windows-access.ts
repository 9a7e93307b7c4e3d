/** Who may open a data folder on Windows: modes mean nothing there. */
import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';

/** The system and the administrators, as every Windows in every language calls them (well-known SIDs). */
const SYSTEM = '*S-1-5-18';
const ADMINISTRATORS = '*S-1-5-32-544';

/**
 * What gives a folder to its owner, the system and administrators alone, and to what is made in it later.
 * @returns the arguments of `icacls`; null where the folder lies in the user's profile, which Windows keeps closed by itself
 */
export function closingArguments(folder: string, env: NodeJS.ProcessEnv): string[] | null {
  const { USERPROFILE: profile, USERNAME: name, USERDOMAIN: domain } = env;
  const within = (parent: string) => {
    const way = win32.relative(parent.toLowerCase(), folder.toLowerCase());
    return way !== '' && !way.startsWith('..') && !win32.isAbsolute(way);
  };
  if (profile !== undefined && within(profile)) return null;
  if (name === undefined) return null;
  const owner = domain === undefined ? name : `${domain}\\${name}`;
  const rights = [owner, SYSTEM, ADMINISTRATORS].map((who) => `${who}:(OI)(CI)F`);
  return [folder, '/inheritance:r', '/grant:r', ...rights];
}

/** Closes a folder that was just made. @returns why others may read it, as a sentence; null when they may not */
export function closeOnWindows(folder: string): string | null {
  const args = closingArguments(folder, process.env);
  if (args === null) return null;
  try {
    execFileSync('icacls.exe', args, { stdio: 'ignore', timeout: 20_000, windowsHide: true });
    return null;
  } catch {
    return `The data folder ${folder} has the rights of the folder that it lies in. Look at who may read it, in its properties.`;
  }
}
