import type { PriceE4 } from '../../../domain/money/price.ts';
import type { OptionRight } from '../../../domain/symbols/symbol.ts';

/** What a recording says of an option at a snapshot. Prices in E4 a share, 0 = none; sizes and volumes in contracts. */
export interface RecordedOption {
  readonly symbol: string;
  /** `YYYY-MM-DD`. */
  readonly expiration: string;
  readonly right: OptionRight;
  /** Dollars. */
  readonly strike: number;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
  /** The last trade, of this session or an earlier one. */
  readonly lastE4: PriceE4;
  /** Contracts traded on the day of the last trade. */
  readonly volume: number;
  /** Open contracts at the end of the session before; 0 = none or unknown. */
  readonly openInterest: number;
  /** UTC ms; null = unknown. */
  readonly lastTradeMs: number | null;
}

/** A whole chain at one moment. */
export interface ChainSnapshot {
  /** When it was recorded, UTC ms. */
  readonly timeMs: number;
  /** Price of the underlying at that moment, E4; 0 = unknown. */
  readonly underlyingE4: PriceE4;
  readonly options: ReadonlyMap<string, RecordedOption>;
}

/** The recorded chain of an underlying on one day. */
export interface RecordedChain {
  readonly underlying: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Why the chain cannot be used, for users; null for a sound one. */
  readonly problem: string | null;
  /** `YYYY-MM-DD`, ascending. */
  readonly expirations: readonly string[];
  /** Strikes of an expiration in dollars, ascending. */
  strikes(expiration: string): readonly number[];
  /** Any row of an option that is listed on this day, whatever its time; for what does not change in a day. */
  listed(symbol: string): RecordedOption | undefined;
  /** The latest snapshot at a moment; undefined before the first. */
  snapshotAt(timeMs: number): ChainSnapshot | undefined;
}

/** The option chains that a market has recorded. */
export interface RecordedChains {
  /** The chain of a day; null when none was recorded, a chain with a `problem` when it cannot be used. Reads its file when it has to. */
  chain(underlying: string, date: string): RecordedChain | null;
  /** True when a chain was recorded whose file has not been read yet. */
  isUnread(underlying: string, date: string): boolean;
  /** Reads the chain of a day in steps that let other work run, so that `chain` need not. */
  prepare(underlying: string, date: string): Promise<void>;
}

/** A chain of its snapshots, in any order. One taken after `closeMs` shows the close. */
export function createRecordedChain(
  underlying: string,
  date: string,
  closeMs: number,
  snapshots: readonly ChainSnapshot[],
): RecordedChain {
  const ascending = [...snapshots].sort((left, right) => left.timeMs - right.timeMs);
  const listed = new Map<string, RecordedOption>();
  for (const { options } of ascending)
    for (const [symbol, option] of options) if (!listed.has(symbol)) listed.set(symbol, option);
  const strikes = new Map<string, Set<number>>();
  for (const { expiration, strike } of listed.values())
    strikes.set(expiration, (strikes.get(expiration) ?? new Set()).add(strike));
  const ladders = new Map(
    [...strikes].map(([expiration, set]) => [expiration, [...set].sort((left, right) => left - right)]),
  );
  return {
    underlying,
    date,
    problem: null,
    expirations: [...ladders.keys()].sort(),
    strikes: (expiration) => ladders.get(expiration) ?? [],
    listed: (symbol) => listed.get(symbol),
    snapshotAt: (timeMs) => ascending.findLast((snapshot) => Math.min(snapshot.timeMs, closeMs) <= timeMs),
  };
}

/** A chain that was recorded and cannot be used: nothing is listed, and `problem` states the reason to users. */
export function createRefusedChain(underlying: string, date: string, problem: string): RecordedChain {
  return {
    underlying,
    date,
    problem,
    expirations: [],
    strikes: () => [],
    listed: () => undefined,
    snapshotAt: () => undefined,
  };
}
