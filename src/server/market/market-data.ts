import type { Bar } from '../../domain/bars/bar.ts';
import type { CorporateAction } from '../../domain/corporate-actions/types.ts';
import type { LastPrice } from '../../domain/money/last-price.ts';
import type { PriceE4 } from '../../domain/money/price.ts';
import type { MarketKind } from './market-kinds.ts';
import type { RecordedChains } from './options/recorded-chain.ts';

export type { Bar } from '../../domain/bars/bar.ts';
export type { LastPrice } from '../../domain/money/last-price.ts';

/** One trade print. `totalVolume` is the session's cumulative share volume after this print, so a gap can be seen. */
export interface Trade {
  readonly symbol: string;
  readonly priceE4: PriceE4;
  readonly size: number;
  readonly totalVolume: number;
  readonly exchange: string;
  /** Exchange time, UTC ms. */
  readonly timeMs: number;
}

/** National best bid and offer. Sizes in shares; a price of 0 means no quote on that side. */
export interface Quote {
  readonly symbol: string;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly bidExchange: string;
  readonly askE4: PriceE4;
  readonly askSize: number;
  readonly askExchange: string;
  readonly timeMs: number;
}

/** One exchange's own best bid and offer. */
export interface ExchangeQuote {
  readonly exchange: string;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
}

/** The bar sizes that a market answers. */
export type CandleType = 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes' | 'Day';

/** Who waits for an answer that may cost a request of a source that counts them: a trader in front of a screen, or work ahead of time. */
export type Urgency = 'visible' | 'background';

/** What a market makes ready before it is read: prices and quotes of symbols, or their latest prints as well. */
export type ReadyPart = 'prices' | 'prints';

/** What is known of a company or fund; null = not known. */
export interface Instrument {
  readonly symbol: string;
  readonly company: string;
  readonly exchange: string;
  readonly currency: 'USD';
  readonly isEtf: boolean;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly sharesOutstanding: number | null;
  readonly shortInterest: number | null;
  /** Annual dividend, dollars a share. */
  readonly dividend: number | null;
  /** Earnings, dollars a share, trailing twelve months. */
  readonly eps: number | null;
  /** False for a symbol that cannot be borrowed. */
  readonly shortable: boolean;
}

/** The session's state of one symbol; a price of 0 means none yet. */
export interface Snapshot {
  readonly symbol: string;
  readonly lastE4: PriceE4;
  readonly lastSize: number;
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly previousCloseE4: PriceE4;
  readonly previousVolume: number;
  readonly volume: number;
  readonly vwapE4: PriceE4;
  /** 1 = last trade above the one before it, -1 below, 0 unchanged. */
  readonly tick: -1 | 0 | 1;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
  readonly timeMs: number;
  readonly yearHighE4: PriceE4;
  readonly yearLowE4: PriceE4;
  /** The year's extremes before this session, which stay the same all day. 0 = no session before it is known; absent = unknown. */
  readonly pastYearHighE4?: PriceE4;
  readonly pastYearLowE4?: PriceE4;
  /** Start (UTC ms) of the first day that the year's extremes are known of; absent = all 52 weeks are (`domain/bars/periods.ts`). */
  readonly yearSinceMs?: number | undefined;
}

/** The finest thing that was recorded of a session. */
export type RecordedDetail = 'Trades' | 'Minutes' | 'Days';

/** Receives the trades and quotes of the symbols it watches, in the order of their times. */
export interface MarketListener {
  onTrade?(trade: Trade): void;
  onQuote?(quote: Quote): void;
}

/** Where an exchange day is, with its auctions between the phases: `closed` → `pre` → `open` → `post` → `closed`. */
export type MarketPhase = 'closed' | 'pre' | 'open' | 'post';
/** Receives the events of exchange days, in the order of their times. `timeMs` is exchange time, UTC ms. */
export interface SessionListener {
  onPhase?(phase: MarketPhase, timeMs: number): void;
  /** The official opening or closing print of a watched symbol: the auction's price and size. Comes on the tape as a trade too. */
  onAuctionPrint?(kind: 'opening' | 'closing', trade: Trade): void;
  /** Trading of a symbol is halted or resumes, or the reason of its halt changes; for every symbol, watched or not. `reason` as of `haltReason`. */
  onHalt?(symbol: string, isHalted: boolean, timeMs: number, reason: string): void;
  /** What is known of the halts of a watched symbol has changed while it counts as trading: `knownFromMs` as of `haltsKnownFromMs`. */
  onHaltsKnown?(symbol: string, knownFromMs: number | null, timeMs: number): void;
}

/** One `YYYY-MM-DD` exchange day and its regular session, UTC ms. */
export interface SessionDay {
  readonly date: string;
  readonly openMs: number;
  readonly closeMs: number;
}

