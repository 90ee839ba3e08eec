import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BarPeriod } from '../../src/domain/bars/bar-period.ts';
import { barStartMs } from '../../src/domain/bars/bar-period.ts';
import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import type { MarketCapabilities } from '../../src/server/market/market-adapter.ts';
import type { CandleType, MarketData } from '../../src/server/market/market-data.ts';

/** A market adapter under test. */
export interface MarketWorld {
  readonly name: string;
  readonly title: string;
  readonly capabilities: MarketCapabilities;
  /** Opens and starts a market in the middle of a session, with at least one symbol that has traded. It is stopped by the suite. */
  open(): Promise<MarketData>;
}

const PERIODS: Readonly<Record<CandleType, BarPeriod>> = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
};
// Object.keys widens the keys.
const CANDLES = Object.keys(PERIODS) as CandleType[];

/** The market that is open, and a symbol that has traded. */
type Opened = () => { readonly market: MarketData; readonly symbol: string };

/** Holds a market adapter to `MarketData` and to what it declares. */
export function testMarketAdapter({ name, title, capabilities, open }: MarketWorld): void {
  describe(`the market adapter ${name}`, () => {
    let tested: ReturnType<Opened> | undefined;
    const opened: Opened = () => {
      if (!tested) throw new Error('The market is not open.');
      return tested;
    };
    beforeAll(async () => {
      const market = await open();
      const [symbol = ''] = await market.byTurnover(1);
      tested = { market, symbol };
      await market.ready?.([symbol], 'prints');
    });
    afterAll(() => tested?.market.stop());

    it('has a title', () => {
      expect(title).not.toBe('');
    });
    testSymbols(opened);
    testBars(opened, capabilities);
    testPrices(opened, capabilities);
    testSession(opened);
  });
}

function testSymbols(opened: Opened): void {
  it('lists the symbols that it knows, and finds them', () => {
    const { market, symbol } = opened();
    const symbols = market.symbols();
    expect(symbols).toContain(symbol);
    expect(market.symbolCount()).toBe(symbols.length);
    expect(symbols).toEqual(symbols.toSorted());
    expect(market.instrument(symbol)).toMatchObject({ symbol, currency: 'USD' });
    expect(market.lookup(symbol.toLowerCase(), 5)[0]).toMatchObject({ symbol });
  });

  it('starts and ends the events of a symbol', () => {
    const { market, symbol } = opened();
    const stop = market.watch(symbol, {});
    expect(stop).toBeTypeOf('function');
    stop?.();
  });

  it('knows nothing of a symbol that it does not list', async () => {
    const { market } = opened();
    expect(market.snapshot('NOSUCH')).toBeUndefined();
    expect(market.quote('NOSUCH')).toBeUndefined();
    expect(market.lastPrice('NOSUCH')).toBeUndefined();
    expect(market.watch('NOSUCH', {})).toBeUndefined();
    expect(market.instrument('NOSUCH')).toBeUndefined();
    expect(await market.bars('NOSUCH', 'Day', 0, market.exchangeMs())).toEqual([]);
  });
}

