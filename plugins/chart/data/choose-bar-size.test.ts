import { describe, expect, it } from 'vitest';
import { BAR_SIZES, maxDaysOf, shortBarSizeLabel } from './bar-sizes.ts';
import { parseBarSize, rangeWithBarSize } from './choose-bar-size.ts';
import { defaultRange, TIME_FRAMES, type ChartRange } from './time-frames.ts';

const today = '2024-03-14'; // a Thursday

describe('a bar size chosen in one step', () => {
  it('keeps the days as a custom range when they make a readable number of bars', () => {
    expect(rangeWithBarSize(defaultRange('Intraday1'), 'Minute1', today)).toEqual({
      TimeFrame: 'Custom',
      BarSize: 'Minute1',
      CustomFromDate: today,
      CustomToDate: today,
    });
    expect(rangeWithBarSize(defaultRange('Month3'), 'Minute60', today)).toMatchObject({
      TimeFrame: 'Custom',
      CustomFromDate: '2023-12-14',
    });
  });

  it.each([
    ['Intraday1', 'Daily', 'Daily'],
    ['Intraday5', 'Weekly', 'Weekly'],
    ['Month3', 'Monthly', 'Monthly'],
    ['Year5', 'Minute1', 'Intraday1'],
    ['Month6', 'Minute5', 'Intraday2'],
    ['Year2', 'Minute15', 'Intraday5'],
    ['Daily', 'Minute60', 'Intraday30'],
  ] as const)(
    'of %s to %s shows the usual time frame, %s, instead of too few or too many bars',
    (from, size, frame) => {
      expect(rangeWithBarSize(defaultRange(from), size, today)).toEqual({
        TimeFrame: frame,
        BarSize: size,
        CustomFromDate: null,
        CustomToDate: null,
      });
    },
  );

  it('changes nothing when the chart has that size already', () => {
    const range = defaultRange('YTD');
    expect(rangeWithBarSize(range, 'Daily', today)).toBe(range);
  });

  it('is never refused, from any range', () => {
    const long: ChartRange = {
      TimeFrame: 'Custom',
      BarSize: 'Daily',
      CustomFromDate: '1993-01-29',
      CustomToDate: null,
    };
    for (const range of [long, ...TIME_FRAMES.map(defaultRange)])
      for (const size of BAR_SIZES) {
        const { BarSize, CustomFromDate, CustomToDate } = rangeWithBarSize(range, size, today);
        expect(BarSize).toBe(size);
        if (CustomFromDate === null || CustomToDate === null) continue;
        const days = (Date.parse(CustomToDate) - Date.parse(CustomFromDate)) / 86_400_000;
        expect(days).toBeLessThanOrEqual(maxDaysOf(size));
      }
  });
});

describe('a typed bar size', () => {
  it.each([
    ['5', 'Minute5'],
    ['5m', 'Minute5'],
    [' 15 min ', 'Minute15'],
    ['1m', 'Minute1'],
    ['1M', 'Monthly'],
    ['60', 'Minute60'],
    ['1h', 'Minute60'],
    ['H', 'Minute60'],
    ['d', 'Daily'],
    ['1D', 'Daily'],
    ['daily', 'Daily'],
    ['w', 'Weekly'],
    ['m', 'Monthly'],
    ['M', 'Monthly'],
    ['1 month', 'Monthly'],
    ['Q', 'Quarterly'],
  ] as const)('"%s" is %s', (typed, size) => {
    expect(parseBarSize(typed)).toBe(size);
  });

  it.each(['', '0', '7', '2d', '2h', '3w', 'x', '5x', 'm5', '1.5', '-5', '5 5'])('"%s" is none', (typed) => {
    expect(parseBarSize(typed)).toBeUndefined();
  });

  it('takes every size as the bar of sizes calls it', () => {
    for (const size of BAR_SIZES) expect(parseBarSize(shortBarSizeLabel(size))).toBe(size);
  });
});
