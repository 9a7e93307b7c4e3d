/** What can be read from an address without looking at the source. */
import { t } from '../../language/text.ts';

export interface SplitAddress {
  address: string;
  username: string;
  password: string;
}

/** `name:password@host` without what must stand before it, as the engine knows it. */
const BARE_LOGIN = /^(?!file:)([^:/\\@\s]{2,}):(?!\/\/|\s)([^\\/@]*)@(.*)$/i;

/** Tokens of GitHub, GitLab and Bitbucket, and what is as long as those of others. */
const TOKEN =
  /^(?:gh[opusr]_|github_pat_|gl(?:pat|oas|dt|rt|ptt|ft|agent|soat)-|AT(?:BB|CT|AT))[\w=-]{8,}$|^(?=.*\d)[a-z\d]{32,}$/i;

/**
 * Takes a user name and a password out of an address, so that they never reach a field, a file or a
 * log that shows addresses, also where the address is written wrongly or a password holds what it must not. A user name
 * of SSH (`git@host`) is part of the address.
 */
export function splitCredentials(text: string): SplitAddress {
  const address = text.trim().replace(/^(https?):\/?(?=[^/]*@)(?!\/)/i, '$1://');
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  if (scheme === '') {
    const [, username = '', password = '', place] = BARE_LOGIN.exec(address) ?? [];
    return place === undefined
      ? { address, username: '', password: '' }
      : { address: place, username: decoded(username), password: decoded(password) };
  }
  const login = loginOf(rest);
  const colon = login.indexOf(':');
  if (colon < 0) {
    if (login === '' || !/^https?:/i.test(scheme)) return { address, username: '', password: '' };
    // As hosts show it to be copied; some take a token in the place of the name.
    const name = decoded(login);
    const named = TOKEN.test(name) ? { username: '', password: name } : { username: name, password: '' };
    return { address: scheme + rest.slice(login.length + 1), ...named };
  }
  return {
    address: scheme + rest.slice(login.length + 1),
    username: decoded(login.slice(0, colon)),
    password: decoded(login.slice(colon + 1)),
  };
}

/** What stands before the host, without its `@`. A password may hold `@`; and slashes, where it cannot be a port. */
function loginOf(rest: string): string {
  const authority = /^[^/]*/.exec(rest)?.[0] ?? '';
  const holdsSlash = !authority.includes('@') && /^[^:[\]]*:(?!\d*$)/.test(authority);
  return rest.slice(0, Math.max((holdsSlash ? rest : authority).lastIndexOf('@'), 0));
}

const generalFolders = new Set([
  'trunk',
  'branches',
  'tags',
  'svn',
  'repo',
  'repos',
  'repository',
  'git',
  'scm',
  'tfs',
  'defaultcollection',
]);
const longestName = 100;

/** A repository name that the address suggests; 'repository' when it suggests none. */
export function suggestedName(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const parts = path.split(/[/\\:]/).filter((part) => part !== '');
  const telling = parts.findLast((part) => !generalFolders.has(part.toLowerCase()));
  const name = decoded(telling ?? '')
    .replace(/\.(git|svn|bundle|hg)$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, longestName);
  return nameProblem(name) === null ? name : name === '' ? 'repository' : `repository-${name}`.slice(0, longestName);
}

/** Whether an address is a folder of this machine, as it is usually written. */
export function isFolder(address: string): boolean {
  return /^(file:|[/~]|[a-z]:[\\/]|\\\\|\.{1,2}[\\/])/i.test(address.trim());
}

/** Why a repository cannot have this name, or null. */
export function nameProblem(name: string): string | null {
  if (name === '') return t('A repository needs a name.');
  if (name.length > longestName) return t('At most {longestName} characters.', { longestName });
  if (!/^[\w.-]+$/.test(name)) return t('Letters, digits, hyphens, underscores and dots only.');
  if (name === '.' || name === '..') return t('Choose another name.');
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i.test(name))
    return t('Windows takes no folder of this name. Choose another name.');
  if (/\.git$/i.test(name)) return t('The name must not end in .git.');
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Address of a folder of a Subversion repository. @param folder without slashes at its ends */
export function folderAddress(root: string, folder: string): string {
  return `${root.replace(/\/+$/, '')}/${folder.split('/').map(encodeURIComponent).join('/')}`;
}
