import { describe, expect, it, test } from 'vitest';
import { BAR_SIZES, barSizeLabel, minutesOf } from './bar-sizes.ts';
import {
  chooseBarSize,
  chooseTimeFrame,
  defaultRange,
  endDateOf,
  isBarSizeFixed,
  QUICK_RANGES,
  rangeLabel,
  startDateOf,
  TIME_FRAMES,
  type ChartRange,
  type TimeFrame,
} from './time-frames.ts';

const today = '2024-03-14'; // a Thursday
const range = (TimeFrame: TimeFrame, BarSize: ChartRange['BarSize'] = 'Daily'): ChartRange => ({
  ...defaultRange(TimeFrame),
  BarSize,
});

describe('time frames', () => {
  it('are called as the specification says', () => {
    expect(
      TIME_FRAMES.filter((frame) => frame !== 'Custom').map((frame) => rangeLabel(defaultRange(frame))),
    ).toEqual([
      'Today',
      '1 Day',
      '2 Days',
      '3 Days',
      '4 Days',
      '5 Days',
      '10 Days',
      '30 Days',
      '1 Month',
      '3 Months',
      '6 Months',
      '1 Year',
      'Weekly',
      'Monthly',
      'Quarterly',
      'YTD',
      '2 Years',
      '5 Years',
    ]);
    expect(
      rangeLabel({
        TimeFrame: 'Custom',
        BarSize: 'Daily',
        CustomFromDate: '2024-01-02',
        CustomToDate: '2024-03-10',
      }),
    ).toBe('1/2/2024 - 3/10/2024');
  });

  it('names a range of one day once', () => {
    const date = '2024-01-02';
    const range = {
      TimeFrame: 'Custom',
      BarSize: 'Minute5',
      CustomFromDate: date,
      CustomToDate: date,
    } as const;
    expect(rangeLabel(range)).toBe('1/2/2024');
  });

  it.each([
    ['1D', 'Minute5'],
    ['5D', 'Minute10'],
    ['1M', 'Minute30'],
    ['3M', 'Daily'],
    ['6M', 'Daily'],
    ['YTD', 'Daily'],
    ['1Y', 'Daily'],
    ['2Y', 'Daily'],
    ['5Y', 'Weekly'],
  ])('%s brings bars of %s', (label, size) => {
    const found = QUICK_RANGES.find((each) => each.label === label);
    expect(found && defaultRange(found.frame).BarSize).toBe(size);
  });

  it.each<[TimeFrame, string]>([
    ['Month1', '2024-02-13'],
    ['Month3', '2023-12-14'],
    ['Month6', '2023-09-14'],
    ['Daily', '2023-03-15'],
    ['Year2', '2022-03-15'],
    ['Weekly', '2021-03-15'],
    ['Year5', '2019-03-16'],
    ['Quarterly', '2014-03-17'],
    ['YTD', '2024-01-01'],
  ])('%s starts 30, 91, 182, 365, 730, 1095, 1825 or 3650 days back, YTD on 1 January', (frame, date) => {
    expect(startDateOf(defaultRange(frame), today)).toBe(date);
  });

  it('intraday frames count sessions, the present one included', () => {
    expect(startDateOf(range('Intraday0'), today)).toBe(today);
    expect(startDateOf(range('Intraday1'), today)).toBe(today);
    expect(startDateOf(range('Intraday2'), '2024-03-11')).toBe('2024-03-08');
    expect(startDateOf(range('Intraday5'), today)).toBe('2024-03-08');
  });

  it('intraday frames end with the session before until the session of the day begins', () => {
    expect(startDateOf(range('Intraday0'), today, true)).toBe(today);
    expect(startDateOf(range('Intraday1'), today, true)).toBe('2024-03-13');
    expect(startDateOf(range('Intraday2'), '2024-03-11', true)).toBe('2024-03-07');
  });

  it('intraday frames end with the latest session on a day without one', () => {
    const sunday = '2024-03-10';
    expect(startDateOf(range('Intraday0'), sunday)).toBe(sunday);
    expect(startDateOf(range('Intraday1'), sunday)).toBe('2024-03-08');
    expect(startDateOf(range('Intraday2'), sunday)).toBe('2024-03-07');
  });
});

describe('the dialog', () => {
  it('gives the named frames the bar size of their name', () => {
    for (const frame of ['Daily', 'Weekly', 'Monthly', 'Quarterly'] as const)
      expect(chooseTimeFrame(range('Intraday1', 'Minute5'), frame, today).BarSize).toBe(frame);
  });

  it('30 days take 30 to 60 minutes, 10 days 5 to 60, shorter frames 1 minute if the bars were longer than 60', () => {
    const chosen = (size: ChartRange['BarSize'], frame: TimeFrame) =>
      chooseTimeFrame(range('Intraday1', size), frame, today).BarSize;
    expect([
      chosen('Minute5', 'Intraday30'),
      chosen('Minute30', 'Intraday30'),
      chosen('Minute60', 'Intraday30'),
      chosen('Daily', 'Intraday30'),
    ]).toEqual(['Minute30', 'Minute30', 'Minute60', 'Minute30']);
    expect([
      chosen('Minute1', 'Intraday10'),
      chosen('Minute5', 'Intraday10'),
      chosen('Minute20', 'Intraday10'),
      chosen('Weekly', 'Intraday10'),
    ]).toEqual(['Minute5', 'Minute5', 'Minute20', 'Minute5']);
    expect([
      chosen('Minute3', 'Intraday2'),
      chosen('Minute60', 'Intraday2'),
      chosen('Daily', 'Intraday2'),
    ]).toEqual(['Minute3', 'Minute60', 'Minute1']);
  });

  it("a bar size of one's own makes the same days a custom range", () => {
    expect(chooseBarSize(range('Month3'), 'Weekly', today)).toEqual({
      TimeFrame: 'Custom',
      BarSize: 'Weekly',
      CustomFromDate: '2023-12-14',
      CustomToDate: today,
    });
  });

  it('bar size is disabled from Daily up to but excluding Custom', () => {
    expect(TIME_FRAMES.filter(isBarSizeFixed)).toEqual([
      'Daily',
      'Weekly',
      'Monthly',
      'Quarterly',
      'YTD',
      'Year2',
      'Year5',
    ]);
  });
});

test('a custom range has its own days; one without an end goes to today', () => {
  const custom: ChartRange = {
    TimeFrame: 'Custom',
    BarSize: 'Daily',
    CustomFromDate: '2023-01-05',
    CustomToDate: null,
  };
  expect([startDateOf(custom, today), endDateOf(custom, today)]).toEqual(['2023-01-05', today]);
});

test('bar sizes are 1 to 60 minutes, a day, a week, a month and a quarter', () => {
  expect(BAR_SIZES.map(minutesOf).filter((count) => count !== null)).toEqual([
    1, 2, 3, 4, 5, 10, 15, 20, 30, 60,
  ]);
  expect(BAR_SIZES.slice(-5).map(barSizeLabel)).toEqual([
    '60 Min',
    'Daily',
    'Weekly',
    'Monthly',
    'Quarterly',
  ]);
});
