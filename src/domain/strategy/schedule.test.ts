import { describe, expect, it, test } from 'vitest';
import { nextSession, sessionOn } from '../calendar/us-equity.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { backtest, columnsOf, days, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];
const flat = (count: number): TestBar[] => Array.from({ length: count }, () => FLAT);

/** Minute bars that begin at these minutes of a day. */
function barsAt(date: string, ...starts: readonly number[]) {
  const times = starts.flatMap((start) => [...minutes(date, start, [FLAT]).timeMs]);
  return columnsOf(times, flat(times.length));
}

/** Every session from a date to another, both included. */
function datesOf(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; { date } = nextSession(date)) dates.push(date);
  return dates;
}

describe('a time of day', () => {
  const code = "schedule('10:30', (bar) => log('due', bar.minute)); onBar((bar) => log(bar.minute));";

  it('is due once a day, at the end of the bar that reaches it, before the handler of bars', () => {
    expect(backtest(code, barsAt(DATE, 628, 629, 630), sessionsOf(DATE)).log).toEqual([
      '628',
      'due 629',
      '629',
      '630',
    ]);
  });

  it('is due at the next bar when nothing traded around it', () => {
    expect(backtest(code, barsAt(DATE, 620, 645, 646), sessionsOf(DATE)).log).toEqual([
      '620',
      'due 645',
      '645',
      '646',
    ]);
  });

  it('is due on each day, also at the first bar of one that trades late', () => {
    const next = '2026-01-07';
    const data = columnsOf([...barsAt(DATE, 629, 700).timeMs, ...barsAt(next, 800, 801).timeMs], flat(4));
    expect(backtest(code, data, sessionsOf(DATE, next)).log).toEqual([
      'due 629',
      '629',
      '700',
      'due 800',
      '800',
      '801',
    ]);
  });

  it('is over for a run that begins later on the day', () => {
    expect(backtest(code, barsAt(DATE, 629, 700, 701), sessionsOf(DATE), { firstIndex: 1 }).log).toEqual([
      '700',
      '701',
    ]);
  });

  it.each([
    ['10:30', 629],
    ['12:59', 778],
    ['13:00', 599],
    ['15:45', 764],
    ['16:00', 779],
  ])('of %s is due in the bar of minute %d of a session that closes at 13:00', (time, minute) => {
    const short = '2025-11-28';
    const all = Array.from({ length: 210 }, (_, n) => 570 + n);
    expect(
      backtest(`schedule('${time}', (bar) => log(bar.minute));`, barsAt(short, ...all), sessionsOf(short))
        .log,
    ).toEqual([String(minute)]);
  });

  it('needs no handler of bars, and its orders meet the next bar', () => {
    const { orders } = backtest(
      "schedule('10:30', () => buy(10));",
      barsAt(DATE, 629, 630),
      sessionsOf(DATE),
    );
    expect(orders.map(({ side, status, quantity }) => [side, status, quantity])).toEqual([
      ['Buy', 'Filled', 10],
    ]);
  });

  it('calls nothing after a handler that ends the run', () => {
    const ending =
      "schedule('10:30', () => finish('enough')); schedule('10:30', () => log('second')); onBar((bar) => log(bar.minute));";
    expect(backtest(ending, barsAt(DATE, 628, 629, 630), sessionsOf(DATE)).log).toEqual(['628', 'enough']);
  });

  it('is the same live as in a backtest', () => {
    const trading = "schedule('10:30', () => buy(10)); schedule('15:50', () => sell()); onBar(() => {});";
    const data = barsAt(DATE, 600, 628, 633, 640, 947, 948, 949, 950, 951);
    const sessions = sessionsOf(DATE);
    const live = new BarPlayer(trading, data, sessions).play();
    expect(live.orders).toHaveLength(2);
    const logging =
      "schedule('10:30', (bar) => log('a', bar.minute)); schedule('15:50', (bar) => log('b', bar.minute));";
    expect(new BarPlayer(logging, data, sessions).play().log).toEqual(backtest(logging, data, sessions).log);
    expect(backtest(logging, data, sessions).log).toEqual(['a 633', 'b 949']);
  });
});

describe('a day of the week or month', () => {
  const dates = datesOf('2025-01-02', '2025-12-31');
  const dueOf = (day: string): readonly string[] =>
    backtest(
      `bars('day'); schedule({ day: '${day}' }, (bar) => log(bar.date));`,
      days(dates, flat(dates.length)),
      sessionsOf(...dates),
    ).log;

  it('is the first and the last session of each month by the exchange calendar', () => {
    const months = Array.from({ length: 12 }, (_, n) =>
      dates.filter((date) => Number(date.slice(5, 7)) === n + 1),
    );
    expect(dueOf('month start')).toEqual(months.map((month) => month[0]));
    expect(dueOf('month end')).toEqual(months.map((month) => month.at(-1)));
  });

  it('is the first and the last session of each week, holidays considered', () => {
    const ends = dueOf('week end');
    expect(ends).toContain('2025-04-17'); // Good Friday follows
    expect(ends).toContain('2025-07-03');
    expect(ends).not.toContain('2025-12-31');
    expect(dueOf('week start')).toContain('2025-01-21'); // after Martin Luther King Day
    expect(dueOf('every day')).toEqual(dates);
  });

  it('is known before the month has ended, where the data end', () => {
    const date = '2026-01-30';
    expect(
      backtest(
        "schedule({ day: 'month end', time: '15:45' }, (bar) => log(bar.minute));",
        barsAt(date, 943, 944, 945),
        sessionsOf(date),
      ).log,
    ).toEqual(['944']);
    expect(sessionOn('2026-01-31')).toBeNull();
  });
});

test.each([
  ["schedule('10:61', () => {});", "a time of day is 'HH:mm': '10:61'"],
  ["schedule('10:30');", 'schedule takes a time and a function: undefined'],
  ['schedule(10, () => {});', "schedule takes 'HH:mm' or { day, time }: 10"],
  ["schedule({ day: 'tuesday' }, () => {});", 'the days of a schedule are every day, week start'],
  ["schedule({ at: '10:30' }, () => {});", "schedule takes day and time: 'at'"],
  ["schedule({ day: 'month end' }, () => {});", 'schedule needs a time of day'],
  ["bars('day'); schedule('10:30', () => {});", 'bars of a day have no time of day'],
  ["for (let n = 0; n < 17; n += 1) schedule('10:30', () => {});", 'at most 16 handlers can be scheduled'],
])('%s is an error', (code, message) => {
  expect(() => loadStrategy(`${code} onBar(() => {});`)).toThrow(message);
});

test('schedule is called at the top, and its handlers must be synchronous', () => {
  const run = (code: string) => () => backtest(code, barsAt(DATE, 629), sessionsOf(DATE));
  expect(run("onBar(() => schedule('10:30', () => {}));")).toThrow(
    'schedule() must be called at the top of the file',
  );
  expect(run("schedule('10:30', async () => {});")).toThrow('a handler must be synchronous');
});
