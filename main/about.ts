/** What the app knows of itself: the licences of what is built into it, and where new versions are looked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, net, shell } from 'electron';
import { IpcRefusal } from './ipc/handle.ts';
import { tellWindows } from './ipc/tell.ts';
import { t } from './language/text.ts';
import { FeedFailure, feedFile, feedOf } from './new-version.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';
import { VersionWatch } from './version-watch.ts';

const RELEASES = 'https://github.com/gantry/gantry/releases';

/** Beside the packed app, or where the build of the sources writes it. */
const besideApp = () => (app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'out'));

/** Licences of the packages that are built in, as the build collected them. */
export function thirdPartyNotices(): string {
  try {
    return readFileSync(join(besideApp(), 'third-party-notices.txt'), 'utf8');
  } catch {
    throw new IpcRefusal(t('The file with the licences, third-party-notices.txt, is missing from this installation.'));
  }
}

/** Shows the licences of Electron and Chromium, which are 20 MB, in the system's file manager. */
export function showRuntimeLicences(): void {
  const folder = join(process.execPath, '..');
  shell.showItemInFolder(join(folder, app.isPackaged ? 'LICENSE.electron.txt' : 'LICENSE'));
}

export function openReleases(): Promise<void> {
  return shell.openExternal(RELEASES);
}

/** Tests name a feed of their own. */
const testFeed = process.env.GANTRY_TEST_HOOKS === '1' ? process.env.GANTRY_TEST_FEED : undefined;

export const versionWatch = new VersionWatch({
  feed: testFeed === undefined ? feedOf(besideApp(), process.env) : { address: testFeed },
  file: feedFile(process.platform, process.arch),
  current: app.getVersion(),
  fetch: (...asked) => net.fetch(...(asked as Parameters<typeof net.fetch>)),
  read: rememberedPreferences,
  write: rememberPreferences,
  found: (version) => {
    tellWindows('onNewVersion', version);
  },
  now: Date.now,
});

/** Looks because a person said so. @throws IpcRefusal with a sentence */
export async function lookForNewVersion() {
  try {
    return await versionWatch.look();
  } catch (error) {
    if (error instanceof FeedFailure) throw new IpcRefusal(error.message);
    throw error;
  }
}
