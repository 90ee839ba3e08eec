import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { MinuteMarket, readMinutes } from '../support/minute-market.ts';
import { CheckedClock, described, PlayedDay, type TestedRun } from '../support/played-day.ts';

/** Strategies that read other symbols run live through the whole server over a recorded day, and then in backtests of it: their orders are the same. */

const FOLDER = fileURLToPath(new URL('../fixtures/replay/minute', import.meta.url));
const DATE = '2019-02-12';
const OPEN_MS = newYorkMs(DATE, 570);

const RUNS: readonly TestedRun[] = [
  {
    name: 'filter',
    symbol: 'AAPL',
    code: `bars('1 minute');
const spy = security('SPY'), market = spy.ema(8), fast = sma(3), slow = sma(9);
onBar(() => {
  if (spy.close.last > market.last && crossesAbove(fast, slow)) goLong(10);
  else if (crossesBelow(spy.close, market)) goFlat();
});`,
    settings: {},
  },
  {
    name: 'pair',
    symbol: 'MSFT',
    code: `bars('5 minutes');
const bac = security('BAC'), spy = security('SPY'), half = spy.timeframe('30 minutes');
onBar((bar) => {
  const lead = bar.close / close.ago(3) - bac.close.last / bac.close.ago(3);
  if (lead < -0.0005) goLong(10);
  else if (lead > 0.0005 || (half.hasEnded && half.close.last < half.open.last)) goShort(10);
});`,
    settings: {},
  },
];

const clock = new CheckedClock();
const minutes = new Map(
  ['AAPL', 'BAC', 'MSFT', 'SPY'].map((symbol) => [symbol, readMinutes(`${FOLDER}/${symbol}.csv.gz`)]),
);
const day = new PlayedDay({ date: DATE, market: new MinuteMarket(minutes, DATE) }, RUNS, clock);
beforeAll(async () => {
  clock.install();
  await day.play();
}, 900_000);
afterAll(async () => {
  await day.end();
  vi.restoreAllMocks();
});

it.each(RUNS.map(({ name }) => name))('trades alike live and in a backtest: %s', (name) => {
  const ordersOf = (outcomes: PlayedDay['live']): string[] =>
    (outcomes.get(name)?.orders ?? []).map((order) => described(OPEN_MS, order)).toSorted();
  expect(ordersOf(day.live).filter((order) => order.includes(' filled at ')).length).toBeGreaterThan(4);
  expect(ordersOf(day.live)).toEqual(ordersOf(day.tested));
});
