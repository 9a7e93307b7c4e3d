import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { app, dialog, Menu } from 'electron';
import { lookAhead } from '../service/store/look-ahead.ts';
import { declareAppScheme, serveAppProtocol } from './app-protocol.ts';
import {
  archivesNamed,
  isArchive,
  otherDataFolder,
  readSecondStart,
  type SecondStart,
  terminalAnswer,
} from './command-line.ts';
import { askedDataFolder, dataFolderProblem } from './data-folder.ts';
import { placeOfData } from './data-place.ts';
import { linksAmong } from './deep-links.ts';
import { type IpcHandlers, registerIpcHandlers } from './ipc/handle.ts';
import { engineText } from './language/engine-text.ts';
import { applyLanguage, currentLanguage } from './language/language.ts';
import { t } from './language/text.ts';
import { denyPermissions, lockDownPages } from './lockdown.ts';
import { log, startLog } from './log.ts';
import { openArchive } from './opened-archives.ts';
import { openDeepLink } from './opened-links.ts';
import { applyColorScheme, currentWindow, pageHasFiles, showMainWindow } from './window.ts';

// Electron's own program is told the project's folder first.
const own = process.argv.slice(app.isPackaged ? 1 : 2);
const asked: SecondStart = {
  dataFolder: askedDataFolder(own, process.env),
  archives: archivesNamed(own, process.cwd()),
  links: linksAmong(own),
};

const answer = terminalAnswer(own, app.getVersion());
if (answer === null) open();
else {
  process.stdout.write(answer);
  app.exit(0);
}

function open(): void {
  declareAppScheme();
  // Electron's own menu is never shown.
  Menu.setApplicationMenu(null);
  lockDownPages();
  // Calling this as root would override --no-sandbox, and every child process would die.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (!app.requestSingleInstanceLock(asked)) {
    process.stderr.write(
      `Gantry is open already; its window comes to the front.${asked.dataFolder === null ? '' : ' It goes on with its own data folder, and says so where that is another one.'}\n`,
    );
    app.quit();
    return;
  }
  // macOS tells before the app is ready, too.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isArchive(path)) openArchive(path);
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    for (const text of linksAmong([link])) openDeepLink(text);
  });
  for (const path of asked.archives) openArchive(path);
  for (const link of asked.links) openDeepLink(link);
  // The packages of other systems say it themselves.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('gantry');
  // Not a top-level await: that would keep Playwright's launch waiting for ever.
  app.whenReady().then(start).catch(giveUp);
}

async function start(): Promise<void> {
  // Before the first file is made.
  process.umask(0o077);
  applyLanguage();
  const dataFolder = asked.dataFolder ?? (await placeOfData());
  const problem = dataFolderProblem(dataFolder);
  if (problem !== null) throw new Error(problem);
  startLog(dataFolder);
  // In threads, beside all that comes before the engine.
  const looked = lookAhead(dataFolder);
  denyPermissions();
  serveAppProtocol(join(app.getAppPath(), 'out', 'renderer'));
  applyColorScheme();

  // What the page asks meanwhile waits for the engine.
  const opened = Promise.withResolvers<IpcHandlers>();
  registerIpcHandlers(opened.promise);
  const window = showMainWindow(opened.promise);
  app.on('second-instance', (_event, _argv, _folder, told) => {
    const second = readSecondStart(told);
    showMainWindow();
    for (const path of second.archives) openArchive(path);
    for (const link of second.links) openDeepLink(link);
    const sentence = otherDataFolder(second.dataFolder, dataFolder);
    if (sentence !== null) sayRefusal(new Error(sentence));
  });
  app.on('activate', () => showMainWindow());

  const pageRead = pageHasFiles(window);
  enableCompileCache(join(app.getPath('userData'), 'compiled'));
  // While the page's process starts.
  const { openEngine, wasAsked } = await import('./engine-of-window.ts');
  // Its files come from this thread: behind the engine's start they would wait for half a second where there is much.
  await pageRead;
  try {
    opened.resolve(await openEngine(dataFolder, looked, sayRefusal));
  } catch (error) {
    // Its question was answered with "Quit": a person has read it.
    if (!wasAsked(error)) throw error;
    log.error('the app could not start', error);
    app.exit(1);
  }
}

/** Says why something that the menu offers was not done. */
function sayRefusal(error: unknown): void {
  log.warn('refused from the menu', error);
  const message = error instanceof Error ? error.message : String(error);
  const window = currentWindow();
  if (window) void dialog.showMessageBox(window, { type: 'info', message });
}

/** In the terminal and on the screen. */
async function giveUp(error: unknown): Promise<void> {
  log.error('the app could not start', error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Gantry could not start: ${message}\n`);
  const said = await engineText(currentLanguage(), message).catch(() => message);
  dialog.showErrorBox(t('Gantry could not start'), said);
  app.exit(1);
}
