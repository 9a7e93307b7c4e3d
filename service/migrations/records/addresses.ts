/** Records name each other by addresses. Stored addresses have no root, so that they mean the same on every machine. */

/** What our archives' addresses begin with: a constant, so that the same data give the same archive anywhere. */
export const ROOT = 'https://gantry.localhost';

/** What stands before the path of a file in an archive. */
export const FILE_ROOT = 'tarball://root/';

/** `https://host/acme/widgets` -> `/acme/widgets`; what is not below the root stays as it is. */
export function withoutRoot(address: string, root: string): string {
  return address.startsWith(`${root}/`) ? address.slice(root.length) : address;
}

/** The reverse, below our own root. */
export function withRoot(address: string): string {
  return address.startsWith('/') ? ROOT + address : address;
}

/**
 * `/acme/widgets` of `/acme/widgets/issues/1`; null for the address of an account, a team, an uploaded file
 * (`/user-attachments/assets/<uuid>`) or something foreign.
 */
export function repositoryAddress(address: string): string | null {
  const match = /^\/([^/#?]+)\/([^/#?]+)/.exec(address);
  if (match === null || match[1] === 'orgs' || match[1] === 'user-attachments') return null;
  return match[0];
}

/** `acme/widgets` of `/acme/widgets`, `ada` of `/ada`. */
export function nameOf(address: string): string {
  return address.slice(1);
}

export function accountAddress(login: string): string {
  return `/${login}`;
}

/** New names for accounts (`ada`) and repositories (`acme/widgets`), as stored addresses are rewritten by them. */
export interface Names {
  accounts: ReadonlyMap<string, string>;
  repositories: ReadonlyMap<string, string>;
}

/** A stored address under new names. */
export function renamed(address: string, names: Names): string {
  if (!address.startsWith('/')) return address;
  const [, first = '', second, ...rest] = address.split('/');
  if (first === 'orgs' && second !== undefined) {
    return ['', first, names.accounts.get(second) ?? second, ...rest].join('/');
  }
  if (second === undefined) {
    const [login, behind] = parted(first);
    return `/${names.accounts.get(login) ?? login}${behind}`;
  }
  const [name, behind] = parted(second);
  const repository = names.repositories.get(`${first}/${name}`) ?? `${names.accounts.get(first) ?? first}/${name}`;
  return [`/${repository}${behind}`, ...rest].join('/');
}

/** A name and what stands right behind it, from the first "?" or "#" on. */
function parted(text: string): [string, string] {
  const at = text.search(/[?#]/);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Members whose text is a person's, not an address, even if it looks like one. */
const FREE_TEXT = 'description|name|title|body|website|payload_url|legacy_url|avatar_url|topic_url|url_template';

const patterns = new Map<string, RegExp>();

function addressBelow(root: string): RegExp {
  const known = patterns.get(root);
  if (known !== undefined) return known;
  const pattern = new RegExp(`(?<!"(?:${FREE_TEXT})":)"${escapeForRegExp(root)}(/[^"\\s\\\\]*)"`, 'g');
  patterns.set(root, pattern);
  return pattern;
}

/** JSON text in which addresses below `root` are rewritten; everything else stays as it is. */
export function rewriteJson(json: string, root: string, rewrite: (address: string) => string): string {
  if (!json.includes(`"${root}/`)) return json;
  return json.replace(addressBelow(root), (_, path: string) => `"${rewrite(path)}"`);
}

/** Logins and full names that JSON text with addresses below our root speaks of. */
export function* addressesIn(json: string): Generator<string> {
  for (const match of json.matchAll(/"https:\/\/gantry\.localhost(\/[^"\s\\]*)"/g)) yield match[1] as string;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
