/** Which data folder this start uses, with a question where an older place holds the data. */
import { homedir } from 'node:os';
import { app, dialog } from 'electron';
import { moveDataFolder, olderDataFolder, usualDataFolder } from './data-folder.ts';
import { t } from './language/text.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';

/** The usual place of this system, or the older one where a person wants that, or it cannot be moved. */
export async function placeOfData(): Promise<string> {
  const userData = app.getPath('userData');
  const usual = usualDataFolder({ platform: process.platform, env: process.env, home: homedir() });
  const older = olderDataFolder(usual, userData);
  if (older === null) return usual;
  if (rememberedPreferences().keepsOlderPlace) return older;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Gantry',
    message: t('Move your data to its usual place?'),
    detail: t(
      "An earlier version kept it beside the settings, in {older}. This system's place for it is {usual}. On the same disk that takes a moment, and nothing is copied.",
      { older, usual },
    ),
    buttons: [t('Move it'), t('Leave it there')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) {
    rememberPreferences({ keepsOlderPlace: true });
    return older;
  }
  const problem = moveDataFolder(older, usual);
  if (problem === null) return usual;
  rememberPreferences({ keepsOlderPlace: true });
  await dialog.showMessageBox({
    type: 'info',
    title: 'Gantry',
    message: t('The data stays where it is.'),
    detail: problem,
  });
  return older;
}
