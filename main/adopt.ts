/** The question what to do about a database that is damaged, or does not fit to the files beside it. */
import { dialog } from 'electron';
import type { Backup } from '../service/index.ts';
import { t } from './language/text.ts';

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
  const restore =
    backup === undefined ? null : t('Restore the backup of {made_at}', { made_at: backup.made_at.slice(0, 10) });
  const adopt = t('Go on with what is there');
  const buttons = [t('Quit and look first'), ...(restore === null ? [] : [restore]), ...(mayAdopt ? [adopt] : [])];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Gantry',
    message: mayAdopt
      ? t('The database and the files of this data folder do not belong together.')
      : t('The database of this data folder is damaged.'),
    detail: message,
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  const chosen = buttons[response];
  if (chosen === adopt) return 'adopt';
  return chosen !== undefined && chosen === restore ? 'restore' : 'quit';
}
