import type { SymbolColumn } from './column.ts';
import { defineColumn } from './define-column.ts';
import { changePercent, known, midOf, spreadOf } from './figures.ts';
import { formatPrice } from '../format/format-number.ts';
import { UNKNOWN_TEXT } from './format.ts';

const category = 'Trading';

/** Columns of the last trade, the quote and the volume of the day. */
export const tradingColumns: readonly SymbolColumn[] = [
  defineColumn(
    category,
    'price',
    {
      id: 'PreviousClose',
      label: 'Previous close',
      shortLabel: 'Prev Close',
      help: 'The closing price of the trading day before.',
    },
    (input) => known(input.previousClose),
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'Last',
      label: 'Last price',
      shortLabel: 'Last',
      isLive: true,
      help: 'The price of the last trade.',
    },
    (input) => known(input.last),
  ),
  defineColumn(
    category,
    'integer',
    { id: 'LastSize', label: 'Last size', shortLabel: 'Last Size', help: 'Shares of the last trade.' },
    (input) => known(input.lastSize),
  ),
  defineColumn(
    category,
    'price',
    { id: 'Open', label: 'Open', help: "The first price of today's session." },
    (input) => known(input.open),
  ),
  defineColumn(
    category,
    'price',
    { id: 'High', label: 'High', isLive: true, help: 'The highest price today.' },
    (input) => known(input.high),
  ),
  defineColumn(
    category,
    'price',
    { id: 'Low', label: 'Low', isLive: true, help: 'The lowest price today.' },
    (input) => known(input.low),
  ),
  defineColumn(
    category,
    'signedPrice',
    {
      id: 'Change',
      label: '$ change',
      shortLabel: 'Change',
      isLive: true,
      help: 'The last price less the previous close, in dollars.',
    },
    (input) => (input.last > 0 ? input.last - input.previousClose : null),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'ChangeP',
      label: '% change',
      shortLabel: 'Change %',
      isLive: true,
      help: 'The change from the previous close in percent; 100 when there is no previous close.',
    },
    (input) => (input.last > 0 ? changePercent(input.last, input.previousClose) : null),
  ),
  defineColumn(
    category,
    'abbreviated',
    { id: 'Volume', label: 'Volume', help: 'Shares traded today.' },
    (input) => input.volume,
  ),
  defineColumn(
    category,
    'abbreviated',
    {
      id: 'PreviousVolume',
      label: 'Previous volume',
      shortLabel: 'Prev Vol',
      help: 'Shares traded on the trading day before.',
    },
    (input) => known(input.previousVolume),
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'VWAP',
      label: 'Volume weighted average price',
      shortLabel: 'VWAP',
      help: "The average price of today's trades, weighted by their size.",
    },
    (input) => known(input.vwap),
  ),
  defineColumn(
    category,
    'text',
    {
      id: 'Tick',
      label: 'Tick',
      align: 'right',
      defaultWidthPx: 48,
      help: 'The direction of the last change of price.',
      text: (input) => (input.tick > 0 ? '▲' : input.tick < 0 ? '▼' : UNKNOWN_TEXT),
    },
    (input) => input.tick,
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'DayRange',
      label: 'Day range',
      shortLabel: 'Day Range',
      defaultWidthPx: 124,
      help: "Today's low and high; sorts by the distance between them.",
      text: (input) =>
        input.low > 0 && input.high > 0
          ? `${formatPrice(input.low)} - ${formatPrice(input.high)}`
          : UNKNOWN_TEXT,
    },
    (input) => (input.low > 0 && input.high > 0 ? input.high - input.low : null),
  ),
  defineColumn(
    category,
    'price',
    { id: 'Bid', label: 'Bid', trigger: 'quote', isLive: true, help: 'The best price a buyer offers now.' },
    (input) => known(input.bid),
  ),
  defineColumn(
    category,
    'integer',
    {
      id: 'BidSize',
      label: 'Bid size',
      shortLabel: 'Bid Size',
      trigger: 'quote',
      help: 'Shares wanted at the bid.',
    },
    (input) => (input.bid > 0 ? input.bidSize : null),
  ),
  defineColumn(
    category,
    'text',
    {
      id: 'BidExchange',
      label: 'Bid exchange',
      shortLabel: 'Bid Ex',
      trigger: 'quote',
      defaultWidthPx: 56,
      help: 'The exchange that shows the bid.',
    },
    (input) => input.bidExchange,
  ),
  defineColumn(
    category,
    'price',
    { id: 'Ask', label: 'Ask', trigger: 'quote', isLive: true, help: 'The best price a seller asks now.' },
    (input) => known(input.ask),
  ),
  defineColumn(
    category,
    'integer',
    {
      id: 'AskSize',
      label: 'Ask size',
      shortLabel: 'Ask Size',
      trigger: 'quote',
      help: 'Shares offered at the ask.',
    },
    (input) => (input.ask > 0 ? input.askSize : null),
  ),
  defineColumn(
    category,
    'text',
    {
      id: 'AskExchange',
      label: 'Ask exchange',
      shortLabel: 'Ask Ex',
      trigger: 'quote',
      defaultWidthPx: 56,
      help: 'The exchange that shows the ask.',
    },
    (input) => input.askExchange,
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'Mid',
      label: 'Middle of bid and ask',
      shortLabel: 'Mid',
      trigger: 'quote',
      help: 'Half way between bid and ask.',
    },
    midOf,
  ),
  defineColumn(
    category,
    'price',
    { id: 'Spread', label: 'Spread', trigger: 'quote', help: 'The ask less the bid, in dollars.' },
    spreadOf,
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'SpreadP',
      label: 'Spread %',
      trigger: 'quote',
      help: 'The spread as a percentage of the middle of bid and ask.',
    },
    (input) => {
      const spread = spreadOf(input);
      const mid = midOf(input);
      return spread === null || mid === null ? null : (spread / mid) * 100;
    },
  ),
  defineColumn(
    category,
    'time',
    { id: 'Time', label: 'Time', help: 'Exchange time of the last trade or quote.' },
    (input) => (input.timeMs > 0 ? input.timeMs : null),
  ),
];
