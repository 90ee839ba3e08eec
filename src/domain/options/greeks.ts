import { exercisePremium, exercisePremiumSlopes, paysToExerciseEarly } from './american.ts';
import { logMoneyness, type ExerciseStyle, type OptionTerms } from './black-scholes.ts';
import { POINTS, TRADING_DAYS } from './constants.ts';
import { horizonPowerOf } from './exercise-surface.ts';
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

/** Change of the rate that rho is measured over, to each side. */
const RATE_STEP = 5e-4;
/** Change of the time left that theta is measured over, to each side, as a part of it. */
const TIME_STEP = 1e-3;

/** Change of the European price for volatility by 1 (= 100 points), dollars a share. */
export function rawVega(terms: OptionTerms, volatility: number): number {
  const { spot, strike, years, dividendYield } = terms;
  if (!(years > 0 && spot > 0 && strike > 0)) return 0;
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) return 0;
  const near = logMoneyness(terms) / deviation + deviation / 2;
  return spot * Math.exp(-dividendYield * years) * normalDensity(near) * Math.sqrt(years);
}

/**
 * The greeks of an option in the units that the chain shows, by default of the American one that US stocks and funds have. At or
 * past expiration and without volatility the option is what it would pay: only the greeks of that are left.
 */
export function greeksOf(terms: OptionTerms, volatility: number, style: ExerciseStyle = 'american'): Greeks {
  const greeks =
    style === 'american' && paysToExerciseEarly(terms)
      ? americanGreeks(terms, volatility)
      : europeanGreeks(terms, volatility);
  const { delta, gamma, theta, vega, rho } = greeks;
  return { delta, gamma, theta: theta / TRADING_DAYS, vega: vega / POINTS, rho: rho / POINTS };
}

/** Greeks in units of 1: theta a year, vega and rho for a change by 1. */
function europeanGreeks(terms: OptionTerms, volatility: number): Greeks {
  const { right, spot, strike, rate, dividendYield } = terms;
  const sign = right === 'C' ? 1 : -1;
  const time = Math.max(0, terms.years);
  const root = Math.sqrt(time);
  const deviation = volatility * root;
  const { near, far } = distances(terms, deviation);
  const shareDiscount = Math.exp(-dividendYield * time);
  const shareDelta = shareDiscount * normalCdf(sign * near);
  const cashPart = strike * Math.exp(-rate * time) * normalCdf(sign * far);
  const density = shareDiscount * normalDensity(near);
  const carried = time > 0 ? sign * (dividendYield * spot * shareDelta - rate * cashPart) : 0;
  const isFlat = !(deviation > 0 && spot > 0);
  return {
    delta: sign * shareDelta,
    gamma: isFlat ? 0 : density / (spot * deviation),
    theta: carried - (isFlat ? 0 : (spot * density * volatility) / (2 * root)),
    vega: isFlat ? 0 : spot * density * root,
    rho: sign * time * cashPart,
  };
}

/** d1 and d2; infinite without spread, where the option is the forward or nothing. */
function distances(terms: OptionTerms, deviation: number): { near: number; far: number } {
  const { spot, strike } = terms;
  const moneyness =
    spot > 0 && strike > 0 ? logMoneyness({ ...terms, years: Math.max(0, terms.years) }) : spot - strike;
  if (deviation > 0 && spot > 0 && strike > 0) {
    const middle = moneyness / deviation;
    return { near: middle + deviation / 2, far: middle - deviation / 2 };
  }
  const infinite = moneyness === 0 ? 0 : moneyness > 0 ? Infinity : -Infinity;
  return { near: infinite, far: infinite };
}

function americanGreeks(terms: OptionTerms, volatility: number): Greeks {
  const { right, spot, rate, dividendYield } = terms;
  const european = europeanGreeks(terms, volatility);
  const added = exercisePremiumSlopes(terms, volatility);
  // Exercised at once it is a share bought or sold: nothing else moves it.
  if (added === null) return { delta: right === 'C' ? 1 : -1, gamma: 0, theta: 0, vega: 0, rho: 0 };
  if (added.premium === 0) return european;
  const theta = premiumTheta(terms, volatility, added.premium);
  // The premium solves the equation of Black and Scholes while the option is worth holding; next to the boundary this is
  // steadier than the second derivative of its integral.
  const growth = rate * added.premium - (rate - dividendYield) * spot * added.delta;
  return {
    delta: european.delta + added.delta,
    gamma: Math.max(0, european.gamma + (growth - theta) / (0.5 * (volatility * spot) ** 2)),
    theta: european.theta + theta,
    vega: european.vega + added.vega,
    rho: european.rho + premiumRho(terms, volatility, added.premium),
  };
}

/** Slopes of the premium of early exercise by differences, because the boundary moves with rate and time. */
function premiumRho(terms: OptionTerms, volatility: number, premium: number): number {
  const at = (rate: number): number => exercisePremium({ ...terms, rate }, volatility) ?? premium;
  const lower = Math.max(0, terms.rate - RATE_STEP);
  const upper = terms.rate + RATE_STEP;
  return (at(upper) - at(lower)) / (upper - lower);
}

function premiumTheta(terms: OptionTerms, volatility: number, premium: number): number {
  // One horizon for both times: where horizons meet, premiums differ by more than the step changes them.
  const horizonPower = horizonPowerOf(terms.years);
  const at = (years: number): number =>
    exercisePremium({ ...terms, years }, volatility, horizonPower) ?? premium;
  const step = terms.years * TIME_STEP;
  return (at(terms.years - step) - at(terms.years + step)) / (2 * step);
}
