/** Exchanges as they are recorded. */

import { createHash } from 'node:crypto';
import type { Mask } from '../recording/mask.ts';
import { type RecordedExchange, record, recordingMask } from '../recording/recorder.ts';
import type { HttpAnswer } from './answer.ts';

/** What was asked, as far as it is recorded. */
interface Asked {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Headers that say how a server works, and not whom it knows. */
const TELLING = /^(content-type|www-authenticate|retry-after|location|x-tfs-.*|x-vss-.*|x-msedge.*|server|allow)$/i;
/** Bytes of a body that are kept: longer ones are contents, or listings of which the beginning says enough. */
const MOST_BYTES = 8 << 20;

/** Records an exchange, if anything is recorded at all. */
export async function withRecord(asked: Asked, work: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const mask = recordingMask();
  if (mask === null) return work();
  const began = performance.now();
  holdLogin(mask, asked);
  const entry: RecordedExchange = {
    kind: 'http',
    at: new Date().toISOString(),
    milliseconds: 0,
    method: asked.method,
    url: mask.url(asked.url),
    sent: asked.body instanceof Uint8Array ? jsonOf(mask, Buffer.from(asked.body)) : null,
    ...{ status: 0, headers: {}, bytes: 0, body: null, contents: null, trouble: null },
  };
  const end = (trouble: unknown) => {
    entry.milliseconds = Math.round(performance.now() - began);
    entry.trouble = trouble === null ? null : mask.text(String(trouble));
    record(entry);
  };
  let answer: HttpAnswer;
  try {
    answer = await work();
  } catch (error) {
    end(error);
    throw error;
  }
  entry.status = answer.status;
  for (const [name, value] of answer.headers) if (TELLING.test(name)) entry.headers[name] = mask.text(value);
  return recordedAnswer(answer, mask, entry, end);
}

function recordedAnswer(
  answer: HttpAnswer,
  mask: Mask,
  entry: RecordedExchange,
  end: (trouble: unknown) => void,
): HttpAnswer {
  const isText = /json|text|html|xml/i.test(answer.headers.get('content-type') ?? '');
  let isOver = false;
  const finish = (trouble: unknown) => {
    if (isOver) return;
    isOver = true;
    end(trouble);
  };
  return {
    ...answer,
    drop() {
      finish('not read');
      answer.drop();
    },
    async *pieces() {
      const kept: Uint8Array[] = [];
      const sum = isText ? null : createHash('md5');
      let isWhole = false;
      try {
        for await (const piece of answer.pieces()) {
          if (isText && entry.bytes < MOST_BYTES) kept.push(Uint8Array.from(piece));
          sum?.update(piece);
          entry.bytes += piece.length;
          yield piece;
        }
        isWhole = true;
      } catch (error) {
        finish(error);
        throw error;
      } finally {
        const text = Buffer.concat(kept);
        const isPart = !isWhole || entry.bytes > text.length;
        if (sum !== null) entry.contents = mask.seed(sum.digest('base64'));
        if (isText)
          entry.body = isPart ? mask.text(text.toString()) : (jsonOf(mask, text) ?? mask.text(text.toString()));
        finish(isWhole ? null : 'not read to its end');
      }
    },
  };
}

function jsonOf(mask: Mask, bytes: Buffer): unknown {
  try {
    return mask.json(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}

/** So that it is found in whatever the server says of it. */
function holdLogin(mask: Mask, { headers }: Asked): void {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const [, basic] = /^Basic (\S+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return;
  const login = Buffer.from(basic, 'base64').toString();
  const colon = login.indexOf(':');
  for (const part of [login.slice(0, colon), login.slice(colon + 1)]) if (part !== '') mask.person(part);
}
