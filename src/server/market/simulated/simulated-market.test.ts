import { describe, expect, it } from 'vitest';
import { yearStartMs } from '../../../domain/bars/periods.ts';
import { newYorkMinutes } from '../../../domain/calendar/us-equity.ts';
import type { Bar, Quote, Trade } from '../market-data.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { createUniverse, UNIVERSE_SIZE } from './universe/create-universe.ts';
import { knownListings } from './universe/known-listings.ts';
import { REAL_TICKERS } from './universe/real-tickers.ts';

const SATURDAY_MS = Date.UTC(2026, 10, 21, 14, 0, 12, 345);
const EPOCH = { hostMs: Date.UTC(2026, 10, 16), date: '2026-11-02' };
const FOREVER_MS = 9e15;

interface Driven {
  readonly market: SimulatedMarket;
  hostMs: number;
}

function drivenMarket(seed = 11, hostMs = SATURDAY_MS): Driven {
  const host = { ms: hostMs };
  const market = createSimulatedMarket({ seed, nowMs: () => host.ms, epoch: EPOCH });
  return {
    market,
    get hostMs() {
      return host.ms;
    },
    set hostMs(ms) {
      host.ms = ms;
    },
  };
}

function merged(bars: readonly Bar[]): Omit<Bar, 'timeMs'> {
  return {
    openE4: bars[0]?.openE4 ?? 0,
    highE4: Math.max(...bars.map((bar) => bar.highE4)),
    lowE4: Math.min(...bars.map((bar) => bar.lowE4)),
    closeE4: bars.at(-1)?.closeE4 ?? 0,
    volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
  };
}