function testBars(opened: Opened, capabilities: MarketCapabilities): void {
  it('answers the bars that it declares, each at its place in time and none from the future', async () => {
    const { market, symbol } = opened();
    for (const candle of CANDLES) {
      const bars = await market.bars(symbol, candle, market.exchangeMs() - 5 * DAY_MS, market.exchangeMs());
      expect([candle, bars.length > 0]).toEqual([candle, capabilities.bars.includes(candle)]);
      const times = bars.map(({ timeMs }) => timeMs);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(times).toEqual(times.map((timeMs) => barStartMs(timeMs, PERIODS[candle])));
      expect(Math.max(...times)).toBeLessThan(market.exchangeMs());
    }
  });

  it('has prices in whole 1/10,000 dollar, the open and the close between low and high', async () => {
    const { market, symbol } = opened();
    const bars = await market.bars(symbol, 'Day', market.exchangeMs() - 5 * DAY_MS, market.exchangeMs());
    for (const { openE4, highE4, lowE4, closeE4, volume } of bars) {
      expect([openE4, highE4, lowE4, closeE4, volume].every(Number.isSafeInteger)).toBe(true);
      expect(lowE4).toBeGreaterThan(0);
      expect(Math.min(openE4, closeE4)).toBeGreaterThanOrEqual(lowE4);
      expect(Math.max(openE4, closeE4)).toBeLessThanOrEqual(highE4);
      expect(volume).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves out bars that start before a range or at its end', async () => {
    const { market, symbol } = opened();
    const from = market.exchangeMs() - 5 * DAY_MS;
    const all = await market.bars(symbol, 'Day', from, market.exchangeMs());
    const last = all.at(-1)?.timeMs ?? 0;
    expect(await market.bars(symbol, 'Day', from, last)).toEqual(all.slice(0, -1));
    expect((await market.bars(symbol, 'Day', last, last + 1)).map(({ timeMs }) => timeMs)).toEqual([last]);
  });
}

function testPrices(opened: Opened, capabilities: MarketCapabilities): void {
  it('has trades, quotes and depth exactly as it declares', () => {
    const { market, symbol } = opened();
    expect({
      hasTrades: market.timeAndSales(symbol, 5).length > 0,
      hasQuotes: (market.quote(symbol)?.bidE4 ?? 0) > 0,
      // Those of the national best are no depth.
      hasDepth: market.depth(symbol).length > 2,
      hasSpeed: market.replay !== undefined,
      options: market.recordedChains === undefined ? 'modelled' : 'recorded',
    }).toEqual({
      hasTrades: capabilities.hasTrades,
      hasQuotes: capabilities.hasQuotes,
      hasDepth: capabilities.hasDepth,
      hasSpeed: capabilities.hasSpeed,
      options: capabilities.options,
    });
  });

  it('has prints newest first, none from the future, and no more than requested', () => {
    const { market, symbol } = opened();
    const prints = market.timeAndSales(symbol, 3);
    expect(prints.length).toBeLessThanOrEqual(3);
    const times = prints.map(({ timeMs }) => timeMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Math.max(0, ...times)).toBeLessThanOrEqual(market.exchangeMs());
    for (const { priceE4, size } of prints)
      expect([priceE4 > 0, size >= 0, Number.isSafeInteger(size)]).toEqual([true, true, true]);
  });

  it('agrees with itself about the last price, the extremes of the session and the quote', () => {
    const { market, symbol } = opened();
    const snapshot = market.snapshot(symbol);
    const { lastE4 = 0, highE4 = 0, lowE4 = 0, bidE4 = 0, askE4 = 0 } = snapshot ?? {};
    expect(lastE4).toBeGreaterThan(0);
    expect(market.lastPrice(symbol)).toMatchObject({ lastE4, previousCloseE4: snapshot?.previousCloseE4 });
    expect([lowE4 <= lastE4, lastE4 <= highE4]).toEqual([true, true]);
    expect(market.quote(symbol)).toMatchObject({ bidE4, askE4 });
    if (capabilities.hasQuotes) expect(bidE4).toBeLessThan(askE4);
    const bids = market.depth(symbol).map((each) => each.bidE4);
    expect(bids).toEqual(bids.toSorted((a, b) => b - a));
  });
}

function testSession(opened: Opened): void {
  it('is in a session, and its time does not go back', () => {
    const { market } = opened();
    const { date, openMs, closeMs } = market.sessionDay();
    const first = market.exchangeMs();
    expect(market.exchangeMs()).toBeGreaterThanOrEqual(first);
    expect(newYorkDate(openMs)).toBe(date);
    expect([openMs <= first, first < closeMs, market.isOpen(), market.phase()]).toEqual([
      true,
      true,
      true,
      'open',
    ]);
  });

  it('has prices as they traded exactly when it knows of corporate actions, which are never of the future', async () => {
    const { market, symbol } = opened();
    const { date } = market.sessionDay();
    expect(market.rawBars === undefined).toBe(market.corporateActions === undefined);
    const actions = market.corporateActions?.('', date) ?? [];
    expect(actions.filter(({ exDate }) => exDate > date)).toEqual([]);
    const today = [market.sessionDay().openMs, market.exchangeMs()] as const;
    const raw = await market.rawBars?.(symbol, 'OneMinute', ...today);
    if (raw) expect(raw).toEqual(await market.bars(symbol, 'OneMinute', ...today));
  });
}
