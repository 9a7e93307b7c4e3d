/** Commits and annotated tags taken apart, so that two of them can be held against each other. Texts are latin1: bytes. */
import { decodeStrictly } from '../../git/names/declared-text.ts';
import { identityKey, readIdentity } from '../../sources/commits/identity-key.ts';

export interface ObjectParts {
  /** By role (`author`, `committer`, `tagger`). */
  people: Map<string, { who: string; when: string }>;
  tree: string;
  encoding: string;
  /** Headers that neither people nor ids are, and no signatures. */
  headers: string;
  message: string;
}

const IDENTITY = /^(.*?) ?<([^>]*)>(.*)$/s;
/** Without an address git reads no name (ident.c, `split_ident_line`). */
const WHEN = / -?\d+ [+-]\d+$/;
/** What git takes for a date that is not there. */
const NO_DATE = ' 0 +0000';
/** Which of them are ids, told by whom they name, and which sign a text that is another now. */
const OTHERS = /^(parent|object|encoding|gpgsig|gpgsig-sha256|mergetag) /;

export function partsOf(payload: Buffer): ObjectParts {
  const text = payload.toString('latin1');
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n') + 1 || text.length;
  const headers = text.slice(0, end).split(/\n(?! )/);
  const encoding = headers.find((line) => line.startsWith('encoding '))?.slice('encoding '.length) ?? '';
  const parts: ObjectParts = { people: new Map(), tree: '', encoding, headers: '', message: text.slice(end) };
  for (const line of headers) {
    const [role = ''] = line.split(' ', 1);
    const value = line.slice(role.length + 1);
    if (role === 'tree') parts.tree = value;
    else if (role === 'author' || role === 'committer' || role === 'tagger') {
      const [, name = '', email = '', when = WHEN.exec(value)?.[0] ?? ''] = IDENTITY.exec(value) ?? [];
      const identity = readIdentity(name, email, encoding);
      parts.people.set(role, { who: identityKey(identity.name, identity.email), when: when === '' ? NO_DATE : when });
    } else if (!OTHERS.test(line)) parts.headers += `${line}\n`;
  }
  return parts;
}

/** Whether two messages say the same, also where one of them was encoded anew. */
export function isSameMessage(before: ObjectParts, after: ObjectParts): boolean {
  if (before.encoding === after.encoding) return before.message === after.message;
  const text = decodeStrictly(before.message, before.encoding);
  return text !== null && Buffer.from(text, 'utf8').toString('latin1') === after.message;
}

const SIGNATURE = '-----BEGIN ';

/** Whether a tag's message is the one from before, or that without a signature. */
export function isSameWithoutSignature(before: string, after: string): boolean {
  if (before === after) return true;
  const start = before.lastIndexOf(SIGNATURE);
  if (start < 0 || after.length >= before.length) return false;
  return before.slice(0, start) + before.slice(start + before.length - after.length) === after;
}
