import { beforeAll, describe, expect, it } from 'vitest';
import { newYorkDate, newYorkMinutes } from '../../../domain/calendar/us-equity.ts';
import type { Bar, Quote, Trade } from '../market-data.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { SimulatedMarket } from './simulated-market.ts';

/**
 * Bands around what real bars and ticks show (docs/decisions/0012-simulated-market.md has the table). They are wide
 * enough for any seed and narrow enough that a market out of order falls out of them.
 */
const SEEDS = [7, 11, 42];
const EPOCH = { hostMs: Date.UTC(2026, 10, 16), date: '2026-11-02' };
const SATURDAY_MS = Date.UTC(2026, 10, 21, 14, 0, 12);
const FOREVER_MS = 9e15;
const FIRST_MINUTE = 9 * 60 + 30;
const DAYS = 60;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => value ** 2)) - mean(values) ** 2);
const kurtosis = (values: readonly number[]): number => {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 4)) / deviation(values) ** 4;
};
const logReturns = (bars: readonly Bar[]): number[] =>
  bars.slice(1).map((bar, at) => Math.log(bar.closeE4 / (bars[at]?.closeE4 ?? 1)));
const remembered = (values: readonly number[]): number => correlation(values.slice(1), values.slice(0, -1));

function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [mean(one), mean(other)];
  return (
    mean(one.map((value, at) => (value - meanOne) * ((other[at] ?? 0) - meanOther))) /
    (deviation(one) * deviation(other))
  );
}

interface Day {
  readonly bars: readonly Bar[];
}

/** The last whole sessions of full length, minute by minute. */
async function minuteDays(market: SimulatedMarket, symbol: string): Promise<Day[]> {
  const toMs = market.sessionDay().openMs;
  const days = new Map<string, Bar[]>();
  for (const bar of await market.bars(symbol, 'OneMinute', toMs - DAYS * 1.6 * 86_400_000, toMs)) {
    const date = newYorkDate(bar.timeMs);
    days.set(date, [...(days.get(date) ?? []), bar]);
  }
  return [...days.values()]
    .filter((bars) => bars.length === 390)
    .slice(-DAYS)
    .map((bars) => ({ bars }));
}

/** Standard deviation of the returns of `size`-minute bars that begin in a span of minutes after the open. */
function restlessness(days: readonly Day[], size: number, from: number, to: number): number {
  const returns = days.flatMap(({ bars }) =>
    bars.flatMap((bar, at) => {
      if (at % size !== 0 || at < from || at >= to) return [];
      return [Math.log((bars[at + size - 1]?.closeE4 ?? bar.closeE4) / bar.openE4)];
    }),
  );
  return deviation(returns);
}

function volumePart(days: readonly Day[], from: number, to: number): number {
  const sum = (bars: readonly Bar[]): number => bars.reduce((total, bar) => total + bar.volume, 0);
  return mean(days.map(({ bars }) => sum(bars.slice(from, to)) / sum(bars)));
}

