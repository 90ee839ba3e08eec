import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newYorkMinutes } from '../../../domain/calendar/us-equity.ts';
import type { Bar, Quote, Trade } from '../market-data.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import {
  correlation,
  deviation,
  figuresOfDay,
  kurtosisOf,
  mean,
  minuteDaysOf,
  type DayFigures,
  type MinuteDay,
} from './testing/day-figures.ts';
import { BANDED_FIGURES, FIGURE_BANDS } from './testing/figure-bands.ts';
import { recordedSets } from './testing/recorded-days.ts';

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

const logReturns = (bars: readonly Bar[]): number[] =>
  bars.slice(1).map((bar, at) => Math.log(bar.closeE4 / (bars[at]?.closeE4 ?? 1)));
const remembered = (values: readonly number[]): number => correlation(values.slice(1), values.slice(0, -1));

/** The last whole sessions of full length, minute by minute. */
async function minuteDays(market: SimulatedMarket, symbol: string): Promise<MinuteDay[]> {
  const toMs = market.sessionDay().openMs;
  const bars = await market.bars(symbol, 'OneMinute', toMs - DAYS * 1.6 * DAY_MS, toMs);
  return minuteDaysOf(bars).slice(-DAYS);
}

/** Means of the figures that lie outside of their bands, with the bands. */
function outOfBand(figures: readonly DayFigures[]): Record<string, readonly number[]> {
  const outside: Record<string, readonly number[]> = {};
  for (const name of BANDED_FIGURES) {
    const [min, max] = FIGURE_BANDS[name];
    const value = mean(figures.map((each) => each[name]));
    if (!(value >= min && value <= max)) outside[name] = [value, min, max];
  }
  return outside;
}

describe('the bands', () => {
  const sets = recordedSets();
  console.info(
    `The bands are compared with ${sets.map(({ name, days }) => `${days.length} sessions (${name})`).join(' and ')}.`,
  );

  it.each(sets)('hold the means of the recorded sessions: $name', ({ days }) => {
    expect(days.length).toBeGreaterThanOrEqual(8);
    expect(outOfBand(days.map(figuresOfDay))).toEqual({});
  });
});

/** Standard deviation of the returns of `size`-minute bars that begin in a span of minutes after the open. */
function restlessness(days: readonly MinuteDay[], size: number, from: number, to: number): number {
  const returns = days.flatMap((bars) =>
    bars.flatMap((bar, at) => {
      if (at % size !== 0 || at < from || at >= to) return [];
      return [Math.log((bars[at + size - 1]?.closeE4 ?? bar.closeE4) / bar.openE4)];
    }),
  );
  return deviation(returns);
}

