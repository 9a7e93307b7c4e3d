/**
 * Changes identities and ids inside one commit or annotated tag. Texts are bytes as latin1 strings, so that
 * what is not changed stays byte for byte.
 */
import type { Identity } from '../../vocabulary/history.ts';
import { identityLine } from '../commit-object.ts';
import { decodeStrictly } from '../names/declared-text.ts';

/** Gives the identity that a raw one becomes, or null to keep it. `encoding` is the object's header, '' for none. */
export type IdentityLookup = (rawName: string, rawEmail: string, encoding: string) => Identity | null;

export interface RewrittenText {
  /** The new text; the very same string when nothing changed. */
  text: string;
  droppedSignature: boolean;
}

const SIGNATURE_HEADERS = /^gpgsig(-sha256)? /;
const TAG_SIGNATURE = /^-----BEGIN (PGP SIGNATURE|PGP MESSAGE|SIGNED MESSAGE|SSH SIGNATURE)-----/gm;
const SIGNATURE_END = /^-----END [^\n]*\n?/m;

/** Where the signature in a tag's message is: at the last mark, as git takes it (gpg-interface.c, `parse_signed_buffer`). */
function signatureIn(message: string): { start: number; end: number } | null {
  const start = [...message.matchAll(TAG_SIGNATURE)].at(-1)?.index;
  if (start === undefined) return null;
  const end = SIGNATURE_END.exec(message.slice(start));
  // What somebody wrote behind it is theirs.
  return { start, end: end === null ? message.length : start + end.index + end[0].length };
}

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

/** @returns bytes as latin1, and whether they are what the encoding says */
function encodeIdentity(identity: Identity, encoding: string): { line: string; fits: boolean } {
  const line = identityLine(identity);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte of Latin-1 is meant
  const isWestern = /^[\u0000-\u00ff]*$/.test(line);
  if (/^(iso-?8859-?1|latin-?1|windows-1252|cp1252)$/i.test(encoding) && isWestern) return { line, fits: true };
  const bytes = Buffer.from(line, 'utf8').toString('latin1');
  return { line: bytes, fits: encoding === '' || /^utf-?8$/i.test(encoding) || bytes.length === line.length };
}

const IDENTITY_HEADER = /^(author|committer|tagger) (.*?) ?<([^>]*)>(.*)$/s;
/** One without an address between brackets, of which git reads neither name nor date (ident.c, `split_ident_line`). */
const UNREAD_HEADER = /^(author|committer|tagger) .*?( -?\d+ [+-]\d+)?$/s;
const NO_DATE = ' 0 +0000';

/** As `IDENTITY_HEADER` gives them. */
function readOfUnread(line: string): string[] {
  const [, role, when = NO_DATE] = UNREAD_HEADER.exec(line) ?? [];
  return role === undefined ? [] : [line, role, '', '', when];
}

function mapIdentityHeader(line: string, lookup: IdentityLookup, encoding: string): { line: string; fits: boolean } {
  const [, role, name = '', email = '', when = ''] = IDENTITY_HEADER.exec(line) ?? readOfUnread(line);
  const identity = role === undefined ? null : lookup(name, email, encoding);
  if (identity === null) return { line, fits: true };
  const encoded = encodeIdentity(identity, encoding);
  return { line: `${role} ${encoded.line}${when}`, fits: encoded.fits };
}

function encodingOf(headers: readonly string[]): string {
  return headers.find((line) => line.startsWith('encoding '))?.slice('encoding '.length) ?? '';
}

/** Who made a commit, as `IdentityLookup` is asked for it: raw names and addresses. */
export function identitiesOf(text: string): { encoding: string; author: Identity; committer: Identity } {
  const { headers } = splitHeaders(text);
  const of = (role: string): Identity => {
    const [, , name = '', email = ''] = IDENTITY_HEADER.exec(headers.find((line) => line.startsWith(role)) ?? '') ?? [];
    return { name, email };
  };
  return { encoding: encodingOf(headers), author: of('author '), committer: of('committer ') };
}

/** A commit without its `encoding` header, in UTF-8; null where its bytes are not what that says. */
function inUtf8(headers: readonly string[], message: string, encoding: string): string | null {
  const parts: string[] = [];
  for (const part of [...headers.filter((line) => !line.startsWith('encoding ')).map((line) => `${line}\n`), message]) {
    // The only headers that hold text.
    const isText = part === message || /^(author|committer) /.test(part);
    const text = isText ? decodeStrictly(part, encoding) : null;
    if (isText && text === null) return null;
    parts.push(text === null ? part : Buffer.from(text, 'utf8').toString('latin1'));
  }
  return parts.join('');
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
  const encoding = encodingOf(headers);
  const rest = newMessage?.(before, encoding) ?? before;
  let changed = rest !== before;
  let fits = true;
  const mapped = headers.map((line) => {
    let result = line;
    if (line.startsWith('parent ')) {
      const id = newId(line.slice(7));
      if (id !== null) result = `parent ${id}`;
    } else if (line.startsWith('tree ')) {
      const id = newId(line.slice(5));
      if (id !== null) result = `tree ${id}`;
    } else if (line.startsWith('author ') || line.startsWith('committer ')) {
      const identity = mapIdentityHeader(line, lookup, encoding);
      result = identity.line;
      fits &&= identity.fits;
    }
    if (result !== line) changed = true;
    return result;
  });
  // A new name that the declared encoding has no letters for would be read as others.
  const recoded = fits ? null : inUtf8(headers, before, encoding);
  if (recoded !== null) return rewriteCommitText(recoded, lookup, newId, newMessage);
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
  const signature = signatureIn(rest);
  const before = signature === null ? rest : rest.slice(0, signature.start);
  const behind = signature === null ? '' : rest.slice(signature.end);
  const message = newMessage?.(before, '') ?? before;
  let changed = message !== before;
  const mapped = headers.map((line) => {
    let result = line;
    if (line.startsWith('object ')) {
      const id = newId(line.slice(7));
      if (id !== null) result = `object ${id}`;
    } else if (line.startsWith('tagger ')) {
      result = mapIdentityHeader(line, lookup, '').line;
    }
    if (result !== line) changed = true;
    return result;
  });
  if (!changed) return { text, droppedSignature: false };
  const kept = mapped.filter((line) => !SIGNATURE_HEADERS.test(line));
  return {
    text: `${kept.join('\n')}\n${message}${behind}`,
    droppedSignature: signature !== null || kept.length < mapped.length,
  };
}
