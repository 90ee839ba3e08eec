import type { PriceE4 } from '../../../domain/money/price.ts';
import type { Bar, Trade } from '../market-data.ts';

/** Figures of a session up to a moment; a price of 0 means there was no print yet. */
export interface TapeSums {
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly lastE4: PriceE4;
  readonly volume: number;
  /** Price (E4) times shares. */
  readonly turnover: number;
  /** The latest minute with prints; -1 = none. */
  readonly lastSlot: number;
}

/** The figures of a session without a print. */
export const NO_SUMS: TapeSums = {
  openE4: 0,
  highE4: 0,
  lowE4: 0,
  lastE4: 0,
  volume: 0,
  turnover: 0,
  lastSlot: -1,
};

/** Sums before each minute, and after the last. A finished minute's turnover is its volume at the mean of its four prices. */
export function sumUp(barOfSlot: readonly (Bar | undefined)[], isIndex: boolean): TapeSums[] {
  let sums = NO_SUMS;
  const before = [sums];
  for (let slot = 0; slot < barOfSlot.length; slot += 1) {
    const bar = barOfSlot[slot];
    if (bar !== undefined && (bar.volume > 0 || isIndex)) {
      sums = {
        openE4: sums.openE4 || bar.openE4,
        highE4: Math.max(sums.highE4, bar.highE4),
        lowE4: sums.lowE4 === 0 ? bar.lowE4 : Math.min(sums.lowE4, bar.lowE4),
        lastE4: bar.closeE4,
        volume: sums.volume + bar.volume,
        turnover: sums.turnover + ((bar.openE4 + bar.highE4 + bar.lowE4 + bar.closeE4) / 4) * bar.volume,
        lastSlot: slot,
      };
    }
    before.push(sums);
  }
  return before;
}

/** Sums before a minute together with the first `count` prints of that minute. `lastE4` and `lastSlot` stay those before the minute. */
export function sumsWith(before: TapeSums, prints: readonly Trade[], count: number): TapeSums {
  let { openE4, highE4, lowE4, volume, turnover } = before;
  for (let index = 0; index < count; index += 1) {
    const print = prints[index];
    if (print === undefined) break;
    openE4 ||= print.priceE4;
    highE4 = Math.max(highE4, print.priceE4);
    lowE4 = lowE4 === 0 ? print.priceE4 : Math.min(lowE4, print.priceE4);
    volume += print.size;
    turnover += print.priceE4 * print.size;
  }
  return { ...before, openE4, highE4, lowE4, volume, turnover };
}
