/** What answers hold as text and JSON. */
import { say } from '../../../../language/sentence.ts';
import { AnswerTooLarge, NotTheApi } from './failures.ts';
import { ConnectionLost, type HttpAnswer } from './transport.ts';

/** What an answer that refuses says as JSON; nothing where it is a page. */
export async function bodyOf(answer: HttpAnswer): Promise<Record<string, unknown>> {
  try {
    const body = parse(await readText(answer, 64 << 10));
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    // Proxies and web servers say it in HTML: the status tells enough.
    return {};
  }
}

export function messageOf({ message }: Record<string, unknown>): string {
  return typeof message === 'string' ? message : '';
}

export async function messageIn(answer: HttpAnswer): Promise<string> {
  return (answer.headers.get('content-type') ?? '').includes('json') ? messageOf(await bodyOf(answer)) : '';
}

/** @throws NotTheApi for an answer of another kind, which is let go */
export function requireJson(answer: HttpAnswer): void {
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('json')) return;
  answer.drop();
  throw new NotTheApi(say('{type} in place of JSON', { type: type.split(';')[0] || 'nothing' }));
}

export async function readText(answer: HttpAnswer, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const piece of answer.pieces()) {
    bytes += piece.length;
    if (bytes > limit) throw new AnswerTooLarge(say('more than {most} MB in one answer', { most: limit >> 20 }));
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionLost(say('an answer was cut off or is no JSON'));
  }
}
