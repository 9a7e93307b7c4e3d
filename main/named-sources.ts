/** Sources that a person names by other means than a dialog: dropped on the window, or typed with `~`. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { IpcInput, IpcOutput } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';
import { mayName, nameChosen } from './named-folders.ts';

/** Takes a file or folder that was dropped on the window for chosen: the bridge alone knows its path. */
export async function nameDropped({ path }: IpcInput<'nameDropped'>): Promise<IpcOutput<'nameDropped'>> {
  // What the page made up itself lies nowhere.
  const there = path === '' ? null : await stat(path).catch(() => null);
  if (there === null)
    throw new IpcRefusal(t('What was dropped lies in no folder of this machine. Save it there first.'));
  return { path: nameChosen(resolve(path)) };
}

/** The whole path of one that begins with `~`; any other as it is. */
export function wholePath({ path }: IpcInput<'wholePath'>): string {
  return /^~(?=$|[\\/])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

/** Whether a person allows that a file they named is read. @throws IpcRefusal */
export async function requireNamed(path: string): Promise<void> {
  if (await mayName('POST', JSON.stringify({ path }))) return;
  throw new IpcRefusal(t('You did not allow this file, so nothing was done with it.'));
}
