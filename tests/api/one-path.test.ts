import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { MinuteMarket, readMinutes } from '../support/minute-market.ts';
import { CheckedClock, described, PlayedDay, type Outcome, type TestedRun } from '../support/played-day.ts';

/**
 * Strategies run live through the whole server over recorded days, and then in backtests of these days: orders, fills, fees and positions are the same.
 * The shared recordings are used where they are, else the fixtures of the project. `TAPEDECK_ONE_PATH=all` runs each strategy on each symbol and day.
 */
const SHARED = fileURLToPath(new URL('../../../shared/data/minute', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/replay/minute', import.meta.url));
const FOLDER = existsSync(SHARED) ? SHARED : FIXTURES;
const SYMBOLS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv.gz'))
  .map((name) => name.slice(0, -'.csv.gz'.length));
const ALL = process.env['TAPEDECK_ONE_PATH'] === 'all';
const DATE = '2019-02-12';
const DAYS = ALL ? ['2019-02-12', '2019-02-13', '2019-02-14', '2019-02-15'] : [DATE];

const STRATEGIES: Readonly<Record<string, string>> = {
  reversals: `bars('1 minute');
const fast = sma(5), slow = sma(20);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(10);
  else if (crossesBelow(fast, slow)) goShort(10);
});`,
  strength: `bars('1 minute');
closingTime('15:30');
const strength = rsi(9);
onBar(() => {
  if (position.isFlat && strength.last < 35) buy(10);
  else if (position.isLong && strength.last > 60) sell();
});`,
  breakout: `bars('5 minutes');
openingTime('10:00');
const band = donchian(6);
onBar((bar) => {
  if (bar.close >= band.upper.last) goLong(10);
  else if (bar.close <= band.lower.last) goShort(10);
});`,
  // The accounts of the runs have a million, so that a position is of the same size live and in the backtest.
  reversion: `bars('1 minute');
allow('LongOnly');
capital(1_000_000);
const mean = vwap();
onBar((bar) => {
  const size = percentOfEquity(0.2);
  if (size > 0 && bar.close < mean.last * 0.9995) goLong(size);
  else if (bar.close > mean.last * 1.0005) goFlat();
});`,
  resting: `bars('1 minute');
const range = atr(20);
onBar((bar) => {
  if (bar.minute % 10 === 0) return cancelAll();
  if (hasOpenOrders()) return;
  if (position.isFlat) buy(10, { price: bar.close - 1.5 * range.last - 0.01 });
  else sell(position.quantity, { price: bar.close + 1.5 * range.last + 0.01 });
});`,
  'on the close': `bars('3 minutes');
onBar((bar) => {
  if (bar.minute === 600) { buy(20); }
  if (bar.minute === 660 && position.isLong) sell(position.quantity, { type: 'MarketOnClose' });
  if (bar.minute === 900) short(5);
});`,
};
const LIMITS = {
  IntradayPositionsOnly: true,
  FirstTradingIntervalStart: 595,
  FirstTradingIntervalEnd: 690,
  SecondTradingIntervalStart: 780,
  SecondTradingIntervalEnd: 930,
  ShareLimit: 7,
};

/** Strategies whose exits live are brackets of the account. A backtest assumes that the extreme against a position comes first, so the market of their day has it first. */
const WITH_EXITS = {
  low: {
    'long with target and stop': `bars('1 minute');
closingTime('15:55');
const mean = sma(10);
onBar(() => {
  if (position.isFlat && crossesAbove(close, mean)) buy(10, { exits: { target: { percent: 0.25 }, stop: { amount: 0.2 } } });
});`,
    'long with trail': `bars('1 minute');
closingTime('15:55');
const mean = sma(5);
onBar((bar) => {
  if (position.isFlat && bar.close > mean.last) goLong(10, { exits: { trail: { percent: 0.2 } } });
});`,
  },
  high: {
    'short with all exits': `bars('1 minute');
closingTime('15:55');
const mean = sma(10);
onBar((bar) => {
  if (bar.minute === 720 && position.isShort) cover();
  if (position.isFlat && crossesBelow(close, mean))
    short(10, { exits: { target: { amount: 0.4 }, stop: { percent: 0.2 }, trail: { amount: 0.25 } } });
});`,
  },
} as const;

/** Each symbol with and without limits; each strategy on several symbols, or on all of them. */
const RUNS: readonly TestedRun[] = SYMBOLS.flatMap((symbol, at) =>
  Object.entries(STRATEGIES).flatMap(([strategy, code], n) =>
    [{}, LIMITS].flatMap((settings, withLimits) =>
      ALL || (at + 2 * withLimits) % Object.keys(STRATEGIES).length === n
        ? [{ name: `${strategy} ${symbol} ${withLimits === 0 ? 'free' : 'limited'}`, symbol, code, settings }]
        : [],
    ),
  ),
);

const clock = new CheckedClock();
beforeAll(() => clock.install());
afterAll(() => {
  vi.restoreAllMocks();
});

const newMarket = (date: string): MinuteMarket =>
  new MinuteMarket(
    new Map(SYMBOLS.map((symbol) => [symbol, readMinutes(`${FOLDER}/${symbol}.csv.gz`)])),
    date,
  );

/** Plays a day, and compares each run with its backtest. */
function compareOn(date: string, runs: readonly TestedRun[], first?: 'low' | 'high'): PlayedDay {
  const openMs = newYorkMs(date, 570);
  const day = new PlayedDay({ date, market: newMarket(date), ...(first && { first }) }, runs, clock);
  beforeAll(() => day.play(), ALL ? 7_200_000 : 900_000);
  afterAll(() => day.end());
  const ordersOf = (outcome: Outcome | undefined): string[] =>
    (outcome?.orders ?? []).map((order) => described(openMs, order)).toSorted();

  it.each(runs.map(({ name }) => name))('trades alike live and in a backtest: %s', (name) => {
    const [live, tested] = [day.live.get(name), day.tested.get(name)];
    expect(ordersOf(live)).toEqual(ordersOf(tested));
    const figures = (outcome: Outcome | undefined) => [
      outcome?.instance.RejectedCount,
      outcome?.instance.LastRejection,
      outcome?.instance.Returns?.TradeCount,
    ];
    expect(figures(live)).toEqual(figures(tested));
  });
  return day;
}

const filledOf = (day: PlayedDay, runs: readonly TestedRun[], strategy: string) =>
  runs
    .filter(({ name }) => name.startsWith(strategy))
    .flatMap(({ name }) => (day.live.get(name)?.orders ?? []).filter(({ Status }) => Status === 'Filled'));

describe.each(DAYS)('on %s', (date) => {
  const day = compareOn(date, RUNS);
  it('fills orders of every strategy', () => {
    for (const strategy of Object.keys(STRATEGIES))
      expect([strategy, filledOf(day, RUNS, strategy).length > 0]).toEqual([strategy, true]);
  });
});

describe.each(DAYS.flatMap((date) => (['low', 'high'] as const).map((first) => ({ date, first }))))(
  'with exits on $date, the $first of each minute first',
  ({ date, first }) => {
    const strategies = Object.entries(WITH_EXITS[first]);
    const runs = SYMBOLS.flatMap((symbol, at) =>
      strategies.flatMap(([strategy, code], n) =>
        ALL || (at + (first === 'low' ? n : 2)) % 3 === 0
          ? [{ name: `${strategy} ${symbol}`, symbol, code, settings: {} }]
          : [],
      ),
    );
    const day = compareOn(date, runs, first);
    it('fills stops of every strategy, and targets', () => {
      for (const [strategy, code] of strategies) {
        const types = new Set(filledOf(day, runs, strategy).map(({ Type }) => Type));
        expect([strategy, ...types].toSorted()).toEqual(
          [strategy, 'Market', 'Stop', ...(code.includes('target') ? ['Limit'] : [])].toSorted(),
        );
      }
    });
  },
);
