/** Tells of long work where nobody looks at the window: a system notification, and progress in the taskbar. */
import { app, Notification } from 'electron';
import type { Engine } from './engine.ts';
import { GatheredNotices, type Notice } from './gathered-notices.ts';
import { log } from './log.ts';
import { RunningWork } from './running-work.ts';
import { currentWindow, showMainWindow } from './window.ts';
import { taskbarProgress } from './work-words.ts';

/** Follows the engine's events. Work that was begun before the app is known from its first event on. */
export function drawAttention(engine: Engine): void {
  const running = new RunningWork();
  const notices = new GatheredNotices(show);
  const showProgress = () => {
    const window = currentWindow();
    window?.setProgressBar(window.isFocused() ? -1 : taskbarProgress(running.all()));
  };
  const readAnew = async () => {
    const { login } = engine.session.state();
    const isTheirs = () => engine.session.isOpen() && engine.session.state().login === login;
    const atHand = isTheirs() ? await engine.workAtHand() : [];
    // Closed, or somebody else's, meanwhile: that reads it for itself.
    if (atHand.length > 0 && !isTheirs()) return;
    running.beginWith(atHand);
    showProgress();
  };
  const read = () => void readAnew().catch((error: unknown) => log.warn('what runs was not read', error));
  let openTo = engine.session.identity()?.login ?? null;
  engine.session.onChange(() => {
    const login = engine.session.identity()?.login ?? null;
    // A closed window hears of no work, nor that it has ended.
    if (login !== openTo) read();
    openTo = login;
  });
  app.on('browser-window-focus', showProgress);
  app.on('browser-window-blur', showProgress);
  engine.onEvent((event) => {
    const { changed, told } = running.take(event);
    if (changed) showProgress();
    if (told !== null && currentWindow()?.isFocused() !== true) notices.tell(told);
    // Or renamed, and all that works on it with it.
    if (event.type === 'repository.removed') read();
  });
}

function show(notice: Notice): void {
  // Whoever came back meanwhile sees it.
  if (currentWindow()?.isFocused() === true || !Notification.isSupported()) return;
  const shown = new Notification(notice);
  shown.on('click', () => showMainWindow());
  shown.show();
}
