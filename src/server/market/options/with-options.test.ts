import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOptionSymbol, parseOptionSymbol } from '../../../domain/symbols/symbol.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import type { ExchangeQuote, Quote } from '../market-data.ts';
import { createReplayMarket } from '../replay/replay-market.ts';
import { withOptions } from './with-options.ts';

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The market has no such value.');
  return value;
}

const midE4 = ({ bidE4, askE4 }: { readonly bidE4: number; readonly askE4: number }): number =>
  (bidE4 + askE4) / 2;

/** A scripted SPY at 660 with options, an hour into Monday 2026-03-02. */
function scripted() {
  const stocks = new ScriptedMarket([
    { symbol: 'SPY', isEtf: true, sharesOutstanding: 1e9, dividend: 7 },
    'QQQ',
    '$SPX',
  ]);
  stocks.print('SPY', 655, 100);
  stocks.beginSession(SCRIPTED_SESSION);
  stocks.nowMs += 3_600_000;
  stocks.show('SPY', [{ exchange: 'NSDQ', bid: [660, 500], ask: [660.02, 400] }]);
  stocks.print('SPY', 660, 100);
  return { stocks, market: withOptions(stocks, { seed: 1 }) };
}
const CALL = 'SPY260320C00660000';

describe('watching an option', () => {
  afterEach(() => vi.useRealTimers());

  it('watches its underlying once for all its options, and stops with the last of them', () => {
    const { stocks, market } = scripted();
    const stops = [market.watch(CALL, {}), market.watch(CALL, {}), market.watch('SPY260320P00655000', {})];
    expect(stocks.watcherCount('SPY')).toBe(1);
    stops[0]?.();
    stops[0]?.();
    stops[2]?.();
    expect(stocks.watcherCount('SPY')).toBe(1);
    stops[1]?.();
    expect(stocks.watcherCount('SPY')).toBe(0);
  });

  it('ends every watch when the market stops, and keeps no timer while nothing is watched', async () => {
    vi.useFakeTimers();
    const { stocks, market } = scripted();
    const stop = market.watch(CALL, {});
    expect(vi.getTimerCount()).toBe(1);
    stop?.();
    expect(vi.getTimerCount()).toBe(0);
    market.watch(CALL, {});
    await market.stop();
    expect([vi.getTimerCount(), stocks.watcherCount('SPY')]).toEqual([0, 0]);
  });

  it('publishes a new quote with a trade of the underlying, at most four times a second, and the last one by the timer', () => {
    vi.useFakeTimers();
    const { stocks, market } = scripted();
    const quotes: Quote[] = [];
    market.watch(CALL, { onQuote: (quote) => quotes.push(quote) });
    for (let step = 1; step <= 20; step += 1) {
      stocks.nowMs += 10;
      stocks.print('SPY', 660 + step / 10, 1);
    }
    expect(quotes).toHaveLength(1);
    vi.advanceTimersByTime(250);
    expect(quotes).toHaveLength(2);
    expect(quotes[1]).toMatchObject({ bidE4: market.quote(CALL)?.bidE4, askE4: market.quote(CALL)?.askE4 });
    expect(quotes[1]?.bidE4).toBeGreaterThan(quotes[0]?.bidE4 ?? Infinity);
    vi.advanceTimersByTime(5000);
    expect(quotes).toHaveLength(2);
  });

  it('ignores trades that belong to the session before', () => {
    const { stocks, market } = scripted();
    const received: unknown[] = [];
    market.watch(CALL, {
      onQuote: (quote) => received.push(quote),
      onTrade: (trade) => received.push(trade),
    });
    stocks.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    stocks.nowMs -= 1;
    stocks.print('SPY', 661, 50_000);
    expect(received).toEqual([]);
    stocks.nowMs += 1;
    stocks.print('SPY', 662, 50_000);
    expect(received.length).toBeGreaterThan(0);
  });

  it('publishes halts of the underlying, which withdraw the quotes', () => {
    vi.useFakeTimers();
    const { stocks, market } = scripted();
    const halts: unknown[] = [];
    const quotes: Quote[] = [];
    market.onSession({
      onHalt: (symbol, isHalted, _timeMs, reason) => halts.push([symbol, isHalted, reason]),
    });
    market.watch(CALL, { onQuote: (quote) => quotes.push(quote) });
    vi.advanceTimersByTime(250);
    stocks.halt('SPY', true, 'News pending');
    vi.advanceTimersByTime(250);
    expect(halts).toEqual([
      ['SPY', true, 'News pending'],
      [CALL, true, 'News pending'],
    ]);
    expect(market.haltReason?.(CALL)).toBe('News pending');
    expect([market.isHalted(CALL), market.depth(CALL)]).toEqual([true, []]);
    expect(quotes.at(-1)).toMatchObject({ bidE4: 0, askE4: 0, bidSize: 0, askSize: 0 });
    stocks.halt('SPY', false);
    vi.advanceTimersByTime(250);
    expect(quotes.at(-1)?.bidE4).toBeGreaterThan(0);
  });
});

