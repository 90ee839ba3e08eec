import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../calendar/durations.ts';
import { newYorkMs, nextSession, sessionOn } from '../calendar/us-equity.ts';
import { SecurityFeed } from './bars-beside.ts';
import type { DataColumns } from './description.ts';
import { LiveRun } from './live-run.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { barsOf, centsBetween } from './testing/random-strategy.ts';
import { ANY_TIME, backtest, columnsOf, days, loadStrategy, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';
import { sliceColumns } from './testing/slice-columns.ts';

const DATE = '2026-01-06';
const flat = (price: number): TestBar => [price, price, price, price];

/** Minute bars at some minutes of a day; the n-th has the price `from` + n. */
const minutesAt = (minutes: readonly number[], from = 100, date = DATE): DataColumns =>
  columnsOf(
    minutes.map((minute) => newYorkMs(date, minute)),
    minutes.map((_, n) => flat(from + n)),
  );

function datesFrom(date: string, count: number): string[] {
  const dates: string[] = [];
  for (let at = date; dates.length < count; at = nextSession(at).date)
    if (sessionOn(at) !== null) dates.push(at);
  return dates;
}

const timesOf = (dates: readonly string[], barMinutes: number): number[] =>
  dates.flatMap((date) => {
    const { openMs, closeMs } = sessionOn(date) ?? { openMs: 0, closeMs: 0 };
    const barMs = barMinutes * MINUTE_MS;
    return Array.from({ length: Math.ceil((closeMs - openMs) / barMs) }, (_, n) => openMs + n * barMs);
  });

describe('bars of another symbol', () => {
  it('are readable at the bar of the run that ends with them or later, and keep their value where nothing traded', () => {
    const { log } = backtest(
      "const qqq = security('QQQ'); onBar((bar) => log(bar.minute, close.last, qqq.close.last, qqq.close.before, qqq.close.ago(2), qqq.hasEnded));",
      minutesAt([600, 601, 602, 605, 606, 607]),
      sessionsOf(DATE),
      { others: [minutesAt([601, 603, 604, 607], 500)] },
    );
    expect(log).toEqual([
      '600 100 NaN NaN NaN false',
      '601 101 500 NaN NaN true',
      '602 102 500 NaN NaN false',
      '605 103 502 501 500 true',
      '606 104 502 501 500 false',
      '607 105 503 502 501 true',
    ]);
  });

  it('of days are readable with the bar of their own day', () => {
    const dates = datesFrom('2026-01-05', 4);
    const { log } = backtest(
      "bars('day'); const qqq = security('qqq '); onBar((bar) => log(bar.date, qqq.close.last, qqq.symbol));",
      days(
        dates,
        dates.map(() => flat(10)),
      ),
      sessionsOf(...dates),
      { others: [days(dates.slice(1), [flat(1), flat(2), flat(3)])] },
    );
    expect(log).toEqual(['2026-01-05 NaN QQQ', '2026-01-06 1 QQQ', '2026-01-07 2 QQQ', '2026-01-08 3 QQQ']);
  });

  it('include those before the first bar of the run', () => {
    const { log } = backtest(
      "const qqq = security('QQQ'), mean = qqq.sma(3); onBar((bar) => log(bar.minute, mean.last, qqq.hasEnded));",
      minutesAt([570, 571], 100, '2026-01-07'),
      sessionsOf(DATE, '2026-01-07'),
      { others: [minutesAt([955, 956, 957, 958], 1)] },
    );
    expect(log).toEqual(['570 3 true', '571 3 false']);
  });

  it('outside of the sessions are left out unless the run includes them', () => {
    const code =
      "const qqq = security('QQQ'); onBar((bar) => log(bar.minute, qqq.close.last, qqq.close.before));";
    const run = (includeOffMarket: boolean) =>
      backtest(code, minutesAt([571, 572]), sessionsOf(DATE), {
        limits: { includeOffMarket },
        others: [minutesAt([568, 570])],
      }).log;
    expect(run(false)).toEqual(['571 101 NaN', '572 101 NaN']);
    expect(run(true)).toEqual(['571 101 100', '572 101 100']);
  });

  it('cross on the bar of the run with which they change, against the bar of the run before', () => {
    const { log } = backtest(
      "const qqq = security('QQQ'); onBar((bar) => { if (crossesAbove(qqq.close, 500)) log('above', bar.minute); if (crossesAbove(close, qqq.low)) log('price', bar.minute); });",
      columnsOf(
        [600, 601, 602, 603, 604].map((minute) => newYorkMs(DATE, minute)),
        [flat(400), flat(400), flat(600), flat(600), flat(600)],
      ),
      sessionsOf(DATE),
      { others: [minutesAt([600, 602], 500)] },
    );
    expect(log).toEqual(['above 602', 'price 602']);
  });

  it('of the traded symbol are those of the run', () => {
    const data = minutesAt([600, 601, 602]);
    const { log } = backtest(
      "symbol('SPY'); const spy = security('SPY'); onBar(() => log(spy.close.last === close.last && spy.volume.before === volume.before));",
      data,
      sessionsOf(DATE),
      { others: [sliceColumns(data, 0, 3)] },
    );
    expect(log.slice(1)).toEqual(['true', 'true']);
  });

  it('are made into larger ones, also where the traded symbol has no bar', () => {
    const dates = datesFrom('2026-03-23', 7);
    // The traded symbol has no bar on the Friday on which the first week ends.
    const traded = dates.filter((date) => date !== '2026-03-27');
    const run = (code: string) =>
      backtest(
        code,
        days(
          traded,
          traded.map(() => flat(10)),
        ),
        sessionsOf(...dates),
        {
          others: [
            days(
              dates,
              dates.map((_, n) => flat(n + 1)),
            ),
          ],
        },
      ).log;
    expect(
      run(
        "bars('day'); const week = security('QQQ').timeframe('week'); onBar((bar) => log(bar.date, week.open.last, week.close.last, week.hasEnded));",
      ),
    ).toEqual([
      '2026-03-23 NaN NaN false',
      '2026-03-24 NaN NaN false',
      '2026-03-25 NaN NaN false',
      '2026-03-26 NaN NaN false',
      '2026-03-30 1 5 true',
      '2026-03-31 1 5 false',
    ]);
  });
});

/** A strategy of a symbol and two others, with larger bars of one. It logs what it reads. */
const READING = `const qqq = security('QQQ'), iwm = security('IWM'), mean = qqq.ema(4), band = iwm.bb(3), hour = qqq.timeframe('1 hour'), slow = hour.sma(2);
  onBar((bar) => {
    log(bar.date, bar.minute, qqq.high.last, qqq.close.ago(2), mean.last, band.upper.before, iwm.hasEnded, hour.close.last, hour.hasEnded, slow.last);
    if (crossesAbove(close, mean) || crossesAbove(qqq.close, slow)) goLong(10);
    else if (crossesBelow(qqq.close, iwm.close) || crossesBelow(close, hour.low)) goFlat();
  });`;

/** Bars of which some are missing, as of a symbol that does not trade in each period. */
const thinBars = (times: readonly number[]): fc.Arbitrary<DataColumns> =>
  fc
    .array(fc.tuple(barsOf(centsBetween(9_000, 11_000)), fc.integer({ min: 0, max: 3 })), {
      minLength: times.length,
      maxLength: times.length,
    })
    .map((given) => {
      const kept = given.flatMap(([bar, chance], n) => (chance > 0 ? [{ bar, timeMs: times[n] ?? 0 }] : []));
      return columnsOf(
        kept.map(({ timeMs }) => timeMs),
        kept.map(({ bar }) => bar),
      );
    });

const untilMs = (data: DataColumns, endMs: number): DataColumns =>
  sliceColumns(data, 0, data.timeMs.filter((timeMs) => timeMs <= endMs).length);

it('do not reveal later bars: a run over fewer bars of all symbols logs and sends the same up to there', () => {
  const dates = datesFrom('2026-03-26', 3);
  const times = timesOf(dates, 10);
  fc.assert(
    fc.property(
      fc.tuple(thinBars(times), thinBars(times), thinBars(times)),
      fc.nat(times.length - 1),
      ([data, ...others], at) => {
        const endMs = times[at] ?? 0;
        const code = `bars('10 minutes'); ${READING}`;
        const long = backtest(code, data, sessionsOf(...dates), { others });
        const short = backtest(code, untilMs(data, endMs), sessionsOf(...dates), {
          others: others.map((bars) => untilMs(bars, endMs)),
        });
        expect(short.log).toHaveLength(untilMs(data, endMs).timeMs.length);
        expect(long.log.slice(0, short.log.length)).toEqual(short.log);
        const filled = (orders: typeof long.orders) => orders.filter(({ status }) => status === 'Filled');
        expect(filled(long.orders).slice(0, filled(short.orders).length)).toEqual(filled(short.orders));
      },
    ),
    { numRuns: 40 },
  );
});

it('are the same live and in a backtest', () => {
  const dates = datesFrom('2026-03-23', 3);
  const times = timesOf(dates, 1).filter((_, n) => n % 390 < 130);
  const [data, ...others] = fc.sample(thinBars(times), { seed: 5, numRuns: 3 });
  if (data === undefined) throw new Error('no data');
  const live = new BarPlayer(READING, data, sessionsOf(...dates), {}, others).play();
  const tested = backtest(READING, data, sessionsOf(...dates), { others });
  expect(live.log).toEqual(tested.log);
  expect(new Set(live.log.map((line) => line.split(' ')[9])).size).toBeGreaterThan(3);
  expect(live.orders.length).toBeGreaterThan(5);
});

it('are the same live and in a backtest after bars before the first call, of which all symbols have other numbers', () => {
  const dates = datesFrom('2026-03-23', 2);
  const times = timesOf(dates, 1);
  const [data, ...others] = fc.sample(thinBars(times), { seed: 6, numRuns: 3 });
  if (data === undefined) throw new Error('no data');
  const firstIndex = 200;
  const firstMs = data.timeMs[firstIndex] ?? 0;
  const before = (bars: DataColumns): number => bars.timeMs.findIndex((timeMs) => timeMs >= firstMs);
  const { language, description } = loadStrategy(READING);
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: sliceColumns(data, 0, firstIndex),
    otherWarmUps: others.map((bars) => sliceColumns(bars, 0, before(bars))),
    sessions: sessionsOf(...dates),
    position: 0,
    contracts: [],
    fills: [],
    brackets: [],
  });
  language.log.limit = 1_000;
  const end = firstIndex + 100;
  // The others come at once and too early: the strategy must not read them before their time.
  run.deliver(
    sliceColumns(data, firstIndex, firstIndex + 1),
    { bid: 0, ask: 0, timeMs: firstMs + MINUTE_MS },
    others.map((bars) => sliceColumns(bars, before(bars), bars.timeMs.length)),
  );
  for (let row = firstIndex + 1; row < end; row += 1)
    run.deliver(sliceColumns(data, row, row + 1), {
      bid: 0,
      ask: 0,
      timeMs: (data.timeMs[row] ?? 0) + MINUTE_MS,
    });
  const tested = backtest(READING, sliceColumns(data, 0, end), sessionsOf(...dates), { firstIndex, others });
  // The orders of the backtest fill, those of the live run have no broker here: neither is logged.
  expect(language.log.take()).toEqual(tested.log);
  expect(tested.log).toHaveLength(100);
});

