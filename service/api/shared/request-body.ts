import { type Sentence, say } from '../../../language/sentence.ts';
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
/** Escapes that may be half of a character; without one of them no text that was UTF-8 holds any. */
const HALF_CHARACTER = /\\ud[89a-f]/i;
const NO_TEXT = say('This text is not UTF-8: letters of it would be lost. Save the file as UTF-8 and load it again.');

/**
 * The request with a body that the routes can validate, stopped by what stops it. Public clients send JSON under any content
 * type, and no body at all where all fields may be left out (octokit: an empty `text/plain`).
 * @param isText whether the operation takes text and not JSON
 * @param isPublic whether it asks for no account
 * @throws ApiError 400, 413
 */
export async function withReadableBody(request: Request, isText: boolean, isPublic: boolean): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  const bytes = await readBytes(request, isPublic ? LONGEST_OF_STRANGERS : isText ? LONGEST_TEXT : LONGEST_JSON);
  const body = decoded(bytes, isText ? NO_TEXT : 'Problems parsing JSON: it is not UTF-8');
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  if (isText) return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
  const text = body.trim() === '' ? '{}' : body;
  if (isDeeperThan(DEEPEST, text))
    throw new ApiError(400, `Problems parsing JSON: it is nested more than ${DEEPEST} deep`);
  let value: unknown;
  try {
    value = JSON.parse(text, HALF_CHARACTER.test(text) ? refuseHalfCharacters : undefined);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(400, 'Problems parsing JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Body should be a JSON object');
  }
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: text, signal: request.signal });
}

/**
 * What JSON may spell and UTF-8 cannot would be kept as U+FFFD: another name than the one that was sent, and the same one for all.
 * @throws ApiError 400
 */
function refuseHalfCharacters(key: string, value: unknown): unknown {
  if (key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value;
  throw new ApiError(400, 'Problems parsing JSON: it holds half of a character (an unpaired surrogate)');
}

/** @throws ApiError 400 for a sender who went away in the middle, 413 */
async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > limit) throw new ApiError(413, say('The body is larger than {size}.', { size: sizeOf(limit) }));
      chunks.push(chunk);
    }
  } catch (error) {
    // Nothing of the engine's failed: whoever sends has gone.
    throw error instanceof ApiError ? error : new ApiError(400, say('The request was stopped.'));
  }
  return Buffer.concat(chunks);
}

/** @throws ApiError 400 for another encoding: in names that are kept, its letters would be lost for good */
function decoded(bytes: Buffer, refusal: Sentence): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, refusal);
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1 << 20 ? `${bytes >> 10} KB` : `${bytes >> 20} MB`;
}
