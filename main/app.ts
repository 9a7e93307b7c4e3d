/** Opens the window, and behind it the engine. Evaluated before Electron is ready. */
import { join } from 'node:path';
import { app, dialog, Menu } from 'electron';
import { leaveWorkingFolder, returnToWorkingFolder, workingFolder } from '../service/processes/working-folder.ts';
import { declareAppScheme, serveAppProtocol } from './app-protocol.ts';
import {
  archivesNamed,
  asTold,
  flagsAmong,
  isArchive,
  isTooLongToTell,
  otherDataFolder,
  readSecondStart,
  type SecondStart,
} from './command-line.ts';
import { askedDataFolder, dataFolderProblem, holdsInstallation, lacksDataFolder } from './data-folder.ts';
import { placeOfData } from './data-place.ts';
import { linksAmong } from './deep-links.ts';
import { isEnding, startAfterwards } from './ending.ts';
import { startEngineThread } from './engine-thread/start.ts';
import type { IpcHandlers } from './ipc/handle.ts';
import { applyLanguage, currentLanguage } from './language/language.ts';
import { t } from './language/text.ts';
import { viewOfLastWindow } from './last-view/between-windows.ts';
import { asPartOfPage } from './last-view/last-view.ts';
import { denyPermissions, lockDownPages } from './lockdown.ts';
import { log, startLog } from './log.ts';
import { isOpenElsewhere, settingsFolderProblem } from './settings-folder.ts';
import { applyColorScheme, currentWindow, showMainWindow } from './window.ts';

// Electron's own program is told the project's folder first.
const own = process.argv.slice(app.isPackaged ? 1 : 2);
const asked: SecondStart = {
  dataFolder: askedDataFolder(own, process.env, workingFolder()),
  archives: archivesNamed(own, workingFolder()),
  links: linksAmong(own),
  flags: flagsAmong(process.argv.slice(1)),
};

leaveWorkingFolder();
open();

function open(): void {
  declareAppScheme();
  withoutNetworkProcess();
  // Electron's own menu is never shown.
  Menu.setApplicationMenu(null);
  lockDownPages();
  // Calling this as root would override --no-sandbox, and every child process would die.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (lacksDataFolder(own)) {
    refuse(() => t('"--data" stands without a folder. Name the folder behind it, or leave "--data" out.'));
    return;
  }
  const told = asTold(asked);
  if (isTooLongToTell(process.argv, told) && isOpenElsewhere(app.getPath('userData'))) {
    refuse(() => t('Gantry is open already, and this is more than it can be told at once. Name fewer files.'));
    return;
  }
  if (!app.requestSingleInstanceLock({ ...told })) {
    // Chromium says the same where it cannot write who has it open.
    const folder = app.getPath('userData');
    if (settingsFolderProblem(folder) !== null) {
      refuse(() => settingsFolderProblem(folder) ?? '');
      return;
    }
    process.stderr.write(
      `Gantry is open already; its window comes to the front.${asked.dataFolder === null ? '' : ' It goes on with its own data folder, and says so where that is another one.'}\n`,
    );
    app.quit();
    return;
  }
  // macOS tells before the app is ready, too.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isArchive(path)) void handOver({ archives: [path], links: [] });
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    void handOver({ archives: [], links: linksAmong([link]) });
  });
  // The packages of other systems say it themselves.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('gantry');
  app.whenReady().then(start).catch(giveUp);
}

/**
 * A page of Gantry's reaches no network, and what main asks goes through Node: the process that Chromium starts for networks has
 * nothing to do, and on two cores a twentieth of the start is its own. On macOS and Windows, where nobody measured, it stays.
 */
function withoutNetworkProcess(): void {
  if (process.platform !== 'linux') return;
  const features = [app.commandLine.getSwitchValue('enable-features'), 'NetworkServiceInProcess2'];
  app.commandLine.appendSwitch('enable-features', features.filter((name) => name !== '').join(','));
}

/** A page that draws what the last window left, but does not say so, waits no longer for its engine; in milliseconds. */
const LONGEST_DRAWING_MS = 3000;

