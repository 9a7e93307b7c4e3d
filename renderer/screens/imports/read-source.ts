/** What a person gave as a source, read without asking anybody: an address, a command, a path, a list, an archive. */
import { t } from '../../language/text.ts';
import { isFolder, type SplitAddress, splitCredentials } from './source-address.ts';
import { toldAddress, toldAddresses, withoutStop } from './told-addresses.ts';

interface Login {
  username: string;
  password: string;
}

export type ReadSource =
  | { kind: 'nothing' }
  /** `words`: what it seems to be. */
  | ({ kind: 'address'; address: string; words: string } & Login)
  /** A folder, or a file that holds a repository. */
  | { kind: 'path'; address: string; words: string }
  | { kind: 'list_file'; path: string }
  | { kind: 'archive'; path: string }
  /** Several addresses. `list`: as the engine takes it; `alone`: paths beside them that are no sources, as each is opened by itself. */
  | { kind: 'list'; list: string; count: number; alone: readonly string[]; name?: string };

/** Reads what was typed, pasted or dropped. */
export function readSource(given: string): ReadSource {
  const objects = objectsIn(given);
  if (objects !== null) return { kind: 'list', ...objects, alone: [] };
  const lines = given.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1) {
    const [told, ...more] = toldAddresses(lines.map((line) => line.replace(UNSEEN, '')));
    if (told === undefined) return readLines(given, lines);
    return more.length === 0 ? readSource(told) : readLines(given, [told, ...more]);
  }
  if (lines.length === 0) return { kind: 'nothing' };
  const { text, login } = unwrapped(lines[0] ?? '');
  if (text === '') return { kind: 'nothing' };
  if (isFolder(text)) return readPath(text);
  const split = splitCredentials(text);
  const { username, password } = split;
  const address = withScheme(split.address);
  return {
    kind: 'address',
    address,
    words: addressWords(address),
    username: login.username || username,
    password: login.password || password,
  };
}

/** The one address of a place that is no list and no archive, whatever it is called, and the login that stands in it. */
export function givenAddress(given: string): SplitAddress {
  const read = readSource(given);
  if (read.kind === 'address') return { address: read.address, username: read.username, password: read.password };
  return read.kind === 'path' ? { address: read.address, ...noLogin } : splitCredentials(given);
}

function readPath(given: string): ReadSource {
  const path = fileOfUrl(given) ?? given;
  if (/\.(csv|tsv)$/i.test(path)) return { kind: 'list_file', path };
  if (/\.(tar\.gz|tgz)$/i.test(path)) return { kind: 'archive', path };
  const words = /\.(bundle|hg)$/i.test(path) ? t('A bundle on this machine') : t('A folder on this machine');
  return { kind: 'path', address: path, words };
}

