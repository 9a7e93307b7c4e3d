/** Errors as the API sends them: `{message, documentation_url, errors?, failure?}`. */

import { z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { type Sentence, say } from '../../../language/sentence.ts';
import { InvalidAccount } from '../../accounts/accounts.ts';
import { InvalidToken } from '../../accounts/tokens.ts';
import type { Engine } from '../../engine.ts';
import { Failure } from '../../failures/failure.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import { SaidError } from '../../failures/said-error.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { ImportGone } from '../../imports/requests.ts';
import { InvalidMigration } from '../../migrations/export/requests.ts';
import { InvalidInspection } from '../../migrations/inspect/inspections.ts';
import { InvalidRestore } from '../../migrations/restore/invalid-restore.ts';
import { InvalidRepository } from '../../repositories/invalid-repository.ts';
import { RepositoryLocked } from '../../repositories/repository-locked.ts';
import type { ApiContext } from './environment.ts';
import { baseUrl } from './links.ts';
import type { Resource } from './operation.ts';

export interface FieldError {
  resource: string;
  field: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  message?: Sentence;
}

export const errorSchema = z
  .object({
    message: z.string(),
    documentation_url: z.string(),
    errors: z
      .array(z.object({ resource: z.string(), field: z.string(), code: z.string(), message: z.string().optional() }))
      .optional(),
    /** Key of the failure that the message says, in `service/failures/catalogue/`: the guide has a page for each family. */
    failure: z.string().optional(),
  })
  .openapi('Error');

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 500 | 503;

/** An answer other than success. Thrown anywhere below a route. */
export class ApiError extends SaidError {
  readonly status: Status;
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Key of the failure that the message says; undefined where none of the catalogue does. */
  readonly failure: string | undefined;
  constructor(
    status: Status,
    said: Sentence,
    errors?: FieldError[],
    headers: Record<string, string> = {},
    failure?: string,
  ) {
    // What only programs read is English, in words.
    super(typeof said === 'string' ? [said] : said);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.failure = failure;
  }
}

export function notFound(): ApiError {
  return new ApiError(404, say('Not Found'));
}

/** 422 with one field's error. @param failure key of what the message says, where the catalogue has it */
export function invalid(
  resource: string,
  field: string,
  code: FieldError['code'],
  message: Sentence,
  failure?: string,
): ApiError {
  return new ApiError(422, say('Validation Failed'), [{ resource, field, code, message }], {}, failure);
}

/** As web servers write it into their logs: the client closed the request. */
const STOPPED = 499;

/** Response entries of a route's documentation. */
export function errorResponses<const Listed extends Status>(...statuses: Listed[]) {
  const texts: Record<Status, string> = {
    400: 'The body is not a JSON object.',
    401: 'Requires authentication.',
    403: 'Forbidden.',
    404: 'Resource not found.',
    409: 'Conflict.',
    410: 'Switched off for a while.',
    413: 'The body is too large.',
    415: 'The operation needs a preview media type.',
    422: 'Validation failed.',
    500: 'The service failed.',
    503: 'A program that the service needs is missing, or the disk is full.',
  };
  const content = { 'application/json': { schema: errorSchema } };
  const entries = statuses.map((status) => [status, { description: texts[status], content }]);
  return Object.fromEntries(entries) as Record<Listed, { description: string; content: typeof content }>;
}

/** What a failed validation answers; used as `defaultHook` of every router. */
export function refuseInvalid(
  result: { success: boolean; data?: unknown; error?: unknown },
  c: ApiContext,
): Response | undefined {
  if (result.success || !(result.error instanceof z.ZodError)) return undefined;
  const resource = resourceOf(c);
  const errors = result.error.issues.map((issue): FieldError => {
    return {
      resource,
      field: issue.path.join('.'),
      code: isMissing(result.data, issue.path) ? 'missing_field' : 'invalid',
      message: messageOf(issue),
    };
  });
  return sendError(c, new ApiError(422, say('Validation Failed'), errors));
}

/** What a person may have typed is refused in a sentence; of all else programs are told by the library's words. */
function messageOf(issue: z.core.$ZodIssue): Sentence {
  if (issue.code !== 'too_big') return issue.message;
  const values = { field: issue.path.join('.'), count: Number(issue.maximum) };
  if (issue.origin === 'string') return say('"{field}" has at most {count} characters. Shorten it.', values);
  if (issue.origin === 'array')
    return say('"{field}" has at most {count} entries. Send the others by themselves.', values);
  return issue.message;
}

/** Whether what was sent has nothing there: issues about choices of words do not say it. */
function isMissing(sent: unknown, path: readonly PropertyKey[]): boolean {
  let value = sent;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

function resourceOf(c: ApiContext): Resource {
  return c.get('operation')?.resource ?? 'Account';
}

function sendError(c: ApiContext, error: ApiError): Response {
  return c.json(
    {
      message: spoken(error.said),
      documentation_url: `${baseUrl(c.req.raw)}/openapi.json`,
      ...(error.errors === undefined ? {} : { errors: error.errors.map(representError) }),
      ...(error.failure === undefined ? {} : { failure: error.failure }),
    },
    error.status,
    error.headers,
  );
}

function representError({ message, ...error }: FieldError) {
  return message === undefined ? error : { ...error, message: spoken(message) };
}

/** Turns whatever a route threw into an answer. What is not meant for the caller goes to the log only. */
export function errorAnswer(
  error: unknown,
  c: ApiContext,
  { log, dataFolder }: Pick<Engine, 'log' | 'dataFolder'>,
): Response {
  if (error instanceof ApiError) return sendError(c, error);
  const { signal } = c.req.raw;
  if (signal.aborted && (error === signal.reason || (error instanceof Failure && error.kind === 'cancelled'))) {
    // Whoever asked has gone: nobody reads this.
    return Response.json({ message: spoken(say('The request was stopped.')) }, { status: STOPPED });
  }
  if (error instanceof ImportGone) return sendError(c, notFound());
  if (error instanceof HTTPException && error.status === 400) {
    return sendError(c, new ApiError(400, 'Problems parsing JSON'));
  }
  if (error instanceof RepositoryLocked)
    return sendError(c, new ApiError(403, sentenceFor(error, 'request'), undefined, {}, error.key));
  if (error instanceof InvalidInspection || error instanceof InvalidRestore) {
    return sendError(c, invalid(resourceOf(c), error.field, 'unprocessable', error.said));
  }
  if (error instanceof InvalidMigration) {
    return sendError(c, invalid('Migration', error.field, error.code, error.said));
  }
  if (error instanceof InvalidAccount || error instanceof InvalidRepository || error instanceof InvalidToken) {
    return sendError(c, invalid(resourceOf(c), error.field, error.code, error.said));
  }
  const failure = failureIn(dataFolder, error);
  const ofDisk = failure.kind === 'disk_full' || failure.kind === 'disk_failed';
  if (error instanceof Failure || ofDisk) {
    const sentence = sentenceFor(failure, 'request');
    log('warning', `${c.req.method} ${c.req.path}: ${sentence} ${failure.detail}`);
    const passing = failure.kind === 'tool_missing' || ofDisk;
    return sendError(c, new ApiError(passing ? 503 : 500, sentence, undefined, {}, failure.key));
  }
  log(
    'error',
    `${c.req.method} ${c.req.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return sendError(c, new ApiError(500, say('The service failed. Its log has the detail.')));
}