it('keep a bounded number of bars in a live run without losing their place', () => {
  const { language } = loadStrategy("const qqq = security('QQQ'), mean = qqq.sma(3); onBar(() => {});");
  const [security] = language.securities.all;
  if (security === undefined) throw new Error('no security');
  const feed = new SecurityFeed(security, () => ({ midnightMs: 0, openMs: 0, closeMs: 1 }), 8);
  const count = 100;
  feed.receive(minutesAt(Array.from({ length: count }, (_, n) => 570 + n)));
  for (let n = 0; n < count; n += 1) {
    feed.follow(newYorkMs(DATE, 570 + n));
    const { cursor, columns } = security;
    expect(columns.close.values[cursor.index]).toBe(100 + n);
    if (n > 0) expect(columns.close.values[cursor.before]).toBe(99 + n);
    expect(columns.close.values.length).toBeLessThanOrEqual(16);
  }
});

it('are listed by the description with the bars that they need before the run', () => {
  const { description } = loadStrategy(
    "bars('day'); warmUp(3); const qqq = security('QQQ'), iwm = security('IWM'); security('QQQ').sma(20); trend(qqq.ema(30)); trade(iwm.timeframe('week').rsi(5)); security('DIA'); onBar(() => {});",
  );
  expect(description.otherSymbols).toEqual([
    { symbol: 'QQQ', warmUpBars: 29 },
    { symbol: 'IWM', warmUpBars: 35 },
    { symbol: 'DIA', warmUpBars: 3 },
  ]);
  expect(description).toMatchObject({
    warmUpBars: 3,
    trend: { name: 'EMA (QQQ)', interval: 'Day', period: 30 },
    trade: { name: 'RSI (IWM)', interval: 'Week', period: 5 },
  });
  expect(loadStrategy('onBar(() => {});').description.otherSymbols).toEqual([]);
});

