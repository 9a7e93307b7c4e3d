/** What one window leaves to the next: only what is in the database, and only where nobody has to give a password first. */
import { join } from 'node:path';
import { app } from 'electron';
import { stateOfClosedFolder } from '../../service/store/closed-database.ts';
import { currentLanguage } from '../language/language.ts';
import { rememberedPreferences } from '../preferences-file.ts';
import { dropLastView, keepLastView, type LastView, readLastView } from './last-view.ts';

const file = () => join(app.getPath('userData'), 'last-view.json');

/**
 * The view that the last window of a data folder left to this one.
 * @returns null where there is none, where something was written since, and where a password is asked first
 */
export function viewOfLastWindow(dataFolder: string): LastView | null {
  const { askAtStart, leftClosed, lastLogin } = rememberedPreferences();
  const state = stateOfClosedFolder(dataFolder);
  if (state === null || askAtStart || leftClosed) return null;
  const view = readLastView(file(), circumstances(state));
  return view !== null && (lastLogin === null || lastLogin === view.login) ? view : null;
}

/**
 * Leaves a view to the next window, once the engine is closed; none is left where there is none.
 * @throws the system's error
 */
export function leaveView(dataFolder: string, view: LastView | null): void {
  const { askAtStart, leftClosed } = rememberedPreferences();
  const state = stateOfClosedFolder(dataFolder);
  if (view === null || state === null || askAtStart || leftClosed) dropLastView(file());
  else keepLastView(file(), circumstances(state), view);
}

function circumstances(state: string) {
  return { state, version: app.getVersion(), language: currentLanguage() };
}
