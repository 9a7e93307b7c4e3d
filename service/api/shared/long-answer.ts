/**
 * JSON answers of any length: made some items at a time, so that nothing else waits, and sent as they are made where they have
 * an ETag of their own. Without one their text is kept until it is hashed (`answers.ts`).
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ApiContext } from './environment.ts';

/**
 * Answers with a list, or with an object that ends in one.
 * @param batches items, as many at a time as take a few milliseconds
 * @param status 200, or 201 with `headers` that say where
 * @param object what comes before the list, and the list's name in it; without it the list alone is sent
 */
export function longAnswer<Status extends 200 | 201>(
  c: ApiContext,
  batches: Iterator<readonly unknown[]>,
  status: Status,
  { object, list = '', headers = {} }: { object?: object; list?: string; headers?: Record<string, string> } = {},
) {
  const begin = object === undefined ? '[' : `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(list)}:[`;
  const end = object === undefined ? ']' : ']}';
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(begin));
    },
    async pull(controller) {
      await breathe();
      for (let next = batches.next(); next.done !== true; next = batches.next()) {
        if (next.value.length === 0) continue;
        const text = next.value.map((item) => JSON.stringify(item)).join(',');
        controller.enqueue(encoder.encode(isFirst ? text : `,${text}`));
        isFirst = false;
        return;
      }
      controller.enqueue(encoder.encode(end));
      controller.close();
    },
  });
  return c.body(body, status, { 'Content-Type': 'application/json', ...headers });
}

/** Batches of something else. */
export function* mapBatches<Item, Result>(
  batches: Iterable<readonly Item[]>,
  map: (item: Item) => Result,
): Generator<Result[]> {
  for (const batch of batches) yield batch.map(map);
}
