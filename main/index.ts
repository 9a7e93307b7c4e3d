import { join } from 'node:path';
import { app, dialog } from 'electron';
import { DamagedDatabase, InstallationUnsure } from '../service/index.ts';
import { declareAppScheme, serveAppProtocol } from './app-protocol.ts';
import { chooseDataFolder } from './data-folder.ts';
import { startEngine } from './engine.ts';
import { registerIpcHandlers } from './ipc/handle.ts';
import { ipcHandlers } from './ipc/handlers.ts';
import { tellWindows } from './ipc/tell.ts';
import { denyPermissions, lockDownPages } from './lockdown.ts';
import { log, startLog } from './log.ts';
import { installMenu } from './menu.ts';
import { openDataFolder } from './open-folders.ts';
import { guardQuitting, guardWindowClosing } from './quit.ts';
import { applyColorScheme, currentWindow, showMainWindow } from './window.ts';

declareAppScheme();
lockDownPages();
// Calling this as root would override --no-sandbox, and every child process would die.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

if (app.requestSingleInstanceLock()) {
  // Not a top-level await: that would keep Playwright's launch waiting for ever.
  app.whenReady().then(start).catch(giveUp);
} else {
  app.quit();
}

async function start(): Promise<void> {
  // Before the first file is made.
  process.umask(0o077);
  const dataFolder = chooseDataFolder(process.argv, process.env, app.getPath('userData'));
  startLog(dataFolder);
  denyPermissions();
  serveAppProtocol(join(app.getAppPath(), 'out', 'renderer'));
  applyColorScheme();

  const engine = await startEngine(dataFolder);
  engine.onEvent((event) => {
    tellWindows('onEvent', event);
  });
  engine.session.onChange((state) => {
    tellWindows('onSession', state);
  });
  registerIpcHandlers(ipcHandlers(engine));
  installMenu({
    openData: () => void openDataFolder(engine).catch(sayRefusal),
    lock: () => engine.session.lock(),
    signOut: () => engine.session.signOut(),
  });
  guardQuitting(engine);

  app.on('browser-window-created', (_event, window) => guardWindowClosing(window, engine));
  app.on('second-instance', () => showMainWindow());
  app.on('activate', () => showMainWindow());
  showMainWindow();
}

/** Says why something that the menu offers was not done. */
function sayRefusal(error: unknown): void {
  log.warn('refused from the menu', error);
  const message = error instanceof Error ? error.message : String(error);
  const window = currentWindow();
  if (window) void dialog.showMessageBox(window, { type: 'info', message });
}

function giveUp(error: unknown): void {
  log.error('the app could not start', error);
  // Its question was answered with "Quit": a person has read it.
  if (!(error instanceof InstallationUnsure) && !(error instanceof DamagedDatabase))
    dialog.showErrorBox('Gantry could not start', error instanceof Error ? error.message : String(error));
  app.exit(1);
}
