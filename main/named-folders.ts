/**
 * Folders and files that the page names. A person chose them in a dialog of main's, or says so in one: a page that
 * somebody else took over must not reach the disk by itself.
 */
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dialog } from 'electron';
import { unseenNamed } from '../language/unseen-characters.ts';
import { t } from './language/text.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';
import { currentWindow } from './window.ts';

/** Fields of the API's bodies that may hold an address or a path. */
const FIELDS = new Set(['vcs_url', 'remote_url', 'path', 'authorities', 'certificate', 'key', 'list']);
/** A path of any system, or a `file:` address, as a whole value or as a cell of a table. */
const LOCAL = /(?:^|[,;\t"'\n\r])\s*(file:[^,;\t"'\n\r]+|(?:\/|~|[a-z]:[\\/]|\\\\)[^,;\t"'\n\r]*)/gi;
/** Most folders that are remembered. */
const MOST_REMEMBERED = 1000;
/** Most that are shown in one question. */
const MOST_SHOWN = 10;

/** Chosen in this run, in dialogs of main's. */
const chosen = new Set<string>();

/** Takes what a person chose in a dialog of main's for known. */
export function nameChosen<Path extends string | null>(path: Path): Path {
  if (path !== null) chosen.add(resolve(path));
  return path;
}

/**
 * Asks the person about folders that a request names for the first time.
 * @param body JSON; null for none
 * @returns whether the request may go on
 */
export function mayName(method: string, body: string | null): Promise<boolean> {
  if (method === 'GET' || body === null) return Promise.resolve(true);
  // One question at a time: what one answer allows, the next request need not ask about.
  const answer = asking.then(() => ask(body));
  asking = answer.catch(() => undefined);
  return answer;
}

let asking: Promise<unknown> = Promise.resolve();

async function ask(body: string): Promise<boolean> {
  const unknown = namedPaths(body).filter((path) => !isKnown(path));
  if (unknown.length === 0) return true;
  const parent = currentWindow();
  if (!parent) return false;
  const more =
    unknown.length > MOST_SHOWN ? `\n${t('… and {more, number} more', { more: unknown.length - MOST_SHOWN })}` : '';
  const { response } = await dialog.showMessageBox(parent, {
    type: 'question',
    message:
      unknown.length === 1 ? t('May Gantry use this folder or file?') : t('May Gantry use these folders and files?'),
    detail: `${unknown.slice(0, MOST_SHOWN).map(shown).join('\n')}${more}\n\n${t('Allow it if you entered it yourself just now. It is asked once.')}`,
    buttons: [t('Allow'), t('Do not allow')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (response !== 0) return false;
  const allowed = [...rememberedPreferences().allowedFolders, ...unknown].slice(-MOST_REMEMBERED);
  rememberPreferences({ allowedFolders: allowed });
  for (const path of unknown) chosen.add(path);
  return true;
}

/** A path as it can be told from every other one: characters that show nothing, or turn what follows them, are named. */
function shown(path: string): string {
  return unseenNamed(path).replaceAll('\n', 'U+000A').replaceAll('\t', 'U+0009');
}

/** The paths of this machine in a body, as the engine would find them. */
export function namedPaths(body: string): string[] {
  return [...new Set(valuesOf(parsed(body)).flatMap(localPaths))];
}

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field !== 'string') return valuesOf(field);
    // A list may be JSON itself, whose escapes would hide an address.
    if (name === 'list') return [field, ...textsOf(parsed(field))];
    return FIELDS.has(name) ? [field] : [];
  });
}

/** What is no JSON is refused by the engine, or is a table. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function localPaths(text: string): string[] {
  return [...text.matchAll(LOCAL)].map(([, found = '']) => {
    const path = found.trim();
    if (!/^file:/i.test(path)) return resolve(path);
    try {
      return resolve(fileURLToPath(path.replace(/^file:(?!\/\/)/i, 'file://')));
    } catch {
      return path;
    }
  });
}

function isKnown(path: string): boolean {
  const known = [...chosen, ...rememberedPreferences().allowedFolders];
  return known.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}
