/** Ending the app: work in full swing is asked about, the engine is closed before the process ends. */
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { beginEnding } from './ending.ts';
import type { Engine } from './engine.ts';
import { t } from './language/text.ts';
import { leaveView } from './last-view/between-windows.ts';
import { presentView } from './last-view/present-view.ts';
import { log } from './log.ts';
import { currentWindow } from './window.ts';
import { blindQuitQuestion, quitQuestion, type WorkAtHand } from './work-words.ts';

const longestClose = 10_000;
/** How long who wants to quit waits to be told what runs, in milliseconds. */
const LONGEST_ASKING_MS = 5000;

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
  // Where the system lets an app delay its end a little (macOS, and Linux by way of logind).
  powerMonitor.on('shutdown', ((event: Electron.Event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    void quit(engine, { ask: false });
  }) as () => void);
}

/** Where closing the window ends the app, asks before the window is gone. On macOS the app lives on. */
export function guardWindowClosing(window: BrowserWindow, engine: Engine): void {
  // Windows ends programs at a log-off and a shutdown; a question would only be cut off.
  window.on('session-end', () => void quit(engine, { ask: false }));
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
  beginEnding();
  currentWindow()?.hide();
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestClose));
  await Promise.race([closeWithView(engine), late]).catch((error: unknown) =>
    log.error('closing the engine failed', error),
  );
  stage = 'closed';
  app.quit();
}

/** The next window begins with what this one showed; where that cannot be left, with nothing. */
async function closeWithView(engine: Engine): Promise<void> {
  const notLeft = (error: unknown) => {
    log.warn('the next window begins with nothing', error);
    return null;
  };
  const view = await presentView(engine).catch(notLeft);
  await engine.close();
  try {
    leaveView(engine.dataFolder, view);
  } catch (error) {
    notLeft(error);
  }
}

async function agreed(engine: Engine): Promise<boolean> {
  const running = await atHand(engine);
  if (running?.own.length === 0 && running.others.length === 0) return true;
  const question = {
    type: 'question' as const,
    ...(running === null ? blindQuitQuestion() : quitQuestion(running, engine.session.isOpen())),
    buttons: [t('Quit'), t('Keep running')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const window = currentWindow();
  const { response } = window ? await dialog.showMessageBox(window, question) : await dialog.showMessageBox(question);
  return response === 0;
}

/** What runs, also of other accounts; null where the engine cannot say, or not in time: the way out stays open. */
async function atHand(engine: Engine): Promise<WorkAtHand | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_ASKING_MS, null));
  return Promise.race([allAtHand(engine), late]).catch((error: unknown) => {
    log.error('what runs was not read', error);
    return null;
  });
}

async function allAtHand(engine: Engine): Promise<WorkAtHand> {
  const own = await engine.workAtHand();
  const known = new Set(own.map(({ key }) => key));
  return { own, others: (await engine.underWay()).filter((key) => !known.has(key)) };
}
