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

/** Standard deviation of a day's return that the usual spread is for. */
const USUAL_DEVIATION = 0.012;

/** Derives the print rate and the spread from the money that changes hands in a symbol and from how far it moves. */
export function listingOf(index: number, seed32: number, facts: ListingFacts): Listing {
  const dollarsPerDay = facts.usualVolume * facts.anchorPrice;
  const marketVariance = (facts.beta * MARKET_VOLATILITY) ** 2;
  const variance = marketVariance + (facts.sectorLoading * SECTOR_VOLATILITY) ** 2 + facts.ownVolatility ** 2;
  // Cheap shares trade in more prints than their turnover suggests: a print is seldom of many hundred shares.
  const ticksPerSecond = Math.min(
    10,
    Math.max(10 * (dollarsPerDay / 30e9) ** 0.45, facts.usualVolume / 23_400 / 500),
  );
  return {
    ...facts,
    index,
    seed32,
    marketShare: marketVariance / variance,
    usualTicksPerMinute: Math.max(3, ticksPerSecond * 60),
    spreadBps: Math.min(
      60,
      Math.max(0.1, 1.3 * (1e9 / dollarsPerDay) ** 0.4 * (Math.sqrt(variance) / USUAL_DEVIATION) ** 0.7),
    ),
    earningsPhase: facts.instrument.isEtf ? -1 : seed32 % QUARTER_DAYS,
  };
}
