/** What the window needs of the engine. A module of its own: the window is made, and its page read, while this one is loaded. */
import { app } from 'electron';
import { DamagedDatabase, InstallationUnsure } from '../service/index.ts';
import type { Looked } from '../service/store/look-ahead.ts';
import { versionWatch } from './about.ts';
import { drawAttention } from './attention.ts';
import { type Engine, startEngine } from './engine.ts';
import type { IpcHandlers } from './ipc/handle.ts';
import { ipcHandlers } from './ipc/handlers.ts';
import { tellWindows } from './ipc/tell.ts';
import { installMenu } from './menu.ts';
import { openDataFolder } from './open-folders.ts';
import { guardQuitting, guardWindowClosing } from './quit.ts';
import { currentWindow } from './window.ts';

/**
 * Opens the engine on a data folder, and lets the app follow it.
 * @param looked its databases that are whole
 * @param sayRefusal says why something that the menu offers was not done
 * @returns what the window may ask
 * @throws what `startEngine` throws
 */
export async function openEngine(
  dataFolder: string,
  looked: Promise<Looked[]>,
  sayRefusal: (error: unknown) => void,
): Promise<IpcHandlers> {
  const engine = await startEngine(dataFolder, looked);
  engine.onEvent((event) => {
    tellWindows('onEvent', event);
  });
  engine.session.onChange((state) => {
    tellWindows('onSession', state);
  });
  drawAttention(engine);
  fillMenu(engine, sayRefusal);
  guardQuitting(engine);
  versionWatch.begin();
  const window = currentWindow();
  if (window) guardWindowClosing(window, engine);
  app.on('browser-window-created', (_event, created) => guardWindowClosing(created, engine));
  return ipcHandlers(engine);
}

function fillMenu(engine: Engine, sayRefusal: (error: unknown) => void): void {
  installMenu({
    openData: () => void openDataFolder(engine).catch(sayRefusal),
    lock: () => engine.session.lock(),
    signOut: () => engine.session.signOut(),
    isOpen: () => {
      const { login, locked } = engine.session.state();
      return login !== null && !locked;
    },
  });
}

/** Whether an engine was not opened because a person wanted to look first. */
export function wasAsked(error: unknown): boolean {
  return error instanceof InstallationUnsure || error instanceof DamagedDatabase;
}
