import { join } from 'node:path';
import { app } from 'electron';
import { readWindowPreferences, type WindowPreferences, writeWindowPreferences } from './window-preferences.ts';

const file = () => join(app.getPath('userData'), 'window.json');

/** What is remembered from earlier starts. */
export function rememberedPreferences(): WindowPreferences {
  return readWindowPreferences(file());
}

/** Changes some of what is remembered, now and for the next start. */
export function rememberPreferences(changes: Partial<WindowPreferences>): void {
  writeWindowPreferences(file(), { ...rememberedPreferences(), ...changes });
}
