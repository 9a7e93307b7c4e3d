import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Room } from './room.ts';

const MB = 1 << 20;
let free: number;
let files: number;
let room: Room;
let begun: string[];
beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  files = 1_000_000;
  room = new Room(
    '/none',
    () => undefined,
    () => ({ free, size: 10_000 * MB, files }),
  );
});
afterEach(() => {
  room.close();
  vi.useRealTimers();
});
const waits = (name: string, space: { since?: number; lacks?: number } = {}) =>
  room.wait(
    name,
    async () => {
      begun.push(name);
    },
    space,
  );
const later = () => vi.advanceTimersByTime(10_000);

test('it goes on when there is clearly more room than when it ended, one after the other', () => {
  free = 1 * MB;
  waits('a');
  waits('b');
  free = 60 * MB;
  later();
  expect(begun).toEqual([]);
  free = 66 * MB;
  later();
  expect(begun).toEqual(['a']);
  later();
  later();
  expect(begun).toEqual(['a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what a disk ended that takes no more files goes on when it takes some, and not for a little space', () => {
  free = 5000 * MB;
  files = 3;
  waits('a');
  free += 60 * MB;
  files = 258;
  later();
  expect(begun).toEqual([]);
  files = 259;
  later();
  expect(begun).toEqual(['a']);
});

test('what fills the disk again wants twice as much each time, and after some tries a person', () => {
  free = 0;
  for (const wanted of [64, 128, 256, 512, 1024]) {
    expect(room.takes('a')).toBe(true);
    free = 0;
    waits('a');
    free = wanted * MB - 1;
    later();
    expect(begun).toEqual([]);
    free += 1;
    later();
    expect(begun.splice(0)).toEqual(['a']);
  }
  expect(room.takes('a')).toBe(false);
  room.forget('a');
  expect(room.takes('a')).toBe(true);
});

test('of an earlier run only what is free now counts; a disk that does not answer is asked again', () => {
  free = 500 * MB;
  waits('a', { since: 0 });
  const broken = vi.spyOn(room as unknown as { look(): void }, 'look');
  later();
  expect(broken).toHaveBeenCalledOnce();
  expect(begun).toEqual(['a']);
  const silent = new Room(
    '/none',
    () => undefined,
    () => {
      throw new Error('EIO');
    },
  );
  silent.wait('b', () => undefined);
  expect(later).not.toThrow();
  silent.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('what needs more than that waits for so much', () => {
  free = 10 * MB;
  waits('a', { lacks: 300 * MB });
  free = 300 * MB;
  later();
  expect(begun).toEqual([]);
  free = 310 * MB;
  later();
  expect(begun).toEqual(['a']);
});
