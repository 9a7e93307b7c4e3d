/** A changelog entry (mercurial/changelog.py): who, when, which manifest, what was said. */

import { say } from '../../../../language/sentence.ts';
import { cleanIdentity } from '../../../git/commit-object.ts';
import { decodeText } from '../../../git/names/bytes.ts';
import type { Identity } from '../../../vocabulary/history.ts';
import { BundleError } from '../bundle/byte-reader.ts';

export interface Changeset {
  /** Hex id of the manifest. */
  manifest: string;
  /** As Mercurial has it, decoded. */
  user: string;
  /** Seconds since 1970; never negative, which Git cannot say. */
  seconds: number;
  /** Git's `+hhmm`. */
  zone: string;
  /** The date was before 1970. */
  early: boolean;
  branch: string;
  closesBranch: boolean;
  /** Of the topic extension, which keeps it in the changeset's extras (hgext3rd/topic); null for none. */
  topic: string | null;
  /** Names in the list of changed files. */
  filesCount: number;
  message: string;
  /** Text that was not UTF-8 was read as Windows-1252. */
  guessed: boolean;
}

/** @param text the changelog entry @throws BundleError */
export function readChangeset(text: Buffer): Changeset {
  const manifestEnd = text.indexOf(0x0a);
  const userEnd = text.indexOf(0x0a, manifestEnd + 1);
  const dateEnd = text.indexOf(0x0a, userEnd + 1);
  if (manifestEnd !== 40 || userEnd < 0 || dateEnd < 0)
    throw new BundleError(say('it holds a changeset that cannot be read'));
  const filesEnd = text[dateEnd + 1] === 0x0a ? dateEnd : text.indexOf('\n\n', dateEnd);
  const user = decodeText(text.toString('latin1', manifestEnd + 1, userEnd));
  const message = decodeText(filesEnd < 0 ? '' : text.toString('latin1', filesEnd + 2));
  const [, time = '0', offset = '0', extraText = ''] =
    /^(\S+) (\S+)(?: (.*))?$/s.exec(text.toString('latin1', userEnd + 1, dateEnd)) ?? [];
  const seconds = Math.trunc(Number(time));
  const extra = readExtra(extraText);
  return {
    manifest: text.toString('latin1', 0, 40),
    user: user.text,
    seconds: Number.isSafeInteger(seconds) ? Math.max(0, seconds) : 0,
    zone: zoneOf(Number(offset)),
    early: seconds < 0,
    branch: decodeText(extra.get('branch') ?? 'default').text,
    closesBranch: extra.get('close') === '1',
    topic: extra.has('topic') ? decodeText(extra.get('topic') ?? '').text : null,
    filesCount: filesEnd <= dateEnd ? 0 : countLines(text, dateEnd + 1, filesEnd),
    message: gitMessage(message.text),
    guessed: user.guessed || message.guessed,
  };
}

function countLines(text: Buffer, from: number, to: number): number {
  let count = 1;
  for (let at = text.indexOf(0x0a, from); at >= 0 && at < to; at = text.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** Mercurial counts seconds west of Greenwich, Git hours and minutes east of it. */
function zoneOf(offset: number): string {
  const minutes = Number.isFinite(offset) ? Math.trunc(Math.abs(offset) / 60) : 0;
  const text = String(Math.min(Math.trunc(minutes / 60), 99) * 100 + (minutes % 60)).padStart(4, '0');
  return `${offset > 0 && minutes > 0 ? '-' : '+'}${text}`;
}

/** `key:value` pairs separated by NUL, with `\\`, `\n`, `\r` and `\0` escaped. */
function readExtra(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of text.split('\0')) {
    const plain = pair.replace(/\\([\\nr0])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
    const colon = plain.indexOf(':');
    if (colon > 0) pairs.set(plain.slice(0, colon), plain.slice(colon + 1));
  }
  return pairs;
}

const ESCAPES: Record<string, string> = { '\\': '\\', n: '\n', r: '\r', '0': '\0' };

function gitMessage(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  return clean.endsWith('\n') ? clean : `${clean}\n`;
}

/**
 * A valid but possibly incorrect Git identity of a Mercurial user.
 * @param place stands for the repository in made-up addresses
 */
export function identityOf(user: string, place: string): Identity {
  const { name, email } = readUser(user, place);
  // As a commit has it: it is looked up by that when authors are mapped.
  const clean = { name: cleanIdentity(name), email: cleanIdentity(email) };
  return { ...clean, name: clean.name || clean.email || 'unknown' };
}

function readUser(user: string, place: string): Identity {
  const full = /^([^<>]*)<([^<>]*)>?.*$/s.exec(user);
  if (full !== null) {
    const email = (full[2] ?? '').trim();
    const name = (full[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
    if (email !== '') return { name: name || email.split('@')[0] || email, email };
    return bare(name, place);
  }
  const plain = user.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(plain)) return { name: plain.split('@')[0] as string, email: plain };
  return bare(plain, place);
}

function bare(name: string, place: string): Identity {
  const known = name === '' ? 'unknown' : name;
  return { name: known, email: `${known.replace(/[\s<>]+/g, '-')}@${place}` };
}
