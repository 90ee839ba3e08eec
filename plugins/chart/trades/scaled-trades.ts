import { scaled } from '../../../src/domain/corporate-actions/exact.ts';
import { productOf, SAME_SHARES } from '../../../src/domain/corporate-actions/price-scale.ts';
import type { ShareRatio } from '../../../src/domain/corporate-actions/types.ts';
import { fromE4, toPriceE4 } from '../../../src/domain/money/price.ts';
import type { ChartAction } from '../model/chart-action.ts';
import type { Trade } from '../model/trade-list.ts';

/** A split on a chart: from then on, UTC ms, there are `numerator` shares for `denominator` before. */
export interface ChartSplit extends ShareRatio {
  readonly timeMs: number;
}

/** The splits among the actions of a symbol, by their time. */
export const splitsOf = (actions: readonly ChartAction[]): readonly ChartSplit[] =>
  actions
    .flatMap(({ timeMs, ratio }) => (ratio === undefined ? [] : [{ timeMs, ...ratio }]))
    .sort((left, right) => left.timeMs - right.timeMs);

/** What became of a share since a time: the ratio of all splits after it. */
function ratioSince(splits: readonly ChartSplit[], timeMs: number): ShareRatio {
  return splits.reduce(
    (ratio, split) => (split.timeMs > timeMs ? productOf(ratio, split) : ratio),
    SAME_SHARES,
  );
}

/** Executions in present shares, as adjusted bars are: prices to the nearest 1/10,000 dollar, at least that, and whole shares. The same list without a split after one. */
export function scaledTrades(trades: readonly Trade[], splits: readonly ChartSplit[]): readonly Trade[] {
  if (!splits.some(({ timeMs }) => trades.some((trade) => trade.timeMs < timeMs))) return trades;
  return trades.map((trade) => {
    const { numerator, denominator } = ratioSince(splits, trade.timeMs);
    if (numerator === denominator) return trade;
    const priceE4 = Math.max(1, scaled(toPriceE4(trade.price), denominator, numerator, 'nearest'));
    return {
      ...trade,
      price: fromE4(priceE4),
      quantity: scaled(trade.quantity, numerator, denominator, 'nearest'),
    };
  });
}
