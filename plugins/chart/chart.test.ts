import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { STUDIES, studyById } from '../../src/domain/studies/index.ts';
import { restoreState, serializeState, validateManifest } from '../../src/plugin-api/index.ts';
import { customProblem } from './dialogs/custom-range.ts';
import { settingOf } from './dialogs/study-choices.ts';
import { BUILT_IN_STUDIES } from './model/study-catalogue.ts';
import { hasProblem, momentOf, parameterProblem, typedOf } from './dialogs/study-parameters.ts';
import { countdown } from './data/countdown.ts';
import { quoteTexts } from './quote-texts.ts';
import { barTable } from './export/rows.ts';
import { createLiveLabel } from './live-label.ts';
import { chart } from './manifest.ts';
import { BarStore } from './model/bar-store.ts';
import { ChartModel } from './model/chart-model.ts';
import { decimalsOf, formatPercentChange, formatValue } from './scales/format-value.ts';
import { chartState } from './state.ts';
import { rangeOfInterval, takeSymbol } from './symbol-changes.ts';
import { chartTitle } from './title.ts';

const study = (id: string) => {
  const found = studyById(id);
  if (found === undefined) throw new Error(`no study ${id}`);
  return found;
};
const range = {
  TimeFrame: 'Intraday1',
  BarSize: 'Minute5',
  CustomFromDate: null,
  CustomToDate: null,
} as const;

test('the manifest is declared without contradictions', () => {
  expect(validateManifest(chart)).toEqual([]);
});

describe('the title', () => {
  it('is Chart without a symbol, else bar size, range, symbol and company', () => {
    expect(chartTitle({ Symbol: '', Range: range })).toBe('Chart');
    expect(chartTitle({ Symbol: 'SPY', Range: range }, 'SPDR S&P 500 ETF Trust')).toBe(
      '5 Min 1 Day Chart - SPY: SPDR S&P 500 ETF Trust',
    );
    expect(chartTitle({ Symbol: 'SPY', Range: range })).toBe('5 Min 1 Day Chart - SPY');
  });

  it('of an option is its company name alone', () => {
    expect(chartTitle({ Symbol: 'SPY240621C00500000', Range: range }, 'SPY Jun 21, 2024 500 Call')).toBe(
      'SPY Jun 21, 2024 500 Call',
    );
  });
});

describe('what a workspace stores', () => {
  it('comes back as it was, and damaged state is refused as a whole', () => {
    const stored = serializeState(chartState, {
      ...chartState.initial,
      Symbol: 'AAPL',
      Drawings: { AAPL: { price: [{ Type: 1, Date1: 5 }] } },
    });
    expect(restoreState(chartState, structuredClone(stored))).toMatchObject({
      ok: true,
      value: { Symbol: 'AAPL', Drawings: { AAPL: { price: [{ Type: 1, Date1: 5 }] } } },
    });
    for (const damage of [
      { Symbol: 5 },
      { Range: null },
      { Range: { ...range, BarSize: 'Minute7' } },
      { Indicators: [{ Id: 'rsi', Parameters: { period: 'x' } }] },
      { ChartType: 'pie' },
      { Compare: ['A', 'B', 'C', 'D'] },
    ]) {
      expect(
        restoreState(chartState, { version: 0, data: { ...chartState.initial, ...damage } }),
      ).toMatchObject({ ok: false });
    }
  });

  it('begins with candles and volume', () => {
    expect(v.is(chartState.schema, chartState.initial)).toBe(true);
    expect(chartState.initial).toMatchObject({
      ChartType: 'candle',
      Indicators: [{ Id: 'volume' }, { Id: 'trades' }],
      Linked: false,
    });
  });

  it('from before executions could be taken off shows them as it did', () => {
    const { initial } = chartState;
    const old = { ...initial, Indicators: [{ Id: 'rsi', Parameters: { period: 9 } }] };
    expect(restoreState(chartState, { version: 0, data: old })).toMatchObject({
      ok: true,
      value: {
        Indicators: [
          { Id: 'rsi', Parameters: { period: 9 } },
          { Id: 'trades', Parameters: {} },
        ],
      },
    });
    // What was taken off since stays off.
    expect(
      restoreState(chartState, serializeState(chartState, { ...initial, Indicators: [] })),
    ).toMatchObject({ ok: true, value: { Indicators: [] } });
  });
});

