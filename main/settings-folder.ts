/** The folder of the app's settings, which also says whether the app is open already. */
import { mkdtempSync, rmdirSync } from 'node:fs';
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
