import { app, session } from 'electron';
import { appOrigin, appStartUrl } from './app-protocol.ts';
import { log } from './log.ts';

/** Denies what a page of ours never needs, for every page that is ever made. */
export function lockDownPages(): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (isOwnPage(event.url)) return;
      event.preventDefault();
      log.warn(`denied navigation to ${event.url}`);
    });
    // Chromium asks nobody before it shows about:blank.
    contents.on('did-navigate', (_event, url) => {
      if (isOwnPage(url)) return;
      log.warn(`left ${url} for the own page`);
      void contents.loadURL(appStartUrl);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
  });
}

/** Denies cameras, notifications, clipboards and the rest; there is nothing in Gantry that asks. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  // Files are saved by main, behind its own dialogs.
  session.defaultSession.on('will-download', (event, item) => {
    event.preventDefault();
    log.warn(`denied the download of ${item.getURL().slice(0, 200)}`);
  });
}

function isOwnPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.protocol}//${url.host}` === appOrigin;
}
