import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { barStartMs } from '../../../src/domain/bars/bar-period.ts';
import { dateOfDay, dayNumber, weekdayOf } from '../../../src/domain/calendar/new-york-time.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { BAR_SIZES, candleTypeOf, canAggregate, warmUpDaysOf } from './bar-sizes.ts';
import { needsReload, planLoad, workdaysBefore, type Loaded } from './plan.ts';
import { defaultRange, type ChartRange, type TimeFrame } from './time-frames.ts';

const today = '2024-03-14';

describe('the candle type that is requested', () => {
  it('is the longest one that the bars can be built from', () => {
    expect(Object.fromEntries(BAR_SIZES.map((size) => [size, candleTypeOf(size)]))).toEqual({
      Minute1: 'OneMinute',
      Minute2: 'OneMinute',
      Minute3: 'OneMinute',
      Minute4: 'OneMinute',
      Minute5: 'FiveMinutes',
      Minute10: 'FiveMinutes',
      Minute15: 'FiveMinutes',
      Minute20: 'FiveMinutes',
      Minute30: 'ThirtyMinutes',
      Minute60: 'ThirtyMinutes',
      Daily: 'Day',
      Weekly: 'Day',
      Monthly: 'Day',
      Quarterly: 'Day',
    });
    for (const size of BAR_SIZES) expect(canAggregate(candleTypeOf(size), size)).toBe(true);
  });

  it('a warm-up of 200 bars in workdays: ceil(200 x size / 390) + 1 for minutes, then 210, 1200, 5000 and 13000', () => {
    expect(BAR_SIZES.map(warmUpDaysOf)).toEqual([2, 3, 3, 4, 4, 7, 9, 12, 17, 32, 210, 1200, 5000, 13_000]);
  });

  it('intraday requests end at 23:59:59 of the last day', () => {
    expect(planLoad(defaultRange('Intraday1'), today).toMs).toBe(newYorkMs('2024-03-15', 0) - 1000);
  });

  it('long bars start with their week, month or quarter', () => {
    const at = (frame: TimeFrame) => planLoad(defaultRange(frame), today);
    expect(at('Weekly').displayFromMs).toBe(newYorkMs('2021-03-15', 0));
    expect(at('Weekly').fromMs).toBe(barStartMs(at('Weekly').fromMs, 'week'));
    expect(at('Monthly').displayFromMs).toBe(newYorkMs('2019-03-01', 0));
    expect(at('Quarterly').displayFromMs).toBe(newYorkMs('2014-01-01', 0));
  });

  it('live prices belong to a range that ends today, not to one that ended before', () => {
    expect(planLoad(defaultRange('Month1'), today).isLive).toBe(true);
    expect(
      planLoad(
        { TimeFrame: 'Custom', BarSize: 'Daily', CustomFromDate: '2024-01-02', CustomToDate: '2024-03-13' },
        today,
      ).isLive,
    ).toBe(false);
  });
});

test('workdays are Mondays to Fridays', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 0, max: 600 }), (day, count) => {
      let at = day;
      // A weekend starts from the Saturday after its week.
      if (weekdayOf(at) === 0) at -= 1;
      for (let left = count; left > 0;) {
        at -= 1;
        if (weekdayOf(at) !== 0 && weekdayOf(at) !== 6) left -= 1;
      }
      const found = dayNumber(workdaysBefore(dateOfDay(day), count));
      if (count > 0) expect(found).toBe(at);
      else expect(found).toBeLessThanOrEqual(day);
    }),
    { numRuns: 300 },
  );
});

describe('another range', () => {
  const loadedFor = (range: ChartRange): Loaded => {
    const { candleType, fromMs, toMs } = planLoad(range, today);
    return { symbol: 'SPY', range, isUnadjusted: false, candleType, fromMs, toMs, isExtended: false };
  };
  const reloads = (from: ChartRange, to: ChartRange, change: Partial<Loaded> = {}) =>
    needsReload({ ...loadedFor(from), ...change }, 'SPY', to, planLoad(to, today));

  it('is put together from what is there when that reaches far enough back and is fine enough', () => {
    expect(reloads(defaultRange('Year2'), defaultRange('Month6'))).toBe(false);
    expect(reloads(defaultRange('Intraday5'), { ...defaultRange('Intraday2'), BarSize: 'Minute15' })).toBe(
      false,
    );
    expect(reloads(defaultRange('Intraday10'), { ...defaultRange('Intraday1'), BarSize: 'Minute5' })).toBe(
      false,
    );
  });

  it('loads when it is or was custom, was extended, reaches further back, or moves to a finer intraday size', () => {
    const custom: ChartRange = {
      TimeFrame: 'Custom',
      BarSize: 'Daily',
      CustomFromDate: '2024-01-02',
      CustomToDate: today,
    };
    expect(reloads(defaultRange('Year2'), custom)).toBe(true);
    expect(reloads(custom, defaultRange('Month1'))).toBe(true);
    expect(reloads(defaultRange('Year2'), defaultRange('Month6'), { isExtended: true })).toBe(true);
    expect(reloads(defaultRange('Month6'), defaultRange('Year2'))).toBe(true);
    expect(reloads(defaultRange('Intraday5'), { ...defaultRange('Intraday1'), BarSize: 'Minute1' })).toBe(
      true,
    );
    expect(reloads(defaultRange('Year2'), defaultRange('Intraday1'))).toBe(true);
  });

  it('of another symbol always loads', () => {
    expect(
      needsReload(
        loadedFor(defaultRange('Month6')),
        'AAPL',
        defaultRange('Month6'),
        planLoad(defaultRange('Month6'), today),
      ),
    ).toBe(true);
  });
});
