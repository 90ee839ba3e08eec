import { firstBarFrom, type Bar } from '../bars/bar.ts';
import { assert } from '../assert/assert.ts';
import { newYorkMs } from '../calendar/us-equity.ts';
import type { PriceE4 } from '../money/price.ts';
import { scaled } from './exact.ts';
import type { ShareRatio, StockSplit } from './types.ts';

/** The ratio of shares that do not change. */
export const SAME_SHARES: ShareRatio = { numerator: 1, denominator: 1 };

/** What the bars of a source show of a split: `Step` when they are as they traded, `Adjusted` when they have no step, `Unknown` without bars on both sides. */
type ShownAs = 'Step' | 'Adjusted' | 'Unknown';

/** A split, and how the bars of a source show it. */
export interface ShownSplit extends ShareRatio {
  /** Bars before it are on the scale of the old shares: 00:00 New York of the ex-date, UTC ms. */
  readonly timeMs: number;
  readonly shownAs: ShownAs;
}

/** How past bars are shown: `adjusted` on the scale of the present shares, `raw` as they traded. */
export type PriceScale = 'adjusted' | 'raw';

/** Each split with how the bars, which ascend, show it. */
export function splitsInBars(splits: readonly StockSplit[], bars: readonly Bar[]): readonly ShownSplit[] {
  return splits.map(({ exDate, numerator, denominator }) => {
    const timeMs = newYorkMs(exDate, 0);
    const at = firstBarFrom(bars, timeMs);
    const [before, after] = [bars[at - 1], bars[at]];
    return { timeMs, numerator, denominator, shownAs: shownAs(before, after, numerator / denominator) };
  });
}

function shownAs(before: Bar | undefined, after: Bar | undefined, ratio: number): ShownAs {
  if (!before || !after) return 'Unknown';
  const step = Math.log(after.openE4 / before.closeE4);
  // Nearer to the step of the split than to none. Only a choice between two readings: no price is made of these doubles.
  return Math.abs(step + Math.log(ratio)) < Math.abs(step) ? 'Step' : 'Adjusted';
}

/**
 * By what ratio of shares a bar of the source is to be adjusted, so that it is on the scale at a later moment. `adjusted`: by the splits between the two that the source shows as a
 * step. `raw`: by the inverse of those that the source has adjusted for already.
 */
export function ratioBetween(
  splits: readonly ShownSplit[],
  barMs: number,
  timeMs: number,
  scale: PriceScale,
): ShareRatio {
  let ratio = SAME_SHARES;
  for (const split of splits) {
    if (barMs >= split.timeMs || split.timeMs > timeMs) continue;
    if (scale === 'adjusted' && split.shownAs === 'Step') ratio = productOf(ratio, split);
    if (scale === 'raw' && split.shownAs === 'Adjusted') ratio = productOf(ratio, inverseOf(split));
  }
  return ratio;
}

/** The ratio of two changes of the shares, one after the other, in lowest terms. */
export function productOf(first: ShareRatio, second: ShareRatio): ShareRatio {
  const numerator = first.numerator * second.numerator;
  const denominator = first.denominator * second.denominator;
  assert(
    Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator),
    'a ratio is of exact integers',
  );
  const divisor = greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

const inverseOf = ({ numerator, denominator }: ShareRatio): ShareRatio => ({
  numerator: denominator,
  denominator: numerator,
});

const greatestDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestDivisor(right, left % right);

/**
 * A bar in new shares: its prices divided by the ratio, each rounded once to the nearest 1/10,000 dollar and at least that, and its volume multiplied. The same bar when the ratio
 * is 1.
 */
export function adjustBar(bar: Bar, { numerator, denominator }: ShareRatio): Bar {
  if (numerator === denominator) return bar;
  const price = (priceE4: PriceE4): PriceE4 =>
    Math.max(1, scaled(priceE4, denominator, numerator, 'nearest'));
  return {
    timeMs: bar.timeMs,
    openE4: price(bar.openE4),
    highE4: price(bar.highE4),
    lowE4: price(bar.lowE4),
    closeE4: price(bar.closeE4),
    volume: scaled(bar.volume, numerator, denominator, 'nearest'),
  };
}
