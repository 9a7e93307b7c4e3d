import type { Identity } from '../../vocabulary/history.ts';

/** Longest name or address, in characters. */
const LONGEST = 500;

/** Why a text cannot be in a Git identity, as a sentence, or null when it can. */
export function identityProblem(field: 'name' | 'email', value: string): string | null {
  const what = field === 'name' ? 'name' : 'address';
  if (value.trim() === '' && field === 'name') return 'The name is empty. Enter one.';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[<>\u0000-\u001f\u007f]/.test(value))
    return `The ${what} holds "<", ">" or a line end, which Git cannot store. Remove them.`;
  if (value.length > LONGEST) return `The ${what} is longer than ${LONGEST} characters. Shorten it.`;
  // Git trims these from the ends of names, so that the stored one would differ from what was asked for.
  if (value !== value.trim()) return `The ${what} begins or ends with a space. Remove it.`;
  return null;
}

/** Why a text cannot be anybody's e-mail address, as a sentence, or null when it can. Servers of one's own need no dot. */
export function addressProblem(value: string): string | null {
  const [, local, domain] = /^(.+)@([^@]+)$/s.exec(value) ?? [];
  const isPossible =
    local !== undefined &&
    domain !== undefined &&
    /^("[^"]+"|[^\s"]+)$/.test(local) &&
    /^(?!-)[^\s.,;:"\\]+(\.[^\s.,;:"\\]+)*$|^\[[\da-f.:]+\]$/i.test(domain);
  return isPossible ? null : `"${value}" is no e-mail address. Enter one such as ann@example.org.`;
}

/** Reads `Name <email>`; null when it is none. */
export function readIdentity(text: string): Identity | null {
  const match = /^\s*([^<>]*?)\s*<\s*([^<>]*?)\s*>\s*$/.exec(text);
  if (match === null) return null;
  return { name: match[1] ?? '', email: match[2] ?? '' };
}
