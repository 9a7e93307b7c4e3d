import { expect, it } from 'vitest';
import { random } from '../../testing/random.ts';
import { LONGEST_LENT, TextCache } from './text-cache.ts';

const text = (length: number) => Buffer.alloc(length, 'x');

it('keeps what was used of late, and no more than it may', () => {
  const cache = new TextCache(1 << 20);
  const often = text(1000);
  cache.put(0, often);
  let kept = 0;
  for (let number = 1; number <= 10_000; number++) {
    cache.put(number, text(1000));
    expect(cache.get(0)).toBe(often);
  }
  for (let number = 1; number <= 10_000; number++) if (cache.get(number) !== undefined) kept += 1;
  // What is asked for while it is counted comes back to those of late, so some that were kept go.
  expect(kept).toBeGreaterThan(200);
  expect(kept * (1000 + 256)).toBeLessThanOrEqual(1 << 20);
  expect(cache.get(10_000)).toBeDefined();
});

it('counts what many small texts take beside their bytes', () => {
  const cache = new TextCache(1 << 20);
  for (let number = 0; number < 100_000; number++) cache.put(number, text(1));
  let kept = 0;
  for (let number = 99_999; number >= 0; number--) if (cache.get(number) !== undefined) kept += 1;
  expect(kept).toBeLessThan(5000);
});

it('does not keep a text that would drive out all others', () => {
  const cache = new TextCache(1 << 20);
  cache.put(1, text(100));
  cache.put(2, text((1 << 18) + 1));
  expect(cache.get(2)).toBeUndefined();
  expect(cache.get(1)).toBeDefined();
});

/** Bytes of memory behind what a cache keeps of these. */
function memoryOf(cache: TextCache, numbers: number): number {
  const pieces = new Set<ArrayBufferLike>();
  for (let number = 0; number < numbers; number++) {
    const kept = cache.get(number);
    if (kept !== undefined) pieces.add(kept.buffer);
  }
  return [...pieces].reduce((sum, piece) => sum + piece.byteLength, 0);
}

it('holds no more memory than it counts where texts are cut out of larger pieces', () => {
  const limit = 1 << 20;
  const cache = new TextCache(limit);
  const numbers = 20_000;
  const texts = new Map<number, Buffer>();
  for (let number = 0; number < numbers; number++) {
    // One of those that are cut out of a piece is kept.
    const piece = Buffer.allocUnsafeSlow(64 << 10);
    const text = piece.subarray(100, 100 + (number % 90));
    text.fill(number % 256);
    if (number >= numbers - 500) texts.set(number, Buffer.from(text));
    expect(cache.put(number, text).equals(text)).toBe(true);
    // Some are used all the time, and so never forgotten.
    if (number > 0) for (let often = 0; often < 10; often++) cache.get(often);
  }
  for (const [number, text] of texts) expect(cache.get(number)?.equals(text)).toBe(true);
  for (let often = 0; often < 10; often++) expect(cache.get(often)).toEqual(Buffer.alloc(often, often));
  expect(memoryOf(cache, numbers)).toBeLessThanOrEqual(limit);
});

it('gives a text back as it is where it has memory of its own, or is not kept', () => {
  const cache = new TextCache(1 << 20);
  const own = Buffer.allocUnsafeSlow(500).fill('x');
  expect(cache.put(1, own)).toBe(own);
  expect(cache.get(1)).toBe(own);
  const none = new TextCache(0);
  const cut = Buffer.allocUnsafeSlow(64 << 10).subarray(0, 10);
  expect(none.put(1, cut)).toBe(cut);
  expect(none.get(1)).toBeUndefined();
});

/** A text of a number, which can be told from those of others. */
function fillAs(number: number, into: Buffer): Buffer {
  into.writeUInt32LE(number, 0);
  for (let i = 4; i < into.length; i++) into[i] = (number * 31 + i * 7) % 251;
  return into;
}

it('writes over what was forgotten, and over nothing that may still be used', () => {
  const limit = 1 << 20;
  const cache = new TextCache(limit, true);
  const room = Buffer.allocUnsafeSlow(LONGEST_LENT);
  const next = random(11);
  const lengths: number[] = [];
  const memory = new Set<ArrayBufferLike>();
  let put = 0;
  let found = 0;
  const used: { number: number; text: Buffer; until: number }[] = [];
  const use = (number: number, text: Buffer) => {
    put += text.length + 256;
    memory.add(text.buffer);
    expect(text.equals(fillAs(number, Buffer.alloc(lengths[number] as number)))).toBe(true);
    used.push({ number, text, until: put + limit / 2 });
    while ((used[0]?.until ?? Number.POSITIVE_INFINITY) < put) used.shift();
    const some = used[Math.floor(next() * used.length)];
    if (some !== undefined) expect(some.text.readUInt32LE(0)).toBe(some.number);
    const first = used[0];
    if (first !== undefined)
      expect(first.text.equals(fillAs(first.number, Buffer.alloc(first.text.length)))).toBe(true);
  };
  for (let number = 0; number < 2500; number++) {
    const length = 4 + Math.floor(next() ** 4 * (number % 500 === 0 ? LONGEST_LENT - 4 : 20_000));
    lengths.push(length);
    use(number, cache.putLent(number, fillAs(number, room.subarray(0, length))));
    room.fill(0xee);
    const asked = Math.max(0, number - Math.floor(next() * 300));
    const text = cache.get(asked);
    if (text === undefined) continue;
    found += 1;
    use(asked, text);
  }
  expect(found).toBeGreaterThan(500);
  // Ends of pieces stay empty, so a piece or two may come.
  expect([...memory].reduce((sum, piece) => sum + piece.byteLength, 0)).toBeLessThanOrEqual(1.5 * limit);
});

it('keeps a text that it is lent, or gives a copy that it does not keep', () => {
  const room = Buffer.alloc(100, 'x');
  for (const [cache, kept] of [
    [new TextCache(1 << 20, true), true],
    [new TextCache(1 << 20), true],
    [new TextCache(0, true), false],
  ] as const) {
    const given = cache.putLent(1, room);
    room.fill('y');
    expect(given.toString()).toBe('x'.repeat(100));
    expect(cache.get(1)?.toString()).toBe(kept ? 'x'.repeat(100) : undefined);
    room.fill('x');
  }
});
