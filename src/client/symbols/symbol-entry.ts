import type { Body } from '../../protocol/index.ts';
import type { SymbolRecord } from '../types.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
/** A record of the store as the feed writes it; views get it read-only. */
export type MutableRecord = Writable<SymbolRecord>;
/** What the server answers about a symbol: names, fundamentals and the prices of the day. */
export type SymbolInfo = Body<'symbolsInfoAnswer'>['Items'][number];

/** The record of a symbol of which nothing is known yet; prices are 0 until they come. */
export function emptyRecord(symbol: string): MutableRecord {
  return {
    symbol,
    state: 'loading',
    info: undefined,
    historical: null,
    last: 0,
    lastSize: 0,
    open: 0,
    high: 0,
    low: 0,
    previousClose: 0,
    volume: 0,
    vwap: 0,
    tick: 0,
    bid: 0,
    bidSize: 0,
    bidExchange: '',
    ask: 0,
    askSize: 0,
    askExchange: '',
    isHalted: false,
    haltReason: '',
    haltsKnownFromMs: null,
    timeMs: 0,
    receivedAtMs: 0,
    version: 0,
  };
}

/**
 * Puts a trade into the record. `changed` is false for a trade older than what is known. `isNewSession` is true when the
 * day's volume has started again at 0: the record's figures of the day then start at this print, and fresh info is needed.
 */
export function applyTrade(
  record: MutableRecord,
  trade: Body<'trade'>,
  receivedAtMs: number,
): { changed: boolean; isNewSession: boolean } {
  record.receivedAtMs = receivedAtMs;
  if (trade.TV < record.volume) {
    if (trade.TS <= record.timeMs) return { changed: false, isNewSession: false };
    startSession(record, trade, receivedAtMs);
    return { changed: true, isNewSession: true };
  }
  if (trade.P > record.last && record.last > 0) record.tick = 1;
  else if (trade.P < record.last) record.tick = -1;
  const added = trade.TV - record.volume;
  // Prints that were conflated away are in TV only; this print's price stands for them.
  if (added > 0) record.vwap = (record.vwap * record.volume + trade.P * added) / trade.TV;
  record.volume = trade.TV;
  record.last = trade.P;
  record.lastSize = trade.V;
  if (trade.TV > 0) {
    if (record.open === 0) record.open = trade.P;
    if (trade.P > record.high) record.high = trade.P;
    if (record.low === 0 || trade.P < record.low) record.low = trade.P;
  }
  touch(record, trade.TS);
  return { changed: true, isNewSession: false };
}

function startSession(record: MutableRecord, trade: Body<'trade'>, receivedAtMs: number): void {
  record.previousClose = record.last;
  record.open = record.high = record.low = record.vwap = record.last = trade.P;
  record.lastSize = trade.V;
  record.volume = trade.TV;
  record.tick = 0;
  record.receivedAtMs = receivedAtMs;
  touch(record, trade.TS);
}

/** Puts a quote into the record; false when a newer one is known. */
export function applyQuote(
  record: MutableRecord,
  quote: Body<'quote'>,
  quoteTimeMs: number,
  receivedAtMs: number,
): boolean {
  record.receivedAtMs = receivedAtMs;
  if (quote.TS < quoteTimeMs) return false;
  record.bid = quote.B;
  record.bidSize = quote.BS;
  record.bidExchange = quote.BE;
  record.ask = quote.A;
  record.askSize = quote.AS;
  record.askExchange = quote.AE;
  const isValue = quote.B > 0 && quote.B === quote.A && quote.BS === 0 && quote.AS === 0;
  if (isValue) applyValue(record, quote.B);
  touch(record, quote.TS);
  return true;
}

/** The value of an index, or of an underlying whose price only its option chains give: it never trades, so its value is its last price. */
function applyValue(record: MutableRecord, value: number): void {
  if (value > record.last && record.last > 0) record.tick = 1;
  else if (value < record.last) record.tick = -1;
  record.last = value;
  record.high = Math.max(record.high, value);
  record.low = record.low === 0 ? value : Math.min(record.low, value);
}

/** Puts symbol info into the record. Prices of trades and quotes that are newer than the answer stay. */
export function applyInfo(record: MutableRecord, info: SymbolInfo, receivedAtMs: number): void {
  const prices = info.Prices;
  record.info = info;
  record.state = 'live';
  record.receivedAtMs = receivedAtMs;
  record.previousClose = prices.PreviousClose;
  if (prices.Volume >= record.volume || prices.Timestamp >= record.timeMs) {
    record.last = prices.Last;
    record.lastSize = prices.LastSize;
    record.open = prices.Open;
    record.high = prices.High;
    record.low = prices.Low;
    record.volume = prices.Volume;
    record.vwap = prices.VWAP;
    record.tick = prices.Tick;
  } else {
    const later = record.volume - prices.Volume;
    record.vwap = (prices.VWAP * prices.Volume + record.last * later) / record.volume;
    if (prices.Open > 0) record.open = prices.Open;
    record.high = Math.max(record.high, prices.High);
    record.low = prices.Low > 0 ? Math.min(record.low, prices.Low) : record.low;
  }
  if (prices.Timestamp >= record.timeMs || record.bid === 0) {
    record.bid = prices.Bid;
    record.bidSize = prices.BidSize;
    record.ask = prices.Ask;
    record.askSize = prices.AskSize;
  }
  touch(record, prices.Timestamp);
}

/** Puts the trading status into the record; false when it is known already. */
export function applyStatus(
  record: MutableRecord,
  isHalted: boolean,
  reason: string,
  knownFromMs: number | null,
): boolean {
  if (record.isHalted === isHalted && record.haltReason === reason && record.haltsKnownFromMs === knownFromMs)
    return false;
  record.haltsKnownFromMs = knownFromMs;
  record.isHalted = isHalted;
  record.haltReason = reason;
  record.version++;
  return true;
}

/** The server does not know the symbol. A record with prices keeps them. */
export function markUnknown(record: MutableRecord): void {
  if (record.state === 'live') return;
  record.state = 'unknown';
  record.version++;
}

function touch(record: MutableRecord, timeMs: number): void {
  if (timeMs > record.timeMs) record.timeMs = timeMs;
  record.version++;
}