describe.each(SEEDS)('the simulated market of seed %i', (seed) => {
  let market: SimulatedMarket;
  let daily: Record<string, Bar[]>;
  let minutes: Record<string, MinuteDay[]>;
  let figures: DayFigures[];
  beforeAll(async () => {
    market = createSimulatedMarket({ seed, nowMs: () => SATURDAY_MS, epoch: EPOCH });
    daily = {};
    minutes = {};
    for (const symbol of ['SPY', 'QQQ', 'AAPL', 'TSLA', 'KO']) {
      daily[symbol] = (await market.bars(symbol, 'Day', 0, FOREVER_MS)).slice(0, -1);
      minutes[symbol] = await minuteDays(market, symbol);
    }
    figures = Object.values(minutes).flat().map(figuresOfDay);
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
      expect(kurtosisOf(returns)).toBeGreaterThan(3.5);
      expect(kurtosisOf(returns)).toBeLessThan(20);
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

  it('has sessions shaped like recorded ones: ranges, memory, turns, gaps, volume, time near the extremes', () => {
    expect(outOfBand(figures)).toEqual({});
  });

  it('never rests at an extreme for hours, nor leaps to one', () => {
    // The largest of 181 recorded sessions is 23; simulated ones once went up to 67.
    expect(Math.max(...figures.map(({ nearExtremes }) => nearExtremes))).toBeLessThan(31);
    expect(Math.max(...figures.map(({ worst }) => worst))).toBeLessThan(13);
  });

  it('has symbols that follow the index from day to day and from minute to minute', () => {
    const following = { QQQ: [0.75, 0.6], AAPL: [0.4, 0.35], TSLA: [0.35, 0.3], KO: [0.25, 0.25] };
    for (const [symbol, [byDay = 1, byMinute = 1]] of Object.entries(following)) {
      expect(
        correlation(logReturns(daily['SPY'] ?? []), logReturns(daily[symbol] ?? [])),
        symbol,
      ).toBeGreaterThan(byDay);
      const returns = (symbol: string): number[] => (minutes[symbol] ?? []).flatMap(logReturns);
      expect(correlation(returns('SPY'), returns(symbol)), symbol).toBeGreaterThan(byMinute);
    }
  });
});

describe('the session in progress', () => {
  it('has the shape and the volatility of past sessions', async () => {
    const past: DayFigures[] = [];
    const live: DayFigures[] = [];
    const ratios: number[] = [];
    for (let seed = 1; seed <= 16; seed += 1) {
      const host = { ms: SATURDAY_MS };
      const market = createSimulatedMarket({ seed, nowMs: () => host.ms, epoch: EPOCH });
      const { openMs, closeMs } = market.sessionDay();
      host.ms = market.hostMsOf(closeMs - 1);
      for (const symbol of ['SPY', 'AAPL', 'JPM', 'XOM']) {
        const bars = await market.bars(symbol, 'OneMinute', openMs - 10 * DAY_MS, closeMs);
        const before = minuteDaysOf(bars.filter(({ timeMs }) => timeMs < openMs)).map(figuresOfDay);
        const [today] = minuteDaysOf(bars.filter(({ timeMs }) => timeMs >= openMs)).map(figuresOfDay);
        if (today === undefined) continue;
        past.push(...before);
        live.push(today);
        ratios.push(today.deviationBps / mean(before.map(({ deviationBps }) => deviationBps)));
      }
    }
    expect(live.length).toBeGreaterThan(50);
    expect(outOfBand(past)).toEqual({});
    expect(outOfBand(live)).toEqual({});
    expect(mean(ratios)).toBeGreaterThan(0.8);
    expect(mean(ratios)).toBeLessThan(1.25);
  });
});

interface Tape {
  readonly trades: readonly Trade[];
  readonly quotes: readonly Quote[];
  readonly outside: number;
  readonly atSides: number;
}

/** What a watcher receives from `fromMinute` of a session on. */
function tapeOf(symbol: string, fromMinute: number, minutes: number, seed = 7): Tape {
  const host = { ms: SATURDAY_MS };
  const market = createSimulatedMarket({ seed, nowMs: () => host.ms, epoch: EPOCH });
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
      const tapes = SEEDS.map((seed) => tapeOf(symbol, 150, 5, seed));
      const trades = tapes.flatMap((tape) => tape.trades);
      const quotes = tapes.flatMap((tape) => tape.quotes);
      for (const tape of tapes) {
        expect(tape.trades.length).toBeGreaterThan(300);
        expect(tape.outside).toBe(0);
        expect(tape.atSides / tape.trades.length).toBeGreaterThan(0.75);
      }
      const spreads = quotes.map((quote) => quote.askE4 - quote.bidE4);
      expect(mean(spreads)).toBeLessThan(250);
      expect(partOf(spreads, (spread) => spread === 100)).toBeGreaterThan(0.4);
      // A cent and a half, or half a basis point where that is more.
      const usualStep = Math.max(150, mean(trades.map((trade) => trade.priceE4)) * 5e-5);
      const moves = tapes.flatMap((tape) => steps(middles(tape.quotes))).filter((move) => move > 0);
      expect(mean(moves)).toBeLessThan(usualStep);
      expect(Math.max(...moves)).toBeLessThan(8 * usualStep);
      expect(mean(tapes.flatMap((tape) => steps(tape.trades.map((trade) => trade.priceE4))))).toBeLessThan(
        usualStep,
      );
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

  it('continues from minute to minute: the next minute begins with the quote that the last one ended with', () => {
    const { quotes } = tapeOf('AAPL', 150, 5);
    for (const [at, quote] of quotes.entries()) {
      const before = quotes[at - 1];
      if (before === undefined || quote.timeMs % 60_000 !== 0) continue;
      expect([quote.bidE4, quote.askE4]).toEqual([before.bidE4, before.askE4]);
    }
  });
});
