import { expect, it } from 'vitest';
import { inParts, oneAfterAnother } from './one-after-another.ts';
import { ApiError } from './request.ts';

it('goes on after what is refused, and says what that was', async () => {
  const done: number[] = [];
  const refused = await oneAfterAnother([1, 2, 3, 4], async (n) => {
    if (n === 2) throw new ApiError(403, 'It is busy.', []);
    done.push(n);
  });
  expect(done).toEqual([1, 3, 4]);
  expect(refused).toEqual([{ item: 2, sentence: 'It is busy.' }]);
});

it('sends in parts what is too much for one request', async () => {
  const sent: number[][] = [];
  await inParts([1, 2, 3, 4, 5], 2, async (part) => sent.push(part));
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
});
