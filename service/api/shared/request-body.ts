import { say } from '../../../language/sentence.ts';
import { isDeeperThan } from '../../json-depth.ts';
import { ApiError } from './errors.ts';

/** Longest JSON body, in bytes: 10,000 author mappings fit many times. */
const LONGEST_JSON = 8 << 20;
/** Longest body of an operation that asks for no account, in bytes. */
const LONGEST_OF_STRANGERS = 64 << 10;
/** Lists and objects within each other: nothing of the API is as deep. */
const DEEPEST = 64;
/** Longest author map, in bytes. */
const LONGEST_TEXT = 32 << 20;

/**
 * The request with a body that the routes can validate, stopped by what stops it. Public clients send JSON under any content
 * type, and no body at all where all fields may be left out (octokit: an empty `text/plain`).
 * @param isText whether the operation takes text and not JSON
 * @param isPublic whether it asks for no account
 * @throws ApiError 400, 413
 */
export async function withReadableBody(request: Request, isText: boolean, isPublic: boolean): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  const body = await readText(request, isPublic ? LONGEST_OF_STRANGERS : isText ? LONGEST_TEXT : LONGEST_JSON);
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  if (isText) return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
  const text = body.trim() === '' ? '{}' : body;
  if (isDeeperThan(DEEPEST, text))
    throw new ApiError(400, `Problems parsing JSON: it is nested more than ${DEEPEST} deep`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, 'Problems parsing JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Body should be a JSON object');
  }
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: text, signal: request.signal });
}

async function readText(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new ApiError(413, say('The body is larger than {size}.', { size: sizeOf(limit) }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sizeOf(bytes: number): string {
  return bytes < 1 << 20 ? `${bytes >> 10} KB` : `${bytes >> 20} MB`;
}
