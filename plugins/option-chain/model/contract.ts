import type { OptionRight } from '../../../src/domain/symbols/symbol.ts';
import { quoteProblem, type SymbolRecord, type SymbolStore } from '../../../src/plugin-api/index.ts';

/** An option as the chain requests return it. */
export type OptionQuote = Awaited<ReturnType<SymbolStore['optionChainSnapshot']>>[number];

/** What the record of a live symbol says of a contract. */
export type ContractRecord = Pick<
  SymbolRecord,
  | 'state'
  | 'version'
  | 'info'
  | 'last'
  | 'previousClose'
  | 'bid'
  | 'bidSize'
  | 'ask'
  | 'askSize'
  | 'volume'
  | 'timeMs'
>;

/** A price or size of the wire; 0 (= none) for what is no amount. */
const amount = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/** The moment that recorded quotes belong to. */
export interface QuoteOrigin {
  /** UTC ms; null before the first snapshot of the day. */
  readonly timeMs: number | null;
  /** Price of the underlying at that moment, dollars; 0 = unknown. */
  readonly underlying: number;
}

const originOf = (recorded: OptionQuote['Recorded']): QuoteOrigin | null =>
  recorded === undefined
    ? null
    : { timeMs: recorded.Time ?? null, underlying: amount(recorded.UnderlyingPrice) };

/** One contract of the chain: the newest of its snapshot and its live record. Prices in dollars, 0 = none. */
export class Contract {
  readonly symbol: string;
  readonly right: OptionRight;
  readonly strike: number;
  /** Unix seconds of 16:00 New York. */
  readonly expirationSeconds: number;
  readonly name: string;
  last = 0;
  previousClose = 0;
  bid = 0;
  bidSize = 0;
  ask = 0;
  askSize = 0;
  volume = 0;
  openInterest = 0;
  /** Implied volatility by the server's word, a fraction a year. */
  servedVolatility: number | null = null;
  /** Of the underlying, a fraction a year. */
  dividendYield = 0;
  timeMs = 0;
  /** Set for quotes of a recording, which stand still between its snapshots. */
  recorded: QuoteOrigin | null = null;
  /** A live record has been read: the quote is of now, and not of the last snapshot. */
  isLive = false;
  #version = -1;

  constructor(quote: OptionQuote) {
    this.symbol = quote.Symbol;
    this.right = quote.Type === 'Call' ? 'C' : 'P';
    this.strike = quote.Strike;
    this.expirationSeconds = quote.Expiration;
    this.name = quote.DisplayName;
    this.takeSnapshot(quote);
  }

  /** Takes a snapshot unless the live record is newer. */
  takeSnapshot(quote: OptionQuote): void {
    if (quote.Timestamp < this.timeMs) return;
    this.last = amount(quote.Last);
    this.previousClose = amount(quote.PreviousClose);
    this.bid = amount(quote.Bid);
    this.bidSize = amount(quote.BidSize);
    this.ask = amount(quote.Ask);
    this.askSize = amount(quote.AskSize);
    this.volume = amount(quote.Volume);
    this.openInterest = amount(quote.OpenInterest);
    this.servedVolatility = quote.ImpliedVolatility;
    this.dividendYield = amount(quote.DividendYield ?? 0);
    this.recorded = originOf(quote.Recorded);
    this.timeMs = quote.Timestamp;
  }

  /** Takes the live record; a record that is gone or still loading leaves what is known. True when something changed. */
  takeRecord(record: ContractRecord | undefined): boolean {
    if (record?.state !== 'live') {
      this.isLive = false;
      return false;
    }
    if (record.version === this.#version && this.isLive) return false;
    this.#version = record.version;
    this.isLive = true;
    this.last = amount(record.last);
    this.previousClose = amount(record.previousClose);
    this.bid = amount(record.bid);
    this.bidSize = amount(record.bidSize);
    this.ask = amount(record.ask);
    this.askSize = amount(record.askSize);
    this.volume = amount(record.volume);
    this.timeMs = record.timeMs;
    const option = record.info?.Option;
    if (option !== undefined) {
      this.openInterest = amount(option.OpenInterest);
      this.servedVolatility = option.ImpliedVolatility;
      this.dividendYield = amount(option.DividendYield ?? 0);
      // A record's info is from the time of its subscription: a chain loaded later may have a newer snapshot.
      const origin = originOf(option.Recorded);
      if (origin !== null && (origin.timeMs ?? 0) >= (this.recorded?.timeMs ?? 0)) this.recorded = origin;
    }
    return true;
  }

  /** The last price; the previous close where there is no last price. */
  get shownLast(): number {
    return this.last === 0 ? this.previousClose : this.last;
  }
  get isPreviousClose(): boolean {
    return this.last === 0 && this.previousClose > 0;
  }
  /** Dollars since the previous close; null where one of the two is missing. */
  get change(): number | null {
    return this.last > 0 && this.previousClose > 0 ? this.last - this.previousClose : null;
  }
  /** A recording has this contract, and its first snapshot of the day is still to come: it has no quote and no volume yet. */
  get isBeforeSnapshot(): boolean {
    return this.recorded !== null && this.recorded.timeMs === null;
  }
  get isCrossed(): boolean {
    return this.bid > 0 && this.ask > 0 && this.bid > this.ask;
  }
  /** Why the quote has no middle; null for a quote that has one. */
  get quoteProblem(): string | null {
    return this.isBeforeSnapshot ? 'No quote before the first snapshot of the recording' : quoteProblem(this);
  }
  /** Middle of the quote; null for a quote with one side, or a crossed one. */
  get middle(): number | null {
    return quoteProblem(this) === null ? (this.bid + this.ask) / 2 : null;
  }
}

/** A strike of an expiration; either side may be missing. */
export interface StrikeRow {
  readonly strike: number;
  readonly expirationSeconds: number;
  readonly call: Contract | undefined;
  readonly put: Contract | undefined;
  /** All strikes of the expiration, ascending, and the place of this one. */
  readonly siblings: readonly StrikeRow[];
  readonly index: number;
}

export const strikeRowId = (row: StrikeRow): string => `${row.expirationSeconds}:${row.strike}`;
