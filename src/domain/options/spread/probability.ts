import { YEAR_MS } from '../constants.ts';
import { normalCdf, normalDensity } from '../normal.ts';
import { gainAt, horizonMs, type PricedSpread, type SpreadMarket } from './payoff.ts';
import type { SpreadProfile } from './profile.ts';
import type { Smile } from './smile.ts';

/**
 * Risk-neutral probability that the underlying stands above a price at a later time, by the smile of that time: the negative slope of
 * the call's undiscounted price in the strike, N(d2) less what the slope of the smile adds. From 0 to 1.
 */
export function probabilityAbove(price: number, market: SpreadMarket, atMs: number, smile: Smile): number {
  if (!(price > 0)) return 1;
  if (price === Infinity) return 0;
  const years = (atMs - market.nowMs) / YEAR_MS;
  if (!(years > 0)) return market.spot > price ? 1 : 0;
  const volatility = smile.volatilityAt(price);
  const deviation = volatility * Math.sqrt(years);
  const drift = (market.rate - market.dividendYield) * years;
  const far = (Math.log(market.spot / price) + drift) / deviation - deviation / 2;
  const skew = price * normalDensity(far) * Math.sqrt(years) * smile.slopeAt(price);
  return Math.min(1, Math.max(0, normalCdf(far) - skew));
}

/**
 * Probability, from 0 to 1, that the spread shows a gain at its nearest expiration; null when its gain or the price of the underlying
 * is unknown, and when it has expired.
 */
export function probabilityOfProfit(
  spread: PricedSpread,
  profile: Pick<SpreadProfile, 'breakEvens'>,
  smile: Smile,
): number | null {
  const { market } = spread;
  const atMs = horizonMs(spread);
  if (!(market.spot > 0 && atMs > market.nowMs)) return null;
  const bounds = [0, ...profile.breakEvens, Infinity];
  let above = 1;
  let sum = 0;
  for (const [index, low] of bounds.slice(0, -1).entries()) {
    const high = bounds[index + 1] ?? Infinity;
    // A smile with arbitrage in it would make the probability rise with the price.
    const next = Math.min(above, probabilityAbove(high, market, atMs, smile));
    const gain = gainAt(spread, high === Infinity ? 2 * low + market.spot : (low + high) / 2, atMs);
    if (gain === null) return null;
    if (gain > 0) sum += above - next;
    above = next;
  }
  return Math.min(1, Math.max(0, sum));
}