/** How a recording is played. */
export interface ReplayControl {
  /** Exchange milliseconds for each host millisecond: 1 to 100, 0 while paused. */
  speed(): number;
  /** Throws an Error for a speed outside of that range. */
  setSpeed(speed: number): void;
  /** Calls back after each change of the speed; the returned function ends it. */
  onSpeed(listener: () => void): () => void;
}

/**
 * The market as the rest of the server sees it. `registry.ts` lists its adapters.
 * Work per tick is for watched symbols only: an adapter produces live events for a symbol while it has a watcher.
 * All queries answer for the exchange clock's present: nothing later than `exchangeMs()` is ever returned.
 */
export interface MarketData {
  readonly kind: MarketKind;
  /**
   * Exchange time now, UTC ms. Never goes back. While there is a session listener, time, session and phase do not pass a close before
   * the listener has received it together with the closing prints.
   */
  exchangeMs(): number;
  /**
   * Host time, ms, at which the adapter last had all events of its watched symbols out up to a later exchange time than
   * before: it distinguishes a quiet market from one that hangs. Absent: judged by the events that come.
   */
  flowedAtMs?(): number;
  /** The session in progress, or the last one begun. */
  sessionDay(): SessionDay;
  /** True during continuous trading. */
  isOpen(): boolean;
  phase(): MarketPhase;
  isHalted(symbol: string): boolean;
  /** Why trading of a symbol is halted, as users read it, at most `MAX_HALT_REASON_LENGTH` characters; empty when it is unknown or the symbol trades. Absent: never known. */
  haltReason?(symbol: string): string;
  /** A halt of the symbol that began before this time, UTC ms, may be unknown; null when there is no such doubt. Absent: never a doubt. */
  haltsKnownFromMs?(symbol: string): number | null;
  /** Calls back for phases, auctions and halts in exchange time order; the returned function ends it. */
  onSession(listener: SessionListener): () => void;
  instrument(symbol: string): Instrument | undefined;
  /** Every stock and fund of the universe, ascending (options are not listed). */
  symbols(): readonly string[];
  symbolCount(): number;
  /** Symbols that trade in the present session, by the money traded on a usual day, largest first; at most `limit`. */
  byTurnover(limit: number): Promise<readonly string[]>;
  /** Case-insensitive: exact symbol, then symbol prefix, then company words. At most `limit`. */
  lookup(query: string, limit: number): Instrument[];
  /**
   * Only of a market whose source has to be queried: makes the present state of symbols ready for the queries that answer at once (`snapshot`, `quote`,
   * `lastPrice`, `depth`; with `prints` also `timeAndSales`). Before that they answer with what is known, prices of 0 if nothing is. Unknown symbols are
   * skipped. Resolves when the source has answered or has failed to, and never rejects. What is watched is ready as long as it is watched.
   */
  ready?(symbols: readonly string[], part: ReadyPart): Promise<void>;
  /** Undefined for an unknown symbol. */
  snapshot(symbol: string): Snapshot | undefined;
  quote(symbol: string): Quote | undefined;
  /**
   * `lastE4` and `previousCloseE4` of the snapshot without the rest of the session's state, and until when they hold. Much cheaper than the
   * snapshot of an unwatched symbol: positions are marked by it. Undefined for an unknown symbol.
   */
  lastPrice(symbol: string): LastPrice | undefined;
  /** Per-exchange quotes, best bid first. */
  depth(symbol: string): ExchangeQuote[];
  /** The latest prints, newest first. */
  timeAndSales(symbol: string, limit: number): Trade[];
  /**
   * Bars whose start lies in [fromMs, toMs), ascending; the last may be still forming. `urgency` (default: visible) decides which requests a market with a
   * limited source sends first. Rejects with a `MarketUnavailableError` when the source does not answer.
   */
  bars(symbol: string, candle: CandleType, fromMs: number, toMs: number, urgency?: Urgency): Promise<Bar[]>;
  /** The same bars as they traded: past days without the splits since then. Only of a market that has `corporateActions`; absent: `bars` are all there is. */
  rawBars?(symbol: string, candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]>;
  /**
   * What the bars and prints of a session are made from: anything finer is invented, fit to be shown and played but not to test a strategy on. Absent: the market's own
   * history, in full detail.
   */
  recordedDetail?(symbol: string, date: string): RecordedDetail;
  /** Starts live events of a symbol to the listener; the returned function stops them. Unknown symbols: returns undefined. */
  watch(symbol: string, listener: MarketListener): (() => void) | undefined;
  /**
   * Corporate actions with an ex-date after one day and up to another one (`YYYY-MM-DD`), in the order of their ex-dates. From its ex-date on the market
   * shows prices after the action, and past closes on their scale. Absent: the market knows of none.
   */
  corporateActions?(afterDate: string, throughDate: string): readonly CorporateAction[];
  /** Option chains that the market has recorded: they take the place of model prices. */
  readonly recordedChains?: RecordedChains;
  /** Only of a market that plays a recording. */
  readonly replay?: ReplayControl;
  start(): Promise<void>;
  stop(): Promise<void>;
}
