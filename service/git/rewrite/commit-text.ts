/**
 * Changes identities and ids inside one commit or annotated tag. Texts are bytes as latin1 strings, so that
 * what is not changed stays byte for byte.
 */
import type { Identity } from '../../vocabulary/history.ts';
import { identityLine } from '../commit-object.ts';

/** Gives the identity that a raw one becomes, or null to keep it. `encoding` is the object's header, '' for none. */
export type IdentityLookup = (rawName: string, rawEmail: string, encoding: string) => Identity | null;

export interface RewrittenText {
  /** The new text; the very same string when nothing changed. */
  text: string;
  droppedSignature: boolean;
}

const SIGNATURE_HEADERS = /^gpgsig(-sha256)? /;
const TAG_SIGNATURE = /^-----BEGIN (PGP|SSH|SIGNED) (SIGNATURE|MESSAGE)-----$/m;

/** Splits headers (with their continuation lines) from the message, which starts behind the empty line. */
function splitHeaders(text: string): { headers: string[]; rest: string } {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n') + 1;
  const head = end === 0 && !text.startsWith('\n') ? text : text.slice(0, end);
  const headers: string[] = [];
  for (const line of head.split('\n')) {
    if (line === '') continue;
    if (line.startsWith(' ') && headers.length > 0) headers[headers.length - 1] += `\n${line}`;
    else headers.push(line);
  }
  return { headers, rest: text.slice(head.length) };
}

function encodeIdentity(identity: Identity, encoding: string): string {
  const line = identityLine(identity);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte of Latin-1 is meant
  const fits = /^[\u0000-\u00ff]*$/.test(line);
  if (/^(iso-?8859-?1|latin-?1|windows-1252|cp1252)$/i.test(encoding) && fits) return line;
  return Buffer.from(line, 'utf8').toString('latin1');
}

function mapIdentityHeader(line: string, lookup: IdentityLookup, encoding: string): string {
  const found = /^(author|committer|tagger) (.*?) ?<([^>]*)>(.*)$/s.exec(line);
  if (!found) return line;
  const [, role, name = '', email = '', when = ''] = found;
  const identity = lookup(name, email, encoding);
  return identity === null ? line : `${role} ${encodeIdentity(identity, encoding)}${when}`;
}

/** Gives the message that a message becomes; the same string where nothing changes. Bytes as latin1. */
export type MessageChange = (message: string, encoding: string) => string;

/**
 * @param newId gives the id that a commit's or a tree's id became, or null
 * @param newMessage changes the message; without it the message stays
 */
export function rewriteCommitText(
  text: string,
  lookup: IdentityLookup,
  newId: (id: string) => string | null,
  newMessage?: MessageChange,
): RewrittenText {
  const { headers, rest: before } = splitHeaders(text);
  const encoding = headers.find((line) => line.startsWith('encoding '))?.slice('encoding '.length) ?? '';
  const rest = newMessage?.(before, encoding) ?? before;
  let changed = rest !== before;
  const mapped = headers.map((line) => {
    let result = line;
    if (line.startsWith('parent ')) {
      const id = newId(line.slice(7));
      if (id !== null) result = `parent ${id}`;
    } else if (line.startsWith('tree ')) {
      const id = newId(line.slice(5));
      if (id !== null) result = `tree ${id}`;
    } else if (line.startsWith('author ') || line.startsWith('committer ')) {
      result = mapIdentityHeader(line, lookup, encoding);
    }
    if (result !== line) changed = true;
    return result;
  });
  if (!changed) return { text, droppedSignature: false };
  // A signature signs the old text, and a merged tag names the old commit.
  const kept = mapped.filter((line) => !SIGNATURE_HEADERS.test(line) && !line.startsWith('mergetag '));
  return { text: `${kept.join('\n')}\n${rest}`, droppedSignature: kept.length < mapped.length };
}

/**
 * @param newId gives the id that the tagged object's id became, or null
 * @param newMessage changes the message, the signature in it not
 */
export function rewriteTagText(
  text: string,
  lookup: IdentityLookup,
  newId: (id: string) => string | null,
  newMessage?: MessageChange,
): RewrittenText {
  const { headers, rest } = splitHeaders(text);
  const signature = TAG_SIGNATURE.exec(rest);
  const before = signature === null ? rest : rest.slice(0, signature.index);
  const message = newMessage?.(before, '') ?? before;
  let changed = message !== before;
  const mapped = headers.map((line) => {
    let result = line;
    if (line.startsWith('object ')) {
      const id = newId(line.slice(7));
      if (id !== null) result = `object ${id}`;
    } else if (line.startsWith('tagger ')) {
      result = mapIdentityHeader(line, lookup, '');
    }
    if (result !== line) changed = true;
    return result;
  });
  if (!changed) return { text, droppedSignature: false };
  const kept = mapped.filter((line) => !SIGNATURE_HEADERS.test(line));
  return {
    text: `${kept.join('\n')}\n${message}`,
    droppedSignature: signature !== null || kept.length < mapped.length,
  };
}
