import type { PriceE4 } from '../../../money/price.ts';
import type { Marks } from '../position-figures.ts';

/** Prices of a symbol as a test states them. */
export interface StatedPrices {
  readonly lastE4: PriceE4;
  readonly previousCloseE4: PriceE4;
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
}

/** Marks that a test states, and that may change at any moment. */
export function statedMarks(pricesOf: (symbol: string) => StatedPrices | undefined): Marks {
  return {
    nowMs: () => 0,
    last(symbol) {
      const prices = pricesOf(symbol);
      return prices && { lastE4: prices.lastE4, previousCloseE4: prices.previousCloseE4, untilMs: 0 };
    },
    quote: pricesOf,
  };
}

/** Marks whose prices move in steps over time, each symbol at its own pace; the last price states when its step ends. */
export function steppingMarks(nowMs: () => number): Marks {
  const stepOf = (
    symbol: string,
  ): { readonly index: number; readonly untilMs: number; readonly seed: number } => {
    let seed = 7;
    for (const letter of symbol) seed = (seed * 31 + letter.charCodeAt(0)) % 65_521;
    const paceMs = 500 + (seed % 9) * 300;
    const index = Math.floor(nowMs() / paceMs);
    return { index, untilMs: (index + 1) * paceMs, seed };
  };
  const draw = (seed: number, index: number, below: number): number => ((seed + 97) * (index + 13)) % below;
  return {
    nowMs,
    last(symbol) {
      const { index, untilMs, seed } = stepOf(symbol);
      return {
        lastE4: draw(seed, index, 5) === 0 ? 0 : 10_000 + 100 * draw(seed, index, 9_973),
        previousCloseE4: draw(seed, 3, 7) === 0 ? 0 : 500_000,
        untilMs,
      };
    },
    quote(symbol) {
      const { index, seed } = stepOf(symbol);
      const bidE4 = draw(seed, index, 3) === 0 ? 0 : 1_000 + 100 * draw(seed, index, 997);
      return { bidE4, askE4: draw(seed, index, 4) === 0 ? 0 : bidE4 + 500 };
    },
  };
}
