/** What the window needs of the engine. A module of its own: the window is made, and its page read, while this one is loaded. */
import { app } from 'electron';
import { versionWatch } from './about.ts';
import { drawAttention } from './attention.ts';
import { type Engine, startEngine } from './engine.ts';
import { EngineDoor } from './engine-thread/door.ts';
import type { EngineThread } from './engine-thread/start.ts';
import type { IpcHandlers } from './ipc/handle.ts';
import { ipcHandlers } from './ipc/handlers.ts';
import { tellWindows } from './ipc/tell.ts';
import { keychain } from './keychain.ts';
import { logOfEngine } from './log.ts';
import { installMenu } from './menu.ts';
import { openDataFolder } from './open-folders.ts';
import { guardQuitting, guardWindowClosing } from './quit.ts';
import { currentWindow } from './window.ts';

/** An engine that the window asks. */
interface OpenEngine {
  /** What the window may ask. */
  handlers: IpcHandlers;
  /** Resolves with why the engine's thread ended without having been told to. */
  broken: Promise<Error>;
}

/**
 * Opens the engine in its thread, and lets the app follow it.
 * @param sayRefusal says why something that the menu offers was not done
 * @throws what `startEngine` throws
 */
export async function openEngine(
  thread: EngineThread,
  dataFolder: string,
  sayRefusal: (error: unknown) => void,
): Promise<OpenEngine> {
  const door = new EngineDoor(thread, keychain, logOfEngine);
  const engine = await startEngine(door, dataFolder);
  engine.onEvent((event) => {
    tellWindows('onEvent', event);
  });
  engine.session.onChange((state) => {
    tellWindows('onSession', state);
  });
  forgetPlacesOfOthers(engine);
  drawAttention(engine);
  // The page, which waits for this, asks for its first answers before that.
  setImmediate(() => fillMenu(engine, sayRefusal));
  guardQuitting(engine);
  versionWatch.begin();
  const window = currentWindow();
  if (window) guardWindowClosing(window, engine);
  app.on('browser-window-created', (_event, created) => guardWindowClosing(created, engine));
  return { handlers: ipcHandlers(engine), broken: door.broken };
}

/** The places where somebody was are named after repositories: whoever signs in next cannot go back to them. */
function forgetPlacesOfOthers(engine: Engine): void {
  let theirs = engine.session.state().login;
  engine.session.onChange(({ login }) => {
    if (login === null) return;
    if (login !== theirs) currentWindow()?.webContents.navigationHistory.clear();
    theirs = login;
  });
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
