import { join } from 'node:path';
import { app, dialog } from 'electron';
import { t } from './language/text.ts';
import { log } from './log.ts';
import { readWindowPreferences, type WindowPreferences, writeWindowPreferences } from './window-preferences.ts';

const file = () => join(app.getPath('userData'), 'window.json');

/** What could not be written, on a full disk for example: it counts until the app ends, and is written with what changes next. */
let unwritten: Partial<WindowPreferences> = {};
let isTold = false;

/** What changes by itself: nobody waits for it, and nobody is told. */
const UNCHOSEN: ReadonlySet<string> = new Set<keyof WindowPreferences>(['bounds', 'maximized', 'lookedForVersionsAt']);

/** What is remembered from earlier starts, and was changed since. */
export function rememberedPreferences(): WindowPreferences {
  return { ...readWindowPreferences(file()), ...unwritten };
}

/** Changes some of what is remembered, now and, unless that cannot be written, for the next start. Never throws: a window is locked, or closed, all the same. */
export function rememberPreferences(changes: Partial<WindowPreferences>): void {
  try {
    writeWindowPreferences(file(), { ...rememberedPreferences(), ...changes });
    unwritten = {};
  } catch (error) {
    unwritten = { ...unwritten, ...changes };
    log.warn('the next start does not know what was changed in this window', error);
    if (Object.keys(changes).some((name) => !UNCHOSEN.has(name))) tellOnce(error as NodeJS.ErrnoException);
  }
}

function tellOnce({ code = '' }: NodeJS.ErrnoException): void {
  if (isTold) return;
  isTold = true;
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Gantry',
    message: t('What was changed in this window counts only until Gantry is closed.'),
    detail: t(
      '{file} could not be written ({code}), so the next start does not know it; a window that was locked opens without its password then. Make room on that disk, or let yourself write there, before you close Gantry.',
      { file: file(), code },
    ),
  });
}
