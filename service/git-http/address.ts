/** Addresses outside `/api/v3`: what repositories and accounts are called by. */

/** What an address names; `rest` is what stands behind the repository, without a slash before it, '' for nothing. */
export type Named =
  | { kind: 'repository'; owner: string; repo: string; isWiki: boolean; rest: string }
  | { kind: 'account'; login: string }
  | { kind: 'avatar'; login: string };

/** As accounts and repositories can be called: nothing that a file system or a tool could read as something else. */
const NAME = /^(?!\.+$)[a-z\d._-]{1,110}$/i;
/** What may stand behind a repository. No dots: nothing in there leads up. */
const REST = /^[a-z\d/-]{0,100}$/i;

/**
 * Reads the path of an address. Each name is decoded once and must then be a plain name: `..`, `%2e%2e`, empty segments, NUL and
 * encoded slashes name nothing.
 * @param path without the query
 */
export function readAddress(path: string): Named | null {
  if (!path.startsWith('/')) return null;
  const [first = '', second, ...more] = path.slice(1).split('/');
  const login = decode(first);
  if (login === null) return null;
  if (second === undefined || (second === '' && more.length === 0)) return { kind: 'account', login };
  const name = decode(second);
  if (name === null) return null;
  if (login === 'avatars' && more.length === 0) return { kind: 'avatar', login: name };
  const rest = more.length === 1 && more[0] === '' ? '' : more.join('/');
  if (!REST.test(rest) || `/${rest}`.includes('//') || (rest !== '' && rest.endsWith('/'))) return null;
  const [, repo = '', wiki] = /^(.+?)(\.wiki)?(?:\.git)?$/i.exec(name) ?? [];
  return { kind: 'repository', owner: login, repo, isWiki: wiki !== undefined, rest };
}

function decode(segment: string): string | null {
  try {
    const name = decodeURIComponent(segment);
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
}
