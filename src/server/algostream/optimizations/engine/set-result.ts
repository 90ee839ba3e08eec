import * as v from 'valibot';
import type { SetFigures } from '../../../../domain/strategy/search/objectives.ts';
import type { Point } from '../../../../domain/strategy/search/space.ts';

/** The result of a set in a window: its figures, or why it failed. */
export type SetResult =
  | { readonly figures: SetFigures; readonly fault?: undefined }
  | { readonly figures?: undefined; readonly fault: string };

/** Results that are kept while a search runs, so that it can be continued: the same terms choose the same sets. */
export interface KeptResults {
  /** The result of an earlier part of the search. */
  known(window: number, point: Point): SetResult | undefined;
  /** Keeps a result; resolves when it is durable. */
  add(window: number, point: Point, result: SetResult): Promise<void>;
}

const ratio = v.nullable(v.pipe(v.number(), v.finite()));
const money = v.pipe(v.number(), v.finite());
const figuresSchema = v.object({
  netE4: money,
  drawdownE4: v.nullable(money),
  baseE4: money,
  tradeCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  winRate: ratio,
  profitFactor: ratio,
  expectancyE4: v.nullable(money),
  cagr: ratio,
  volatility: ratio,
  sharpe: ratio,
  sortino: ratio,
  calmar: ratio,
  moments: v.nullable(
    v.object({ count: v.number(), sharpe: v.number(), skewness: v.number(), kurtosis: v.number() }),
  ),
});

/** A kept result as JSON. */
export const setResultSchema = v.union([
  v.object({ figures: figuresSchema }),
  v.object({ fault: v.string() }),
]);
