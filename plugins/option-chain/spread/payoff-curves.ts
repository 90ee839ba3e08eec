import { YEAR_MS } from '../../../src/domain/options/index.ts';
import { gainAt, horizonMs, type PricedSpread } from '../../../src/domain/options/spread/index.ts';

/** A point of a payoff: price of the underlying and gain of one unit, dollars. */
export interface PayoffPoint {
  readonly price: number;
  readonly gain: number;
}

/** A payoff by price of the underlying, for drawing. */
export interface PayoffCurves {
  readonly fromPrice: number;
  readonly toPrice: number;
  /** At the nearest expiration. */
  readonly atExpiration: readonly PayoffPoint[];
  /** Now, by the model; empty where a leg has no volatility. */
  readonly today: readonly PayoffPoint[];
}

/** Points of a curve apart from its corners. */
const POINTS = 72;
/** Room beside the outermost price of interest: a part of the range, expected moves until expiration, a part of the price. */
const RANGE_MARGIN = 0.3;
const MOVE_MARGIN = 1.5;
const PRICE_MARGIN = 0.005;

/** One standard deviation of the underlying until the nearest expiration, dollars, by the mean volatility of the legs. */
function expectedMove(spread: PricedSpread): number {
  const { legs, market } = spread;
  const known = legs.flatMap(({ volatility }) => (volatility === null ? [] : [volatility]));
  const mean = known.reduce((sum, volatility) => sum + volatility, 0) / Math.max(1, known.length);
  return market.spot * mean * Math.sqrt(Math.max(0, horizonMs(spread) - market.nowMs) / YEAR_MS);
}

/** The payoff around strikes, break-evens and the price of the underlying; null where it cannot be computed. */
export function payoffCurves(spread: PricedSpread, breakEvens: readonly number[]): PayoffCurves | null {
  const { legs, market } = spread;
  const strikes = legs.filter(({ kind }) => kind !== 'stock').map(({ strike }) => strike);
  // A break-even far away would leave no room for the strikes.
  const near = breakEvens.filter((price) => price < 2 * market.spot);
  const shown = [...strikes, ...near, market.spot];
  const low = Math.min(...shown);
  const high = Math.max(...shown);
  const margin = Math.max(
    RANGE_MARGIN * (high - low),
    MOVE_MARGIN * expectedMove(spread),
    PRICE_MARGIN * market.spot,
  );
  const fromPrice = Math.max(0, low - margin);
  const toPrice = high + margin;
  const grid = Array.from(
    { length: POINTS + 1 },
    (_, index) => fromPrice + ((toPrice - fromPrice) * index) / POINTS,
  );
  const prices = [...new Set([...grid, ...shown])].sort((first, second) => first - second);
  const at = (atMs: number): readonly PayoffPoint[] =>
    prices.flatMap((price) => {
      const gain = gainAt(spread, price, atMs);
      return gain === null ? [] : [{ price, gain }];
    });
  const atExpiration = at(horizonMs(spread));
  if (atExpiration.length < 2) return null;
  return { fromPrice, toPrice, atExpiration, today: at(market.nowMs) };
}
