/** What the window remembers between starts, in one small file beside the app's settings. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LANGUAGE_CHOICES, type LanguageChoice } from '../language/languages.ts';
import { renamePatientlyNow } from '../service/files/patient-rename.ts';

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** Whole pixels of all screens. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowPreferences {
  bounds: Bounds | null;
  maximized: boolean;
  colorScheme: ColorScheme;
  language: LanguageChoice;
  /** Whether the window asks for the password at every start. */
  askAtStart: boolean;
  /** Who was signed in last; null for the owner of the installation. */
  lastLogin: string | null;
  /** The window was left locked or signed out: ending the app must not open it again. */
  leftClosed: boolean;
  /** Folders and files that the page may name, as a person said. */
  allowedFolders: string[];
  /** The data lies where earlier versions kept it, and a person, or the disk, wants that. */
  keepsOlderPlace: boolean;
  /** Whether new versions are looked for once a day. Nobody is asked before a person says so. */
  looksForVersions: boolean;
  /** Milliseconds since 1970. */
  lookedForVersionsAt: number | null;
}

const DEFAULTS: Readonly<WindowPreferences> = {
  bounds: null,
  maximized: false,
  colorScheme: 'auto',
  language: 'system',
  askAtStart: false,
  lastLogin: null,
  leftClosed: false,
  allowedFolders: [],
  keepsOlderPlace: false,
  looksForVersions: false,
  lookedForVersionsAt: null,
};

const isBoolean = (value: unknown) => typeof value === 'boolean';
const isAmong = (choices: readonly unknown[]) => (value: unknown) => choices.includes(value);
const isNullOr = (isIt: (value: unknown) => boolean) => (value: unknown) => value === null || isIt(value);

/** By hand: the window's place is wanted at a moment at which a library for schemas would be a tenth of what there is to read. */
const fits: Readonly<Record<keyof WindowPreferences, (value: unknown) => boolean>> = {
  bounds: isNullOr(isBounds),
  maximized: isBoolean,
  colorScheme: isAmong(COLOR_SCHEMES),
  language: isAmong(LANGUAGE_CHOICES),
  askAtStart: isBoolean,
  lastLogin: isNullOr((value) => typeof value === 'string'),
  leftClosed: isBoolean,
  allowedFolders: (value) => Array.isArray(value) && value.every((folder) => typeof folder === 'string'),
  keepsOlderPlace: isBoolean,
  looksForVersions: isBoolean,
  lookedForVersionsAt: isNullOr(Number.isFinite),
};

function isBounds(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height } = value as Record<keyof Bounds, unknown>;
  return [x, y, width, height].every(Number.isSafeInteger) && Number(width) > 0 && Number(height) > 0;
}

/** Reads the preferences; an absent or unreadable file, or one with a value that cannot be, gives the defaults. */
export function readWindowPreferences(file: string): WindowPreferences {
  const defaults = { ...DEFAULTS, allowedFolders: [] };
  try {
    const told: Partial<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    const known = Object.entries(fits).filter(([name]) => told[name] !== undefined);
    if (!known.every(([name, isFit]) => isFit(told[name]))) return defaults;
    return { ...defaults, ...Object.fromEntries(known.map(([name]) => [name, told[name]])) };
  } catch {
    return defaults;
  }
}

/** Writes the preferences whole: a crash leaves the old file or the new one. */
export function writeWindowPreferences(file: string, preferences: WindowPreferences): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(preferences, null, 2));
  renamePatientlyNow(`${file}.part`, file);
}

/** Remembered bounds, or null when no screen shows enough of them to grab the window by. */
export function boundsOnScreen(bounds: Bounds | null, screens: readonly Bounds[]): Bounds | null {
  if (!bounds) return null;
  const grabbable = 100;
  const visible = screens.some(
    (screen) =>
      Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x) >= grabbable &&
      bounds.y >= screen.y &&
      bounds.y + grabbable <= screen.y + screen.height,
  );
  return visible ? bounds : null;
}