describe('universe', () => {
  it('has over 3,000 different symbols, the ones traders type and some that cannot be borrowed', () => {
    const { market } = drivenMarket();
    const symbols = market.symbols();
    expect(new Set(symbols).size).toBe(symbols.length);
    expect(symbols.length).toBe(market.symbolCount());
    expect(symbols.length).toBeGreaterThanOrEqual(3000);
    for (const symbol of [
      'SPY',
      'QQQ',
      'IWM',
      'DIA',
      'AAPL',
      'MSFT',
      'GOOGL',
      'NVDA',
      'TSLA',
      'META',
      'JPM',
      'IBM',
      'XOM',
      'KO',
    ])
      expect(market.instrument(symbol)?.company).toMatch(/\w{2,}/);
    const instruments = symbols.map((symbol) => market.instrument(symbol));
    expect(instruments.filter((instrument) => instrument?.isEtf).length).toBe(150);
    const unborrowable = instruments.filter((instrument) => instrument?.shortable === false).length;
    expect(unborrowable).toBeGreaterThan(50);
    expect(unborrowable).toBeLessThan(250);
    for (const symbol of symbols) expect(symbol).toMatch(/^[A-Z]{1,5}(\.[A-Z])?$/);
  });

  it('gives real symbols the names of their real companies, and invented companies symbols of their own', () => {
    const { market } = drivenMarket();
    const real = { ALL: 'Allstate', UBER: 'Uber', BKNG: 'Booking', GEV: 'GE Vernova', AAPL: 'Apple' };
    for (const [symbol, name] of Object.entries(real))
      expect(market.instrument(symbol)?.company, symbol).toContain(name);
    for (const seed of [1, 2, 3, 4, 5]) {
      const listings = createUniverse(seed);
      expect(listings).toHaveLength(UNIVERSE_SIZE);
      const invented = listings.slice(knownListings().length).map(({ instrument }) => instrument.symbol);
      expect(invented.filter((symbol) => REAL_TICKERS.has(symbol))).toEqual([]);
    }
    for (const symbol of ['TWTR', 'GDX', 'SQ', 'USO', 'XLNX', 'RIVN', 'SOFI', 'COIN'])
      expect(market.instrument(symbol), symbol).toBeUndefined();
  });

  it('ranks symbols by the money traded in them, SPY first', async () => {
    const ranked = await createSimulatedMarket({ seed: 7, nowMs: () => SATURDAY_MS }).byTurnover(50);
    expect(ranked).toHaveLength(50);
    expect(ranked[0]).toBe('SPY');
    expect(ranked.slice(0, 12)).toEqual(expect.arrayContaining(['QQQ', 'NVDA', 'TSLA', 'AAPL', 'MSFT']));
  });

  it('finds the exact symbol first, then prefixes, then company words, in any case', () => {
    const { market } = drivenMarket();
    const found = market.lookup('c', 20).map(({ symbol }) => symbol);
    expect(found[0]).toBe('C');
    expect(found.every((symbol) => symbol.startsWith('C'))).toBe(true);
    expect(market.lookup('aapl', 5)[0]?.company).toBe('Apple Inc.');
    expect(market.lookup('bank of am', 5).map(({ symbol }) => symbol)).toContain('BAC');
    expect(market.lookup('a', 7)).toHaveLength(7);
    expect(market.lookup('  ', 7)).toEqual([]);
  });

  it('knows nothing of symbols it does not list', async () => {
    const { market } = drivenMarket();
    expect([
      market.instrument('NOPE1'),
      market.snapshot('NOPE1'),
      market.quote('NOPE1'),
      market.watch('NOPE1', {}),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(await market.bars('NOPE1', 'Day', 0, FOREVER_MS)).toEqual([]);
  });
});

describe('determinism', () => {
  it('returns the same whatever was queried before', async () => {
    const queried = drivenMarket().market;
    const other = drivenMarket().market;
    const symbols = queried.symbols().filter((_, at) => at % 160 === 0);
    for (const symbol of symbols.toReversed()) {
      await other.bars(symbol, 'Day', 0, FOREVER_MS);
      other.timeAndSales(symbol, 30);
    }
    for (const symbol of symbols) {
      expect(queried.snapshot(symbol)).toEqual(other.snapshot(symbol));
      expect(queried.depth(symbol)).toEqual(other.depth(symbol));
      expect(await queried.bars(symbol, 'Day', 0, FOREVER_MS)).toEqual(
        await other.bars(symbol, 'Day', 0, FOREVER_MS),
      );
      expect(queried.timeAndSales(symbol, 30)).toEqual(other.timeAndSales(symbol, 30));
    }
  });

  it('gives other prices for another seed', () => {
    expect(drivenMarket(1).market.snapshot('AAPL')).not.toEqual(drivenMarket(2).market.snapshot('AAPL'));
  });

  it('does not change the past as days are appended, nor the answer of a market that lived through them', async () => {
    const early = drivenMarket();
    const before = await early.market.bars('KO', 'Day', 0, FOREVER_MS);
    early.market.snapshot('IBM');
    early.hostMs += 40 * 86_400_000;
    const late = drivenMarket(11, early.hostMs).market;
    const after = await early.market.bars('KO', 'Day', 0, FOREVER_MS);
    expect(after.length).toBeGreaterThan(before.length + 100);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(await late.bars('KO', 'Day', 0, FOREVER_MS)).toEqual(after);
    expect(late.snapshot('IBM')).toEqual(early.market.snapshot('IBM'));
  });
});

describe('bars', () => {
  it('adds minutes up to exactly the daily bar, for many symbols and dates', async () => {
    const { market } = drivenMarket();
    const symbols = ['SPY', 'AAPL', 'F', ...market.symbols().filter((_, at) => at % 200 === 7)];
    for (const [ordinal, symbol] of symbols.entries()) {
      const days = await market.bars(symbol, 'Day', 0, FOREVER_MS);
      expect(days.length).toBeGreaterThan(2510);
      const picked = days.filter((_, at) => at % 311 === ordinal || at >= days.length - 3);
      for (const day of picked) {
        const { timeMs, ...whole } = day;
        for (const candle of ['OneMinute', 'FiveMinutes', 'ThirtyMinutes'] as const) {
          const parts = await market.bars(symbol, candle, timeMs, timeMs + 86_400_000);
          expect(merged(parts), `${symbol} ${new Date(timeMs).toISOString()} ${candle}`).toEqual(whole);
          for (const part of parts) {
            expect(part.lowE4).toBeLessThanOrEqual(Math.min(part.openE4, part.closeE4));
            expect(part.highE4).toBeGreaterThanOrEqual(Math.max(part.openE4, part.closeE4));
            expect(part.volume).toBeGreaterThan(0);
          }
        }
      }
    }
  });

  it('keeps prices on legal steps', async () => {
    const { market } = drivenMarket();
    for (const symbol of market.symbols().filter((_, at) => at % 300 === 0)) {
      for (const bar of await market.bars(symbol, 'Day', 0, FOREVER_MS)) {
        for (const priceE4 of [bar.openE4, bar.highE4, bar.lowE4, bar.closeE4])
          expect(priceE4 >= 10_000 ? priceE4 % 100 : 0).toBe(0);
        expect(bar.lowE4).toBeGreaterThan(0);
      }
    }
  });

  it('shows only what starts in the span and nothing after the clock', async () => {
    const { market } = drivenMarket();
    const nowMs = market.exchangeMs();
    const from = nowMs - 600_000;
    const bars = await market.bars('MSFT', 'OneMinute', from, FOREVER_MS);
    expect(bars.at(-1)?.timeMs).toBe(Math.floor(nowMs / 60_000) * 60_000);
    expect(bars.every((bar) => bar.timeMs >= from && bar.timeMs <= nowMs)).toBe(true);
    const upTo = await market.bars('MSFT', 'OneMinute', from, bars[3]?.timeMs ?? 0);
    expect(upTo).toEqual(bars.slice(0, 3));
    expect(await market.bars('MSFT', 'Day', nowMs + 1, FOREVER_MS)).toEqual([]);
  });
});

describe('present', () => {
  it('rebuilds every finished minute from its trades', async () => {
    const { market } = drivenMarket();
    for (const symbol of ['SPY', 'KO', ...market.symbols().filter((_, at) => at % 250 === 3)]) {
      const trades = market.timeAndSales(symbol, 1_000_000).toReversed();
      const minutes = await market.bars(symbol, 'OneMinute', market.sessionDay().openMs, FOREVER_MS);
      let at = 0;
      for (const minute of minutes) {
        const mine: Bar[] = [];
        for (
          let trade = trades[at];
          trade !== undefined && trade.timeMs < minute.timeMs + 60_000;
          trade = trades[++at]
        ) {
          mine.push({
            timeMs: trade.timeMs,
            openE4: trade.priceE4,
            highE4: trade.priceE4,
            lowE4: trade.priceE4,
            closeE4: trade.priceE4,
            volume: trade.size,
          });
        }
        expect({ timeMs: minute.timeMs, ...merged(mine) }, symbol).toEqual(minute);
      }
      expect(at).toBe(trades.length);
      expect(trades.at(-1)?.totalVolume).toBe(market.snapshot(symbol)?.volume);
    }
  });

  it('agrees between snapshot, quote, depth and trades for every tenth symbol', () => {
    const { market } = drivenMarket();
    for (const symbol of market.symbols().filter((_, at) => at % 10 === 0)) {
      const snapshot = market.snapshot(symbol);
      const quote = market.quote(symbol);
      const depth = market.depth(symbol);
      expect(snapshot, symbol).toMatchObject({
        bidE4: quote?.bidE4,
        askE4: quote?.askE4,
        lastE4: market.timeAndSales(symbol, 1)[0]?.priceE4,
      });
      if (snapshot === undefined || quote === undefined)
        throw new Error(`${symbol} has no snapshot or quote`);
      if (market.isHalted(symbol)) {
        expect([quote.bidE4, quote.askE4, depth]).toEqual([0, 0, []]);
        continue;
      }
      expect(quote.bidE4).toBeGreaterThan(0);
      expect(quote.bidE4).toBeLessThan(quote.askE4);
      expect(quote.bidSize % 100).toBe(0);
      expect(depth[0]?.bidE4).toBe(quote.bidE4);
      expect(Math.min(...depth.map(({ askE4 }) => askE4))).toBe(quote.askE4);
      expect(snapshot.timeMs).toBeLessThanOrEqual(market.exchangeMs());
      expect(snapshot.vwapE4).toBeGreaterThanOrEqual(snapshot.lowE4);
      expect(snapshot.vwapE4).toBeLessThanOrEqual(snapshot.highE4);
    }
  });

  it('agrees between the daily bars of a stock and its snapshot', async () => {
    const { market } = drivenMarket();
    const days = await market.bars('T', 'Day', 0, FOREVER_MS);
    const today = days.at(-1);
    const year = days.filter(({ timeMs }) => timeMs > yearStartMs(today?.timeMs ?? 0));
    expect(market.snapshot('T')?.yearSinceMs).toBeUndefined();
    expect(market.snapshot('T')).toMatchObject({
      previousCloseE4: days.at(-2)?.closeE4,
      previousVolume: days.at(-2)?.volume,
      openE4: today?.openE4,
      highE4: today?.highE4,
      lowE4: today?.lowE4,
      lastE4: today?.closeE4,
      volume: today?.volume,
      yearHighE4: Math.max(...year.map((day) => day.highE4)),
      yearLowE4: Math.min(...year.map((day) => day.lowE4)),
    });
  });
});

describe('live feed', () => {
  it('emits trades and quotes that agree with bars and snapshot, never later than the clock, across a close', async () => {
    const driven = drivenMarket();
    const { market } = driven;
    driven.hostMs = market.hostMsOf(market.sessionDay().closeMs - 150_000);
    const closing = market.sessionDay();
    const trades: Trade[] = [];
    let quote: Quote = market.quote('AAPL') ?? expect.fail('AAPL has a quote');
    const stop = market.watch('AAPL', {
      onTrade(trade) {
        trades.push(trade);
        expect(trade.timeMs).toBeLessThanOrEqual(market.exchangeMs());
        expect(trade.priceE4).toBeGreaterThanOrEqual(quote.bidE4);
        expect(trade.priceE4).toBeLessThanOrEqual(quote.askE4);
      },
      onQuote(next) {
        expect(next.bidE4).toBeLessThan(next.askE4);
        expect(next.timeMs).toBeGreaterThanOrEqual(quote.timeMs);
        quote = next;
      },
    });
    for (let step = 0; step < 6000; step += 1) {
      driven.hostMs += 50;
      market.step();
    }
    expect(market.sessionDay().openMs).toBeGreaterThan(closing.closeMs);
    expect(quote).toEqual(market.quote('AAPL'));
    const today = trades.filter((trade) => trade.timeMs >= market.sessionDay().openMs);
    expect(market.timeAndSales('AAPL', 1_000_000).toReversed()).toEqual(today);
    expect(today.reduce((sum, trade) => sum + trade.size, 0)).toBe(market.snapshot('AAPL')?.volume);
    const lastMinute = await market.bars('AAPL', 'OneMinute', closing.closeMs - 60_000, closing.closeMs);
    const closingTrades = trades.filter(
      (trade) => trade.timeMs >= closing.closeMs - 60_000 && trade.timeMs < closing.closeMs,
    );
    expect(closingTrades.reduce((sum, trade) => sum + trade.size, 0)).toBe(lastMinute[0]?.volume);
    expect(market.snapshot('AAPL')?.previousCloseE4).toBe(closingTrades.at(-1)?.priceE4);
    stop?.();
    const received = trades.length;
    driven.hostMs += 5000;
    market.step();
    expect(trades).toHaveLength(received);
  });

  it('prints SPY about ten times a second and continues from the present after the host slept', () => {
    const driven = drivenMarket();
    let received = 0;
    driven.market.watch('SPY', { onTrade: () => (received += 1) });
    driven.market.step();
    driven.hostMs += 30_000;
    driven.market.step();
    expect(received).toBeGreaterThan(100);
    expect(received).toBeLessThan(900);
    const before = received;
    driven.hostMs += 3_600_000;
    driven.market.step();
    expect(received).toBe(before);
  });
});

describe('timer', () => {
  it('emits by itself between start and stop, and not after', async () => {
    const market = createSimulatedMarket({ seed: 5, nowMs: Date.now, pumpMs: 5 });
    let received = 0;
    market.watch('SPY', { onQuote: () => (received += 1) });
    await market.start();
    await expect.poll(() => received).toBeGreaterThan(0);
    await market.stop();
    const before = received;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toBe(before);
    expect(market.isOpen()).toBe(true);
  });
});

describe('look of the market', () => {
  const returnsOf = (bars: readonly Bar[]): number[] =>
    bars.slice(1).map((bar, at) => Math.log(bar.closeE4 / (bars[at]?.closeE4 ?? 1)));
  const correlation = (a: readonly number[], b: readonly number[]): number => {
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const [meanA, meanB] = [mean(a), mean(b)];
    const along = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
      mean(x.map((value, at) => (value - mx) * ((y[at] ?? 0) - my)));
    return along(a, meanA, b, meanB) / Math.sqrt(along(a, meanA, a, meanA) * along(b, meanB, b, meanB));
  };

  it('has stocks that follow the index, restless and calm times, fat tails and a busy open and close', async () => {
    const { market } = drivenMarket();
    const index = returnsOf(await market.bars('SPY', 'Day', 0, FOREVER_MS));
    const sizes = index.map(Math.abs);
    expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.05);
    const variance = index.reduce((sum, value) => sum + value * value, 0) / index.length;
    expect(index.reduce((sum, value) => sum + value ** 4, 0) / index.length / variance ** 2).toBeGreaterThan(
      3.3,
    );
    const stocks = market
      .symbols()
      .filter((symbol, at) => at % 100 === 0 && market.instrument(symbol)?.isEtf === false);
    let total = 0;
    for (const symbol of stocks)
      total += correlation(index, returnsOf(await market.bars(symbol, 'Day', 0, FOREVER_MS)));
    expect(total / stocks.length).toBeGreaterThan(0.2);
    const nowMs = market.sessionDay().openMs;
    const halfHours = (await market.bars('IBM', 'ThirtyMinutes', nowMs - 60 * 86_400_000, nowMs)).map(
      (bar) => ({ volume: bar.volume, part: newYorkMinutes(bar.timeMs) }),
    );
    const volumeAt = (from: number, to: number): number =>
      halfHours.filter(({ part }) => part >= from && part < to).reduce((sum, { volume }) => sum + volume, 0);
    const first = 9 * 60 + 30;
    expect(volumeAt(first, first + 60)).toBeGreaterThan(1.5 * volumeAt(first + 180, first + 240));
    expect(volumeAt(first + 330, first + 390)).toBeGreaterThan(1.2 * volumeAt(first + 180, first + 240));
  });
});
