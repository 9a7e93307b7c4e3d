/** What is asked on the command line beside the data folder. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepLink, linksAmong } from './deep-links.ts';
import { t } from './language/text.ts';

const HELP = `Gantry imports repositories from Subversion, Mercurial, Team Foundation and Git, offline, on your own machine.

Usage: gantry [options] [archive.tar.gz ...] [gantry://...]

  --data <folder>   where the database and the repositories lie (also: GANTRY_DATA)
  --version         says the version and ends
  --help            says this and ends

An archive that is named is opened at its inspection. A second start hands its archives to the window that is open.
A link opens a place of the window: gantry://repository/<owner>/<name>, gantry://import/<owner>/<name>, or the wizard with an
address in its field: gantry://import?address=<address>. It starts nothing.
`;

/** What is answered in the terminal, without a window; null when the app is to start. @param own arguments behind the program's name */
export function terminalAnswer(own: readonly string[], version: string): string | null {
  if (own.includes('--help') || own.includes('-h')) return HELP;
  return own.includes('--version') || own.includes('-v') ? `Gantry ${version}\n` : null;
}

/** Archives among the arguments, as whole paths. @param folder where the command was given */
export function archivesNamed(own: readonly string[], folder: string): string[] {
  return own
    .filter((argument, at) => own[at - 1] !== '--data' && !/^-/.test(argument) && !isDeepLink(argument))
    .filter(isArchive)
    .map((path) => (isLocalUrl(path) ? fileURLToPath(path) : resolve(folder, path)));
}

/** File managers may name a file so (Desktop Entry Specification, `%U`). */
function isLocalUrl(text: string): boolean {
  // A slash that is encoded belongs to no file's name.
  return /^file:\/\/\//i.test(text) && URL.canParse(text) && !/%2f/i.test(text);
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
