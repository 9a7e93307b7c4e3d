/** A backup that is asked for in Settings: the engine must end first. */
import { app, dialog } from 'electron';
import { z } from 'zod';
import { returnToWorkingFolder } from '../service/processes/working-folder.ts';
import type { Engine } from './engine.ts';
import type { IpcInput } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { errorText } from './language/engine-text.ts';
import { currentLanguage } from './language/language.ts';
import { t } from './language/text.ts';
import { log } from './log.ts';
import { endEngine } from './quit.ts';
import { putBack, RESTORED } from './restored-backup.ts';

const backupsSchema = z.array(z.object({ name: z.string() }));

/** Ends the engine, puts the backup back and starts the app again, whatever became of it. */
export async function restoreAndStartAgain(engine: Engine, { name }: IpcInput<'restoreBackup'>): Promise<void> {
  const response = await engine.fetch('GET', '/installation/backups');
  if (!response.ok) throw new IpcRefusal(t('Only owners of this installation restore backups.'));
  const known = backupsSchema.parse(await response.json());
  if (!known.some((backup) => backup.name === name)) throw new IpcRefusal(t('This backup is not there any more.'));
  await endEngine(engine);
  let restored = false;
  try {
    putBack(engine.dataFolder, { name });
    restored = true;
  } catch (error) {
    log.error('a backup was not put back', error);
    dialog.showErrorBox(t('The backup was not put back'), await errorText(currentLanguage(), error));
  }
  const others = process.argv.slice(1).filter((argument) => argument !== RESTORED);
  returnToWorkingFolder();
  app.relaunch({ args: restored ? [...others, RESTORED] : others });
  app.quit();
}
