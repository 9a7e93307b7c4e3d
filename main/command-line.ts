/** What is asked on the command line beside the data folder. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepLink, linksAmong } from './deep-links.ts';
import { t } from './language/text.ts';

/** Archives among the arguments, as whole paths. @param folder where the command was given */
export function archivesNamed(own: readonly string[], folder: string): string[] {
  return own
    .filter((argument, at) => own[at - 1] !== '--data' && !/^-/.test(argument) && !isDeepLink(argument))
    .filter(isArchive)
    .map((path) => (isLocalUrl(path) ? pathOf(path) : resolve(folder, path)));
}

/** File managers may name a file so (Desktop Entry Specification, `%U`). */
function isLocalUrl(text: string): boolean {
  // A slash that is encoded belongs to no file's name.
  return /^file:\/\/\//i.test(text) && URL.canParse(text) && !/%2f/i.test(text);
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // A percent sign that a person typed as it is in the name.
    return resolve(url.slice('file://'.length));
  }
}

/** By its name: the inspection says what it really is. */
export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path);
}

/** What a second start hands to the first. */
export interface SecondStart {
  dataFolder: string | null;
  archives: string[];
  links: string[];
}

/** @param told by another process of this app, of any version */
export function readSecondStart(told: unknown): SecondStart {
  const { dataFolder, archives, links } = (typeof told === 'object' && told !== null ? told : {}) as Record<
    string,
    unknown
  >;
  return {
    dataFolder: typeof dataFolder === 'string' ? dataFolder : null,
    archives: Array.isArray(archives) ? archives.filter((path): path is string => typeof path === 'string') : [],
    links: Array.isArray(links) ? linksAmong(links) : [],
  };
}

/** Why a second start with another data folder opens no second window; null when it asked for none or the same. */
export function otherDataFolder(asked: string | null, used: string): string | null {
  if (asked === null || asked === used) return null;
  return t(
    'Gantry is open with the data folder {used}, so {asked} was not opened. Quit it first, or start with settings of its own: gantry --user-data-dir=<folder> --data "{asked}".',
    { used, asked },
  );
}
