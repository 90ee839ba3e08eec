import type { SymbolColumn } from './column.ts';
import { defineHistoryColumn } from './define-column.ts';
import { figureOf, known, percentFrom, periodHighOf, periodLowOf } from './figures.ts';
import { formatPrice } from '../format/format-number.ts';
import { UNKNOWN_TEXT } from './format.ts';

const category = 'Indicator';

const RANGES = [
  { id: '1M', short: '1 Mo', label: '1 month', span: 'month', high: 'High1M', low: 'Low1M' },
  { id: '3M', short: '3 Mo', label: '3 month', span: '3 months', high: 'High3M', low: 'Low3M' },
  { id: '6M', short: '6 Mo', label: '6 month', span: '6 months', high: 'High6M', low: 'Low6M' },
  { id: '2Y', short: '2 Yr', label: '2 year', span: '2 years', high: 'High2Y', low: 'Low2Y' },
  { id: '5Y', short: '5 Yr', label: '5 year', span: '5 years', high: 'High5Y', low: 'Low5Y' },
  { id: '10Y', short: '10 Yr', label: '10 year', span: '10 years', high: 'High10Y', low: 'Low10Y' },
] as const;
const CHANGES = [
  { id: '1M', short: '1 Mo', label: '1 month', price: 'Price1M' },
  { id: '3M', short: '3 Mo', label: '3 months', price: 'Price3M' },
  { id: '6M', short: '6 Mo', label: '6 months', price: 'Price6M' },
  { id: '1Y', short: '1 Yr', label: '1 year', price: 'Price1Y' },
  { id: '2Y', short: '2 Yr', label: '2 years', price: 'Price2Y' },
  { id: '5Y', short: '5 Yr', label: '5 years', price: 'Price5Y' },
  { id: '10Y', short: '10 Yr', label: '10 years', price: 'Price10Y' },
] as const;

/** Highs, lows and changes over periods of the daily history. */
export const historyColumns: readonly SymbolColumn[] = [
  ...RANGES.map(({ id, short, label, span, high, low }) =>
    defineHistoryColumn(
      category,
      'percent',
      {
        id: `Range${id}`,
        label: `${label} range`,
        shortLabel: `${short} Hi/Lo`,
        defaultWidthPx: 124,
        help: `The high and the low of the last ${span}, today included; sorts by where the last price stands between them.`,
        text: (input) => {
          const [top, bottom] = [periodHighOf(input, high), periodLowOf(input, low)];
          return top === null || bottom === null
            ? UNKNOWN_TEXT
            : `${formatPrice(top)} / ${formatPrice(bottom)}`;
        },
      },
      (input) => {
        const [top, bottom] = [periodHighOf(input, high), periodLowOf(input, low)];
        return top === null || bottom === null || top <= bottom || input.last <= 0
          ? null
          : ((input.last - bottom) / (top - bottom)) * 100;
      },
    ),
  ),
  ...RANGES.map(({ id, short, label, span, high }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: `OffHigh${id}P`,
        label: `% off ${label} high`,
        shortLabel: `% Off ${short} Hi`,
        defaultWidthPx: 104,
        help: `How far the last price is from the high of the last ${span}, today included.`,
      },
      (input) => percentFrom(input.last, periodHighOf(input, high)),
    ),
  ),
  ...RANGES.map(({ id, short, label, span, low }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: `OffLow${id}P`,
        label: `% off ${label} low`,
        shortLabel: `% Off ${short} Lo`,
        defaultWidthPx: 104,
        help: `How far the last price is from the low of the last ${span}, today included.`,
      },
      (input) => percentFrom(input.last, periodLowOf(input, low)),
    ),
  ),
  ...CHANGES.map(({ id, short, label, price }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: `Change${id}P`,
        label: `% change in ${label}`,
        shortLabel: `${short} Chg %`,
        defaultWidthPx: 88,
        help: `The last price against the close ${label} before the last finished session, in percent.`,
      },
      (input) => percentFrom(known(input.last), figureOf(input, price)),
    ),
  ),
];
