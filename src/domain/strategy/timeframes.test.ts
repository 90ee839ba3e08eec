import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateBars } from '../bars/aggregate.ts';
import type { BarPeriod } from '../bars/bar-period.ts';
import { MINUTE_MS } from '../calendar/durations.ts';
import { newYorkMs, nextSession, sessionOn } from '../calendar/us-equity.ts';
import { fromE4, toPriceE4 } from '../money/price.ts';
import type { DataColumns } from './description.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { barsOf, centsBetween } from './testing/random-strategy.ts';
import { backtest, columnsOf, loadStrategy, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';
import { sliceColumns } from './testing/slice-columns.ts';

/** So many dates with a session from one on. */
function datesFrom(date: string, count: number): string[] {
  const dates: string[] = [];
  for (let at = date; dates.length < count; at = nextSession(at).date)
    if (sessionOn(at) !== null) dates.push(at);
  return dates;
}

/** A price that a test can name: the n-th bar opens and closes at 100 + n, a quarter around it. */
const steps = (count: number): TestBar[] =>
  Array.from({ length: count }, (_, n): TestBar => [100 + n, 100.25 + n, 99.75 + n, 100 + n]);

const days = (dates: readonly string[], bars = steps(dates.length)): DataColumns =>
  columnsOf(
    dates.map((date) => newYorkMs(date, 0)),
    bars,
  );

/** Times of the bars of whole sessions. */
const timesOf = (dates: readonly string[], barMinutes: number): number[] =>
  dates.flatMap((date) => {
    const { openMs, closeMs } = sessionOn(date) ?? { openMs: 0, closeMs: 0 };
    const barMs = barMinutes * MINUTE_MS;
    return Array.from({ length: Math.ceil((closeMs - openMs) / barMs) }, (_, n) => openMs + n * barMs);
  });

const intraday = (dates: readonly string[], barMinutes: number): DataColumns => {
  const times = timesOf(dates, barMinutes);
  return columnsOf(times, steps(times.length));
};

/** What a strategy of daily bars sees of a larger size, a line for each day. */
const dailyLog = (size: string, dates: readonly string[]): readonly string[] =>
  backtest(
    `bars('day'); const larger = timeframe('${size}'); onBar((bar) => log(bar.date, larger.open.last, larger.high.last, larger.low.last, larger.close.last, larger.volume.last, larger.hasEnded));`,
    days(dates),
    sessionsOf(...dates),
  ).log;

describe('bars of a week, a month and a quarter', () => {
  it('are readable from the close of their last session on, and not before', () => {
    // Monday to Friday, a week that ends on the Thursday before Good Friday, and the Monday after it.
    const dates = datesFrom('2026-03-23', 10);
    expect(dailyLog('week', dates)).toEqual([
      '2026-03-23 NaN NaN NaN NaN NaN false',
      '2026-03-24 NaN NaN NaN NaN NaN false',
      '2026-03-25 NaN NaN NaN NaN NaN false',
      '2026-03-26 NaN NaN NaN NaN NaN false',
      '2026-03-27 100 104.25 99.75 104 5000 true',
      '2026-03-30 100 104.25 99.75 104 5000 false',
      '2026-03-31 100 104.25 99.75 104 5000 false',
      '2026-04-01 100 104.25 99.75 104 5000 false',
      '2026-04-02 105 108.25 104.75 108 4000 true',
      '2026-04-06 105 108.25 104.75 108 4000 false',
    ]);
  });

  it('end with the next bar when nothing traded on their last session', () => {
    const dates = datesFrom('2026-03-16', 10).filter((date) => date !== '2026-03-20');
    const log = dailyLog('week', dates);
    expect(log.slice(3, 5)).toEqual([
      '2026-03-19 NaN NaN NaN NaN NaN false',
      '2026-03-23 100 103.25 99.75 103 4000 true',
    ]);
  });

  it('do not show a first bar that lacks its beginning', () => {
    // From a Tuesday on: the first whole week ends on 2026-04-02.
    const log = dailyLog('week', datesFrom('2026-03-24', 8));
    expect(log.map((line) => line.endsWith('true'))).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['month', ['2026-01-30', '2026-02-27', '2026-03-31']],
    ['quarter', ['2026-03-31']],
  ])('of a %s end on its last session', (size, ends) => {
    const ended = dailyLog(size, datesFrom('2026-01-02', 70)).filter((line) => line.endsWith('true'));
    expect(ended.map((line) => line.slice(0, 10))).toEqual(ends);
  });
});

describe('bars of a part of the session', () => {
  /** The times of the session at which a larger bar ends, with its close. */
  const endsOf = (size: string, data: DataColumns, dates: readonly string[], code = "bars('5 minutes');") =>
    backtest(
      `${code} const larger = timeframe('${size}'); onBar((bar) => { if (larger.hasEnded) log(Math.round((bar.endMs - bar.timeMs) / 60000) + bar.minute, larger.close.last); });`,
      data,
      sessionsOf(...dates),
    ).log;

  it('are counted from the open, and the last ends with the session, a short one too', () => {
    const dates = ['2026-11-25', '2026-11-27'];
    expect(endsOf('2 hours', intraday(dates, 5), dates)).toEqual([
      '690 123',
      '810 147',
      '930 171',
      '960 177',
      // 2026-11-27 closes at 13:00.
      '690 201',
      '780 219',
    ]);
  });

  it('end with the next bar when their last part has none, which is not a part of them', () => {
    const date = '2026-01-06';
    const data = columnsOf(
      [570, 575, 620, 635, 640].map((minute) => newYorkMs(date, minute)),
      steps(5),
    );
    expect(endsOf('1 hour', data, [date])).toEqual(['640 102']);
  });

  it('of trades end with the first trade after them', () => {
    const date = '2026-01-06';
    const at = (minute: number, seconds: number) => newYorkMs(date, minute) + 1_000 * seconds;
    const data = columnsOf(
      [at(569, 60), at(571, 0), at(574, 59), at(575, 0), at(577, 0), at(600, 0)],
      [10, 11, 12, 13, 14, 15].map((price): TestBar => [price, price, price, price]),
    );
    expect(endsOf('5 minutes', data, [date], "bars('trade');")).toEqual(['575 12', '600 14']);
  });

  it('of a day are made of the regular session, also in a run that includes other hours', () => {
    const date = '2026-01-06';
    const next = '2026-01-07';
    const data = columnsOf(
      [
        newYorkMs(date, 540),
        newYorkMs(date, 570),
        newYorkMs(date, 930),
        newYorkMs(date, 990),
        newYorkMs(next, 540),
      ],
      steps(5),
    );
    const { log } = backtest(
      "bars('30 minutes'); const day = timeframe('day'), hour = timeframe('1 hour'); onBar((bar) => log(bar.minute, day.open.last, day.close.last, hour.close.last));",
      data,
      sessionsOf(date, next),
      { limits: { includeOffMarket: true } },
    );
    expect(log).toEqual([
      '540 NaN NaN NaN',
      '570 NaN NaN NaN',
      '930 101 102 101',
      '990 101 102 102',
      '540 101 102 104',
    ]);
  });
});

/** Larger bars as the chart makes them. */
function asOnChart(data: DataColumns, period: BarPeriod): { timeMs: number; close: number; high: number }[] {
  const value = (column: Float64Array, row: number): number => column[row] ?? Number.NaN;
  const bars = Array.from(data.timeMs, (timeMs, row) => ({
    timeMs,
    openE4: toPriceE4(value(data.open, row)),
    highE4: toPriceE4(value(data.high, row)),
    lowE4: toPriceE4(value(data.low, row)),
    closeE4: toPriceE4(value(data.close, row)),
    volume: value(data.volume, row),
  }));
  return aggregateBars(bars, period).map(({ timeMs, closeE4, highE4 }) => ({
    timeMs,
    close: fromE4(closeE4),
    high: fromE4(highE4),
  }));
}

it.each([
  ['1 hour', { minutes: 60 }],
  ['day', 'day'],
  ['week', 'week'],
] satisfies [string, BarPeriod][])(
  'studies on bars of %s have the numbers of the chart',
  (size, period: BarPeriod) => {
    const dates = datesFrom('2026-03-02', 24);
    const times = timesOf(dates, 30);
    const bars = fc.sample(barsOf(centsBetween(9_000, 11_000)), { seed: 3, numRuns: times.length });
    const data = columnsOf(times, bars);
    const { log } = backtest(
      `bars('30 minutes'); const larger = timeframe('${size}'), average = larger.sma(3), range = larger.study('donchian', { period: 2 }); onBar(() => { if (larger.hasEnded) log(larger.close.last, larger.high.before, average.last, range.upper.last); });`,
      data,
      sessionsOf(...dates),
    );
    const chart = asOnChart(data, period);
    const highs = chart.map(({ high }) => high);
    const text = (number = Number.NaN): string =>
      Number.isFinite(number) ? String(Math.round(number * 1e6) / 1e6) : 'NaN';
    const mean = (row: number): number =>
      row < 2 ? Number.NaN : chart.slice(row - 2, row + 1).reduce((sum, { close }) => sum + close, 0) / 3;
    expect(log).toEqual(
      chart.map(({ close }, row) =>
        [
          text(close),
          text(highs[row - 1]),
          text(mean(row)),
          text(row < 1 ? Number.NaN : Math.max(highs[row] ?? 0, highs[row - 1] ?? 0)),
        ].join(' '),
      ),
    );
  },
);

const READING = `const hour = timeframe('1 hour'), day = timeframe('day'), week = timeframe('week'), average = week.ema(2), band = hour.bb(3);
  onBar((bar) => {
    log(bar.date, bar.minute, hour.close.last, hour.hasEnded, day.high.last, day.low.before, week.close.last, average.last, band.upper.last);
    if (crossesAbove(close, hour.close)) goLong(10);
    else if (crossesBelow(close, day.close) || crossesBelow(day.close, week.low)) goFlat();
  });`;

it('do not reveal later bars: a run over fewer bars logs and sends the same up to there', () => {
  const dates = datesFrom('2026-03-26', 9);
  const times = timesOf(dates, 30);
  const bars = fc.array(barsOf(centsBetween(9_000, 11_000)), {
    minLength: times.length,
    maxLength: times.length,
  });
  fc.assert(
    fc.property(bars, fc.integer({ min: 1, max: times.length - 1 }), (prices, count) => {
      const data = columnsOf(times, prices);
      const code = `bars('30 minutes'); ${READING}`;
      const long = backtest(code, data, sessionsOf(...dates));
      const short = backtest(code, sliceColumns(data, 0, count), sessionsOf(...dates));
      expect(short.log).toHaveLength(count);
      expect(long.log.slice(0, count)).toEqual(short.log);
      const filled = (orders: typeof long.orders) => orders.filter(({ status }) => status === 'Filled');
      expect(filled(long.orders).slice(0, filled(short.orders).length)).toEqual(filled(short.orders));
    }),
    { numRuns: 40 },
  );
});

it('are the same live and in a backtest', () => {
  const dates = datesFrom('2026-03-23', 6);
  const times = timesOf(dates, 1).filter((_, n) => n % 7 !== 3);
  const prices = fc.sample(barsOf(centsBetween(9_000, 11_000)), { seed: 5, numRuns: times.length });
  const data = columnsOf(times, prices);
  // The player keeps the last 1,000 lines, as a backtest does.
  const live = new BarPlayer(READING, data, sessionsOf(...dates)).play();
  const tested = backtest(READING, data, sessionsOf(...dates));
  expect(live.log).toEqual(tested.log);
  expect(new Set(live.log.map((line) => line.split(' ')[8])).size).toBeGreaterThan(1);
  expect(live.orders.length).toBeGreaterThan(5);
});

it('are the same live and in a backtest of a run that includes bars outside of the sessions', () => {
  const dates = datesFrom('2026-11-25', 2);
  // 2026-11-27 closes at 13:00. Its first bar is before the open.
  const times = dates.flatMap((date) => Array.from({ length: 400 }, (_, n) => newYorkMs(date, 540 + n)));
  const data = columnsOf(times, steps(times.length));
  const limits = { includeOffMarket: true };
  const code =
    "const hour = timeframe('1 hour'), day = timeframe('day'); onBar((bar) => log(bar.date, bar.minute, bar.isFirst, bar.isLast, hour.close.last, day.close.last));";
  const live = new BarPlayer(code, data, sessionsOf(...dates), limits).play();
  expect(live.log).toEqual(backtest(code, data, sessionsOf(...dates), { limits }).log);
  expect(live.log.find((line) => line.startsWith('2026-11-27 779'))).toMatch(/ false true 709 739$/);
});

it('cross on the bar with which a larger one ends, and with the price on each bar that passes them', () => {
  const dates = datesFrom('2026-03-23', 12);
  const closes = [10, 10, 10, 10, 10, 12, 12, 12, 12, 8, 11, 9];
  const data = days(
    dates,
    closes.map((price): TestBar => [price, price, price, price]),
  );
  const { log } = backtest(
    "bars('day'); const week = timeframe('week'); onBar((bar) => { if (crossesAbove(week.close, 11)) log('week', bar.date); if (crossesAbove(close, week.close)) log('price', bar.date); if (crossesBelow(close, week.close)) log('below', bar.date); });",
    data,
    sessionsOf(...dates),
  );
  // The second week ends with 12 on Thursday, 2 April.
  expect(log).toEqual(['price 2026-03-30', 'week 2026-04-02', 'below 2026-04-06']);
});

it('are complete from the first call when their warm-up was read', () => {
  const code =
    "bars('30 minutes'); const week = timeframe('week'), average = week.sma(2); onBar((bar) => { if (bar.isFirst) log(bar.date, average.last); });";
  const { warmUpBars } = loadStrategy(code).description;
  // Two weeks and one more of 65 bars each.
  expect(warmUpBars).toBe(3 * 65);
  const dates = datesFrom('2026-02-23', 30);
  const data = intraday(dates, 30);
  for (let first = warmUpBars; first + 13 <= data.timeMs.length; first += 1) {
    const part = sliceColumns(data, first - warmUpBars, first + 13);
    const { log } = backtest(code, part, sessionsOf(...dates), { firstIndex: warmUpBars });
    expect(log.filter((line) => line.endsWith('NaN'))).toEqual([]);
    expect(log.length).toBeGreaterThan(0);
  }
});

it('are described by the studies that the details show, and counted in the warm-up', () => {
  const { description } = loadStrategy(
    "bars('day'); const week = timeframe('weekly'); trend(week.ema(10)); trade(week.rsi(3)); onBar(() => {});",
  );
  expect(description).toMatchObject({
    trend: { name: 'EMA', interval: 'Week', period: 10 },
    trade: { name: 'RSI', interval: 'Week', period: 3 },
  });
  expect(description.warmUpBars).toBe((9 + 2) * 5);
});

it('are the same object for the same size', () => {
  loadStrategy(
    "if (timeframe('60 minutes') !== timeframe('1 hour')) throw new Error('not the same'); onBar(() => {});",
  );
});

describe('says what is wrong with a timeframe', () => {
  const IDLE = 'onBar(() => {});';
  const cannot = (size: string, bars: string) =>
    `bars of the timeframe '${size}' cannot be made of the strategy's bars ('${bars}'): a timeframe is a larger size, of minutes a multiple`;
  it.each([
    ["timeframe('year');", "'day', 'week', 'month' or 'quarter': 'year'"],
    ["timeframe('trade');", "'day', 'week', 'month' or 'quarter': 'trade'"],
    ['timeframe(5);', "'day', 'week', 'month' or 'quarter': 5"],
    ["timeframe('week', 'QQQ');", "timeframe() takes one value: 'QQQ'"],
    [`timeframe('1 hour'); bars('day'); ${IDLE}`, cannot('1 hour', 'day')],
    [`bars('day'); timeframe('day'); ${IDLE}`, cannot('day', 'day')],
    [`bars('1 hour'); timeframe('30 minutes'); ${IDLE}`, cannot('30 minutes', '1 hour')],
    [`bars('5 minutes'); timeframe('7 minutes'); ${IDLE}`, cannot('7 minutes', '5 minutes')],
    [
      `timeframe('quarter').sma(200); ${IDLE}`,
      'need 5,173,740 bars of the strategy before the first one, more than 200,000: choose longer bars or shorter periods',
    ],
    ["timeframe('week').sma(5, 6);", 'sma() takes one value (period): 6'],
    ["timeframe('week').study('smma');", 'unknown study "smma"'],
    [
      "const week = timeframe('week'); for (let n = 1; n < 99; n += 1) (n % 2 ? week.sma : sma)(n + 1);",
      'more than 64 studies',
    ],
    ['for (let n = 2; n < 14; n += 1) timeframe(`${n} minutes`);', 'at most 8 timeframes can be read'],
  ])('%s', (code, message) => expect(() => loadStrategy(code)).toThrow(message));

  it('in a handler', () => {
    const data = days(['2026-01-06']);
    const run = (body: string) =>
      backtest(
        `bars('day'); const week = timeframe('week'); onBar(() => { ${body}; });`,
        data,
        sessionsOf('2026-01-06'),
      );
    expect(() => run("timeframe('month')")).toThrow('timeframe() must be called at the top of the file');
    expect(() => run('week.sma(5)')).toThrow('sma() must be called at the top of the file');
  });

  it('when the parameters choose other bars', () =>
    expect(() => loadStrategy(`bars('5 minutes'); timeframe('1 hour'); ${IDLE}`, 'BarSize = day')).toThrow(
      cannot('1 hour', 'day'),
    ));
});