async function start(): Promise<void> {
  const firstPart = Promise.withResolvers<string>();
  const usable = Promise.withResolvers<unknown>();
  // What the page asks before the engine is open waits for it.
  const opened = Promise.withResolvers<IpcHandlers>();
  const isDrawn = Promise.withResolvers<void>();
  denyPermissions();
  applyColorScheme();
  applyLanguage();
  serveAppProtocol(join(app.getAppPath(), 'out', 'renderer'), firstPart.promise, async () => {
    const { registerIpcHandlers } = await import('./behind-window.ts');
    registerIpcHandlers(opened.promise, (method) => {
      // With a view the page knows who is signed in. It asks once that is drawn.
      if (method === 'getSession') isDrawn.resolve();
    });
  });
  // Before all else: its process takes longest to start. Nothing is shown before the document is there, which waits for its first part.
  showMainWindow(usable.promise);
  // Told once: what comes while a question is open, or the window is made, is not told again.
  const used = Promise.withResolvers<string>();
  app.on('second-instance', (_event, _argv, _folder, told) => void follow(readSecondStart(told), used.promise));

  const dataFolder = asked.dataFolder ?? (await placeOfData());
  used.resolve(dataFolder);
  const problem = dataFolderProblem(dataFolder);
  if (problem !== null) throw new StartRefusal(problem);
  // A folder that the engine refuses is somebody's for other things: nothing is laid into it.
  startLog(holdsInstallation(dataFolder) ? dataFolder : app.getPath('userData'));
  const view = viewOfLastWindow(dataFolder);
  usable.resolve(view === null ? opened.promise : null);
  firstPart.resolve(view === null ? '' : asPartOfPage(view));
  // It reads its modules beside all that comes here; a page that needs nothing of it for now has both cores to itself instead.
  // Not before the app is ready: Electron's own start ends with a fault of memory now and then where a thread works beside it
  // (seen with Electron 42).
  const begun = view === null ? startEngineThread() : null;

  void handOver(asked);
  app.on('activate', () => showMainWindow());

  if (view !== null) {
    setTimeout(isDrawn.resolve, LONGEST_DRAWING_MS);
    await isDrawn.promise;
  }
  const thread = begun ?? startEngineThread();
  // While the page's process starts.
  const { openEngine } = await import('./engine-of-window.ts');
  try {
    const { handlers, broken } = await openEngine(thread, dataFolder, sayRefusal);
    startLog(dataFolder);
    opened.resolve(handlers);
    void broken.then(engineBroke);
  } catch (error) {
    const { isUnsure } = await import('./unsure-folder.ts');
    // Its question was answered with "Quit": a person has read it.
    if (!isUnsure(error)) throw error;
    log.error('the app could not start', error);
    app.exit(1);
  }
}

/** Does what a second start was for. @param used the data folder of this one, once that is known */
async function follow(second: SecondStart, used: Promise<string>): Promise<void> {
  if (isEnding()) {
    startAfterwards(second);
    return;
  }
  showMainWindow();
  void handOver(second);
  const sentence = otherDataFolder(second.dataFolder, await used);
  if (sentence !== null) sayRefusal(new Error(sentence));
}

/** Hands to the page what was named outside of it. */
async function handOver({ archives, links }: Pick<SecondStart, 'archives' | 'links'>): Promise<void> {
  if (archives.length + links.length === 0) return;
  const { openArchive, openDeepLink } = await import('./behind-window.ts');
  for (const path of archives) openArchive(path);
  for (const link of links) openDeepLink(link);
}

/** Why the app does not start, where a person can mend that: the sentence says all, and where it was thrown says nothing. */
class StartRefusal extends Error {}

/** @param sentence is asked for in the language of the app, which is known once that is ready */
function refuse(sentence: () => string): void {
  app
    .whenReady()
    .then(() => {
      applyLanguage();
      throw new StartRefusal(sentence());
    })
    .catch(giveUp);
}

/** The window can do nothing without its engine. What was running goes on at the next start. */
async function engineBroke(reason: Error): Promise<void> {
  log.error('the engine ended by itself', reason);
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Gantry',
    message: t('The engine of Gantry stopped unexpectedly.'),
    detail: t(
      'Nothing that was reported as done is lost, and work that was running goes on at the next start. The log in the data folder says more.',
    ),
    buttons: [t('Start again'), t('Quit')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) {
    returnToWorkingFolder();
    app.relaunch();
  }
  app.exit(1);
}

/** Says why something that the menu offers was not done. */
function sayRefusal(error: unknown): void {
  log.warn('refused from the menu', error);
  const message = error instanceof Error ? error.message : String(error);
  const window = currentWindow();
  const said = { type: 'info' as const, message };
  // One that is not shown yet would hide what belongs to it.
  void (window?.isVisible() ? dialog.showMessageBox(window, said) : dialog.showMessageBox(said));
}

/** In the terminal and on the screen. */
async function giveUp(error: unknown): Promise<void> {
  if (!(error instanceof StartRefusal)) log.error('the app could not start', error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Gantry could not start: ${message}\n`);
  // With all sentences of the engine, which a start that goes well does not need.
  const { errorText } = await import('./language/engine-text.ts');
  const said = await errorText(currentLanguage(), error).catch(() => message);
  dialog.showErrorBox(t('Gantry could not start'), said);
  app.exit(1);
}
