import { decodeText } from '../../git/names/declared-text.ts';
import type { Identity } from '../../vocabulary/history.ts';

/** Key of a Git identity, `remote_id` of its author: `Name <email>`, decoded. */
export function identityKey(name: string, email: string): string {
  return `${name} <${email}>`;
}

/**
 * An identity as a commit or a tag has it. Whoever collects authors and whoever maps them must come to the same.
 * @param rawName the bytes, one to a character (latin1)
 * @param encoding the object's `encoding` header, '' when it has none
 */
export function readIdentity(rawName: string, rawEmail: string, encoding: string): Identity {
  return { name: decodeText(trimmed(rawName), encoding), email: decodeText(trimmed(rawEmail), encoding) };
}

/** Not `trim`, for which A0 is a space: a byte in which "à", "Р" and "加" end. */
function trimmed(raw: string): string {
  return raw.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '');
}
