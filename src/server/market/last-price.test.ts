import { describe, expect, it } from 'vitest';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { MarketData } from './market-data.ts';
import { withOptions } from './options/with-options.ts';
import { createSimulatedMarket } from './simulated/simulated-market.ts';

const HOST_MS = Date.UTC(2026, 2, 3, 15);
const SEED = 11;

/** A simulated market with options whose time a test moves. */
function movedMarket() {
  let hostMs = HOST_MS;
  const market = withOptions(createSimulatedMarket({ seed: SEED, nowMs: () => hostMs }), { seed: SEED });
  return {
    market,
    wait: (ms: number) => void (hostMs += ms),
  };
}

const pricesOf = (market: MarketData, symbol: string) => {
  const { lastE4, previousCloseE4 } = market.snapshot(symbol) ?? {};
  return { lastE4, previousCloseE4 };
};

describe('the last price of the simulated market', () => {
  const { market, wait } = movedMarket();
  const stocks = market.symbols().filter((_, index) => index % 400 === 0);
  const expiration = market.expirations('SPY')?.[8];
  const options = market
    .chain('SPY', expiration?.date ?? '', { nearest: 4 })
    .map(({ symbol }) => symbol)
    .filter(isOptionSymbol);

  it('is that of the snapshot at any moment, over minutes and sessions', () => {
    expect(options.length).toBeGreaterThan(0);
    for (const stepMs of [0, 1, 25, 400, 59_000, 60_000, 61_000, 3_600_000, 23_400_000, 7]) {
      wait(stepMs);
      for (const symbol of [...stocks, ...options])
        expect(market.lastPrice(symbol), `${symbol} after ${stepMs} ms`).toMatchObject(
          pricesOf(market, symbol),
        );
    }
  });

  it('holds until the time that it states, and no longer than a minute', () => {
    for (const symbol of stocks) {
      for (let count = 0; count < 12; count += 1) {
        const before = market.lastPrice(symbol);
        const heldMs = (before?.untilMs ?? 0) - market.exchangeMs();
        expect(heldMs).toBeGreaterThan(0);
        expect(heldMs).toBeLessThanOrEqual(60_000);
        wait(heldMs - 1);
        expect(pricesOf(market, symbol)).toEqual({
          lastE4: before?.lastE4,
          previousCloseE4: before?.previousCloseE4,
        });
        wait(1);
      }
    }
  });

  it('of an option holds for no time, and of an unknown symbol there is none', () => {
    for (const symbol of options)
      expect(market.lastPrice(symbol)?.untilMs).toBeLessThanOrEqual(market.exchangeMs());
    expect(market.lastPrice('NOSUCH')).toBeUndefined();
  });
});
