/** One way from the window to the engine's API: JSON over the bridge. */
import type { IpcOutput } from '../../main/ipc/contract.ts';
import { usePasswordQuestion } from '../stores/password-question.ts';

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
  constructor(status: number, message: string, fields: FieldError[]) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
  }
}

export interface Answer<T> {
  body: T;
  headers: Readonly<Record<string, string>>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RawAnswer = IpcOutput<'request'>;

/**
 * Sends a request and gives what came back, whatever its status. When the engine wants the password
 * confirmed, the person is asked and the same request is sent again.
 */
export async function send(method: Method, path: string, body: string | null): Promise<RawAnswer> {
  const response = await window.gantry.request({ method, path, body });
  if (response.status !== 401 || response.headers['x-gantry-confirm'] !== 'password') return response;
  const confirmed = await usePasswordQuestion.getState().ask();
  return confirmed ? window.gantry.request({ method, path, body }) : response;
}

/** Sends a request and gives the decoded body with the headers. @throws ApiError */
export async function requestWithHeaders<T>(method: Method, path: string, body?: unknown): Promise<Answer<T>> {
  const response = await send(method, path, body === undefined ? null : JSON.stringify(body));
  const decoded: unknown = response.body === '' ? undefined : JSON.parse(response.body);
  if (response.status >= 400) throw errorOf(response.status, decoded);
  return { body: decoded as T, headers: response.headers };
}

/** Sends a request and gives the decoded body. @throws ApiError */
export async function request<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await requestWithHeaders<T>(method, path, body)).body;
}

const largestPage = 100;

/** Gets every page of a list. */
export async function requestAllPages<T>(path: string, parameters: Record<string, string> = {}): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const items = await request<T[]>(
      'GET',
      `${path}?${new URLSearchParams({ ...parameters, per_page: `${largestPage}`, page: `${page}` })}`,
    );
    all.push(...items);
    if (items.length < largestPage) return all;
  }
}

/** `/repos/{owner}/{repo}` with both names safe in an address. */
export function repositoryPath(owner: string, repo: string): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

/** The sentence of an error, whatever threw it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const details = error.fields.flatMap((field) => (field.message ? [field.message] : []));
    return details.length > 0 ? details.join(' ') : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

function errorOf(status: number, body: unknown): ApiError {
  const shape = (body ?? {}) as { message?: unknown; errors?: unknown };
  const message = typeof shape.message === 'string' ? shape.message : `The engine refused (${status}).`;
  return new ApiError(status, message, Array.isArray(shape.errors) ? (shape.errors as FieldError[]) : []);
}