describe('study numbers', () => {
  it.each([
    ['atr', 'period', 180],
    ['rsi', 'period', 14],
    ['roc', 'period', 14],
    ['bb', 'period', 20],
    ['bb', 'n', 2],
    ['sto', 'period', 14],
    ['sto', 'k', 3],
    ['sto', 'd', 5],
    ['sar', 'initialAcceleration', 0.02],
    ['sar', 'accelerationIncrement', 0.02],
    ['sar', 'maxAcceleration', 0.2],
  ])('%s %s is %d when missing or zero', (id, name, value) => {
    expect(settingOf({ key: id, typed: {}, style: {} }, BUILT_IN_STUDIES).Parameters[name]).toBe(value);
    expect(settingOf({ key: id, typed: { [name]: 0 }, style: {} }, BUILT_IN_STUDIES).Parameters[name]).toBe(
      value,
    );
    expect(
      settingOf({ key: id, typed: { [name]: null }, style: {} }, BUILT_IN_STUDIES).Parameters[name],
    ).toBe(value);
  });

  it.each([
    ['rsi', 'period', 1, 200],
    ['atr', 'period', 1, 200],
    ['roc', 'period', 1, 200],
    ['bb', 'period', 1, 200],
    ['sto', 'period', 1, 200],
    ['sto', 'k', 1, 50],
    ['sto', 'd', 1, 50],
    ['bb', 'n', 1, 5],
  ])('%s %s goes from %d to %d', (id, name, min, max) => {
    const parameter = study(id).parameters[name];
    if (parameter === undefined) throw new Error(`no parameter ${name}`);
    expect([min, max].map((value) => parameterProblem(parameter, value))).toEqual([null, null]);
    expect(parameterProblem(parameter, max + 1)).toBe(`From ${min} to ${max}`);
    expect(parameterProblem(parameter, -1)).toBe(`From ${min} to ${max}`);
  });

  it('sar numbers are at least 0.01 in steps of 0.01', () => {
    for (const parameter of Object.values(study('sar').parameters))
      expect([parameter.min, parameter.step]).toEqual([0.01, 0.01]);
  });

  it('that are no numbers keep the dialog open', () => {
    expect(hasProblem(study('rsi'), { period: Number.NaN })).toBe(true);
    expect(hasProblem(study('rsi'), { period: 14.5 })).toBe(true);
    for (const each of STUDIES) expect(hasProblem(each, typedOf(each, undefined)), each.id).toBe(false);
  });
});

test('the table of bars has the values of the studies and nothing where there are none', () => {
  const model = new ChartModel();
  const bars = new BarStore();
  for (let i = 0; i < 12; i += 1) bars.append(newYorkMs('2024-03-14', 570 + i), 10, 11 + i, 9, 10 + i, 100);
  model.chooseStudies([
    { Id: 'volume', Parameters: {} },
    { Id: 'sma10', Parameters: {} },
    { Id: 'sto', Parameters: {} },
  ]);
  model.setBars(bars, { minutes: 1 }, 0);
  const { header, rows } = barTable(model, 8, 99);
  expect(header).toEqual([
    'Date',
    'Time',
    'Open',
    'High',
    'Low',
    'Close',
    'Volume',
    'SMA (10)',
    'Stochastic (14, 3, 5) %K',
    'Stochastic (14, 3, 5) %D',
  ]);
  expect(rows).toHaveLength(4);
  expect(rows[0]).toEqual(['2024-03-14', '09:38', 10, 19, 9, 18, 100, null, null, null]);
  expect(rows[1]?.[7]).toBe(14.5);
});

describe('a custom range', () => {
  const custom = (from: string | null, to: string | null, size: 'Daily' | 'Minute1' = 'Daily') =>
    customProblem(
      { TimeFrame: 'Custom', BarSize: size, CustomFromDate: from, CustomToDate: to },
      '2024-03-14',
      [],
    );
  it('needs a day on which the market trades', () => {
    expect(custom('2024-02-17', '2024-02-19')).toBe('The market is closed on all days of the range.');
    expect(custom('2024-02-17', '2024-02-20')).toBeNull();
  });
  it('needs both days in order, not in the future, and no more than can be loaded', () => {
    expect(custom('2024-01-02', '2024-03-14')).toBeNull();
    expect(custom(null, '2024-03-14')).toMatch(/first and the last day/);
    expect(custom('2024-03-10', '2024-03-01')).toMatch(/must not be after/);
    expect(custom('2024-04-01', '2024-04-02')).toMatch(/after today/);
    expect(custom('2020-01-02', '2024-03-14', 'Minute1')).toMatch(/350 days/);
  });
  it.each(['0002-03-01', '0020-03-01', '0202-03-01', '1969-12-31', '12024-01-02'])(
    'reports the year of %s, which is still being typed, in both date fields',
    (date) => {
      expect([custom(date, '2024-03-14'), custom('2024-01-02', date)]).toEqual([
        'The year must be from 1970 to 9999.',
        'The year must be from 1970 to 9999.',
      ]);
    },
  );
});

test('a linked chart takes over a range it knows; custom days and unknown names change nothing', () => {
  expect(rangeOfInterval('Month6', 'Daily')).toEqual({
    TimeFrame: 'Month6',
    BarSize: 'Daily',
    CustomFromDate: null,
    CustomToDate: null,
  });
  expect([
    rangeOfInterval('Custom', 'Daily'),
    rangeOfInterval('Fortnight', 'Daily'),
    rangeOfInterval('Month6', 'Hour'),
  ]).toEqual([null, null, null]);
});

