import { expect, test } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { planLoad } from '../data/plan.ts';
import { rangeOfRun } from './range-of-trades.ts';

const at = (date: string) => newYorkMs(date, 600);
const now = at('2024-03-15');

test.each([
  ['2024-03-14', '2024-03-14', 'Minute1'],
  ['2024-03-11', '2024-03-14', 'Minute5'],
  ['2024-02-14', '2024-03-14', 'Minute30'],
  ['2022-03-14', '2024-03-14', 'Daily'],
  ['2014-03-14', '2024-03-14', 'Weekly'],
] as const)('a run from %s to %s is shown in bars of %s over those days', (from, to, BarSize) => {
  expect(rangeOfRun(at(from), at(to), now)).toEqual({
    TimeFrame: 'Custom',
    BarSize,
    CustomFromDate: from,
    CustomToDate: to,
  });
});

test('a run that has not ended is shown up to now, and one the wrong way round is one day', () => {
  expect(rangeOfRun(at('2024-03-14'), at('2030-01-01'), now)).toMatchObject({
    CustomFromDate: '2024-03-14',
    CustomToDate: '2024-03-15',
  });
  expect(rangeOfRun(at('2024-03-14'), at('2024-01-01'), now)).toMatchObject({
    CustomFromDate: '2024-03-14',
    CustomToDate: '2024-03-14',
  });
  // Loading it is a plan that can be made.
  expect(planLoad(rangeOfRun(at('2024-03-14'), at('2024-03-14'), now), '2024-03-15').candleType).toBe(
    'OneMinute',
  );
});
