import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { GantryBridge, IpcAnswer, IpcChannel, IpcMethod, IpcStream, IpcTold } from '../main/ipc/contract.ts';

async function call(method: IpcMethod, input: unknown): Promise<never> {
  const channel: IpcChannel = `gantry:${method}`;
  const answer: IpcAnswer = await ipcRenderer.invoke(channel, input);
  if (!answer.ok) throw new Error(answer.message);
  // The contract's schema was applied in main; the bridge's type says what it is.
  return answer.value as never;
}

function listen<S extends IpcStream>(stream: S, listener: (told: IpcTold<S>) => void): () => void {
  const channel: IpcChannel = `gantry:${stream}`;
  const forward = (_event: IpcRendererEvent, told: IpcTold<S>) => listener(told);
  ipcRenderer.on(channel, forward);
  return () => ipcRenderer.off(channel, forward);
}

const bridge: GantryBridge = {
  request: (input) => call('request', input),
  stopRequest: (input) => call('stopRequest', input),
  getSession: () => call('getSession', undefined),
  signIn: (input) => call('signIn', input),
  signOut: () => call('signOut', undefined),
  lock: () => call('lock', undefined),
  confirmPassword: (input) => call('confirmPassword', input),
  getAskAtStart: () => call('getAskAtStart', undefined),
  setAskAtStart: (input) => call('setAskAtStart', input),
  copyText: (input) => call('copyText', input),
  chooseRepositoryFolder: () => call('chooseRepositoryFolder', undefined),
  wholePath: (input) => call('wholePath', input),
  // A file that the page made up has no path.
  nameDropped: (file) => call('nameDropped', { path: webUtils.getPathForFile(file) }),
  makePracticeRepository: () => call('makePracticeRepository', undefined),
  chooseCertificateFile: () => call('chooseCertificateFile', undefined),
  readAuthorMap: (input) => call('readAuthorMap', input),
  saveAuthorMap: (input) => call('saveAuthorMap', input),
  savePeopleBook: () => call('savePeopleBook', undefined),
  loadImportList: (input) => call('loadImportList', input),
  loadListAuthorMap: (input) => call('loadListAuthorMap', input),
  saveListReport: (input) => call('saveListReport', input),
  chooseArchive: () => call('chooseArchive', undefined),
  takeArchives: () => call('takeArchives', undefined),
  takeDeepLinks: () => call('takeDeepLinks', undefined),
  saveArchive: (input) => call('saveArchive', input),
  findArchive: (input) => call('findArchive', input),
  stopSavingArchive: (input) => call('stopSavingArchive', input),
  saveInspectedFile: (input) => call('saveInspectedFile', input),
  loadRestoreChoices: (input) => call('loadRestoreChoices', input),
  saveRestoreChoices: (input) => call('saveRestoreChoices', input),
  showSavedArchive: (input) => call('showSavedArchive', input),
  openRepositoryFolder: (input) => call('openRepositoryFolder', input),
  openReport: (input) => call('openReport', input),
  openDataFolder: () => call('openDataFolder', undefined),
  saveDiagnostics: (input) => call('saveDiagnostics', input),
  restoreBackup: (input) => call('restoreBackup', input),
  openExternal: (input) => call('openExternal', input),
  getColorScheme: () => call('getColorScheme', undefined),
  setColorScheme: (input) => call('setColorScheme', input),
  getLanguage: () => call('getLanguage', undefined),
  setLanguage: (input) => call('setLanguage', input),
  getVersions: () => call('getVersions', undefined),
  getNotices: () => call('getNotices', undefined),
  showRuntimeLicences: () => call('showRuntimeLicences', undefined),
  getVersionWatch: () => call('getVersionWatch', undefined),
  setVersionWatch: (input) => call('setVersionWatch', input),
  lookForNewVersion: () => call('lookForNewVersion', undefined),
  openReleases: () => call('openReleases', undefined),
  readEventLoopDelay: (input) => call('readEventLoopDelay', input),
  onEvent: (listener) => listen('onEvent', listener),
  onSession: (listener) => listen('onSession', listener),
  onDownload: (listener) => listen('onDownload', listener),
  onArchive: (listener) => listen('onArchive', listener),
  onLink: (listener) => listen('onLink', listener),
  onNewVersion: (listener) => listen('onNewVersion', listener),
  onCommand: (listener) => listen('onCommand', listener),
};

contextBridge.exposeInMainWorld('gantry', bridge);