describe.each(SEEDS)('the simulated market of seed %i', (seed) => {
  let market: SimulatedMarket;
  let daily: Record<string, Bar[]>;
  let minutes: Record<string, Day[]>;
  beforeAll(async () => {
    market = createSimulatedMarket({ seed, nowMs: () => SATURDAY_MS, epoch: EPOCH });
    daily = {};
    minutes = {};
    for (const symbol of ['SPY', 'QQQ', 'AAPL', 'TSLA', 'KO']) {
      daily[symbol] = (await market.bars(symbol, 'Day', 0, FOREVER_MS)).slice(0, -1);
      minutes[symbol] = await minuteDays(market, symbol);
    }
  });

  it.each([
    ['SPY', 0.65, 1.15],
    ['QQQ', 0.85, 1.5],
    ['KO', 0.7, 1.25],
    ['AAPL', 1.3, 2.1],
    ['TSLA', 2.3, 3.8],
  ])(
    'moves %s by %d to %d per cent on a usual day, the day ranging about twice as far as it goes',
    (symbol, least, most) => {
      const bars = daily[symbol] ?? [];
      const returns = logReturns(bars);
      expect(deviation(returns) * 100).toBeGreaterThan(least);
      expect(deviation(returns) * 100).toBeLessThan(most);
      const range = mean(bars.map((bar) => Math.log(bar.highE4 / bar.lowE4)));
      expect(range / mean(bars.map((bar) => Math.abs(Math.log(bar.closeE4 / bar.openE4))))).toBeGreaterThan(
        1.85,
      );
      expect(range / mean(bars.map((bar) => Math.abs(Math.log(bar.closeE4 / bar.openE4))))).toBeLessThan(2.2);
      const gaps = deviation(bars.slice(1).map((bar, at) => Math.log(bar.openE4 / (bars[at]?.closeE4 ?? 1))));
      expect(gaps / deviation(returns)).toBeGreaterThan(0.45);
      expect(gaps / deviation(returns)).toBeLessThan(0.75);
      expect(Math.abs(remembered(returns))).toBeLessThan(0.1);
      expect(remembered(returns.map(Math.abs))).toBeGreaterThan(0.04);
      expect(kurtosis(returns)).toBeGreaterThan(3.5);
      expect(kurtosis(returns)).toBeLessThan(20);
    },
  );

  it('is restless after the open, calm at noon and a little livelier into the close, and no bar leaps', () => {
    for (const [symbol, days] of Object.entries(minutes)) {
      expect(days, symbol).toHaveLength(DAYS);
      const noon = restlessness(days, 5, 120, 270);
      expect(restlessness(days, 5, 0, 5) / noon, `${symbol} first five minutes`).toBeGreaterThan(1.7);
      expect(restlessness(days, 5, 0, 5) / noon, `${symbol} first five minutes`).toBeLessThan(4.5);
      expect(restlessness(days, 5, 30, 60) / noon, `${symbol} after half an hour`).toBeLessThan(2);
      expect(restlessness(days, 5, 375, 390) / noon, `${symbol} last quarter of an hour`).toBeGreaterThan(1);
      expect(restlessness(days, 5, 375, 390) / noon, `${symbol} last quarter of an hour`).toBeLessThan(2.6);
    }
    const spy = minutes['SPY'] ?? [];
    expect(restlessness(spy, 5, 120, 270) * 100).toBeGreaterThan(0.03);
    expect(restlessness(spy, 5, 120, 270) * 100).toBeLessThan(0.11);
    expect(restlessness(spy, 5, 0, 5) * 100).toBeLessThan(0.35);
  });

  it('walks through the day without a drift back or on, in restless and calm stretches, as far as its range tells', () => {
    for (const [symbol, days] of Object.entries(minutes)) {
      const steps = days.map(({ bars }) => logReturns(bars));
      expect(Math.abs(mean(steps.map(remembered))), symbol).toBeLessThan(0.06);
      expect(mean(steps.map((returns) => remembered(returns.map(Math.abs)))), symbol).toBeGreaterThan(0.1);
      const normed = steps.flatMap((returns) => {
        const usual = deviation(returns);
        return returns.map((value) => value / usual);
      });
      expect(kurtosis(normed), symbol).toBeGreaterThan(4);
      expect(kurtosis(normed), symbol).toBeLessThan(12);
      const reach = days.map(
        ({ bars }, at) =>
          Math.log(Math.max(...bars.map((bar) => bar.highE4)) / Math.min(...bars.map((bar) => bar.lowE4))) /
          Math.sqrt((steps[at] ?? []).reduce((sum, value) => sum + value ** 2, 0)),
      );
      expect(mean(reach), symbol).toBeGreaterThan(1.3);
      expect(mean(reach), symbol).toBeLessThan(2);
      // The worst minute of a day is a few of its usual ones, never a leap to an extreme that had to be reached.
      for (const [at, returns] of steps.entries())
        expect(Math.max(...returns.map(Math.abs)) / deviation(returns), `${symbol} day ${at}`).toBeLessThan(
          13,
        );
    }
  });

  it('comes to the high and the low of a day once or twice, and stays near them no longer than real days do', () => {
    for (const [symbol, days] of Object.entries(minutes)) {
      const visits: number[] = [];
      const near: number[] = [];
      for (const { bars } of days) {
        const [highE4, lowE4] = [
          Math.max(...bars.map((bar) => bar.highE4)),
          Math.min(...bars.map((bar) => bar.lowE4)),
        ];
        visits.push(
          bars.filter((bar) => bar.highE4 === highE4).length,
          bars.filter((bar) => bar.lowE4 === lowE4).length,
        );
        const margin = (highE4 - lowE4) * 0.03;
        const fives = Array.from({ length: bars.length / 5 }, (_, at) => bars.slice(at * 5, at * 5 + 5));
        near.push(
          fives.filter((five) => five.some((bar) => bar.highE4 > highE4 - margin)).length,
          fives.filter((five) => five.some((bar) => bar.lowE4 < lowE4 + margin)).length,
        );
      }
      expect(mean(visits), symbol).toBeLessThan(1.8);
      expect(Math.max(...visits), symbol).toBeLessThanOrEqual(5);
      expect(mean(near), symbol).toBeLessThan(3);
      expect(Math.max(...near), symbol).toBeLessThan(20);
    }
  });

  it('trades most at the open and the close, and more where the price moves', () => {
    for (const [symbol, days] of Object.entries(minutes)) {
      const noon = volumePart(days, 120, 270) / 150;
      expect(volumePart(days, 0, 5) / 5 / noon, symbol).toBeGreaterThan(4.5);
      expect(volumePart(days, 30, 60) / 30 / noon, symbol).toBeGreaterThan(1.2);
      expect(volumePart(days, 385, 390) / 5 / noon, symbol).toBeGreaterThan(4.5);
      expect(volumePart(days, 385, 390), symbol).toBeLessThan(0.12);
      const middle = days.flatMap(({ bars }) => bars.slice(30, 360));
      expect(
        correlation(
          middle.map((bar) => Math.log(bar.volume)),
          middle.map((bar) => Math.abs(Math.log(bar.closeE4 / bar.openE4))),
        ),
        symbol,
      ).toBeGreaterThan(0.2);
    }
  });

  it('has symbols that follow the index from day to day and from minute to minute', () => {
    const following = { QQQ: [0.75, 0.6], AAPL: [0.4, 0.35], TSLA: [0.35, 0.3], KO: [0.25, 0.25] };
    for (const [symbol, [byDay = 1, byMinute = 1]] of Object.entries(following)) {
      expect(
        correlation(logReturns(daily['SPY'] ?? []), logReturns(daily[symbol] ?? [])),
        symbol,
      ).toBeGreaterThan(byDay);
      const returns = (of: string): number[] => (minutes[of] ?? []).flatMap(({ bars }) => logReturns(bars));
      expect(correlation(returns('SPY'), returns(symbol)), symbol).toBeGreaterThan(byMinute);
    }
  });
});

