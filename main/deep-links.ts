/**
 * Links to places of this window: `gantry://repository/<owner>/<name>`, `gantry://import/<owner>/<name>` and
 * `gantry://import?address=<address>`. Any web page can hold one: a link opens a screen and starts nothing, names no folder of
 * this machine, and brings no credentials.
 */
import { t } from './language/text.ts';

/** Characters; what is longer is no address that a person would check. */
const LONGEST = 2048;
/** Links of one start at most: the rest of a flood is dropped. */
const MOST = 10;

/** As the engine takes them (service.md): what a path of the window can hold. */
const OWNER = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i;
const NAME = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

/** Of sources on other machines. */
const SCHEMES = new Set(['http:', 'https:', 'svn:', 'svn+ssh:', 'ssh:', 'git:']);

export type DeepLink =
  | { kind: 'repository' | 'import'; owner: string; repo: string }
  /** The wizard, with an address in its field. */
  | { kind: 'source'; address: string }
  /** Why a link was not followed: a sentence. */
  | { kind: 'refused'; message: string };

/** Links among arguments, or among what another process says that its arguments were. */
export function linksAmong(told: readonly unknown[]): string[] {
  return told.filter((text): text is string => typeof text === 'string' && isDeepLink(text)).slice(0, MOST);
}

export function isDeepLink(argument: string): boolean {
  return /^gantry:/i.test(argument);
}

/** What a link asks for. Never throws: one that is not followed says why, without repeating what it held. */
export function readDeepLink(text: string): DeepLink {
  if (text.length > LONGEST) return refused(t('it is longer than any address'));
  const link = URL.canParse(text) ? new URL(text) : null;
  if (link === null || link.protocol !== 'gantry:') return refused(t('it cannot be read'));
  if (link.username !== '' || link.password !== '' || link.port !== '' || link.hash !== '')
    return refused(t('it holds more than a place of the window'));
  const parts = link.pathname.split('/').filter(Boolean).map(decoded);
  const fields = [...link.searchParams.keys()];
  const kind = link.hostname.toLowerCase();
  if ((kind === 'repository' || kind === 'import') && parts.length === 2 && fields.length === 0) {
    const [owner = '', repo = ''] = parts;
    if (!OWNER.test(owner) || !NAME.test(repo)) return refused(t('it names no repository that could be here'));
    return { kind, owner, repo };
  }
  if (kind !== 'import' || parts.length > 0) return refused(t('this version of Gantry knows no such place'));
  if (fields.length !== 1 || fields[0] !== 'address')
    return refused(t('it asks for more than an address; user names, passwords and tokens never come with a link'));
  return sourceOf(link.searchParams.get('address') ?? '');
}

function sourceOf(address: string): DeepLink {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing that a field would hide.
  if (/[\s\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(address))
    return refused(t('its address holds characters that cannot be seen'));
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !SCHEMES.has(url.protocol) || url.hostname === '')
    return refused(t('it does not lead to a server: give the address of one, such as https://host/path'));
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  // `ssh://git@host` names an account and no secret; on the web a user name may be a token.
  if (url.password !== '' || (isWeb && url.username !== '') || url.search !== '' || url.hash !== '')
    return refused(t('its address holds a user name, a password or more. Enter them yourself when the server asks'));
  return { kind: 'source', address };
}

function refused(why: string): DeepLink {
  return { kind: 'refused', message: t('The link was not followed: {why}.', { why }) };
}

/** What cannot be decoded is no name of anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
