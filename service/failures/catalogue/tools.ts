/** Programs that cannot be started, or do not end. */
import { existsSync } from 'node:fs';
import { entry } from '../entry.ts';

/** Package managers of Linux by their programs, and how they are told to install. */
const MANAGERS: readonly [program: string, command: string][] = [
  ['/usr/bin/apt-get', 'sudo apt install'],
  ['/usr/bin/dnf', 'sudo dnf install'],
  ['/usr/bin/zypper', 'sudo zypper install'],
  ['/usr/bin/pacman', 'sudo pacman -S'],
];
/** As Homebrew and winget call them. */
const WINGET: Record<string, string> = {
  git: 'Git.Git',
  subversion: 'TortoiseSVN.TortoiseSVN',
  mercurial: 'Mercurial.Mercurial',
};

/** The command that installs a package on this system; null where none is known. Other systems' ways are not named. */
export function installCommand(
  name: string,
  platform: NodeJS.Platform = process.platform,
  isThere: (program: string) => boolean = existsSync,
): string | null {
  if (platform === 'darwin') return `brew install ${name}`;
  if (platform === 'win32') return name in WINGET ? `winget install ${WINGET[name]}` : null;
  const manager = MANAGERS.find(([program]) => isThere(program))?.[1];
  const called = manager !== undefined && !manager.includes('apt') && name === 'openssh-client' ? 'openssh' : name;
  return manager === undefined ? null : `${manager} ${called}`;
}

/** How a package is installed on this system, as a sentence. */
export function installing(
  name: string,
  platform: NodeJS.Platform = process.platform,
  isThere: (program: string) => boolean = existsSync,
): string {
  const command = installCommand(name, platform, isThere);
  if (command === null) return platform === 'win32' ? `Install ${name}.` : `Install the package ${name}.`;
  const more = platform === 'win32' && name === 'subversion' ? ', with its command line tools' : '';
  return `Install it: ${command}${more}.`;
}

export const tools = {
  'tool.no_answer': entry(
    'unreachable',
    (p: { command: string; seconds: number }) =>
      `"${p.command}" gave no answer within ${p.seconds} seconds. Check the address and the network, then try again.`,
  ),
  'tool.not_started': entry(
    'internal',
    (p: { command: string }) => `"${p.command}" could not be started. Free some memory and try again.`,
  ),
  'tool.missing': entry(
    'tool_missing',
    (p: { command: string; package: string }) =>
      `The program "${p.command}" was not found. ${installing(p.package)} Or set its place in Settings, General. Then try again.`,
  ),
  'tool.too_old': entry(
    'tool_missing',
    (p: { command: string; version: string; oldest: string }) =>
      `"${p.command}" is of version ${p.version}, which foreign repositories can make run programs of theirs. Install ${p.oldest} or later and try again.`,
  ),
  'tool.other_lines': entry(
    'tool_missing',
    (p: { command: string; said: string }) =>
      `"${p.command}" on this machine writes a line of its own before its answers: "${p.said}". They are not understood so. Have the script that stands for it leave that line out, or set the place of the program itself in Settings, General. Then try again.`,
  ),
  'tool.failed': entry(
    'internal',
    (p: { command: string; how: string }, work) =>
      `"${p.command}" ended with an error (${p.how}). ${work.Again}; the log has its message.`,
  ),
};
