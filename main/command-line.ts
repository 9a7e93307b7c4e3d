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
  /** What else its command line holds. */
  flags: string[];
}

/** What a command line holds beside the data folder, archives and links. @param args behind the program's name */
export function flagsAmong(args: readonly string[]): string[] {
  return args.filter((argument, at) => {
    if (args[at - 1] === '--data' || /^--data(=|$)/.test(argument)) return false;
    return argument.startsWith('-') || !(isArchive(argument) || isDeepLink(argument));
  });
}

/** What goes with it, as Electron takes it. */
interface Told {
  told: string;
}

/**
 * As it reaches the other process. Electron 42 splits what is told at each zero byte and trims the parts: where that took something away (a
 * name of letters that need two bytes, with a space in it; a list of 9 to 13, or of 32), the process that was told answered nothing,
 * was taken for one that hangs, and was killed with all that it did. Base64 has neither zeros nor spaces.
 */
export function asTold(start: SecondStart): Told {
  return { told: Buffer.from(JSON.stringify(start)).toString('base64') };
}

/** Bytes that the other process reads of a command line and what is told with it are 32 KB; Chromium's own flags among them. */
const MOST_TOLD = 28_000;

/** Whether a start is too long to be told: it would be lost, and the process that it is told to killed, too. */
export function isTooLongToTell(argv: readonly string[], { told }: Told): boolean {
  return argv.reduce((sum, argument) => sum + Buffer.byteLength(argument) + 1, told.length) > MOST_TOLD;
}

/** @param given by another process of this app, of any version */
export function readSecondStart(given: unknown): SecondStart {
  const told = untold(given);
  const { dataFolder, archives, links, flags } = (typeof told === 'object' && told !== null ? told : {}) as Record<
    string,
    unknown
  >;
  return {
    dataFolder: typeof dataFolder === 'string' ? dataFolder : null,
    archives: Array.isArray(archives) ? archives.filter((path): path is string => typeof path === 'string') : [],
    links: Array.isArray(links) ? linksAmong(links) : [],
    flags: Array.isArray(flags) ? flags.filter((flag): flag is string => typeof flag === 'string') : [],
  };
}

function untold(given: unknown): unknown {
  const { told } = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<string, unknown>>;
  // Versions before this one told it as it is.
  if (typeof told !== 'string') return given;
  try {
    return JSON.parse(Buffer.from(told, 'base64').toString());
  } catch {
    return null;
  }
}

/** Why a second start with another data folder opens no second window; null when it asked for none or the same. */
export function otherDataFolder(asked: string | null, used: string): string | null {
  if (asked === null || asked === used) return null;
  return t(
    'Gantry is open with the data folder {used}, so {asked} was not opened. Quit it first, or start with settings of its own: gantry --user-data-dir=<folder> --data "{asked}".',
    { used, asked },
  );
}
