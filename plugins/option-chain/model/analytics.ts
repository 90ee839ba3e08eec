import {
  greeksOf,
  impliedVolatility,
  RISK_FREE_RATE,
  spotOf,
  yearsTo,
  type Greeks,
  type OptionTerms,
  type UnderlyingPrices,
} from '../../../src/domain/options/index.ts';
import type { Contract, StrikeRow } from './contract.ts';

/** What the contracts of a chain are valued with now. */
export interface Pricing {
  /** Price of the underlying, dollars; 0 = unknown. */
  readonly spot: number;
  /** The sound quote that `spot` is the middle of, dollars; absent where there is none. */
  readonly bid?: number;
  readonly ask?: number;
  /** Exchange time, UTC ms. */
  readonly nowMs: number;
}

/** Figures of a contract from its own quote. */
export interface ContractFigures {
  /** A fraction a year; null where no volatility reproduces the middle of the quote. */
  readonly volatility: number | null;
  readonly greeks: Greeks | null;
  /** The greeks use the volatility of another contract. */
  readonly isEstimate: boolean;
}

const NO_FIGURES: ContractFigures = { volatility: null, greeks: null, isEstimate: false };
const CLOCK_STEP_MS = 60_000;

/** The pricing of a chain on an underlying with these prices. `nowMs` is exchange time, UTC ms. */
export function pricingOf(prices: UnderlyingPrices, nowMs: number): Pricing {
  const { bid, ask } = prices;
  return { spot: spotOf(prices), nowMs, ...(bid > 0 && ask >= bid ? { bid, ask } : {}) };
}

/** Time and price of the underlying that a quote belongs to: those of its snapshot if it was recorded, the present otherwise. */
export function momentOf({ recorded }: Contract, { spot, nowMs }: Pricing): Pick<Pricing, 'spot' | 'nowMs'> {
  const timeMs = recorded?.timeMs ?? null;
  if (recorded === null || timeMs === null) return { spot, nowMs };
  return { spot: recorded.underlying > 0 ? recorded.underlying : spot, nowMs: timeMs };
}

function termsOf(contract: Contract, pricing: Pricing): OptionTerms | null {
  const { spot, nowMs } = momentOf(contract, pricing);
  const years = yearsTo(contract.expirationSeconds, nowMs);
  if (!(spot > 0 && years > 0 && contract.strike > 0)) return null;
  return {
    right: contract.right,
    spot,
    strike: contract.strike,
    years,
    rate: RISK_FREE_RATE,
    dividendYield: contract.dividendYield,
  };
}

/** The greeks of a contract at a given volatility; null where they cannot be computed. */
export function greeksAt(contract: Contract, volatility: number | null, pricing: Pricing): Greeks | null {
  const terms = termsOf(contract, pricing);
  if (terms === null || volatility === null || !(volatility > 0)) return null;
  const greeks = greeksOf(terms, volatility);
  return Object.values(greeks).every(Number.isFinite) ? greeks : null;
}

interface Cached {
  readonly bid: number;
  readonly ask: number;
  readonly spot: number;
  readonly clockStep: number;
  readonly dividendYield: number;
  readonly volatility: number | null;
}

/** Implied volatilities and greeks of a chain, recomputed only when a quote, the underlying or the minute has changed. */
export class ChainAnalytics {
  readonly #cache = new WeakMap<Contract, Cached>();
  #pricing: Pricing = { spot: 0, nowMs: 0 };

  setPricing(pricing: Pricing): void {
    this.#pricing = pricing;
  }
  get pricing(): Pricing {
    return this.#pricing;
  }

  /** Implied volatility of the middle of a contract's quote. A contract that is not live has the server's figure, which belongs to its snapshot. */
  volatility(contract: Contract): number | null {
    if (!contract.isLive) return contract.servedVolatility;
    const { spot, nowMs } = momentOf(contract, this.#pricing);
    const clockStep = Math.floor(nowMs / CLOCK_STEP_MS);
    const cached = this.#cache.get(contract);
    if (
      cached !== undefined &&
      cached.bid === contract.bid &&
      cached.ask === contract.ask &&
      cached.clockStep === clockStep &&
      cached.dividendYield === contract.dividendYield &&
      cached.spot === spot
    )
      return cached.volatility;
    const terms = termsOf(contract, this.#pricing);
    const price = contract.middle;
    const volatility = terms === null || price === null ? null : impliedVolatility(price, terms);
    this.#cache.set(contract, {
      bid: contract.bid,
      ask: contract.ask,
      spot,
      clockStep,
      dividendYield: contract.dividendYield,
      volatility,
    });
    return volatility;
  }

  /**
   * Volatility and greeks of a contract. Where its own quote implies nothing, the greeks are estimated with the volatility of the
   * other right of its strike, else of the next strike towards the price that has one.
   */
  figures(row: StrikeRow, side: 'call' | 'put'): ContractFigures {
    const contract = row[side];
    if (contract === undefined) return NO_FIGURES;
    const volatility = this.volatility(contract);
    const used = volatility ?? this.#nearestVolatility(row);
    const greeks = greeksAt(contract, used, this.#pricing);
    return { volatility, greeks, isEstimate: volatility === null && greeks !== null };
  }

  #nearestVolatility({ strike, siblings, index }: StrikeRow): number | null {
    const step = strike < this.#pricing.spot ? 1 : -1;
    for (let at = index; at >= 0 && at < siblings.length; at += step) {
      for (const contract of [siblings[at]?.call, siblings[at]?.put]) {
        const volatility = contract === undefined ? null : this.volatility(contract);
        if (volatility !== null) return volatility;
      }
    }
    return null;
  }

  /** Volatility at the money of an expiration: the mean of call and put at the strike nearest to the underlying. */
  atTheMoney(rows: readonly StrikeRow[]): number | null {
    const { spot } = this.#pricing;
    if (!(spot > 0)) return null;
    let nearest: StrikeRow | undefined;
    for (const row of rows)
      if (nearest === undefined || Math.abs(row.strike - spot) < Math.abs(nearest.strike - spot))
        nearest = row;
    const found = [nearest?.call, nearest?.put].flatMap((contract) => {
      const volatility = contract === undefined ? null : this.volatility(contract);
      return volatility === null ? [] : [volatility];
    });
    return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0) / found.length;
  }

  /** One standard deviation of the underlying until an expiration, dollars: price × volatility at the money × √years. */
  expectedMove(rows: readonly StrikeRow[], expirationSeconds: number): number | null {
    const volatility = this.atTheMoney(rows);
    const years = yearsTo(expirationSeconds, this.#pricing.nowMs);
    if (volatility === null || !(years > 0)) return null;
    return this.#pricing.spot * volatility * Math.sqrt(years);
  }
}
