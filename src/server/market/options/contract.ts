import {
  expirationSeconds,
  isListedOn,
  isOnStrikeGrid,
  type ListingClass,
} from '../../../domain/options/index.ts';
import { sessionOn } from '../../../domain/calendar/us-equity.ts';
import {
  displaySymbol,
  formatOptionSymbol,
  parseOptionSymbol,
  type OptionRight,
} from '../../../domain/symbols/symbol.ts';
import type { Instrument } from '../market-data.ts';
import { hashParts, type SeedPart } from '../shared/random.ts';

/** A listed option: what of it never changes. */
export interface Contract {
  readonly symbol: string;
  readonly underlying: string;
  readonly right: OptionRight;
  /** Dollars. */
  readonly strike: number;
  /** `YYYY-MM-DD`. */
  readonly expiration: string;
  /** When trading in it ends, UTC ms. */
  readonly endMs: number;
  readonly listing: ListingClass;
  /** What people read. */
  readonly displayName: string;
  /** Seed of everything random about it. */
  readonly seed32: number;
}

/** Funds with an expiration on every trading day. */
const DAILY_FUNDS: ReadonlySet<string> = new Set(['SPY', 'QQQ', 'IWM']);
const WEEKLY_FROM_SHARES = 250e6;
const OPTIONS_FROM_SHARES = 20e6;

/**
 * How the options of a symbol are listed; null when it has none. Decided by what does not change from day to day, so that nobody is
 * left with an option that is no longer known. Indexes and synthetic symbols cannot be delivered and have none.
 */
export function listingClassOf(instrument: Instrument): ListingClass | null {
  const { symbol, sharesOutstanding, isEtf } = instrument;
  if (!/^[A-Z]{1,5}(\.[A-Z])?$/.test(symbol)) return null;
  if (DAILY_FUNDS.has(symbol)) return 'daily';
  // A recording may not know how many shares there are: what was worth recording is worth an option.
  if (sharesOutstanding === null) return 'weekly';
  if (sharesOutstanding >= WEEKLY_FROM_SHARES) return 'weekly';
  return isEtf || sharesOutstanding >= OPTIONS_FROM_SHARES ? 'monthly' : null;
}

/** The contract of its parts, whether listed or not. */
export function contractOf(
  parts: {
    readonly underlying: string;
    readonly expiration: string;
    readonly right: OptionRight;
    readonly strike: number;
  },
  listing: ListingClass,
  seed: SeedPart,
): Contract {
  const symbol = formatOptionSymbol(parts);
  const { underlying, expiration, right, strike } = parts;
  return {
    symbol,
    underlying,
    expiration,
    right,
    strike,
    listing,
    displayName: displaySymbol(symbol),
    endMs: sessionOn(expiration)?.closeMs ?? expirationSeconds(expiration) * 1000,
    seed32: hashParts('option', symbol, seed),
  };
}

/**
 * The contract that a symbol names, if its underlying has options, its strike is on the grid and its expiration is listed on `date`.
 * Which strikes a chain shows depends on prices; which ones exist does not, so a position never loses its quotes.
 */
export function listedContract(
  symbol: string,
  date: string,
  instrumentOf: (symbol: string) => Instrument | undefined,
  seed: SeedPart,
): Contract | undefined {
  const parts = parseOptionSymbol(symbol);
  const instrument = parts === null ? undefined : instrumentOf(parts.underlying);
  const listing = instrument === undefined ? null : listingClassOf(instrument);
  if (
    parts === null ||
    listing === null ||
    !isOnStrikeGrid(listing, parts.strike) ||
    !isListedOn(listing, parts.expiration, date)
  )
    return undefined;
  const contract = contractOf(parts, listing, seed);
  // Padded or otherwise unusual spellings are not symbols of this market.
  return contract.symbol === symbol ? contract : undefined;
}
