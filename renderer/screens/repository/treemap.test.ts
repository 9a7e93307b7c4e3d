import { expect, test } from 'vitest';
import { treemap } from './treemap.ts';

test('the parts fill the area, each as large as its amount, none of them a sliver', () => {
  const amounts = [6, 6, 4, 3, 2, 2, 1];
  const areas = treemap(amounts, { x: 0, y: 0, width: 6, height: 4 });
  for (const [index, { width, height, x, y }] of areas.entries()) {
    expect(width * height).toBeCloseTo(amounts[index] ?? 0);
    expect(Math.max(width / height, height / width)).toBeLessThan(3);
    expect(x + width).toBeLessThan(6.001);
    expect(y + height).toBeLessThan(4.001);
  }
  expect(treemap([], { x: 0, y: 0, width: 6, height: 4 })).toEqual([]);
  expect(treemap([5], { x: 0, y: 0, width: 6, height: 4 })).toEqual([{ x: 0, y: 0, width: 6, height: 4 }]);
});
