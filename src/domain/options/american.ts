import { europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { normalCdf } from './normal.ts';

/**
 * Price of an American option by the approximation of P. Bjerksund and G. Stensland (1993): the holder exercises at a flat boundary,
 * which makes it a lower bound: within 0.2 % of the spot for a year, within 0.6 % for years of 60 %. Never below the European price nor below
 * what exercising brings. A put is the call with spot and strike, rate and yield exchanged.
 */
export function americanPrice(terms: OptionTerms, volatility: number): number {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  const least = Math.max(intrinsicValue(terms), europeanPrice(terms, volatility));
  if (years <= 0 || !(volatility > 0)) return least;
  const price =
    right === 'C'
      ? callPrice(spot, strike, years, rate, rate - dividendYield, volatility)
      : callPrice(strike, spot, years, dividendYield, dividendYield - rate, volatility);
  return price > least ? price : least;
}

/** NaN where early exercise never pays, or where the formula leaves the range of doubles: the caller's lower bound holds there. */
function callPrice(
  spot: number,
  strike: number,
  years: number,
  rate: number,
  carry: number,
  volatility: number,
): number {
  if (carry >= rate) return Number.NaN;
  const variance = volatility * volatility;
  const drift = carry / variance - 0.5;
  const beta = -drift + Math.sqrt(drift * drift + (2 * rate) / variance);
  const endless = (beta / (beta - 1)) * strike;
  const least = Math.max(strike, (rate / (rate - carry)) * strike);
  const deviation = volatility * Math.sqrt(years);
  const boundary =
    least + (endless - least) * -Math.expm1((-(carry * years + 2 * deviation) * least) / (endless - least));
  if (spot >= boundary) return spot - strike;
  const toBoundary = Math.log(boundary / spot);
  const reflected = (2 * toBoundary) / deviation;
  /** Present value of `power` (spot to the power `gamma`, in any unit) at expiration if spot then lies at or below `from` and never touched the boundary. */
  const piece = (gamma: number, power: number, from: number): number => {
    const growth = (-rate + gamma * carry + 0.5 * gamma * (gamma - 1) * variance) * years;
    const distance = (Math.log(from / spot) - (carry + (gamma - 0.5) * variance) * years) / deviation;
    return (
      Math.exp(growth) *
      power *
      (normalCdf(distance) - Math.exp((2 * drift + 2 * gamma) * toBoundary) * normalCdf(distance - reflected))
    );
  };
  // The highest power is taken of spot / boundary, which stays small where the powers alone would not.
  const reach = (spot / boundary) ** beta;
  return (
    (boundary - strike) * (reach - piece(beta, reach, boundary)) +
    piece(1, spot, boundary) -
    piece(1, spot, strike) -
    strike * (piece(0, 1, boundary) - piece(0, 1, strike))
  );
}
