/** Addresses in what programs print, and in files that they keep: they are copied with what stands around them. */
import { isFolder } from './source-address.ts';

const ADDRESS = /[a-z][a-z\d+.-]*:\/\/\S+|[\w.+-]+@[\w.-]+:\S+/i.source;
const ADDRESS_ALONE = new RegExp(`^(?:${ADDRESS})$`, 'i');
/** `git remote -v` (git-remote(1)), with the filter of a partial clone behind it. */
const REMOTE = new RegExp(`^(?:\\S+\\s+)?(${ADDRESS}) \\((?:fetch|push)\\)(?: \\[.*\\])?$`, 'i');
/** `svn info`, `git remote show`: a label in whatever language. */
const LABELLED = new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{N} ()_.-]*:\\s+(${ADDRESS})$`, 'iu');
/** `.git/config`, `.hg/hgrc`, `hg paths`; `git config --list`. */
const SETTING = new RegExp(`^[\\w.-]+(?:\\s+=\\s+|(?<=url)=)(${ADDRESS}|[/~]\\S*|[a-z]:[\\\\/]\\S*)$`, 'i');
/** Markdown. */
const LINK = new RegExp(`^\\[[^\\]]*\\]\\((${ADDRESS})\\)$`, 'i');
/** What a host's own program clones by name (`gh repo clone`, `glab repo clone`). */
const BY_NAME = /^(gh|glab)\s+repo\s+clone\s+((?:[\w.-]+\/)+[\w.-]+)(?:\s|$)/i;
const HOSTS: Readonly<Record<string, string>> = { gh: 'github.com', glab: 'gitlab.com' };

/** The address that a line tells; null for one that is none but for its quotes, and for what tells none. */
export function toldAddress(line: string): string | null {
  const text = line.trim();
  for (const pattern of [REMOTE, LABELLED, SETTING, LINK]) {
    const [, address] = pattern.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  const [, program = '', name] = BY_NAME.exec(text) ?? [];
  const host = HOSTS[program.toLowerCase()];
  return host === undefined || name === undefined ? null : `https://${host}/${name}`;
}

/** Without what ends a clause of a sentence behind it. */
export function withoutStop(address: string): string {
  return address.includes('://') ? address.replace(/[,;]+$/, '').replace(/(?<=\.git)\.$/, '') : address;
}

/**
 * The addresses that several lines tell, each once.
 * @returns none where a line is an address by itself: then they are a list
 */
export function toldAddresses(lines: readonly string[]): string[] {
  if (lines.some(isAddress)) return [];
  const told = [...new Set(lines.flatMap((line) => toldAddress(line) ?? []))];
  // `svn info` tells the folder that was checked out, and the repository that it lies in.
  return told.filter((one) => !told.some((other) => other.startsWith(`${one}/`)));
}

function isAddress(line: string): boolean {
  const text = line.trim();
  return !/\s/.test(text) && (isFolder(text) || ADDRESS_ALONE.test(text)) && toldAddress(text) === null;
}