test('values are written as their kind needs', () => {
  expect([
    formatValue(1234.5, 'price'),
    formatValue(0.12345, 'price'),
    formatValue(2_500_000, 'volume'),
    formatValue(51.234, 'number'),
    formatValue(Number.NaN, 'price'),
  ]).toEqual(['1,234.50', '0.1235', '2.50M', '51.23', '–']);
  expect([
    formatPercentChange(110, 100),
    formatPercentChange(90, 100),
    formatPercentChange(100, 100),
  ]).toEqual(['+10.00%', '-10.00%', '0.00%']);
  expect([decimalsOf(5), decimalsOf(0.5), decimalsOf(0.005), decimalsOf(0.00001), decimalsOf(0)]).toEqual([
    2, 2, 3, 4, 2,
  ]);
});

describe('the date of a study', () => {
  it.each(['0002-03-01', '0020-03-01', '0202-03-01'])(
    '%s, on the way to a whole year, keeps the dialog open',
    (date) => {
      expect(hasProblem(study('anchoredVwap'), { anchorMs: momentOf(date) })).toBe(true);
    },
  );
  it('that is whole is the New York midnight of that day; none is the first bar', () => {
    expect([momentOf('2024-03-14'), momentOf('')]).toEqual([newYorkMs('2024-03-14', 0), 0]);
    for (const date of ['2024-03-14', '1970-01-01', ''])
      expect(hasProblem(study('anchoredVwap'), { anchorMs: momentOf(date) })).toBe(false);
  });
});

test('shows a symbol that the window is given, and puts it in the address; the sender publishes it to linked windows', () => {
  const calls: unknown[] = [];
  let state = { ...chartState.initial, Symbol: 'SPY' };
  const window = {
    getState: () => state,
    update: (change: object) => {
      state = { ...state, ...change };
    },
    publish: () => {
      calls.push('published');
    },
    platform: {
      route: {
        select: (...args: unknown[]) => {
          calls.push(args);
        },
      },
    },
  };
  // What it needs of a window.
  takeSymbol(window as unknown as Parameters<typeof takeSymbol>[0], 'AAPL');
  expect([state.Symbol, calls]).toEqual(['AAPL', [['chart', 'AAPL']]]);
});

describe('the day figures', () => {
  const record = { last: 12, previousClose: 10, open: 11, high: 13, low: 9 };
  it('are change and percent of the previous close; without one the percent is 100', () => {
    expect(quoteTexts(record)).toEqual({
      last: '12.00',
      change: '+2.00',
      percent: '+20.00%',
      open: '11.00',
      high: '13.00',
      low: '9.00',
      isUp: true,
    });
    expect(quoteTexts({ ...record, previousClose: 0 })).toMatchObject({
      change: '+12.00',
      percent: '+100.00%',
      isUp: true,
    });
    expect(quoteTexts({ ...record, last: 9 })).toMatchObject({
      change: '-1.00',
      percent: '-10.00%',
      isUp: false,
    });
  });
  it('are unknown without a price', () => {
    expect(quoteTexts(undefined)).toEqual({
      last: '–',
      change: '–',
      percent: '–',
      open: '–',
      high: '–',
      low: '–',
      isUp: null,
    });
    expect(quoteTexts({ ...record, last: 0 })).toMatchObject({
      last: '–',
      change: '–',
      percent: '–',
      open: '11.00',
      isUp: null,
    });
  });
});

describe('the time left of a bar', () => {
  const on = (date: string, minutes: number, period: Parameters<typeof countdown>[2] = { minutes: 5 }) =>
    countdown(newYorkMs(date, minutes), newYorkMs(date, 575), period);
  it('counts down to the end of the bar, or of the session', () => {
    expect([on('2024-03-14', 601), on('2024-03-14', 959.5), on('2024-03-14', 931, { minutes: 60 })]).toEqual([
      '4:00',
      '0:30',
      '29:00',
    ]);
    expect([on('2024-07-03', 779), on('2024-07-03', 751, { minutes: 60 })]).toEqual(['1:00', '29:00']);
  });
  it('is none after the close, which on a half day is early, nor for bars of a day', () => {
    expect([
      on('2024-03-14', 960),
      on('2024-07-03', 780),
      on('2024-07-03', 840),
      on('2024-07-03', 959),
      on('2024-03-14', 601, 'day'),
    ]).toEqual([null, null, null, null, null]);
  });
  it('is none while the last bar is of another day', () => {
    expect(countdown(newYorkMs('2024-03-14', 601), newYorkMs('2024-03-13', 955), { minutes: 5 })).toBeNull();
  });
});

describe('the live label', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  it('is written at every 20th update, and soon after the last one', () => {
    const write = vi.fn();
    const label = createLiveLabel(write);
    for (let n = 0; n < 19; n += 1) label.update();
    expect(write).not.toHaveBeenCalled();
    label.update();
    expect(write).toHaveBeenCalledTimes(1);
    label.update();
    vi.advanceTimersByTime(500);
    expect(write).toHaveBeenCalledTimes(2);
    label.update();
    label.dispose();
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
