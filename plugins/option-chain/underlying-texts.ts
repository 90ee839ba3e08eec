import {
  formatQuotePrice,
  formatSignedPercent,
  formatSignedPrice,
  UNKNOWN_TEXT,
  type SymbolRecord,
} from '../../src/plugin-api/index.ts';

type Prices = Pick<SymbolRecord, 'last' | 'previousClose' | 'bid' | 'bidSize' | 'ask' | 'askSize'>;

/** What the bar of the underlying shows. */
export interface UnderlyingTexts {
  readonly last: string;
  readonly change: string;
  readonly bid: string;
  readonly ask: string;
  /** Of the change; null where there is none. */
  readonly tone: 'up' | 'down' | null;
}

const price = (dollars: number): string => (dollars > 0 ? formatQuotePrice(dollars) : UNKNOWN_TEXT);
const quote = (dollars: number, size: number): string =>
  dollars > 0 && size > 0 ? `${price(dollars)} × ${size.toLocaleString('en-US')}` : price(dollars);

const arrowOf = (change: number): string => (change === 0 ? '' : change > 0 ? '▲ ' : '▼ ');

/** Last (the previous close where Last is 0), change, bid and ask of the underlying. Percent change uses 100 for a previous close that is not above 0. */
export function underlyingTexts(record: Prices | undefined): UnderlyingTexts {
  if (record === undefined)
    return { last: UNKNOWN_TEXT, change: UNKNOWN_TEXT, bid: UNKNOWN_TEXT, ask: UNKNOWN_TEXT, tone: null };
  const { last, previousClose } = record;
  const change = last > 0 ? last - previousClose : null;
  const percent = change === null ? 0 : previousClose > 0 ? (change / previousClose) * 100 : 100;
  return {
    last: price(last === 0 ? previousClose : last),
    change:
      change === null
        ? UNKNOWN_TEXT
        : `${arrowOf(change)}${formatSignedPrice(change)} (${formatSignedPercent(percent)})`,
    bid: quote(record.bid, record.bidSize),
    ask: quote(record.ask, record.askSize),
    tone: change === null || change === 0 ? null : change > 0 ? 'up' : 'down',
  };
}
