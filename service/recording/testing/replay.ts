/** A server that answers as a recorded one did; contents, which no recording holds, are others of the same sizes. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { standIn } from '../mask.ts';
import type { RecordedExchange, RecordedRun } from '../recorder.ts';

export interface Replay {
  /** Its address; what follows the host is as it was recorded. */
  url: string;
  /** Requests that the recording has no answer to. */
  unknown: string[];
  stop(): Promise<void>;
}

export function readRecording(folder: string): (RecordedExchange | RecordedRun)[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedExchange | RecordedRun);
}

export async function replay(folder: string): Promise<Replay> {
  const answers = new Map<string, RecordedExchange[]>();
  for (const entry of readRecording(folder)) {
    if (entry.kind !== 'http' || entry.status === 0) continue;
    const key = keyOf(entry.method, entry.url, entry.sent);
    answers.set(key, [...(answers.get(key) ?? []), entry]);
  }
  const items = itemsOf([...answers.values()].flat());
  const unknown: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((sent) => {
      const key = keyOf(request.method ?? 'GET', `http://x${request.url}`, sent);
      const known = answers.get(key);
      // The last answer is given again and again.
      const entry = known !== undefined && known.length > 1 ? known.shift() : known?.[0];
      const batch = descriptorsOf(sent).map((descriptor) => items.get(JSON.stringify(descriptor)));
      if (entry === undefined && batch.length > 0 && !batch.includes(undefined)) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ count: batch.length, value: batch }));
        return;
      }
      if (entry === undefined) {
        unknown.push(key);
        response.writeHead(400).end();
        return;
      }
      const { 'content-type': type = 'application/octet-stream', 'www-authenticate': wants } = entry.headers;
      response.writeHead(entry.status, {
        'content-type': type,
        ...(wants === undefined ? {} : { 'www-authenticate': wants }),
      });
      if (entry.body === null) response.end(standIn(entry.contents ?? '', entry.bytes));
      else response.end(typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    unknown,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function keyOf(method: string, url: string, sent: unknown): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} ${sent === null ? '' : JSON.stringify(sent)}`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** How many items are asked for together depends on what has arrived by then: each is answered by itself. */
function itemsOf(entries: readonly RecordedExchange[]): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const { sent, body } of entries) {
    const { value } = (body ?? {}) as { value?: unknown };
    if (!Array.isArray(value)) continue;
    for (const [index, descriptor] of descriptorsOf(sent).entries())
      items.set(JSON.stringify(descriptor), value[index]);
  }
  return items;
}

function descriptorsOf(sent: unknown): unknown[] {
  const { itemDescriptors } = (sent ?? {}) as { itemDescriptors?: unknown };
  return Array.isArray(itemDescriptors) ? itemDescriptors : [];
}