describe('says what is wrong with another symbol', () => {
  it.each([
    ['security();', "a symbol is expected, such as 'SPY': undefined"],
    ["security('');", "a symbol is expected, such as 'SPY': ''"],
    ["security(['QQQ']);", 'a symbol is expected'],
    ["security('QQQ', 'IWM');", "security() takes one value: 'IWM'"],
    ["for (const n of 'ABCDEFGHI') security(n);", 'at most 8 other symbols can be read and traded'],
    ["security('QQQ').sma(5, 6);", 'sma() takes one value (period): 6'],
    ["security('QQQ').timeframe('year');", "a timeframe is '2 minutes'"],
    [
      "const qqq = security('QQQ'); for (let n = 1; n < 99; n += 1) (n % 2 ? qqq.sma : sma)(n + 1);",
      'more than 64 studies',
    ],
    [
      "bars('trade'); security('QQQ'); onBar(() => {});",
      "other symbols can be read and traded on bars of minutes and of days: the bars of the strategy are 'trade'",
    ],
    [
      "bars('1 hour'); security('QQQ').timeframe('30 minutes'); onBar(() => {});",
      "bars of the timeframe '30 minutes' cannot be made",
    ],
  ])('%s', (code, message) => expect(() => loadStrategy(code)).toThrow(message));

  it('in a handler', () => {
    const run = (body: string) =>
      backtest(
        `const qqq = security('QQQ'); onBar(() => { ${body}; });`,
        minutesAt([600]),
        sessionsOf(DATE),
        { others: [minutesAt([600])] },
      );
    expect(() => run("security('IWM')")).toThrow('security() must be called at the top of the file');
    expect(() => run('qqq.sma(5)')).toThrow('sma() must be called at the top of the file');
    expect(() => run("qqq.timeframe('day')")).toThrow('timeframe() must be called at the top of the file');
  });
});

it('trades only the symbol of the run', () => {
  const { orders } = backtest(
    "const qqq = security('QQQ'); onBar(() => { if (qqq.close.last > 500 && position.isFlat && !hasOpenOrders()) buy(5); });",
    minutesAt([600, 601, 602, 603]),
    sessionsOf(DATE),
    { others: [minutesAt([600, 601, 602, 603], 500)] },
  );
  expect(orders.map(({ side, quantity, fillPrice }) => [side, quantity, fillPrice])).toEqual([
    ['Buy', 5, 102],
  ]);
});
