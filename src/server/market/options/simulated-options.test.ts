import { describe, expect, it } from 'vitest';
import { greeksOf, legalAtOrBelowE4, RISK_FREE_RATE, YEAR_MS } from '../../../domain/options/index.ts';
import type { Quote, Trade } from '../market-data.ts';
import { createSimulatedMarket } from '../simulated/simulated-market.ts';
import type { OptionState } from './option-market.ts';
import { withOptions } from './with-options.ts';

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The market has no such value.');
  return value;
}

const START_MS = Date.UTC(2026, 10, 18, 12, 0);

/** A simulated market an hour and a half into its session, under the test's clock. */
function simulated(seed = 7, minutes = 90) {
  const clock = { hostMs: START_MS };
  const stocks = createSimulatedMarket({ seed, nowMs: () => clock.hostMs });
  clock.hostMs = stocks.hostMsOf(stocks.sessionDay().openMs + minutes * 60_000);
  const advance = (ms: number): void => {
    clock.hostMs += ms;
    stocks.step();
  };
  return { stocks, market: withOptions(stocks, { seed }), clock, advance };
}

type Simulated = ReturnType<typeof simulated>;

function wholeChain({ market }: Pick<Simulated, 'market'>, underlying: string): OptionState[] {
  return (market.expirations(underlying) ?? []).flatMap(({ date }) => market.chain(underlying, date));
}

/** Checks that no spread of neighbouring strikes is a riskless profit. Returns how many were compared. */
function comparedSpreads(right: 'C' | 'P', side: readonly OptionState[], spotE4: number): number {
  for (const { strike, symbol, bidE4, askE4 } of side) {
    const intrinsicE4 = (right === 'C' ? 1 : -1) * (spotE4 - strike * 10_000);
    expect(bidE4, symbol).toBeLessThan(askE4);
    expect(askE4, symbol).toBeGreaterThanOrEqual(Math.max(0, intrinsicE4));
  }
  const pairs = side.slice(1).map((next, index) => [side[index] ?? next, next] as const);
  for (const [option, next] of pairs) {
    const [dear, cheap] = right === 'C' ? [option, next] : [next, option];
    const label = `${dear.symbol} against ${cheap.symbol}`;
    expect(dear.bidE4, label).toBeGreaterThanOrEqual(cheap.bidE4);
    expect(dear.askE4, label).toBeGreaterThanOrEqual(cheap.askE4);
    // A spread is never sold for more than it can cost, nor bought for nothing.
    expect(dear.bidE4 - cheap.askE4, label).toBeLessThanOrEqual((next.strike - option.strike) * 10_000);
  }
  return pairs.length;
}

/** Checks American parity: S - dividends - K <= C - P <= S - K discounted, between the best buy and the best sale. */
function expectParity(
  chain: readonly OptionState[],
  {
    spotE4,
    years,
    yieldBound,
  }: { readonly spotE4: number; readonly years: number; readonly yieldBound: number },
): void {
  for (const call of chain.filter((option) => option.right === 'C')) {
    const put = chain.find((option) => option.right === 'P' && option.strike === call.strike);
    const strikeE4 = call.strike * 10_000;
    expect(call.askE4 - (put?.bidE4 ?? 0), call.symbol).toBeGreaterThanOrEqual(
      spotE4 * Math.exp(-yieldBound * years) - strikeE4 - 100,
    );
    expect(call.bidE4 - (put?.askE4 ?? 0), call.symbol).toBeLessThanOrEqual(
      spotE4 - strikeE4 * Math.exp(-RISK_FREE_RATE * years) + 100,
    );
  }
}

