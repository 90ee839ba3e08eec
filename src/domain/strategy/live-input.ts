import type { DataColumns, RunLimits } from './description.ts';
import type { EarlierFill, SymbolHolding } from './resume-position.ts';
import type { AccountBase } from './account-base.ts';
import type { EarlierBracket, EarlierOpenOrder } from './open-orders.ts';

/** Contracts of an option that a continued run still holds; signed. */
export interface HeldContracts {
  readonly symbol: string;
  readonly quantity: number;
}

/** Exercise, assignment or expiration of an option that the run holds: shares at the strike, or nothing. */
export interface LiveSettlement {
  readonly symbol: string;
  /** Signed change of the contracts. */
  readonly contracts: number;
  /** Signed change of the position in the symbol of the run. */
  readonly shares: number;
  /** Dollars. */
  readonly strike: number;
}

/** What a live run starts with. */
export interface LiveInput {
  readonly limits: RunLimits;
  readonly warmUp: DataColumns;
  /** Bars of the other symbols that the strategy reads, in the sequence of its description; absent when it reads none. */
  readonly otherWarmUps?: readonly DataColumns[] | undefined;
  readonly sessions: Float64Array;
  /** Signed quantity that the run holds when it starts. */
  readonly position: number;
  /** Options that the run holds when it starts. */
  readonly contracts: readonly HeldContracts[];
  /** Earlier fills of a continued run in its symbol, in the order they happened. */
  readonly fills: readonly EarlierFill[];
  /** The same of the other symbols that it trades; absent when it holds and has traded none. */
  readonly otherHoldings?: readonly SymbolHolding[] | undefined;
  /** Entries of a continued run whose exits still work. They get the first numbers of its orders. */
  readonly brackets: readonly EarlierBracket[];
  /** Orders of a continued run that are still with the broker. Their numbers follow those of the entries. */
  readonly openOrders?: readonly EarlierOpenOrder[] | undefined;
  /** Absent: the capital of the file. */
  readonly account?: AccountBase | undefined;
}
