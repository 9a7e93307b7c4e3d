/** Where git, svn and hg are put by the usual ways to install them, for apps whose PATH is not the shell's. */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * An app started from the Finder has launchd's PATH, without Homebrew and MacPorts (https://docs.brew.sh/Installation,
 * https://guide.macports.org/#installing.shell); on Windows installers may be told to leave PATH alone.
 */
const MAC = ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin'];
/** Below the variable's folder. */
const WINDOWS: readonly [variable: string, folder: string][] = [
  ['ProgramFiles', 'Git\\cmd'],
  ['LOCALAPPDATA', 'Programs\\Git\\cmd'],
  ['ProgramFiles', 'TortoiseSVN\\bin'],
  ['ProgramFiles', 'SlikSvn\\bin'],
  ['ProgramFiles', 'Mercurial'],
  ['ProgramFiles', 'TortoiseHg'],
  ['USERPROFILE', 'scoop\\shims'],
  ['ProgramData', 'chocolatey\\bin'],
];

/** Folders to look in behind those of PATH; none on Linux, where desktops give their apps the shell's. */
function toolPlaces(platform: NodeJS.Platform, variables: Variables): string[] {
  if (platform === 'darwin') return MAC;
  if (platform !== 'win32') return [];
  return WINDOWS.flatMap(([variable, folder]) => {
    const around = variables[variable];
    return around === undefined ? [] : [win32.join(around, folder)];
  });
}

/** PATH with the usual places behind it. */
export function pathWithPlaces(platform: NodeJS.Platform, variables: Variables): string {
  const { delimiter } = platform === 'win32' ? win32 : posix;
  // Windows writes it "Path".
  const path = variables.PATH ?? variables.Path ?? '';
  const known = path.split(delimiter).filter((folder) => folder !== '');
  return [...known, ...toolPlaces(platform, variables).filter((folder) => !known.includes(folder))].join(delimiter);
}

/** Whole path of a program as it is found on that PATH; null when it is nowhere. */
export function placeOnPath(name: string, platform: NodeJS.Platform, variables: Variables): string | null {
  const { delimiter, join } = platform === 'win32' ? win32 : posix;
  const file = platform === 'win32' ? `${name}.exe` : name;
  for (const folder of pathWithPlaces(platform, variables).split(delimiter)) {
    const path = join(folder, file);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not here.
    }
  }
  return null;
}