describe('options of the simulated market', () => {
  it('are the same for the same seed and time, whatever was queried before', () => {
    const queried = simulated();
    for (let minute = 0; minute < 5; minute += 1) {
      wholeChain(queried, 'AAPL');
      queried.advance(60_000);
    }
    const fresh = simulated(7, 95);
    expect(wholeChain(queried, 'AAPL')).toEqual(wholeChain(fresh, 'AAPL'));
    const symbol =
      fresh.market.chain('AAPL', fresh.market.expirations('AAPL')?.[1]?.date ?? '', { nearest: 1 })[0]
        ?.symbol ?? '';
    expect(queried.market.snapshot(symbol)).toEqual(fresh.market.snapshot(symbol));
    expect(queried.market.depth(symbol)).toEqual(fresh.market.depth(symbol));
    expect(queried.market.timeAndSales(symbol, 50)).toEqual(fresh.market.timeAndSales(symbol, 50));
    const other = withOptions(fresh.stocks, { seed: 8 });
    expect(wholeChain({ market: other }, 'AAPL')).not.toEqual(wholeChain(fresh, 'AAPL'));
  });

  it.each(['SPY', 'AAPL', 'F', 'BRK.B'])('of %s leave no riskless profit in their quotes', (underlying) => {
    const { market } = simulated();
    const spotE4 = market.snapshot(underlying)?.lastE4 ?? 0;
    const yieldBound = (market.instrument(underlying)?.dividend ?? 0) / (spotE4 / 10_000) + 0.002;
    let compared = 0;
    for (const { date } of market.expirations(underlying) ?? []) {
      const chain = market.chain(underlying, date);
      for (const right of ['C', 'P'] as const)
        compared += comparedSpreads(
          right,
          chain.filter((option) => option.right === right),
          spotE4,
        );
      const years = Math.max(0, (Date.parse(`${date}T20:00:00Z`) - market.exchangeMs()) / YEAR_MS);
      expectParity(chain, { spotE4, years, yieldBound });
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('are quoted on legal steps only, and cheap ones closer than dear ones', () => {
    const { market } = simulated();
    for (const [underlying, listing] of [
      ['SPY', 'daily'],
      ['AAPL', 'weekly'],
    ] as const) {
      const chain = wholeChain({ market }, underlying);
      for (const option of chain)
        for (const price of [option.bidE4, option.askE4, option.lastE4, option.previousCloseE4])
          expect(legalAtOrBelowE4(listing, price), option.symbol).toBe(price);
      const spreads = (from: number, to: number): number => {
        const some = chain
          .filter(({ bidE4 }) => bidE4 >= from && bidE4 < to)
          .map(({ bidE4, askE4 }) => askE4 - bidE4);
        return some.reduce((sum, spread) => sum + spread, 0) / some.length;
      };
      expect(spreads(1_000, 10_000)).toBeLessThan(spreads(200_000, 400_000));
    }
  });

  it('print on legal steps, also between a bid below three dollars and an offer above', () => {
    const { market } = simulated();
    const around = wholeChain({ market }, 'AAPL').filter(
      ({ bidE4, askE4 }) => bidE4 > 25_000 && askE4 < 35_000,
    );
    const prints = around.flatMap(({ symbol }) => market.timeAndSales(symbol, 400) ?? []);
    expect(prints.length).toBeGreaterThan(200);
    for (const { symbol, priceE4 } of prints)
      expect(legalAtOrBelowE4('weekly', priceE4), symbol).toBe(priceE4);
  });

  it('move with their underlying, by their delta', () => {
    const { market, stocks, advance } = simulated();
    const date = market.expirations('SPY')?.[9]?.date ?? '';
    const symbol = market.chain('SPY', date, { nearest: 1 })[0]?.symbol ?? '';
    const mid = (): number => ((market.quote(symbol)?.bidE4 ?? 0) + (market.quote(symbol)?.askE4 ?? 0)) / 2;
    const spot = (): number => stocks.snapshot('SPY')?.lastE4 ?? 0;
    const option = market.option(symbol);
    const years = (Date.parse(`${date}T20:00:00Z`) - market.exchangeMs()) / YEAR_MS;
    const { delta } = greeksOf(
      {
        right: 'C',
        spot: spot() / 10_000,
        strike: option?.strike ?? 0,
        years,
        rate: RISK_FREE_RATE,
        dividendYield: 0.011,
      },
      option?.impliedVolatility ?? 0,
    );
    let moved = 0;
    for (let minute = 0; minute < 30; minute += 1) {
      const [midBefore, spotBefore] = [mid(), spot()];
      advance(60_000);
      const change = spot() - spotBefore;
      if (Math.abs(change) < 2_000) continue;
      moved += 1;
      // A falling market also makes options dearer: a call gains a little less than its delta.
      expect((mid() - midBefore) / change).toBeGreaterThan(delta - 0.25);
      expect((mid() - midBefore) / change).toBeLessThan(delta + 0.15);
    }
    expect(moved).toBeGreaterThan(5);
  });

  it('have an open interest that stays all day, is largest near the money, and volatilities that smile', () => {
    const { market, advance } = simulated();
    const before = new Map(
      wholeChain({ market }, 'SPY').map((option) => [option.symbol, option.openInterest]),
    );
    advance(3_600_000);
    const after = wholeChain({ market }, 'SPY');
    expect(
      after.every((option) => (before.get(option.symbol) ?? option.openInterest) === option.openInterest),
    ).toBe(true);
    const spot = (market.snapshot('SPY')?.previousCloseE4 ?? 0) / 10_000;
    const total = (from: number, to: number): number =>
      after
        .filter(({ strike }) => Math.abs(strike / spot - 1) >= from && Math.abs(strike / spot - 1) < to)
        .reduce((sum, { openInterest }) => sum + openInterest, 0);
    expect(total(0, 0.05)).toBeGreaterThan(total(0.25, 0.3));
    const monthly = after.filter(
      ({ expiration }) =>
        expiration ===
        market
          .expirations('SPY')
          ?.find(({ kind, date }) => kind === 'monthly' && date > (after[0]?.expiration ?? ''))?.date,
    );
    const volatility = (moneyness: number): number =>
      monthly
        .filter(
          ({ right, impliedVolatility }) =>
            right === (moneyness < 1 ? 'P' : 'C') && impliedVolatility !== null,
        )
        .sort(
          (left, right) =>
            Math.abs(left.strike / spot - moneyness) - Math.abs(right.strike / spot - moneyness),
        )[0]?.impliedVolatility ?? 0;
    expect(volatility(0.95)).toBeGreaterThan(volatility(1.001));
    expect(market.impliedVolatilityOf('SPY')).toBeGreaterThan(0.08);
    expect(market.impliedVolatilityOf('SPY')).toBeLessThan(0.6);
  });

  it('imply a volatility that the quote lies around, and none where nothing is bid', () => {
    const chain = wholeChain(simulated(), 'AAPL');
    expect(chain.filter(({ bidE4, impliedVolatility }) => bidE4 === 0 && impliedVolatility !== null)).toEqual(
      [],
    );
    const known = chain.filter(({ impliedVolatility }) => impliedVolatility !== null);
    expect(known.length).toBeGreaterThan(chain.length * 0.7);
    expect(
      known.every(
        ({ impliedVolatility }) => (impliedVolatility ?? 0) > 0.01 && (impliedVolatility ?? 99) < 8,
      ),
    ).toBe(true);
  });
});

describe('prints of options', () => {
  it('come live as they stand on the tape afterwards, at or between bid and offer, and add up to the volume', () => {
    const { market, advance } = simulated();
    const { date } = found(market.expirations('SPY')?.[0]);
    const { symbol } = found(market.chain('SPY', date, { nearest: 1 })[1]);
    const volumeBefore = found(market.snapshot(symbol)).volume;
    const trades: Trade[] = [];
    let quote: Quote | undefined;
    let outside = 0;
    const stop = market.watch(symbol, {
      onQuote: (now) => {
        quote = now;
      },
      onTrade(trade) {
        trades.push(trade);
        if (quote && (trade.priceE4 < quote.bidE4 || trade.priceE4 > quote.askE4)) outside += 1;
      },
    });
    for (let second = 0; second < 480; second += 1) advance(1000);
    stop?.();
    expect(trades.length).toBeGreaterThan(20);
    expect(outside).toBe(0);
    expect(market.timeAndSales(symbol, trades.length)).toEqual(trades.toReversed());
    const snapshot = found(market.snapshot(symbol));
    const last = found(trades.at(-1));
    expect(snapshot).toMatchObject({
      volume: last.totalVolume,
      lastE4: last.priceE4,
      lastSize: last.size,
    });
    expect(snapshot.volume - volumeBefore).toBe(trades.reduce((sum, { size }) => sum + size, 0));
    const all = market.timeAndSales(symbol, 1e6);
    expect(all.reduce((sum, { size }) => sum + size, 0)).toBe(snapshot.volume);
    expect(snapshot).toMatchObject({
      openE4: found(all.at(-1)).priceE4,
      highE4: Math.max(...all.map(({ priceE4 }) => priceE4)),
      lowE4: Math.min(...all.map(({ priceE4 }) => priceE4)),
    });
    expect(market.option(symbol)).toMatchObject({ lastE4: snapshot.lastE4, volume: snapshot.volume });
  });

  it('are summed up the same in steps as at once', () => {
    const queried = simulated();
    const symbol =
      queried.market.chain('F', queried.market.expirations('F')?.[1]?.date ?? '', { nearest: 1 })[0]
        ?.symbol ?? '';
    for (let minute = 0; minute < 60; minute += 1) {
      queried.market.snapshot(symbol);
      queried.advance(60_000);
    }
    expect(queried.market.snapshot(symbol)).toEqual(simulated(7, 150).market.snapshot(symbol));
  });
});

describe('bars of an option', () => {
  it('hold the volume of the day, its previous close, and begin when it was listed', async () => {
    const { market } = simulated();
    for (const right of [0, 1]) {
      const expiration = market.expirations('AAPL')?.[3]?.date ?? '';
      const symbol = market.chain('AAPL', expiration, { nearest: 1 })[right]?.symbol ?? '';
      const snapshot = market.snapshot(symbol);
      const nowMs = market.exchangeMs();
      const days = await market.bars(symbol, 'Day', 0, nowMs);
      expect(days.length).toBeGreaterThan(1);
      expect(days.length).toBeLessThan(60);
      expect(days.at(-2)?.closeE4).toBe(snapshot?.previousCloseE4);
      const minutes = await market.bars(symbol, 'OneMinute', market.sessionDay().openMs, nowMs);
      expect(minutes.reduce((sum, { volume }) => sum + volume, 0)).toBe(snapshot?.volume);
      expect(days.at(-1)?.volume).toBe(snapshot?.volume);
      const half = await market.bars(
        symbol,
        'FiveMinutes',
        market.sessionDay().openMs + 1_800_000,
        market.sessionDay().openMs + 3_600_000,
      );
      expect(half.reduce((sum, { volume }) => sum + volume, 0)).toBe(
        minutes.slice(30, 60).reduce((sum, { volume }) => sum + volume, 0),
      );
      for (const { openE4, highE4, lowE4, closeE4 } of [...days, ...minutes]) {
        expect(highE4).toBeGreaterThanOrEqual(Math.max(openE4, closeE4));
        expect(lowE4).toBeLessThanOrEqual(Math.min(openE4, closeE4));
        expect(lowE4).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
