/**
 * What may be asked of the API and what comes back, as types, inferred from the routes' definitions: whoever changes
 * a route changes the types of every call.
 */
import type { z } from '@hono/zod-openapi';
import type { ApiOperation } from './routes.ts';

// Nothing here asks whether a schema is one: comparing whole schemas by structure is what makes a compiler slow.

/** Every operation by its method and its path: `GET /repos/{owner}/{repo}/import`. */
type Operations = { [Known in ApiOperation as NameOf<Known>]: Known };

type NameOf<Known> = Known extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Uppercase<Method>} ${Path}`
  : never;

/** Method and path of an operation. */
export type Call = keyof Operations;

export type Method = Call extends `${infer Name} ${string}` ? Name : never;

/** What a call must and may be given: values for its path, its query and its body. */
export type CallInput<C extends Call> = PathInput<PathNames<C>> &
  QueryInput<Request<C>> &
  BodyInput<Request<C>> &
  TextInput<Operations[C]>;

/** What a call answers: decoded JSON, text where the operation answers text, undefined where it answers nothing. */
export type CallAnswer<C extends Call> = AnswerOf<ResponsesOf<C>>;

/** Calls that answer a list, page by page. */
export type ListCall = {
  [C in Call]: Operations[C] extends { method: 'get'; request: { query: { shape: { per_page: unknown } } } }
    ? C
    : never;
}[Call];

/** One row of a list. */
export type RowOf<C extends Call> = CallAnswer<C> extends readonly (infer Row)[] ? Row : never;

type Request<C extends Call> = Operations[C] extends { request: infer Asked } ? Asked : object;

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type PathInput<Names extends string> = [Names] extends [never] ? unknown : { path: Record<Names, string | number> };

type QueryInput<Asked> = Asked extends { query: infer Schema }
  ? { query?: { [Name in keyof z.input<Schema>]: Written<z.input<Schema>[Name]> } }
  : unknown;

/** A query is text: numbers may be given for it. */
type Written<Value> = string extends Value ? Value | number : Value;

type BodyInput<Asked> = Asked extends {
  body: { content: { 'application/json': { schema: infer Schema } } };
}
  ? object extends z.input<Schema>
    ? { body?: z.input<Schema> }
    : { body: z.input<Schema> }
  : unknown;

type TextInput<Known> = Known extends { textBody: true } ? { text: string } : unknown;

type ResponsesOf<C extends Call> = Operations[C] extends { responses: infer Responses } ? Responses : never;

type AnswerOf<Responses> = {
  [Status in keyof Responses & (200 | 201 | 202 | 204)]: Responses[Status] extends { content: infer Content }
    ? Content extends { 'application/json': { schema: infer Schema } }
      ? z.output<Schema>
      : string
    : undefined;
}[keyof Responses & (200 | 201 | 202 | 204)];
