/** The question what to do about a database that is damaged, or does not fit to the files beside it. */
import { dialog } from 'electron';
import type { Backup } from '../service/index.ts';

const QUIT = 'Quit and look first';
const ADOPT = 'Go on with what is there';

export type Way = 'quit' | 'adopt' | 'restore';

/**
 * @param message what is wrong, and what can be done
 * @param offers the backup that can be put back, if there is one, and whether going on is possible
 * @returns `adopt`: to go on without removing what is not known
 */
export async function askWay(
  message: string,
  { backup, mayAdopt }: { backup: Backup | undefined; mayAdopt: boolean },
): Promise<Way> {
  const restore = backup === undefined ? null : `Restore the backup of ${backup.made_at.slice(0, 10)}`;
  const buttons = [QUIT, ...(restore === null ? [] : [restore]), ...(mayAdopt ? [ADOPT] : [])];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Gantry',
    message: mayAdopt
      ? 'The database and the files of this data folder do not belong together.'
      : 'The database of this data folder is damaged.',
    detail: message,
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  const chosen = buttons[response];
  if (chosen === ADOPT) return 'adopt';
  return chosen !== undefined && chosen === restore ? 'restore' : 'quit';
}
