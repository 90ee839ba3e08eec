import type { OptionTerms } from './black-scholes.ts';
import { POINTS, TRADING_DAYS } from './constants.ts';
import { normalCdf, normalDensity } from './normal.ts';

/** Sensitivities of an option's price, dollars a share. */
export interface Greeks {
  /** For one dollar of the underlying. */
  readonly delta: number;
  /** Change of delta for one dollar of the underlying. */
  readonly gamma: number;
  /** For one trading day that passes. */
  readonly theta: number;
  /** For one percentage point of volatility. */
  readonly vega: number;
  /** For one percentage point of the rate. */
  readonly rho: number;
}

/** Change of the European price for volatility by 1 (= 100 points), dollars a share. */
export function rawVega(
  { spot, strike, years, rate, dividendYield }: OptionTerms,
  volatility: number,
): number {
  if (years <= 0) return 0;
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) return 0;
  const d1 = (Math.log(spot / strike) + (rate - dividendYield) * years) / deviation + deviation / 2;
  return spot * Math.exp(-dividendYield * years) * normalDensity(d1) * Math.sqrt(years);
}

/** The greeks of Black–Scholes–Merton in the units that the chain shows. At or past expiration only delta is left: 1, -1 or 0. */
export function greeksOf(terms: OptionTerms, volatility: number): Greeks {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  const sign = right === 'C' ? 1 : -1;
  const time = Math.max(0, years);
  const deviation = volatility * Math.sqrt(time);
  const stock = spot * Math.exp(-dividendYield * time);
  const cash = strike * Math.exp(-rate * time);
  // Without spread the option is the forward or nothing.
  const d1 =
    deviation > 0
      ? Math.log(stock / cash) / deviation + deviation / 2
      : stock === cash
        ? 0
        : stock > cash
          ? Infinity
          : -Infinity;
  const d2 = d1 - deviation;
  const stockPart = stock * normalCdf(sign * d1);
  const cashPart = cash * normalCdf(sign * d2);
  const density = deviation > 0 ? normalDensity(d1) : 0;
  const decay = deviation > 0 ? -(stock * density * volatility) / (2 * Math.sqrt(time)) : 0;
  const carried = time > 0 ? sign * (dividendYield * stockPart - rate * cashPart) : 0;
  return {
    delta: sign * Math.exp(-dividendYield * time) * normalCdf(sign * d1),
    gamma: deviation > 0 ? (Math.exp(-dividendYield * time) * density) / (spot * deviation) : 0,
    theta: (decay + carried) / TRADING_DAYS,
    vega: rawVega(terms, volatility) / POINTS,
    rho: (sign * time * cashPart) / POINTS,
  };
}
