import { americanPrice } from '../american.ts';
import { intrinsicValue, type OptionTerms } from '../black-scholes.ts';
import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { YEAR_MS } from '../constants.ts';
import { dayGreeks } from '../day-theta.ts';
import type { Greeks } from '../greeks.ts';
import { nearestExpirationMs, signedRatio, type SpreadLeg } from './leg.ts';

/** A leg with the volatility that the model values it by. */
export interface ValuedLeg extends SpreadLeg {
  /** A fraction a year; null = unknown. A stock leg needs none. */
  readonly volatility: number | null;
}

/** What legs are valued with besides their volatility. */
export interface SpreadMarket {
  /** Price of the underlying, dollars. */
  readonly spot: number;
  /** Exchange time, UTC ms. */
  readonly nowMs: number;
  /** Risk-free rate a year, continuous. */
  readonly rate: number;
  /** Dividend yield of the underlying a year, continuous. */
  readonly dividendYield: number;
}

/** A spread at a price. */
export interface PricedSpread {
  readonly legs: readonly ValuedLeg[];
  /** Net price of one unit, dollars a share: positive = a debit paid, negative = a credit received. */
  readonly cost: number;
  readonly market: SpreadMarket;
}

/** The terms of an option leg at a price of the underlying and a time; null for a stock leg. */
function termsAt(leg: SpreadLeg, market: SpreadMarket, spot: number, atMs: number): OptionTerms | null {
  if (leg.kind === 'stock') return null;
  return {
    right: leg.kind === 'call' ? 'C' : 'P',
    spot,
    strike: leg.strike,
    years: (leg.expirationMs - atMs) / YEAR_MS,
    rate: market.rate,
    dividendYield: market.dividendYield,
  };
}

/** Value of a leg at a price of the underlying and a time, dollars a share; null when the model lacks its volatility. */
function legValueAt(leg: ValuedLeg, market: SpreadMarket, spot: number, atMs: number): number | null {
  const terms = termsAt(leg, market, spot, atMs);
  if (terms === null) return spot;
  if (terms.years <= 0) return intrinsicValue(terms);
  if (leg.volatility === null || !(leg.volatility > 0)) return null;
  const value = americanPrice(terms, leg.volatility);
  return Number.isFinite(value) ? value : null;
}

/**
 * Gain of one unit (100 shares a ratio) at a price of the underlying and a time, dollars; negative = a loss. Options that live longer
 * are valued by the model with their present volatility; null when one has none.
 */
export function gainAt({ legs, cost, market }: PricedSpread, spot: number, atMs: number): number | null {
  let value = 0;
  for (const leg of legs) {
    const each = legValueAt(leg, market, spot, atMs);
    if (each === null) return null;
    value += signedRatio(leg) * each;
  }
  return CONTRACT_SHARES * (value - cost);
}

/** The time at which a spread is judged: its nearest expiration; now, when it has no option. UTC ms. */
export const horizonMs = ({ legs, market }: PricedSpread): number =>
  nearestExpirationMs(legs) ?? market.nowMs;

/** Dollars that one unit gains for each dollar that the underlying rises, once it is far above all strikes. */
export function slopeAbove(legs: readonly SpreadLeg[]): number {
  const slope = legs.reduce((sum, leg) => (leg.kind === 'put' ? sum : sum + signedRatio(leg)), 0);
  return CONTRACT_SHARES * slope;
}

const NO_GREEKS: Greeks = { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 };
const STOCK_GREEKS: Greeks = { ...NO_GREEKS, delta: 1 };

/**
 * Greeks of one unit, dollars for all its shares (delta in shares): the sum over its legs; null when a leg has no volatility or has
 * expired.
 */
export function spreadGreeks(legs: readonly ValuedLeg[], market: SpreadMarket): Greeks | null {
  let sum = NO_GREEKS;
  for (const leg of legs) {
    const each = legGreeks(leg, market);
    if (each === null) return null;
    const weight = CONTRACT_SHARES * signedRatio(leg);
    sum = {
      delta: sum.delta + weight * each.delta,
      gamma: sum.gamma + weight * each.gamma,
      theta: sum.theta + weight * each.theta,
      vega: sum.vega + weight * each.vega,
      rho: sum.rho + weight * each.rho,
    };
  }
  return sum;
}

/** Greeks of one share of a leg that is bought, whatever its side, with the theta of `dayGreeks`; null without a volatility and after expiration. */
export function legGreeks(leg: ValuedLeg, market: SpreadMarket): Greeks | null {
  const terms = termsAt(leg, market, market.spot, market.nowMs);
  if (terms === null) return STOCK_GREEKS;
  if (!(terms.years > 0 && market.spot > 0) || leg.volatility === null || !(leg.volatility > 0)) return null;
  const greeks = dayGreeks(terms, leg.volatility);
  return Object.values(greeks).every(Number.isFinite) ? greeks : null;
}
