import { expect, it, onTestFinished } from 'vitest';
import { clockText, dateText, dayText } from './time-words.ts';

it('says the day of a moment as a clock on the wall does, and that of a commit as its history counts it', () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const evening = '2026-11-28T22:30:00Z';
  process.env.TZ = 'Pacific/Apia';
  expect([dayText(evening), dateText(evening)]).toEqual(['2026-11-29', '2026-11-28']);
  process.env.TZ = 'America/St_Johns';
  expect(dayText('2027-01-01T02:30:00Z')).toBe('2026-12-31');
  expect(clockText('2027-01-01T02:30:05Z')).toBe('23:00:05');
});
