/** How many contents are on their way to a server at one time, and what becomes of the others when one fails. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import type { LfsAnswer } from '../server/batch.ts';
import { sendThese } from './send-these.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lfs sending '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contents(sizes: readonly number[]): LfsObject[] {
  return sizes.map((size, n) => {
    const content = Buffer.alloc(size, `content ${n} of ${sizes.length}`);
    const oid = createHash('sha256').update(content).digest('hex');
    const path = objectPath(folder, oid);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return { oid, size };
  });
}

/**
 * Sends them to a server of its own.
 * @param take what it does with the nth content that came whole; how many are with it
 */
async function send(
  objects: readonly LfsObject[],
  take: (nth: number, response: ServerResponse, held: number) => void,
  signal = new AbortController().signal,
) {
  let came = 0;
  let held = 0;
  let most = 0;
  let cutOff = 0;
  const closed: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    held += 1;
    most = Math.max(most, held);
    const close = Promise.withResolvers<void>();
    closed.push(close.promise);
    response.on('close', () => {
      held -= 1;
      if (!response.writableEnded) cutOff += 1;
      close.resolve();
    });
    request.resume().on('end', () => take(++came, response, held));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const answers = new Map(
    objects.map(({ oid }): [string, LfsAnswer] => {
      const transfer = { href: `${endpoint}/${oid}`, headers: {}, isChunked: false, expiresAt: Infinity };
      return [oid, { oid, transfer, verify: null, error: null, isAuthenticated: false, isUnusable: false }];
    }),
  );
  const access = { endpoint, headers: {}, expiresAt: Infinity, hasLogin: false, isAsked: true, windows: null };
  const upload = { server: access, folder, advance: () => undefined, signal };
  const outcome = await sendThese({ objects, answers, upload }).catch((error: unknown) => ({ error }));
  await Promise.all(closed);
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { outcome, came, most, cutOff };
}
const small = (count: number) => contents(Array.from({ length: count }, () => 10));

test('the first goes alone, the others eight at one time', async () => {
  const waiting: ServerResponse[] = [];
  const heldAtFirst: number[] = [];
  const sent = await send(small(17), (nth, response, held) => {
    if (nth === 1) heldAtFirst.push(held);
    waiting.push(response);
    if (nth === 1 || nth === 9 || nth === 17) for (const next of waiting.splice(0)) next.end();
  });
  expect(sent).toMatchObject({ outcome: { sent: 17, ended: [] }, came: 17, most: 8 });
  expect(heldAtFirst).toEqual([1]);
});

test('large ones go one after the other: what breaks off begins anew', async () => {
  const sent = await send(contents([9 << 20, 9 << 20, 10, 9 << 20]), (_nth, response) => response.end());
  expect(sent.outcome).toEqual({ sent: 4, ended: [] });
  expect(sent.most).toBeLessThanOrEqual(2);
});

test('a refusal that lasts ends those under way, and is what is told', async () => {
  const sent = await send(small(12), (nth, response) => {
    if (nth === 1) response.end();
    if (nth === 9) response.writeHead(422).end('{"message":"not this one"}');
  });
  expect(sent).toMatchObject({ outcome: { error: { key: 'lfs.content_refused' } }, came: 9, cutOff: 7 });
});

test('where a server has too much to do for one, those under way get through, and no others begin', async () => {
  const waiting: ServerResponse[] = [];
  const sent = await send(small(12), (nth, response) => {
    if (nth === 1) return void response.end();
    waiting.push(response);
    if (nth < 9) return;
    response.on('finish', () => {
      for (const next of waiting) next.end();
    });
    response.writeHead(503).end();
  });
  expect(sent).toMatchObject({ outcome: { error: { kind: 'unreachable' } }, came: 9, cutOff: 0 });
});

test('cancelled, all of them end at once', async () => {
  const cancel = new AbortController();
  const sent = await send(
    small(12),
    (nth, response) => {
      if (nth === 1) response.end();
      if (nth === 9) cancel.abort();
    },
    cancel.signal,
  );
  expect(sent).toMatchObject({ came: 9, cutOff: 8 });
  expect(sent.outcome).toHaveProperty('error');
});

test('what ended meanwhile is asked for anew, and with it what has not begun', async () => {
  const objects = small(12);
  const sent = await send(objects, (nth, response) => {
    if (nth > 3) response.statusCode = 403;
    response.end();
  });
  const { outcome } = sent;
  expect(outcome).toMatchObject({ sent: 3 });
  const { ended } = outcome as { ended: LfsObject[] };
  expect(new Set(ended.map(({ oid }) => oid)).size).toBe(9);
  expect(sent.came).toBeLessThan(12);
});
