/** What go-github sent in its walk, and what it can decode: held in `go-github.json`, without anything secret. */
import { OWNER } from '../testing/engine.ts';
import type { Wait, World } from './go-github-world.ts';
import type { Recorded } from './recorded-server.ts';

/** What a type of the library takes: a name of JSON to `int`, `string`, `[]#User` and so on (`go-github/shapes.go`). */
export type Types = Record<string, Record<string, string>>;

/** One request of the library, what came back, and what the library decoded it into. */
export interface Exchange {
  call: string;
  method: string;
  /** With the query. Words in braces stand for what differs from run to run. */
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  /** A kind as in `Types`; '' for nothing. */
  decodes: string;
  /** Names that the library's type knows and the answer filled, of a list's first entry. */
  fills: string;
  /** Entries of a list. */
  count?: number;
}

export type Step = { wait: Wait } | Exchange;

export interface Recording {
  library: string;
  go: string;
  types: Types;
  steps: Step[];
}

/** What stands for a word in braces, by the word. */
export type Known = Record<string, string>;

const SENT = ['accept', 'accept-encoding', 'authorization', 'content-type', 'user-agent'];
const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;

export function knownAtStart({ place }: World): Known {
  const { login: _login, password: _password, svn_login: _user, ...rest } = place;
  return { ...rest, basic: Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64') };
}

/** Takes from an answer what later requests repeat. */
export function learn(known: Known, { path, status, body, location }: Reply): void {
  if (status === 302 && location !== null) known.location = location;
  if (status !== 201) return;
  const made = JSON.parse(body) as Record<string, unknown>;
  const names = path === '/applications' ? ['client_id', 'client_secret'] : path === '/authorizations' ? ['token'] : [];
  for (const name of names) known[name] ??= String(made[name]);
}

interface Reply {
  path: string;
  status: number;
  body: string;
  location: string | null;
}

/** Puts words in braces where something differs from run to run. */
function named(text: string, known: Known): string {
  // Longer ones first: an address may begin with another.
  const all = Object.entries(known).sort(([, one], [, other]) => other.length - one.length);
  return all.reduce((left, [name, value]) => left.replaceAll(value, `{${name}}`), text).replace(TIME, '"{time}"');
}

/** Puts back what `named` took. */
export function filled(text: string, known: Known): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name === 'time' ? new Date().toISOString().replace(/\.\d+/, '') : (known[name] ?? whole),
  );
}

export function exchangeOf(
  call: { call: string; decodes: string },
  sent: Recorded,
  known: Known,
  types: Types,
): Exchange {
  const { method, status, requestHeaders } = sent;
  const headers = SENT.flatMap((name) => {
    const value = requestHeaders.get(name);
    return value === null ? [] : [[name, named(value, known)]];
  });
  const url = `${known.origin}/api/v3${sent.path}${sent.query}`;
  const exchange: Exchange = {
    call: call.call,
    method,
    path: named(url, known).replace('{origin}/api/v3', ''),
    headers: Object.fromEntries(headers),
    body: named(sent.requestBody, known),
    status,
    ...shapeOf(call.decodes, status, sent.body, types),
  };
  learn(known, { path: sent.path, status, body: sent.body, location: sent.headers.get('location') });
  return exchange;
}

/** What of an answer the library sees. */
export function shapeOf(
  decodes: string,
  status: number,
  body: string,
  types: Types,
): Pick<Exchange, 'decodes' | 'fills' | 'count'> {
  if (decodes === '' || status === 204) return { decodes, fills: '' };
  const value: unknown = JSON.parse(body);
  if (!Array.isArray(value)) return { decodes, fills: fillsOf(decodes, value, types) };
  return { decodes, fills: value.length === 0 ? '' : fillsOf(decodes.slice(2), value[0], types), count: value.length };
}

function fillsOf(kind: string, value: unknown, types: Types): string {
  const names = Object.keys(types[kind.slice(1)] ?? {});
  const given = value as Record<string, unknown>;
  return names
    .filter((name) => given[name] !== undefined && given[name] !== null)
    .sort()
    .join(' ');
}

/**
 * Where encoding/json of Go would refuse a value.
 * @param path for the sentences
 */
export function undecodable(kind: string, value: unknown, types: Types, path = ''): string[] {
  if (value === null || kind === 'any') return [];
  if (kind.startsWith('[]')) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((entry, n) => undecodable(kind.slice(2), entry, types, `${path}[${n}]`));
  }
  if (kind.startsWith('{}') || kind.startsWith('#')) {
    if (typeof value !== 'object' || Array.isArray(value)) return [`${path} is no object`];
    // Go takes names in any letter case.
    const fields = new Map(
      Object.entries(types[kind.slice(1)] ?? {}).map(([name, inner]) => [name.toLowerCase(), inner]),
    );
    return Object.entries(value).flatMap(([name, inner]) => {
      const expected = kind.startsWith('{}') ? kind.slice(2) : fields.get(name.toLowerCase());
      return expected === undefined ? [] : undecodable(expected, inner, types, `${path}.${name}`);
    });
  }
  return SCALARS[kind]?.(value) === true ? [] : [`${path} is no ${kind}: ${JSON.stringify(value)}`];
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isTime = (value: unknown) =>
  typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
const SCALARS: Record<string, (value: unknown) => boolean> = {
  int: Number.isSafeInteger,
  float: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  time: isTime,
  timestamp: (value) => isTime(value) || Number.isSafeInteger(value),
};
