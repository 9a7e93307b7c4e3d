/** Ending the app: imports in full swing are asked about, the engine is closed before the process ends. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Engine } from './engine.ts';
import { log } from './log.ts';
import { currentWindow } from './window.ts';

const longestClose = 10_000;

let stage: 'running' | 'asking' | 'closing' | 'closed' = 'running';

/** Takes over every way out of the app, so that the engine always closes cleanly. */
export function guardQuitting(engine: Engine): void {
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    void quit(engine, { ask: true });
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // A signal comes from a terminal or from the system's shutdown: nobody is there to answer.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void quit(engine, { ask: false }));
  }
}

/** Where closing the window ends the app, asks before the window is gone. On macOS the app lives on. */
export function guardWindowClosing(window: BrowserWindow, engine: Engine): void {
  if (process.platform === 'darwin') return;
  window.on('close', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    void quit(engine, { ask: true });
  });
}

/** Ends the engine for good, without a question: what comes next ends the app. */
export async function endEngine(engine: Engine): Promise<void> {
  stage = 'closing';
  currentWindow()?.hide();
  await engine.close().catch((error: unknown) => log.error('closing the engine failed', error));
  stage = 'closed';
}

async function quit(engine: Engine, { ask }: { ask: boolean }): Promise<void> {
  if (stage !== 'running') return;
  stage = 'asking';
  if (ask && !(await agreed(engine))) {
    stage = 'running';
    return;
  }
  stage = 'closing';
  currentWindow()?.hide();
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestClose));
  await Promise.race([engine.close(), late]).catch((error: unknown) => log.error('closing the engine failed', error));
  stage = 'closed';
  app.quit();
}

async function agreed(engine: Engine): Promise<boolean> {
  const running = await engine.workingImports();
  if (running.length === 0) return true;
  const names = running.map(({ owner, repo }) => `${owner}/${repo}`).join(', ');
  const question = {
    type: 'question' as const,
    message: running.length === 1 ? 'An import is still running.' : `${running.length} imports are still running.`,
    detail: `${names}\n\nIf you quit now, it goes on by itself when Gantry is started again.`,
    buttons: ['Quit', 'Keep running'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const window = currentWindow();
  const { response } = window ? await dialog.showMessageBox(window, question) : await dialog.showMessageBox(question);
  return response === 0;
}
