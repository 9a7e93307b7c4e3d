/** What the window needs of the engine. A module of its own: the window is made, and its page read, while this one is loaded. */
import { app } from 'electron';
import { versionWatch } from './about.ts';
import { drawAttention } from './attention.ts';
import { type Engine, startEngine } from './engine.ts';
import type { EngineDoor } from './engine-thread/door.ts';
import type { IpcHandlers } from './ipc/handle.ts';
import { ipcHandlers } from './ipc/handlers.ts';
import { tellWindows } from './ipc/tell.ts';
import { installMenu } from './menu.ts';
import { openDataFolder } from './open-folders.ts';
import { guardQuitting, guardWindowClosing } from './quit.ts';
import { currentWindow } from './window.ts';

/**
 * Lets the app follow the engine that is being opened.
 * @param opening what `beginOpening` gave
 * @param sayRefusal says why something that the menu offers was not done
 * @returns what the window may ask
 * @throws what `startEngine` throws
 */
export async function openEngine(
  door: EngineDoor,
  dataFolder: string,
  opening: Promise<string | null>,
  sayRefusal: (error: unknown) => void,
): Promise<IpcHandlers> {
  const engine = await startEngine(door, dataFolder, opening);
  engine.onEvent((event) => {
    tellWindows('onEvent', event);
  });
  engine.session.onChange((state) => {
    tellWindows('onSession', state);
  });
  drawAttention(engine);
  // The page, which waits for this, asks for its first answers before that.
  setImmediate(() => fillMenu(engine, sayRefusal));
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
