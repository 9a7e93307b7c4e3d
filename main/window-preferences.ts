/** What the window remembers between starts, in one small file beside the app's settings. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { renamePatientlyNow } from '../service/files/patient-rename.ts';
import { colorSchemeSchema, languageChoiceSchema } from './ipc/contract.ts';

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Bounds = z.infer<typeof boundsSchema>;

const preferencesSchema = z.object({
  bounds: boundsSchema.nullable().default(null),
  maximized: z.boolean().default(false),
  colorScheme: colorSchemeSchema.default('auto'),
  language: languageChoiceSchema.default('system'),
  /** Whether the window asks for the password at every start. */
  askAtStart: z.boolean().default(false),
  /** Who was signed in last; null for the owner of the installation. */
  lastLogin: z.string().nullable().default(null),
  /** The window was left locked or signed out: ending the app must not open it again. */
  leftClosed: z.boolean().default(false),
  /** Folders and files that the page may name, as a person said. */
  allowedFolders: z.array(z.string()).default([]),
  /** The data lies where earlier versions kept it, and a person, or the disk, wants that. */
  keepsOlderPlace: z.boolean().default(false),
  /** Whether new versions are looked for once a day. Nobody is asked before a person says so. */
  looksForVersions: z.boolean().default(false),
  /** Milliseconds since 1970. */
  lookedForVersionsAt: z.number().nullable().default(null),
});
export type WindowPreferences = z.infer<typeof preferencesSchema>;

/** Reads the preferences; an absent or unreadable file gives the defaults. */
export function readWindowPreferences(file: string): WindowPreferences {
  try {
    return preferencesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return preferencesSchema.parse({});
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