interface Tape {
  readonly trades: readonly Trade[];
  readonly quotes: readonly Quote[];
  readonly outside: number;
  readonly atSides: number;
}

/** What a watcher hears from `fromMinute` of a session on. */
function tapeOf(symbol: string, fromMinute: number, minutes: number): Tape {
  const host = { ms: SATURDAY_MS };
  const market = createSimulatedMarket({ seed: 7, nowMs: () => host.ms, epoch: EPOCH });
  host.ms = market.hostMsOf(market.sessionDay().closeMs) + fromMinute * 60_000;
  expect(newYorkMinutes(market.exchangeMs())).toBe(FIRST_MINUTE + fromMinute);
  market.step();
  const trades: Trade[] = [];
  const quotes: Quote[] = [];
  let outside = 0;
  let atSides = 0;
  let quote = market.quote(symbol) ?? expect.fail(`${symbol} has a quote`);
  market.watch(symbol, {
    onTrade(trade) {
      trades.push(trade);
      if (trade.priceE4 < quote.bidE4 || trade.priceE4 > quote.askE4) outside += 1;
      if (trade.priceE4 === quote.bidE4 || trade.priceE4 === quote.askE4) atSides += 1;
    },
    onQuote(next) {
      quotes.push(next);
      quote = next;
    },
  });
  for (let step = 0; step < minutes * 120; step += 1) {
    host.ms += 500;
    market.step();
  }
  return { trades, quotes, outside, atSides };
}

