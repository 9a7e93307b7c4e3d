import { validateHeaderName, validateHeaderValue } from 'node:http';

/**
 * Headers that a server wants with what is asked of it next, by their names in lower case; null where no request can have them:
 * a name with a space, a value of two lines.
 */
export function readHeaders(header: unknown): [string, string][] | null {
  const headers = Object.entries(header ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  try {
    for (const [name, value] of headers) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
  } catch {
    return null;
  }
  return headers.map(([name, value]) => [name, value]);
}
