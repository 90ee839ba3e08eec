import { dayNumber, newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import {
  CONTRACT_SHARES,
  dayGreeks,
  expirationSeconds,
  impliedVolatility,
  RISK_FREE_RATE,
  spotOf,
  yearsTo,
  type Greeks,
  type OptionTerms,
} from '../../src/domain/options/index.ts';
import { isOptionSymbol, parseOptionSymbol, underlyingOf } from '../../src/domain/symbols/symbol.ts';
import type { SymbolRecord, ToolPlatform } from '../../src/plugin-api/index.ts';
import { isFlat, netShares, type PositionFacts } from './position-view.ts';

/** Sensitivities of a whole position. */
export interface PositionGreeks {
  /** Shares of the underlying that gain and lose as much. */
  readonly delta: number;
  /** Dollars for one trading day that passes, at most the time value that is left. */
  readonly theta: number;
  /** Dollars for one percentage point of volatility. */
  readonly vega: number;
}
/** Sensitivities of the options of an account; `missing` counts the option positions that could not be valued. */
export interface AccountGreeks extends PositionGreeks {
  readonly missing: number;
}

type Held = Pick<PositionFacts, 'IsStock' | 'LongQty' | 'ShortQty'> & { readonly Symbol: string };
type ValuationDeps = {
  readonly symbols: Pick<ToolPlatform['symbols'], 'get'>;
  exchangeMs(): number;
};

interface Cached {
  readonly inputs: readonly number[];
  readonly greeks: Greeks | null;
}

const CLOCK_STEP_MS = 60_000;

/** Calendar days from the New York date of `nowMs` (exchange UTC ms) to the last day of an option, 0 on and after it; null for what is no option. */
export function daysToExpiration(symbol: string, nowMs: number): number | null {
  const option = parseOptionSymbol(symbol);
  if (option === null) return null;
  return Math.max(0, dayNumber(option.expiration) - dayNumber(newYorkDate(nowMs)));
}

/**
 * Greeks of the account's options at the implied volatility of their live quotes, or the server's figure where a quote implies
 * none. They are computed again only when a quote, the underlying or the minute has changed.
 */
export class OptionValuation {
  readonly #deps: ValuationDeps;
  readonly #cache = new Map<string, Cached>();

  constructor(deps: ValuationDeps) {
    this.#deps = deps;
  }

  /** Calendar days until the option expires; null for what is no option. */
  daysToExpiration(symbol: string): number | null {
    return daysToExpiration(symbol, this.#deps.exchangeMs());
  }

  /** Greeks of one share of an option, dollars; null while a price or the volatility is unknown, and once it has expired. */
  greeks(symbol: string): Greeks | null {
    const option = parseOptionSymbol(symbol);
    const record = this.#deps.symbols.get(symbol);
    const underlying = option === null ? undefined : this.#deps.symbols.get(option.underlying);
    if (option === null || record === undefined || underlying === undefined) return null;
    const clockStep = Math.floor(this.#deps.exchangeMs() / CLOCK_STEP_MS);
    const { DividendYield = 0, ImpliedVolatility = null } = record.info?.Option ?? {};
    const spot = spotOf(underlying);
    const inputs = [record.bid, record.ask, spot, clockStep, DividendYield, ImpliedVolatility ?? 0];
    const cached = this.#cache.get(symbol);
    if (cached !== undefined && cached.inputs.every((input, index) => input === inputs[index]))
      return cached.greeks;
    const greeks = computeGreeks(record, ImpliedVolatility, {
      right: option.right,
      spot,
      strike: option.strike,
      years: yearsTo(expirationSeconds(option.expiration), clockStep * CLOCK_STEP_MS),
      rate: RISK_FREE_RATE,
      dividendYield: DividendYield,
    });
    this.#cache.set(symbol, { inputs, greeks });
    return greeks;
  }

  /** Sensitivities of an open position in an option; null for every other position, and while they are unknown. */
  positionGreeks(position: Held): PositionGreeks | null {
    if (isFlat(position)) return null;
    const greeks = this.greeks(position.Symbol);
    if (greeks === null) return null;
    const shares = netShares(position) * CONTRACT_SHARES;
    return { delta: greeks.delta * shares, theta: greeks.theta * shares, vega: greeks.vega * shares };
  }

  /** Shares that a position moves with: of an option by its delta, of a stock all of them; null while unknown and when flat. */
  deltaShares(position: Held): number | null {
    if (isFlat(position)) return null;
    return position.IsStock ? netShares(position) : (this.positionGreeks(position)?.delta ?? null);
  }

  /**
   * Sums over the option positions of an account; null when it holds none. Delta includes the shares of their underlyings, so that
   * a covered position shows what it is exposed to.
   */
  accountGreeks(positions: readonly Held[]): AccountGreeks | null {
    const options = positions.filter((position) => !isFlat(position) && isOptionSymbol(position.Symbol));
    if (options.length === 0) return null;
    const underlyings = new Set(options.map(({ Symbol }) => underlyingOf(Symbol)));
    const sum = { delta: 0, theta: 0, vega: 0, missing: 0 };
    for (const position of positions) if (underlyings.has(position.Symbol)) sum.delta += netShares(position);
    for (const position of options) {
      const greeks = this.positionGreeks(position);
      if (greeks === null) {
        sum.missing += 1;
        continue;
      }
      sum.delta += greeks.delta;
      sum.theta += greeks.theta;
      sum.vega += greeks.vega;
    }
    return sum;
  }
}

function computeGreeks(
  { bid, ask }: Pick<SymbolRecord, 'bid' | 'ask'>,
  servedVolatility: number | null,
  terms: OptionTerms,
): Greeks | null {
  if (!(terms.spot > 0 && terms.years > 0)) return null;
  const implied = bid > 0 && ask >= bid ? impliedVolatility((bid + ask) / 2, terms) : null;
  const volatility = implied ?? servedVolatility;
  if (volatility === null || !(volatility > 0)) return null;
  const greeks = dayGreeks(terms, volatility);
  return Object.values(greeks).every(Number.isFinite) ? greeks : null;
}
