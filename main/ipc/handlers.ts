import { app, clipboard, shell } from 'electron';
import { lookForNewVersion, openReleases, showRuntimeLicences, thirdPartyNotices, versionWatch } from '../about.ts';
import {
  chooseArchive,
  findArchive,
  loadRestoreChoices,
  saveArchive,
  saveInspectedFile,
  saveRestoreChoices,
  showSavedArchive,
  stopSavingArchive,
} from '../archive-files.ts';
import { readAuthorMap, saveAuthorMap, savePeopleBook } from '../author-map-files.ts';
import { restoreAndStartAgain } from '../backups.ts';
import { saveDiagnostics } from '../diagnostics-file.ts';
import type { Engine } from '../engine.ts';
import { readEventLoopDelay } from '../event-loop-delay.ts';
import { allowedExternalAddress } from '../external-addresses.ts';
import { loadImportList, loadListAuthorMap, saveListReport } from '../import-list-files.ts';
import { chooseLanguage, chosenLanguage } from '../language/language.ts';
import { t } from '../language/text.ts';
import { drawMenu } from '../menu.ts';
import { mayName } from '../named-folders.ts';
import { nameDropped, wholePath } from '../named-sources.ts';
import {
  chooseCertificateFile,
  chooseRepositoryFolder,
  openDataFolder,
  openReport,
  openRepositoryFolder,
} from '../open-folders.ts';
import { takeArchives } from '../opened-archives.ts';
import { takeDeepLinks } from '../opened-links.ts';
import { makePracticeRepository } from '../practice/practice.ts';
import { rememberedPreferences, rememberPreferences } from '../preferences-file.ts';
import { chooseColorScheme, chosenColorScheme } from '../window.ts';
import { type IpcHandlers, IpcRefusal } from './handle.ts';
import { tellWindows } from './tell.ts';

/** What each method of the contract does. */
export function ipcHandlers(engine: Engine): IpcHandlers {
  /** Requests that may be stopped, by their tickets. */
  const running = new Map<string, AbortController>();
  return {
    request: async ({ method, path, body, ticket }) => {
      const stop = new AbortController();
      if (ticket !== undefined) running.set(ticket, stop);
      if (!(await mayName(method, body))) {
        return {
          status: 403,
          headers: {},
          body: JSON.stringify({ message: t('You did not allow this folder, so nothing was done with it.') }),
        };
      }
      const content = body === null ? {} : { body, contentType: 'application/json' };
      try {
        const response = await engine.fetch(method, path, { ...content, signal: stop.signal });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        };
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        return { status: 499, headers: {}, body: JSON.stringify({ message: t('It was stopped.') }) };
      } finally {
        if (ticket !== undefined) running.delete(ticket);
      }
    },
    stopRequest: ({ ticket }) => void running.get(ticket)?.abort(),
    getSession: () => engine.session.state(),
    signIn: ({ login, password, otp }) => engine.session.signIn(login, password, otp),
    signOut: () => void engine.session.signOut(),
    lock: () => void engine.session.lock(),
    confirmPassword: ({ password, otp }) => engine.session.confirmPassword(password, otp),
    getAskAtStart: () => rememberedPreferences().askAtStart,
    setAskAtStart: ({ ask }) => void rememberPreferences({ askAtStart: ask }),
    copyText: ({ text }) => void clipboard.writeText(text),
    chooseRepositoryFolder,
    wholePath,
    nameDropped,
    makePracticeRepository: () => makePracticeRepository(engine),
    chooseCertificateFile,
    readAuthorMap: (input) => readAuthorMap(engine, input),
    saveAuthorMap: (input) => saveAuthorMap(engine, input),
    savePeopleBook: () => savePeopleBook(engine),
    loadImportList: (input) => loadImportList(engine, input),
    loadListAuthorMap: (input) => loadListAuthorMap(engine, input),
    saveListReport: (input) => saveListReport(engine, input),
    chooseArchive,
    takeArchives,
    takeDeepLinks,
    saveArchive: (input) =>
      saveArchive(engine, input, (progress) => {
        tellWindows('onDownload', progress);
      }),
    findArchive: (input) => findArchive(engine, input),
    stopSavingArchive: (input) => void stopSavingArchive(input),
    saveInspectedFile: (input) => saveInspectedFile(engine, input),
    loadRestoreChoices: (input) => loadRestoreChoices(engine, input),
    saveRestoreChoices: (input) => saveRestoreChoices(engine, input),
    showSavedArchive: (input) => void showSavedArchive(input),
    openRepositoryFolder: async ({ owner, repo }) => void (await openRepositoryFolder(engine, owner, repo)),
    openReport: async ({ owner, repo }) => void (await openReport(engine, owner, repo)),
    saveDiagnostics,
    restoreBackup: async (input) => void (await restoreAndStartAgain(engine, input)),
    openDataFolder: async () => void (await openDataFolder(engine)),
    openExternal: async ({ url }) => {
      const address = allowedExternalAddress(url);
      if (address === null) throw new IpcRefusal(t('Gantry does not open this address.'));
      await shell.openExternal(address);
      return undefined;
    },
    getColorScheme: chosenColorScheme,
    setColorScheme: ({ scheme }) => void chooseColorScheme(scheme),
    getLanguage: chosenLanguage,
    setLanguage: ({ language }) => {
      chooseLanguage(language);
      drawMenu();
    },
    getVersions: () => ({
      app: app.getVersion(),
      electron: process.versions.electron ?? '',
      chrome: process.versions.chrome ?? '',
      node: process.versions.node,
    }),
    getNotices: thirdPartyNotices,
    showRuntimeLicences: () => void showRuntimeLicences(),
    getVersionWatch: () => versionWatch.state(),
    setVersionWatch: ({ enabled }) => void versionWatch.choose(enabled),
    lookForNewVersion,
    openReleases: async () => void (await openReleases()),
    readEventLoopDelay: async ({ reset, of }) => {
      const reading = of === 'app' ? readEventLoopDelay(reset) : await engine.loopDelay(reset);
      if (!reading) throw new IpcRefusal('Start Gantry with GANTRY_TEST_HOOKS=1 to measure this.');
      return reading;
    },
  };
}
