/** One way from the window to the engine's API: JSON over the bridge. */

import { type Client, createClient } from '../../client/api-client.ts';
import type { IpcOutput } from '../../main/ipc/contract.ts';
import type { Method } from '../../service/api/calls.ts';
import { t } from '../language/text.ts';
import { lastAnswer } from './last-view.ts';
import { usePasswordQuestion } from './password-question.ts';

export interface FieldError {
  resource?: string;
  field?: string;
  code?: string;
  message?: string;
}

/** A refusal by the engine. `message` is a sentence for a person. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: FieldError[];
  /** Key of the failure that it says; null where the engine's catalogue has none. */
  readonly failure: string | null;
  constructor(status: number, message: string, fields: FieldError[], failure: string | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.failure = failure;
  }
}

/** Why work ended that began earlier, as its row says it. */
export class FailedWork extends Error {
  /** Key of the failure; null where nobody knows it. */
  readonly failure: string | null;
  constructor(message: string, failure: string | null | undefined) {
    super(message);
    this.name = 'FailedWork';
    this.failure = failure ?? null;
  }
}

/** The person was asked for the password and did not give it: nothing was done, and nothing went wrong. */
export class NotConfirmed extends Error {
  constructor() {
    super(t('The password was not given, so nothing was done.'));
    this.name = 'NotConfirmed';
  }
}

export type RawAnswer = IpcOutput<'request'>;

/**
 * Sends a request and gives what came back, whatever its status. When the engine wants the password
 * confirmed, the person is asked and the same request is sent again.
 * @throws NotConfirmed when the person does not give it
 */
export async function send(
  method: Method,
  path: string,
  body: string | null,
  ticket?: string | undefined,
): Promise<RawAnswer> {
  const last = lastAnswer(method, path);
  if (last !== undefined) return last;
  const request = { method, path, body, ...(ticket === undefined ? {} : { ticket }) };
  const response = await window.gantry.request(request);
  if (response.status !== 401 || response.headers['x-gantry-confirm'] !== 'password') return response;
  if (!(await usePasswordQuestion.getState().ask())) throw new NotConfirmed();
  return window.gantry.request(request);
}

/** Calls an operation of the engine. @throws ApiError */
export const api: Client = createClient((method, path, body) => send(method, path, body), errorOf);

let tickets = 0;

/** A client whose next call ends, with all that it began, when the signal says so. */
export function stoppable(signal: AbortSignal): Client {
  const ticket = `stoppable ${++tickets}`;
  signal.addEventListener('abort', () => void window.gantry.stopRequest({ ticket }), { once: true });
  return createClient((method, path, body) => send(method, path, body, ticket), errorOf);
}

/** The sentence of an error, whatever threw it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const details = error.fields.flatMap((field) => (field.message ? [field.message] : []));
    return details.length > 0 ? details.join(' ') : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Programs are told two words, no sentence, of what is not there. */
function isGone(status: number, message: string): boolean {
  return status === 404 && !message.endsWith('.');
}

function errorOf(status: number, body: unknown): ApiError {
  const shape = (body ?? {}) as { message?: unknown; errors?: unknown; failure?: unknown };
  const said = typeof shape.message === 'string' ? shape.message : t('The engine refused ({status}).', { status });
  const message = isGone(status, said)
    ? t(
        'It is not here any more, or you may not see it. Somebody may have removed or renamed it: go back and look there.',
      )
    : said;
  const fields = Array.isArray(shape.errors) ? (shape.errors as FieldError[]) : [];
  return new ApiError(status, message, fields, typeof shape.failure === 'string' ? shape.failure : null);
}
