import { type Said, say } from '../../../language/sentence.ts';
import type { Identity } from '../../vocabulary/history.ts';

/** Longest name or address, in characters. */
const LONGEST = 500;

/** Why a text cannot be in a Git identity, as a sentence, or null when it can. */
export function identityProblem(field: 'name' | 'email', value: string): Said | null {
  const isName = field === 'name';
  if (value.trim() === '' && isName) return say('The name is empty. Enter one.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[<>\u0000-\u001f\u007f]/.test(value))
    return isName
      ? say('The name holds "<", ">" or a line end, which Git cannot store. Remove them.')
      : say('The address holds "<", ">" or a line end, which Git cannot store. Remove them.');
  if (value.length > LONGEST)
    return isName
      ? say('The name is longer than {count} characters. Shorten it.', { count: LONGEST })
      : say('The address is longer than {count} characters. Shorten it.', { count: LONGEST });
  // Git trims these from the ends of names, so that the stored one would differ from what was asked for.
  if (value !== value.trim())
    return isName
      ? say('The name begins or ends with a space. Remove it.')
      : say('The address begins or ends with a space. Remove it.');
  return null;
}

/** Why a text cannot be anybody's e-mail address, as a sentence, or null when it can. Servers of one's own need no dot. */
export function addressProblem(value: string): Said | null {
  const [, local, domain] = /^(.+)@([^@]+)$/s.exec(value) ?? [];
  const isPossible =
    local !== undefined &&
    domain !== undefined &&
    /^("[^"]+"|[^\s"]+)$/.test(local) &&
    /^(?!-)[^\s.,;:"\\]+(\.[^\s.,;:"\\]+)*$|^\[[\da-f.:]+\]$/i.test(domain);
  return isPossible ? null : say('"{value}" is no e-mail address. Enter one such as ann@example.org.', { value });
}

/** Reads `Name <email>`; null when it is none. */
export function readIdentity(text: string): Identity | null {
  const match = /^\s*([^<>]*?)\s*<\s*([^<>]*?)\s*>\s*$/.exec(text);
  if (match === null) return null;
  return { name: match[1] ?? '', email: match[2] ?? '' };
}
