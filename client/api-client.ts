/**
 * A client of the API whose paths, parameters, bodies and answers are typed by the routes. It reaches the engine over
 * whatever it is given to send with: the window's bridge, HTTP, or the engine itself. Nothing here touches Node.
 */
import type { Call, CallAnswer, CallInput, ListCall, Method, RowOf } from '../service/api/calls.ts';

/** One answer as it arrived. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** @param path path and query below `/api/v3`. @param body JSON, or the text of an operation that takes text; null for none */
export type Send = (method: Method, path: string, body: string | null) => Promise<RawAnswer>;

/** An answer with its headers. */
export interface Answer<Body> {
  body: Body;
  headers: Readonly<Record<string, string>>;
}

/** Nothing where nothing must be given. */
type Given<C extends Call> = object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

export interface Client {
  /** Calls an operation and gives what it answers. @throws what `refusal` makes of an answer of 400 and above */
  <C extends Call>(call: C, ...given: Given<C>): Promise<CallAnswer<C>>;
  /** As the call itself, with the headers. */
  whole<C extends Call>(call: C, ...given: Given<C>): Promise<Answer<CallAnswer<C>>>;
  /** Every row of a list, page after page. */
  all<C extends ListCall>(call: C, ...given: Given<C>): Promise<RowOf<C>[]>;
}

interface AnyInput {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  text?: string;
}

/** Most rows of a page. */
export const LARGEST_PAGE = 100;

/**
 * Makes a client.
 * @param refusal the error for an answer of 400 and above; `body` is decoded JSON, or text that is none
 */
export function createClient(send: Send, refusal: (status: number, body: unknown, call: Call) => Error): Client {
  const ask = async (call: Call, input: AnyInput = {}): Promise<Answer<unknown>> => {
    const { method, path } = addressOf(call, input);
    const sent = input.text ?? (input.body === undefined ? null : JSON.stringify(input.body));
    const answer = await send(method, path, sent);
    const body = decode(answer);
    if (answer.status >= 400) throw refusal(answer.status, body, call);
    return { body, headers: answer.headers };
  };
  const all = async (call: Call, input: AnyInput = {}): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (let page = 1; ; page++) {
      const { body } = await ask(call, { ...input, query: { ...input.query, per_page: LARGEST_PAGE, page } });
      if (!Array.isArray(body)) throw new Error(`${call} answers no list.`);
      rows.push(...body);
      if (body.length < LARGEST_PAGE) return rows;
    }
  };
  const call = async (name: Call, input?: AnyInput) => (await ask(name, input)).body;
  // The one place where what arrived is taken for what the route's definition says: the engine checks it against that.
  return Object.assign(call, { whole: ask, all }) as Client;
}

/** The method of a call, and its path with the values in it. */
function addressOf(call: Call, { path: values = {}, query = {} }: AnyInput): { method: Method; path: string } {
  const [method, template] = call.split(' ') as [Method, string];
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  return { method, path: search.size === 0 ? path : `${path}?${search}` };
}

function decode({ body, headers }: RawAnswer): unknown {
  if (body === '') return undefined;
  return headers['content-type']?.includes('json') === false ? body : JSON.parse(body);
}
