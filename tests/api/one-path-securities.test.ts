import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { MinuteMarket, readMinutes } from '../support/minute-market.ts';
import { CheckedClock, described, PlayedDay, type TestedRun } from '../support/played-day.ts';

/** Strategies that read and trade other symbols run live through the whole server over a recorded day, and then in backtests of it: their orders are the same. */

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
  ...[{}, { IntradayPositionsOnly: true, ShareLimit: 45 }].map((settings, at) => ({
    name: ['both legs', 'both legs within limits'][at] ?? '',
    symbol: 'MSFT',
    code: `bars('3 minutes');
const msft = symbol('MSFT'), bac = symbol('BAC');
let side = 0;
onBar((bar) => {
  const lead = msft.close.last / msft.close.ago(3) - bac.close.last / bac.close.ago(3);
  if (Math.abs(lead) > 0.0004) side = lead < 0 ? 1 : -1;
  else if (Math.abs(lead) < 0.0001) side = 0;
  for (const [leg, wanted, shares] of [[msft, side, 10], [bac, -side, 38]]) {
    if (leg.hasOpenOrders() || Math.sign(leg.position.quantity) === wanted) continue;
    if (wanted > 0) leg.goLong(shares);
    else if (wanted < 0) leg.goShort(shares);
    else leg.goFlat();
  }
});`,
    settings,
  })),
  {
    name: 'resting orders in three symbols',
    symbol: 'AAPL',
    code: `bars('1 minute');
closingTime('15:30');
const range = atr(20), legs = ['AAPL', 'SPY', 'BAC'].map((name) => symbol(name));
onBar((bar) => {
  legs.forEach((leg, n) => {
    if (bar.minute % 10 === n) return leg.cancelAll();
    if (leg.hasOpenOrders()) return;
    if (leg.position.isFlat) leg.buy(10, { price: leg.close.last * 0.9995 });
    else leg.sell(leg.position.quantity, { price: leg.close.last * 1.0005 });
  });
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
    (outcomes.get(name)?.orders ?? [])
      // Orders in several symbols that fill at one moment do so in any order, which the profit as of each shows.
      .map((order) => described(OPEN_MS, order).replace(/, net .*/, ''))
      // Whether the code tries once more at the closing time depends on when the broker answers the cancels of that moment: none of it is sent.
      .filter((order) => !order.endsWith('Rejected: After the closing order time'))
      .toSorted();
  expect(ordersOf(day.live).filter((order) => order.includes(' filled at ')).length).toBeGreaterThan(4);
  expect(ordersOf(day.live)).toEqual(ordersOf(day.tested));
  const net = (outcomes: PlayedDay['live']) => outcomes.get(name)?.instance.Returns?.NetProfitLoss;
  expect(net(day.live)).toBeCloseTo(net(day.tested) ?? Number.NaN, 4);
});
