import type { Instrument } from '../../market-data.ts';
import { MARKET_VOLATILITY, SECTOR_VOLATILITY } from '../factors.ts';

/** An instrument with what drives its prices. */
export interface Listing {
  /** Place in the universe, 0-based. */
  readonly index: number;
  /** Seed of everything random about this symbol. */
  readonly seed32: number;
  readonly instrument: Instrument;
  /** Price in dollars at the anchor day, the last before the quarter of the epoch. */
  readonly anchorPrice: number;
  /** How much of the market's return it takes. */
  readonly beta: number;
  /** Place of its sector in SECTORS; -1 = follows none. */
  readonly sectorIndex: number;
  /** How much of the sector's own return it takes. */
  readonly sectorLoading: number;
  /** Standard deviation of its own daily return. */
  readonly ownVolatility: number;
  /** Part of its variance that is the market's, 0..1. */
  readonly marketShare: number;
  /** Shares on a usual day. */
  readonly usualVolume: number;
  /** Prints in a usual minute. */
  readonly usualTicksPerMinute: number;
  /** Usual spread as a part of the price, in 1/10,000. */
  readonly spreadBps: number;
  /** Session number, modulo a quarter, on which it reports earnings; -1 = never (funds). */
  readonly earningsPhase: number;
}

/** What is known of a symbol before its trading behaviour is derived from it. */
export interface ListingFacts {
  readonly instrument: Instrument;
  readonly anchorPrice: number;
  readonly beta: number;
  readonly sectorIndex: number;
  readonly sectorLoading: number;
  readonly ownVolatility: number;
  readonly usualVolume: number;
}

/** Sessions in a quarter. */
export const QUARTER_DAYS = 63;

/** Derives the print rate and the spread from the money that changes hands in a symbol. */
export function listingOf(index: number, seed32: number, facts: ListingFacts): Listing {
  const dollarsPerDay = facts.usualVolume * facts.anchorPrice;
  const marketVariance = (facts.beta * MARKET_VOLATILITY) ** 2;
  const ticksPerSecond = Math.min(10, 10 * (dollarsPerDay / 30e9) ** 0.45);
  return {
    ...facts,
    index,
    seed32,
    marketShare: marketVariance / (marketVariance + (facts.sectorLoading * SECTOR_VOLATILITY) ** 2 + facts.ownVolatility ** 2),
    usualTicksPerMinute: Math.max(3, ticksPerSecond * 60),
    spreadBps: Math.min(60, Math.max(0.2, 2 * (1e9 / dollarsPerDay) ** 0.4)),
    earningsPhase: facts.instrument.isEtf ? -1 : seed32 % QUARTER_DAYS,
  };
}
