/**
 * Takes names, addresses, people and secrets out of log lines. What is not known to be harmless goes: plain words of our
 * own sentences, small numbers and error codes stay, every other word may be a name.
 */
import { PLAIN_WORDS } from './plain-words.ts';

/** What stands in place of what was taken out. */
const TAKEN = '<…>';
/** A number of more digits may be a phone's, an account's or a token's. */
const MOST_DIGITS = 7;
/** `E170001` of Subversion, `ECONNRESET` and `SQLITE_FULL` of the system's and SQLite's. */
const CODE = /^(E\d{6}|E[A-Z]{3,14}|SQLITE_[A-Z_]{2,20}|SIG[A-Z]{2,6}|ERR_[A-Z_]{2,40})$/;
/** Longer lines are cut, in characters, before anything is looked for in them. */
const LONGEST_LINE = 4000;
const TIME = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,3})?Z?\]?$/;
/** Anything that is an address, a path, an e-mail or an id as a whole, however many words it is made of. */
const ADDRESSES = [
  /[a-z][a-z\d+.-]*:\/\/[^\s"'<>]*/gi,
  /[^\s"'<>(]*@[^\s"'<>)]*/g,
  /(["'“‘`])(?:(?!\1)[^\n"”’`]){1,500}["'”’`]/g,
  /[^\s"'<>(]*[/\\][^\s"'<>)]*/g,
];

/**
 * @param names words that are names here although they look plain: logins, repositories, hosts
 * @returns the line; its time and level stay
 */
export function scrub(line: string, names: ReadonlySet<string> = new Set()): string {
  const [, time = '', rest = ''] =
    /^(\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?\]?)?([\s\S]*)$/.exec(line.slice(0, LONGEST_LINE)) ?? [];
  let text = rest;
  for (const pattern of ADDRESSES) text = text.replace(pattern, ` ${TAKEN} `);
  const words = text.split(/\s+/).map((word) => (word === TAKEN ? word : scrubWord(word, names)));
  return [TIME.test(time) ? time : '', ...words]
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(new RegExp(`${TAKEN}( ${TAKEN})+`, 'g'), TAKEN)
    .slice(0, 2000);
}

/** A word with the marks around it. */
function scrubWord(word: string, names: ReadonlySet<string>): string {
  const [, before = '', core = '', after = ''] = /^([([{:,;.!?–-]*)(.*?)([)\]}:,;.!?–…-]*)$/.exec(word) ?? [];
  return core === '' || isPlain(core, names) ? word : `${before}${TAKEN}${after}`;
}

function isPlain(word: string, names: ReadonlySet<string>): boolean {
  const lower = word.toLowerCase();
  if (names.has(lower)) return false;
  if (/^\d+%?$/.test(word)) return word.length <= MOST_DIGITS;
  if (/^r\d{1,7}$/.test(word)) return true;
  return CODE.test(word) || lower.split(/[-_/]/).every((part) => PLAIN_WORDS.has(part) && !names.has(part));
}