const middles = (quotes: readonly Quote[]): number[] =>
  quotes.map((quote) => (quote.bidE4 + quote.askE4) / 2);
const steps = (values: readonly number[]): number[] =>
  values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value)));
const partOf = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.filter(holds).length / items.length;

describe('the tape', () => {
  it.each(['SPY', 'AAPL', 'KO', 'F'])(
    'of %s prints at bid or offer, seldom between and never outside, cent by cent',
    (symbol) => {
      const { trades, quotes, outside, atSides } = tapeOf(symbol, 150, 5);
      expect(trades.length).toBeGreaterThan(300);
      expect(outside).toBe(0);
      expect(atSides / trades.length).toBeGreaterThan(0.75);
      const spreads = quotes.map((quote) => quote.askE4 - quote.bidE4);
      expect(mean(spreads)).toBeLessThan(250);
      expect(partOf(spreads, (spread) => spread === 100)).toBeGreaterThan(0.4);
      // A cent and a half, or half a basis point where that is more.
      const usualStep = Math.max(150, mean(trades.map((trade) => trade.priceE4)) * 5e-5);
      const moves = steps(middles(quotes)).filter((move) => move > 0);
      expect(mean(moves)).toBeLessThan(usualStep);
      expect(Math.max(...moves)).toBeLessThan(8 * usualStep);
      expect(mean(steps(trades.map((trade) => trade.priceE4)))).toBeLessThan(usualStep);
    },
  );

  it('mixes odd lots, round lots and a few blocks, and repeats prices in runs', () => {
    const { trades } = tapeOf('KO', 150, 10);
    expect(partOf(trades, (trade) => trade.size < 100)).toBeGreaterThan(0.2);
    expect(partOf(trades, (trade) => trade.size < 100)).toBeLessThan(0.6);
    expect(partOf(trades, (trade) => trade.size === 100)).toBeGreaterThan(0.15);
    expect(partOf(trades, (trade) => trade.size > 100 && trade.size % 100 === 0)).toBeGreaterThan(0.15);
    expect(partOf(trades, (trade) => trade.size >= 2000)).toBeLessThan(0.08);
    expect(partOf(steps(trades.map((trade) => trade.priceE4)), (step) => step === 0)).toBeGreaterThan(0.35);
  });

  it('shows wider spreads and less size after the open than at noon, and most size before the close', () => {
    const width = (quotes: readonly Quote[]): number =>
      mean(quotes.map((quote) => quote.askE4 - quote.bidE4));
    const size = (quotes: readonly Quote[]): number =>
      mean(quotes.map((quote) => quote.bidSize + quote.askSize));
    const [open, noon, close] = [
      tapeOf('AAPL', 0, 5).quotes,
      tapeOf('AAPL', 150, 5).quotes,
      tapeOf('AAPL', 384, 5).quotes,
    ];
    expect(width(open)).toBeGreaterThan(1.3 * width(noon));
    expect(size(open)).toBeLessThan(0.8 * size(noon));
    expect(size(close)).toBeGreaterThan(1.3 * size(noon));
  });

  it('goes on from minute to minute: the quote a minute ends with is the one the next begins with', () => {
    const { quotes } = tapeOf('AAPL', 150, 5);
    for (const [at, quote] of quotes.entries()) {
      const before = quotes[at - 1];
      if (before === undefined || quote.timeMs % 60_000 !== 0) continue;
      expect([quote.bidE4, quote.askE4]).toEqual([before.bidE4, before.askE4]);
    }
  });
});
