import { expect, it } from 'vitest';
import { timeRange } from './time-range.ts';

const day = (at: string) => Date.parse(at) / 1000;
const barAt = (at: string) => ({ seconds: day(at) });

it('draws a history of one month at the left of a year, and a longer one until its last month ends', () => {
  expect(timeRange([barAt('2015-03-01')])).toEqual([day('2015-03-01'), day('2016-02-29')]);
  expect(timeRange([barAt('2015-03-01'), barAt('2015-05-01')])).toEqual([day('2015-03-01'), day('2016-02-29')]);
  expect(timeRange([barAt('2015-03-01'), barAt('2019-05-01')])).toEqual([day('2015-03-01'), day('2019-06-01')]);
});