/** Checks that the exchanges' quotes agree with the best bid and offer. */
function expectDepth(depth: readonly ExchangeQuote[], quote: Quote): void {
  const bids = depth.map(({ bidE4 }) => bidE4).filter((bidE4) => bidE4 > 0);
  const asks = depth.filter(({ askE4 }) => askE4 > 0);
  expect(Math.max(0, ...bids)).toBe(quote.bidE4);
  expect(Math.min(...asks.map(({ askE4 }) => askE4))).toBe(quote.askE4);
  for (const { askSize } of asks.filter(({ askE4 }) => askE4 === quote.askE4)) {
    expect(askSize).toBeGreaterThan(0);
    expect(askSize).toBeLessThanOrEqual(quote.askSize);
  }
  expect(depth.find(({ exchange }) => exchange === quote.askExchange)).toMatchObject({
    askE4: quote.askE4,
    askSize: quote.askSize,
  });
  const allBids = depth.map(({ bidE4 }) => bidE4);
  expect(allBids).toEqual(allBids.toSorted((left, right) => right - left));
}

describe('a market with options', () => {
  it('describes an option, and finds it by the beginning of its symbol', () => {
    const { market } = scripted();
    expect(market.instrument(CALL)).toMatchObject({
      symbol: CALL,
      company: "SPY Mar 20 '26 660 Call",
      exchange: 'OPRA',
      isEtf: false,
    });
    expect(market.lookup(CALL, 5).map(({ symbol }) => symbol)).toEqual([CALL]);
    const found = market.lookup('spy260320c0066', 40).map(({ symbol }) => symbol);
    expect(found).toContain(CALL);
    expect(found.every((symbol) => symbol.startsWith('SPY260320C0066'))).toBe(true);
    expect(market.lookup('SPY', 5).map(({ symbol }) => symbol)).toEqual(['SPY']);
  });

  it('finds options as traders write them, the next expiration first', () => {
    const { market } = scripted();
    const found = (query: string, limit = 3) => market.lookup(query, limit).map(({ symbol }) => symbol);
    expect(found('spy 260320 c 660')).toEqual([CALL]);
    expect(found('SPY   260320C00660000')).toEqual([CALL]);
    expect(found('spy mar 20 660 call')).toEqual([CALL]);
    const dates = market.expirations('SPY')?.map(({ date }) => date) ?? [];
    expect(found('spy 660 call')).toEqual(
      dates.slice(0, 3).map((date) => `SPY${date.slice(2).replaceAll('-', '')}C00660000`),
    );
    expect(found('spy apr 660 put', 40).every((symbol) => /^SPY2604\d\dP00660000$/.test(symbol))).toBe(true);
    expect(found('spy apr 660 put', 40)).not.toEqual([]);
    expect(found('spy 660.13 call')).toEqual([]);
    expect(found('$SPX 660 call')).toEqual([]);
  });

  it.each([
    ['a strike between the strikes', 'SPY260320C00660250'],
    ['an expiration that is not listed', 'SPY260321C00660000'],
    ['an expired one', 'SPY260227C00660000'],
    ['one of an unknown underlying', 'NOPE260320C00660000'],
    ['one of an index', '$SPX260320C00660000'],
    ['one with a padded root', 'SPY   260320C00660000'],
  ])('does not know %s', (_, symbol) => {
    const { market } = scripted();
    expect([
      market.instrument(symbol),
      market.snapshot(symbol),
      market.quote(symbol),
      market.option(symbol),
      market.watch(symbol, {}),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect([market.depth(symbol), market.timeAndSales(symbol, 5)]).toEqual([[], []]);
  });

  it('returns a result or nothing for any symbol, and never throws', () => {
    const { market } = scripted();
    const symbols = fc
      .tuple(
        fc.constantFrom('SPY', 'QQQ', 'NOPE', '', '$SPX', 'spy', '.'),
        fc.stringMatching(/^[0-9]{6}$/),
        fc.constantFrom('C', 'P', 'X'),
        fc.stringMatching(/^[0-9]{8}$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(symbols, fc.string()), (symbol) => {
        const isKnown = market.instrument(symbol) !== undefined;
        expect([
          market.quote(symbol) !== undefined,
          market.snapshot(symbol) !== undefined,
          market.expirations(symbol) !== undefined && !isOptionSymbol(symbol),
        ]).toEqual([isKnown, isKnown, isKnown && !isOptionSymbol(symbol)]);
        expect(market.depth(symbol).length === 0 || isKnown).toBe(true);
        market.lookup(symbol, 3);
      }),
      { numRuns: 300 },
    );
  });

  it('lists no options for symbols without any, and returns nothing for unknown symbols', () => {
    const { market } = scripted();
    expect([
      market.expirations('$SPX'),
      market.expirations('NOPE'),
      market.chain('SPY', '2026-03-21'),
      market.impliedVolatilityOf('$SPX'),
    ]).toEqual([[], undefined, [], null]);
  });

  it('leaves stocks, and options that the market lists itself, as they are', () => {
    const stocks = new ScriptedMarket(['SPY', CALL]);
    stocks.show(CALL, [{ exchange: 'CBOE', bid: [3, 10], ask: [3.1, 10] }]);
    stocks.print('SPY', 660, 100);
    const market = withOptions(stocks, { seed: 1 });
    expect(market.quote(CALL)).toMatchObject({ bidE4: 30_000, askE4: 31_000 });
    expect([market.snapshot('SPY'), market.depth('SPY'), market.symbols(), market.symbolCount()]).toEqual([
      stocks.snapshot('SPY'),
      stocks.depth('SPY'),
      stocks.symbols(),
      2,
    ]);
    const stop = market.watch('SPY', {});
    expect(stocks.watcherCount('SPY')).toBe(1);
    stop?.();
  });

  it('shows the depth of exchanges that agree with the best bid and offer', () => {
    const { market } = scripted();
    for (const { date } of (market.expirations('SPY') ?? []).slice(0, 12))
      for (const { symbol } of market.chain('SPY', date, { nearest: 7 })) {
        const quote = market.quote(symbol);
        expect(quote, symbol).toBeDefined();
        if (quote) expectDepth(market.depth(symbol), quote);
      }
  });

  it('keeps quoting a listed option after the price has run away from its strike', () => {
    const { stocks, market } = scripted();
    expect(market.chain('SPY', '2026-03-20').map(({ symbol }) => symbol)).toContain(CALL);
    stocks.print('SPY', 900, 100);
    stocks.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    expect(market.quote(CALL)?.bidE4).toBeGreaterThan(2_350_000);
    expect(market.option(CALL)).toMatchObject({ symbol: CALL, volume: expect.any(Number) });
  });

  it('stops quoting an option at the close of its last day, and no longer knows it the day after', () => {
    const { stocks, market } = scripted();
    const today = market.expirations('SPY')?.[0]?.date ?? '';
    expect(today).toBe('2026-03-02');
    const symbol = market.chain('SPY', today, { nearest: 1 })[0]?.symbol ?? '';
    expect(market.quote(symbol)?.askE4).toBeGreaterThan(0);
    stocks.nowMs = stocks.session.closeMs;
    expect(market.quote(symbol)).toMatchObject({ bidE4: 0, askE4: 0 });
    expect(market.option(symbol)?.impliedVolatility).toBeNull();
    stocks.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    expect(market.quote(symbol)).toBeUndefined();
  });

  it('prices the options of a recording by its recorded prices', async () => {
    const clock = { hostMs: 0 };
    const replay = createReplayMarket({
      folder: new URL('../../../../tests/fixtures/replay', import.meta.url).pathname,
      speed: 1,
      nowMs: () => clock.hostMs,
      seed: 1,
      log: () => {},
    });
    const market = withOptions(replay, { seed: 1 });
    clock.hostMs += 3_600_000;
    const { date } = found(market.expirations('AAPL')?.[0]);
    const [call, put] = market.chain('AAPL', date, { nearest: 1 }).slice(0, 2).map(found);
    const spot = found(market.snapshot('AAPL')).lastE4 / 10_000;
    expect(spot).toBeGreaterThan(150);
    const { strike, symbol } = found(call);
    expect(Math.abs(strike - spot)).toBeLessThan(1.3);
    const synthetic = (midE4(found(call)) - midE4(found(put))) / 10_000 + strike;
    expect(Math.abs(synthetic - spot)).toBeLessThan(0.1);
    expect(parseOptionSymbol(symbol)?.underlying).toBe('AAPL');
    await market.stop();
  });
});