/** The path of a file that is told as an address of `file:`, as file managers copy it: git, and who opens files, take paths alone. */
function fileOfUrl(given: string): string | null {
  if (!/^file:\/\/(?:localhost)?\/[^?#]*\.(?:bundle|hg|csv|tsv|tar\.gz|tgz)$/i.test(given)) return null;
  const path = given.replace(/^file:\/\/(?:localhost)?/i, '').replace(/^\/(?=[a-z]:)/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Several lines: a table with a header or JSON as it is, anything else an address a line. */
function readLines(given: string, lines: readonly string[]): ReadSource {
  const first = lines[0]?.trim() ?? '';
  const header = first.split(/[,;\t]/).map((cell) => cell.trim().toLowerCase());
  // The engine says what is wrong with it.
  if (/^[[{]/.test(first)) return { kind: 'list', list: given, count: occurrences(given, /\{/g), alone: [] };
  if (header.some((cell) => ['vcs_url', 'address', 'url', 'source'].includes(cell)))
    return { kind: 'list', list: given, count: lines.length - 1, alone: [] };
  const all = lines.filter((line) => !isRemark(line)).map(readSource);
  const alone = all.flatMap((read) => (read.kind === 'archive' || read.kind === 'list_file' ? [read.path] : []));
  const sources = all.flatMap((read) => {
    if (read.kind === 'address')
      return [
        {
          address: read.address,
          ...(read.username === '' ? {} : { username: read.username }),
          ...(read.password === '' ? {} : { password: read.password }),
        },
      ];
    return read.kind === 'path' ? [{ address: read.address }] : [];
  });
  return { kind: 'list', list: JSON.stringify(sources), count: sources.length, alone };
}

/** One source, or several, as JSON; null for anything else: an address of IPv6 begins with a bracket as well. */
function objectsIn(given: string): { list: string; count: number } | null {
  if (!/^\s*[[{]/.test(given)) return null;
  try {
    const value: unknown = JSON.parse(given);
    const all = Array.isArray(value) ? value : [value];
    const areObjects = all.length > 0 && all.every((item) => typeof item === 'object' && item !== null);
    return areObjects ? { list: Array.isArray(value) ? given : `[${given}]`, count: all.length } : null;
  } catch {
    return null;
  }
}

/** `# team a`, and no command or address that stands behind the prompt of an administrator. */
function isRemark(line: string): boolean {
  const read = /^\s*#/.test(line) ? readSource(line.replace(/^\s*#+\s*/, '')) : null;
  if (read === null) return false;
  return read.kind === 'nothing' || (read.kind === 'address' && !/:\/\/|@[\w.-]+:/.test(read.address));
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const noLogin: Login = { username: '', password: '' };
const QUOTES = /^(?:"([^"]*)"|'([^']*)'|[“”„]([^“”„]*)[“”]|[‘’‚]([^‘’‚]*)[‘’]|[«»]([^«»]*)[«»]|<([^>]*)>|`([^`]*)`)$/;
/** Marks of writing direction and of no width, which are copied along from chats and web pages. */
const UNSEEN =
  /^[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+|[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+$/g;
const PROGRAM = /^(?:.*[\\/])?(git|svn|hg|git-svn)(?:\.exe)?$/i;
/** What starts a command, or sets its environment. */
const BEFORE_PROGRAM = /^(?:sudo|env|export|time|nice|nohup|&|[A-Za-z_]\w*=.*)$/;
/** `$`, `me@host:~/src$`, `C:\>` and the like, which are copied along with a command. */
const PROMPT = /^(?:[$#%>]|PS>)\s+|^[^"'=]*?[$#%>]\s+(?=(?:sudo )?(?:git|svn|hg|git-svn)(?:\.exe)?\s)/;
/** What a revision at the end of an address of Subversion is, or the mark that there is none (svnbook, "Peg and Operative Revisions"). */
const PEG = /@(?:\d+|HEAD|BASE|COMMITTED|PREV|\{[^{}]*\})?$/i;

/** Without quotes, a prompt, and the command around the address. */
function unwrapped(line: string): { text: string; login: Login } {
  const text = unquoted(line.replace(UNSEEN, '').replace(PROMPT, ''));
  // Chats and word processors make typographic quotes of those of a command.
  const words = commandIn(wordsOf(text.replace(/[“”„«»]/g, '"').replace(/[‘’‚]/g, "'")));
  const program = PROGRAM.exec(words[0] ?? '')?.[1]?.toLowerCase();
  if (program === undefined || words.length < 3)
    return { text: toldAddress(text) ?? withoutStop(text), login: noLogin };
  const { named, options } = arguments_(words.slice(1), program === 'hg' ? OF_MERCURIAL : WITH_VALUE);
  const address =
    named.find((word) => /:\/\/|^[\w.+-]+@[\w.-]+:|^[\\/~]|^[a-z]:[\\/]|^\.{1,2}[\\/]/i.test(word)) ?? named[1];
  if (address === undefined) return { text, login: noLogin };
  return {
    // Whole histories are imported: neither a revision nor a branch of Mercurial is wanted.
    text: program === 'svn' ? address.replace(PEG, '') : program === 'hg' ? address.replace(/#.*$/, '') : address,
    login: { username: options.get('--username') ?? '', password: options.get('--password') ?? '' },
  };
}

/** From the program on, where that is what these words run; whatever runs before and after it is left out. */
function commandIn(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => PROGRAM.test(word));
  const before = words.slice(0, Math.max(at, 0));
  if (!before.slice(before.findLastIndex(endsCommand) + 1).every((word) => BEFORE_PROGRAM.test(word))) return [];
  const command = words.slice(Math.max(at, 0));
  const end = command.findIndex(endsCommand);
  return end === -1 ? command : command.slice(0, end);
}

const endsCommand = (word: string): boolean => /^(?:;|&&|\|\|?|\d?>>?|#.*)$/.test(word);

function unquoted(text: string): string {
  const found = QUOTES.exec(text);
  return found === null ? text : (found.slice(1).find((part) => part !== undefined) ?? '').trim();
}

/** Words of a command line; quotes, and a backslash before a space, hold one together. What ends a command is a word. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|\\ |[^\s"';|>&]|&(?![&\s]|$))+|;|\|\|?|&&?|>>?/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'|\\( )/g, '$1$2$3'),
  );
}

/** Options that take the next word. */
const WITH_VALUE = new Set(
  '-C -b --branch --depth -o --origin -c --config --reference -u --upload-pack -j --jobs -r --revision --username --password --config-option --config-dir --shallow-since --separate-git-dir --template --filter -e --ssh --remotecmd --set-depth --rev -T -t --trunk --tags --branches --stdlayout-prefix --prefix -A --authors-file --reference-if-able --shallow-exclude --bundle-uri --server-option --git-dir --work-tree --namespace --exec-path --config-env --changelist --trust-server-cert-failures --native-eol --ignore-paths --include-paths --ignore-refs --rewrite-root --rewrite-uuid --authors-prog --placeholder-filename --log-window-size --repository --cwd --bookmark --updaterev'.split(
    ' ',
  ),
);

/** To Subversion it is the option for folders within folders, which takes none. */
const OF_MERCURIAL = new Set([...WITH_VALUE, '-R']);

function arguments_(
  words: readonly string[],
  withValue: ReadonlySet<string>,
): { named: string[]; options: Map<string, string> } {
  const named: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(word) ?? [];
    if (name !== undefined) options.set(name, value ?? '');
    else if (withValue.has(word)) options.set(word, words[++at] ?? '');
    else if (!word.startsWith('-')) named.push(word);
  }
  return { named, options };
}

/** `host.name/path` is meant for a browser. */
function withScheme(text: string): string {
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S+$/.test(text) ? `https://${text}` : text;
}

/** What an address seems to be, as far as it says so itself. */
function addressWords(address: string): string {
  const host =
    /^[a-z][a-z\d+.-]*:\/\/(?:[^/@]*@)?([^/?#[\]]+|\[[\da-f:.]+\](?::\d+)?)(?:[/?#]|$)/i.exec(address)?.[1] ??
    /^(?:[^@/\s]+@)?([\w.-]{2,}|\[[\da-f:.]+\]):(?!\/\/|\s)/i.exec(address)?.[1];
  if (host === undefined) return t('This is no address yet');
  if (/^svn\+ssh:/i.test(address)) return t('Subversion on {host}, over SSH', { host });
  if (/^svn:/i.test(address)) return t('Subversion on {host}', { host });
  if (/^git:/i.test(address)) return t('Git on {host}', { host });
  // `http:/host`: a slash is missing. `server:8080/path`: the engine says how each of its two meanings is written.
  if (/^(?:https?|svn|git|ssh|file):(?!\/\/)|^[\w.-]+:\d{1,5}(?:\/|$)/i.test(address))
    return t('This is no address yet');
  if (/^ssh:/i.test(address) || !address.includes('://')) return t('A repository on {host}, over SSH', { host });
  if (/^(.*\.)?(dev\.azure\.com|visualstudio\.com)(:\d+)?$/i.test(host) || /\/tfs(\/|$)/i.test(address))
    return t('Azure DevOps or Team Foundation on {host}', { host });
  if (/\.git\/?$/i.test(address)) return t('Git on {host}', { host });
  if (/\/(svn|subversion)(\/|$)|^svn\./i.test(address.replace(/^https?:\/\//i, '')))
    return t('Probably Subversion on {host}', { host });
  if (/\/hg(\/|$)|^hg\./i.test(address.replace(/^https?:\/\//i, '')))
    return t('Probably Mercurial on {host}', { host });
  return t('An address on {host}', { host });
}
