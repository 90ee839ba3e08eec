import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallOf, joinedNets, walkForwardWindows, type WalkForwardTerms } from './walk-forward.ts';

const datesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));

const windowsOf = (count: number, terms: WalkForwardTerms) => {
  const windows = walkForwardWindows(datesOf(count), terms);
  if (!windows.ok) throw new Error(windows.error);
  return windows.value;
};

describe('the windows of a walk-forward', () => {
  it('roll along, and the last run has the days that are left', () => {
    expect(windowsOf(11, { inSampleDays: 4, outOfSampleDays: 3, isAnchored: false })).toEqual([
      {
        inSample: { fromDate: '2020-01-01', toDate: '2020-01-04' },
        outOfSample: { fromDate: '2020-01-05', toDate: '2020-01-07' },
      },
      {
        inSample: { fromDate: '2020-01-04', toDate: '2020-01-07' },
        outOfSample: { fromDate: '2020-01-08', toDate: '2020-01-10' },
      },
      {
        inSample: { fromDate: '2020-01-07', toDate: '2020-01-10' },
        outOfSample: { fromDate: '2020-01-11', toDate: '2020-01-11' },
      },
    ]);
  });

  it('begin with the first day when they are anchored', () => {
    const windows = windowsOf(10, { inSampleDays: 4, outOfSampleDays: 3, isAnchored: true });
    expect(windows.map(({ inSample }) => inSample)).toEqual([
      { fromDate: '2020-01-01', toDate: '2020-01-04' },
      { fromDate: '2020-01-01', toDate: '2020-01-07' },
    ]);
  });

  it('run each day after the first search once, and never a day that their search has seen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 120 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (count, inSampleDays, outOfSampleDays, isAnchored) => {
          const dates = datesOf(count);
          const windows = walkForwardWindows(dates, { inSampleDays, outOfSampleDays, isAnchored });
          if (!windows.ok) {
            expect(count).toBeLessThanOrEqual(inSampleDays);
            return;
          }
          const outside = windows.value.flatMap(({ outOfSample: { fromDate, toDate } }) =>
            dates.filter((date) => date >= fromDate && date <= toDate),
          );
          expect(outside).toEqual(dates.slice(inSampleDays));
          for (const { inSample, outOfSample } of windows.value) {
            expect(inSample.toDate < outOfSample.fromDate).toBe(true);
            const searched = dates.filter((date) => date >= inSample.fromDate && date <= inSample.toDate);
            if (!isAnchored) expect(searched).toHaveLength(inSampleDays);
            expect(dates[dates.indexOf(inSample.toDate) + 1]).toBe(outOfSample.fromDate);
          }
        },
      ),
    );
  });

  it('are refused without a day after the search, and when they are too many', () => {
    const terms = { inSampleDays: 10, outOfSampleDays: 1, isAnchored: false };
    expect(walkForwardWindows(datesOf(10), terms)).toEqual({
      ok: false,
      error: 'the period has 10 trading days, and 10 in sample leave none after them',
    });
    expect(walkForwardWindows(datesOf(211), terms)).toEqual({
      ok: false,
      error: 'it has 201 windows, more than the 200 that are run: widen its days',
    });
  });
});

describe('the curve out of sample', () => {
  it('continues with the profit of the run before', () => {
    const runs = [
      [
        { date: '2020-01-05', netE4: 10 },
        { date: '2020-01-06', netE4: 30 },
      ],
      [],
      [
        { date: '2020-01-07', netE4: -5 },
        { date: '2020-01-08', netE4: 4 },
      ],
    ];
    expect(joinedNets(runs).map(({ netE4 }) => netE4)).toEqual([10, 30, 25, 34]);
    expect(fallOf([10, 30, 25, 34])).toBe(5);
    expect([fallOf([]), fallOf([-7, 1])]).toEqual([0, 7]);
  });
});
