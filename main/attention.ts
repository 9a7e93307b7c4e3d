/** Tells of long work where nobody looks at the window: a system notification, and progress in the taskbar. */
import { Notification } from 'electron';
import type { ApiEvent } from '../service/api/events.ts';
import type { Work } from '../service/api/work/work-schemas.ts';
import type { Engine } from './engine.ts';
import { currentWindow, showMainWindow } from './window.ts';
import { noticeOf, taskbarProgress } from './work-words.ts';

/** Follows the engine's events. Work that was begun before the app is known from its first event on. */
export function drawAttention(engine: Engine): void {
  const running = new Map<string, Work>();
  const showProgress = () => {
    const window = currentWindow();
    window?.setProgressBar(window.isFocused() ? -1 : taskbarProgress([...running.values()]));
  };
  engine.onEvent((event) => {
    const changed = progressOf(event, running);
    const work = 'work' in event ? event.work : null;
    if (work === null) {
      if (changed) showProgress();
      return;
    }
    const was = running.get(work.key);
    if (work.state === 'running' || work.state === 'waiting') running.set(work.key, work);
    else running.delete(work.key);
    showProgress();
    if (was !== undefined && currentWindow()?.isFocused() !== true) tell(work);
  });
}

function tell(work: Work): void {
  const notice = noticeOf(work);
  if (notice === null || !Notification.isSupported()) return;
  const shown = new Notification(notice);
  shown.on('click', () => showMainWindow());
  shown.show();
}

/** Takes a reading over. @returns whether it is of work that is known */
function progressOf(event: ApiEvent, running: Map<string, Work>): boolean {
  const [key, percent] =
    event.type === 'import.progress'
      ? [`import:${event.import_id}`, event.progress.percent]
      : event.type === 'migration.progress'
        ? [`export:${event.migration_id}`, event.progress.percent]
        : event.type === 'restore.progress'
          ? [`restore:${event.restore_id}`, event.progress.percent]
          : ['', 0];
  const work = running.get(key);
  if (work === undefined) return false;
  running.set(key, { ...work, percent });
  return true;
}
