/** Where the database and the repositories lie. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { t } from './language/text.ts';

/** The machine, as far as it decides where data lies. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  /** Folder of the app's settings. */
  userData: string;
}

/**
 * What a person asked for: `--data <folder>` (or `--data=<folder>`), else the variable GANTRY_DATA; null without either.
 * @param from where the command was given
 */
export function askedDataFolder(argv: readonly string[], env: NodeJS.ProcessEnv, from: string): string | null {
  for (const [index, argument] of argv.entries()) {
    const following = argv[index + 1];
    if (argument === '--data' && following) return resolve(from, following);
    if (argument.startsWith('--data=') && argument.length > 7) return resolve(from, argument.slice(7));
  }
  return env.GANTRY_DATA ? resolve(from, env.GANTRY_DATA) : null;
}

/** Whether `--data` stands without a folder, as an empty variable of a script leaves it: another folder than the meant one would be used. */
export function lacksDataFolder(argv: readonly string[]): boolean {
  return argv.some((argument, at) => {
    const following = argv[at + 1] ?? '';
    return argument === '--data=' || (argument === '--data' && (following === '' || following.startsWith('-')));
  });
}

/**
 * Where this system's apps keep what belongs to a person and to this machine: the XDG Base Directory Specification, Apple's File
 * System Programming Guide, and on Windows the folder that does not roam to other machines.
 */
export function usualDataFolder({ platform, env, home }: Omit<Machine, 'userData'>): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Gantry');
  }
  // Beside the settings, which macOS keeps in the same folder.
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Gantry', 'data');
  const share = env.XDG_DATA_HOME;
  // The specification: what is no absolute path is to be ignored.
  return posix.join(share?.startsWith('/') ? share : posix.join(home, '.local', 'share'), 'gantry');
}

/** Whether an installation lies in a folder. */
export function holdsInstallation(folder: string): boolean {
  return existsSync(join(folder, 'gantry.sqlite'));
}

/** Where versions before this one kept it, when something is there and nothing at the usual place; else null. */
export function olderDataFolder(usual: string, userData: string): string | null {
  const older = join(userData, 'data');
  return resolve(older) !== resolve(usual) && holdsInstallation(older) && !holdsInstallation(usual) ? older : null;
}

/**
 * Gives an older data folder its usual place, in one step or not at all.
 * @returns null when it is there; else why it stays where it is, as a sentence
 */
export function moveDataFolder(older: string, usual: string): string | null {
  try {
    mkdirSync(dirname(usual), { recursive: true, mode: 0o700 });
    if (existsSync(usual)) {
      if (readdirSync(usual).length > 0) return t('{usual} is not empty. The data stays in {older}.', { usual, older });
      rmdirSync(usual);
    }
    renameSync(older, usual);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EXDEV')
      return t('{usual} is on another disk. The data stays in {older} and goes on being used there.', { usual, older });
    return t('The data could not be moved to {usual} ({message}). It stays in {older} and goes on being used there.', {
      usual,
      older,
      message,
    });
  }
}

/**
 * Node's own `recursive` never comes back from a place that takes no folders and says that they are not there (/proc: ENOENT, over and
 * over).
 */
function makeWithParents(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) mkdirSync(path, { mode: 0o700 });
}

/** Makes a data folder where there is none. @returns why it cannot be used, as a sentence; null when it can */
export function dataFolderProblem(folder: string): string | null {
  const cure = t('Start with --data <folder> to use another folder.');
  try {
    makeWithParents(folder);
    if (!statSync(folder).isDirectory())
      return `${t('The data folder {folder} is a file. Move it away.', { folder })} ${cure}`;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      return `${t('The data folder {folder} is a file, or lies below one. Move the file away.', { folder })} ${cure}`;
    return `${t('The data folder {folder} could not be made ({code}). Let yourself write in {above}.', { folder, code, above: dirname(folder) })} ${cure}`;
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EROFS')
      return `${t('The data folder {folder} is on a disk that can only be read.', { folder })} ${cure}`;
    return `${t('You may not write in the data folder {folder}. Change its owner or its rights.', { folder })} ${cure}`;
  }
}
