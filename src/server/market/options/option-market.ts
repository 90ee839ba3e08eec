import type { Expiration } from '../../../domain/options/index.ts';
import type { PriceE4 } from '../../../domain/money/price.ts';
import type { OptionRight } from '../../../domain/symbols/symbol.ts';
import type { Snapshot } from '../market-data.ts';

/** An option as of now. Prices in E4 a share, sizes and volumes in contracts; a price of 0 means none. */
export interface OptionState {
  readonly symbol: string;
  readonly underlying: string;
  readonly right: OptionRight;
  /** Dollars. */
  readonly strike: number;
  /** `YYYY-MM-DD`. */
  readonly expiration: string;
  readonly displayName: string;
  /** The session's last print; 0 before the first. */
  readonly lastE4: PriceE4;
  readonly previousCloseE4: PriceE4;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
  readonly volume: number;
  /** Open contracts at the end of the session before. */
  readonly openInterest: number;
  /** A fraction a year, of the middle of the quote; null when no price implies one. */
  readonly impliedVolatility: number | null;
  /** Of the underlying, continuous, a fraction a year: what the option is priced with. */
  readonly dividendYield: number;
  readonly timeMs: number;
  /** Only of an option whose quotes were recorded. */
  readonly recorded?: {
    /** When the quotes were recorded, UTC ms; null before the first snapshot of the day. */
    readonly timeMs: number | null;
    /** Price of the underlying at that moment, E4: volatility and greeks of the quotes are computed with it; 0 = unknown. */
    readonly underlyingE4: PriceE4;
  };
}

/** Which part of an expiration's strikes is wanted. */
export interface StrikeChoice {
  /** Only so many strikes, those nearest to the price of the underlying. */
  readonly nearest?: number;
}

/** The options of a market, beside its quotes and prints, which `MarketData` answers for option symbols too. */
export interface OptionMarket {
  /** Expirations listed now, ascending; empty for a symbol without options, undefined for an unknown one. */
  expirations(underlying: string): readonly Expiration[] | undefined;
  /** The options of one expiration by strike, call before put; empty when it is not listed. */
  chain(underlying: string, expiration: string, choice?: StrikeChoice): OptionState[];
  /** Why the recorded chain of an underlying cannot be used today, for users; null when nothing is wrong. Reads the chain in steps that let other work run. */
  chainProblem(underlying: string): Promise<string | null>;
  /** Undefined for an option that is not listed. */
  option(symbol: string): OptionState | undefined;
  /** Volatility a year that the options of a stock or fund imply for the next 30 days; null when it has none. Pass a `snapshot` that is at hand to save querying it again. */
  impliedVolatilityOf(underlying: string, snapshot?: Snapshot): number | null;
}
