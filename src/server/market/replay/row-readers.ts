import { dayNumber, newYorkMs } from '../../../domain/calendar/new-york-time.ts';
import { toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import { venueOfLetter } from '../shared/venues.ts';
import type { Bar } from '../market-data.ts';
import type { RowReader } from './csv-file.ts';

/** A recorded print. */
export interface RecordedTrade {
  readonly timeMs: number;
  readonly priceE4: PriceE4;
  readonly size: number;
  readonly exchange: string;
}

/** A recorded national best bid and offer, or the state of one during a minute. */
export interface RecordedQuote {
  readonly timeMs: number;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly bidExchange: string;
  readonly askE4: PriceE4;
  readonly askSize: number;
  readonly askExchange: string;
}

/** What a symbols file says of a company. */
export interface RecordedCompany {
  readonly symbol: string;
  readonly company: string;
  readonly exchange: string;
  readonly isEtf: boolean;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly sharesOutstanding: number | null;
}

/** The text of a row in a column; empty where the file has no such column. */
export type Field = (column: string) => string;

/** Thrown inside a reader to leave it; turned into the row's problem at its edge. */
export class RowError extends Error {}

/** Daily bars: Date,Open,High,Low,Close,Volume. */
export function dailyReader(): RowReader<Bar> {
  let lastMs = -Infinity;
  return reader(['Date', 'Open', 'High', 'Low', 'Close', 'Volume'], (field) => {
    const timeMs = newYorkMs(dateOf(field('Date')), 0);
    const bar = barOf(timeMs, field);
    lastMs = advance(lastMs, timeMs, true);
    return bar;
  });
}

/** Minute bars: Timestamp,Open,High,Low,Close,Volume (more columns are ignored), stamped with their start. */
export function minuteReader(): RowReader<Bar> {
  let lastMs = -Infinity;
  return reader(['Timestamp', 'Open', 'High', 'Low', 'Close', 'Volume'], (field) => {
    const timeMs = timestampOf(field('Timestamp'));
    const bar = barOf(timeMs, field);
    lastMs = advance(lastMs, timeMs, true);
    return bar;
  });
}

/** Trades: Timestamp,Price,Size,Exchange (SaleCondition and Suspicious if there). Null = a print marked suspicious. */
export function tradeReader(): RowReader<RecordedTrade | null> {
  let lastMs = -Infinity;
  return reader(['Timestamp', 'Price', 'Size', 'Exchange'], (field) => {
    const timeMs = timestampOf(field('Timestamp'));
    const priceE4 = priceOf('price', field('Price'));
    const size = countOf('size', field('Size'));
    if (size === 0) throw new RowError('size is 0');
    lastMs = advance(lastMs, timeMs, false);
    return field('Suspicious') === '1'
      ? null
      : { timeMs, priceE4, size, exchange: venueOfLetter(field('Exchange')) };
  });
}

/** NBBO changes: Timestamp,BidExchange,Bid,BidSize,Ask,AskSize,AskExchange. An empty side means no quote on it. */
export function nbboReader(): RowReader<RecordedQuote> {
  let lastMs = -Infinity;
  return reader(['Timestamp', 'Bid', 'BidSize', 'Ask', 'AskSize'], (field) => {
    const timeMs = timestampOf(field('Timestamp'));
    const bid = sideOf('bid', field('Bid'), field('BidSize'));
    const ask = sideOf('ask', field('Ask'), field('AskSize'));
    lastMs = advance(lastMs, timeMs, false);
    return {
      timeMs,
      bidE4: bid.priceE4,
      bidSize: bid.size,
      bidExchange: venueOfLetter(field('BidExchange')),
      askE4: ask.priceE4,
      askSize: ask.size,
      askExchange: venueOfLetter(field('AskExchange')),
    };
  });
}

/**
 * Quotes of a minute: Timestamp, open, high, low, close of bid and ask, and the sizes. One row becomes four moments:
 * the open at 0 s, the extremes at 20 and 40 s in the order that the direction suggests, the close at 55 s.
 */
export function minuteQuoteReader(): RowReader<RecordedQuote[]> {
  let lastMs = -Infinity;
  const columns = [
    'Timestamp',
    'BidOpen',
    'BidHigh',
    'BidLow',
    'BidClose',
    'BidSize',
    'AskOpen',
    'AskHigh',
    'AskLow',
    'AskClose',
    'AskSize',
  ];
  return reader(columns, (field) => {
    const timeMs = timestampOf(field('Timestamp'));
    const at = (offsetMs: number, part: string): RecordedQuote => {
      const bid = sideOf(`bid ${part.toLowerCase()}`, field(`Bid${part}`), field('BidSize'));
      const ask = sideOf(`ask ${part.toLowerCase()}`, field(`Ask${part}`), field('AskSize'));
      return {
        timeMs: timeMs + offsetMs,
        bidE4: bid.priceE4,
        bidSize: bid.size,
        bidExchange: 'ARCA',
        askE4: ask.priceE4,
        askSize: ask.size,
        askExchange: 'ARCA',
      };
    };
    const open = at(0, 'Open');
    const close = at(55_000, 'Close');
    const rising = close.bidE4 >= open.bidE4;
    const quotes = [open, at(20_000, rising ? 'Low' : 'High'), at(40_000, rising ? 'High' : 'Low'), close];
    lastMs = advance(lastMs, timeMs, true);
    return quotes;
  });
}

/** Companies: Symbol,Name and, if there, Exchange, IsETF, Sector, Industry, SharesOutstanding(Est). */
export function companyReader(): RowReader<RecordedCompany> {
  return reader(['Symbol', 'Name'], (field) => {
    const symbol = field('Symbol').toUpperCase();
    if (symbol === '') throw new RowError('symbol is empty');
    const shares = field('SharesOutstanding') || field('SharesOutstandingEst');
    return {
      symbol,
      company: field('Name') || symbol,
      exchange: field('Exchange') || 'US',
      isEtf: field('IsETF').toUpperCase() === 'Y',
      sector: field('Sector') || null,
      industry: field('Industry') || null,
      sharesOutstanding: shares === '' ? null : countOf('shares outstanding', shares),
    };
  });
}

/** Makes a reader of rows that answers the message of a RowError instead of throwing it. `columns` are those that a file must have. */
export function reader<Record>(
  columns: readonly string[],
  read: (field: Field) => Record,
): RowReader<Record> {
  return {
    columns,
    read(field) {
      try {
        return read(field);
      } catch (error) {
        if (error instanceof RowError) return error.message;
        throw error;
      }
    },
  };
}

function barOf(timeMs: number, field: Field): Bar {
  const openE4 = priceOf('open', field('Open'));
  const highE4 = priceOf('high', field('High'));
  const lowE4 = priceOf('low', field('Low'));
  const closeE4 = priceOf('close', field('Close'));
  if (lowE4 > highE4) throw new RowError(`low ${field('Low')} is above high ${field('High')}`);
  if (openE4 > highE4 || openE4 < lowE4)
    throw new RowError(`open ${field('Open')} is outside low ${field('Low')} .. high ${field('High')}`);
  if (closeE4 > highE4 || closeE4 < lowE4)
    throw new RowError(`close ${field('Close')} is outside low ${field('Low')} .. high ${field('High')}`);
  return { timeMs, openE4, highE4, lowE4, closeE4, volume: countOf('volume', field('Volume')) };
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const HIGHEST_PRICE = 100_000_000;

/** A number that is not negative. Throws a RowError that begins with `name` for any other text. */
export function numberOf(name: string, text: string): number {
  if (text === '') throw new RowError(`${name} is empty`);
  if (!NUMBER.test(text)) throw new RowError(`${name} is not a number: ${text.slice(0, 40)}`);
  const value = Number(text);
  if (value < 0) throw new RowError(`${name} is negative: ${text.slice(0, 40)}`);
  return value;
}

/** A price in dollars as 1/10,000 dollar, above 0. Throws a RowError that begins with `name` for any other text. */
export function priceOf(name: string, text: string): number {
  const value = numberOf(name, text);
  if (value > HIGHEST_PRICE) throw new RowError(`${name} is too large: ${text.slice(0, 40)}`);
  const priceE4 = toPriceE4(value);
  if (priceE4 === 0) throw new RowError(`${name} is 0`);
  return priceE4;
}

/** A number of shares or contracts, rounded to a whole one. Throws a RowError that begins with `name` for a text that is none. */
export function countOf(name: string, text: string): number {
  const value = Math.round(numberOf(name, text));
  if (!Number.isSafeInteger(value)) throw new RowError(`${name} is too large: ${text.slice(0, 40)}`);
  return value;
}

/** A side of a quote; 0 where there is none. `usualSize` stands for a size that was not recorded. */
export function sideOf(
  name: string,
  price: string,
  size: string,
  usualSize = 100,
): { readonly priceE4: PriceE4; readonly size: number } {
  if (price === '' || Number(price) === 0) return { priceE4: 0, size: 0 };
  return { priceE4: priceOf(name, price), size: size === '' ? usualSize : countOf(`${name} size`, size) };
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment as UTC ms. Throws a RowError for a text that is none. */
export function timestampOf(text: string): number {
  if (text === '') throw new RowError('timestamp is empty');
  const match = TIMESTAMP.exec(text);
  const timeMs = match === null ? Number.NaN : Date.parse(text);
  if (Number.isNaN(timeMs)) throw new RowError(`bad timestamp: ${text.slice(0, 40)}`);
  dateOf(match?.[1] ?? '');
  return timeMs;
}

/** A date `YYYY-MM-DD`. Throws a RowError for a text that is none. */
export function dateOf(text: string): string {
  if (text === '') throw new RowError('date is empty');
  try {
    dayNumber(text);
  } catch {
    throw new RowError(`bad date: ${text.slice(0, 40)}`);
  }
  return text;
}

function advance(lastMs: number, timeMs: number, strictly: boolean): number {
  if (timeMs < lastMs) throw new RowError('time goes back');
  if (strictly && timeMs === lastMs) throw new RowError('time repeats the row before');
  return timeMs;
}
