/** The process that draws the page can end by itself (no memory left, a fault of a driver): its window would stay blank for good. */
import { app, type BrowserWindow, dialog } from 'electron';
import { t } from './language/text.ts';
import { log } from './log.ts';

/** A page that ends again this soon, in milliseconds, ends each time it is opened: nobody is kept watching that. */
const AT_ONCE_MS = 20_000;

/** Opens the page anew where its process ended, and says so; one that ends at once again is opened when a person says so. */
export function bringPageBack(window: BrowserWindow): void {
  let broughtBack = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error(`the page ended by itself: ${reason}, ${exitCode}`);
    const isAgain = performance.now() - broughtBack < AT_ONCE_MS;
    const open = () => {
      if (window.isDestroyed()) return;
      broughtBack = performance.now();
      window.webContents.reload();
    };
    // Not while it is told: the whole app ended with Electron 42 where a page is opened within this event (electron/electron#51900).
    if (!isAgain) setImmediate(open);
    void askOrTell(window, isAgain ? [t('Open it again'), t('Quit')] : [t('OK')]).then((answer) => {
      if (!isAgain) return;
      if (answer === 0) open();
      else app.quit();
    });
  });
}

async function askOrTell(window: BrowserWindow, buttons: string[]): Promise<number> {
  if (window.isDestroyed()) return 0;
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Gantry',
    message: t('The page in this window stopped unexpectedly.'),
    detail: t(
      'What was being typed may be lost; imports and all other work go on meanwhile. The log in the data folder says more.',
    ),
    buttons,
    defaultId: 0,
    cancelId: buttons.length - 1,
    noLink: true,
  });
  return response;
}
