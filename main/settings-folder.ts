/** The folder of the app's settings, which also says whether the app is open already. */
import { mkdtempSync, readlinkSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from './language/text.ts';

/** Why nothing can be written there, as a sentence; null when something can. */
export function settingsFolderProblem(folder: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(folder, 'start-')));
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return t(
      'Nothing can be written in the settings folder {folder} ({code}). Let yourself write in it, or make room on its disk; or start with --user-data-dir=<folder> to use another one.',
      { folder, code },
    );
  }
}

/** Whether another process has the settings open, as Chromium notes it (on Windows elsewhere, where nothing that is told is too long). */
export function isOpenElsewhere(folder: string): boolean {
  try {
    const [, pid] = /-(\d+)$/.exec(readlinkSync(join(folder, 'SingletonLock'))) ?? [];
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // Somebody else's runs, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
