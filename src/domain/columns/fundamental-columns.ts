import type { SymbolColumn } from './column.ts';
import { defineColumn, defineHistoryColumn } from './define-column.ts';
import {
  figureOf,
  marketCapOf,
  percentFrom,
  percentOfRange,
  yearHighOf,
  yearLowOf,
  yearShortfall,
} from './figures.ts';
import { formatPrice } from '../format/format-number.ts';
import { UNKNOWN_TEXT } from './format.ts';

const category = 'Fundamental';

/** Columns of the company, its shares, dividend and earnings, and of the 52 week range. */
export const fundamentalColumns: readonly SymbolColumn[] = [
  defineColumn(
    category,
    'text',
    { id: 'Symbol', label: 'Symbol', defaultWidthPx: 84, help: 'The symbol as the exchange lists it.' },
    (input) => input.symbol,
  ),
  defineColumn(
    category,
    'text',
    { id: 'Company', label: 'Company', defaultWidthPx: 150, help: 'The name of the company or fund.' },
    (input) => input.company,
  ),
  defineColumn(
    category,
    'text',
    { id: 'Exchange', label: 'Exchange', defaultWidthPx: 80, help: 'The exchange that lists the symbol.' },
    (input) => input.exchange,
  ),
  defineColumn(
    category,
    'text',
    { id: 'Currency', label: 'Currency', defaultWidthPx: 70, help: 'The currency the symbol trades in.' },
    (input) => input.currency,
  ),
  defineColumn(
    category,
    'text',
    { id: 'Sector', label: 'Sector', help: 'The economic sector of the company.' },
    (input) => input.sector,
  ),
  defineColumn(
    category,
    'text',
    { id: 'Industry', label: 'Industry', help: 'The industry of the company within its sector.' },
    (input) => input.industry,
  ),
  defineColumn(
    category,
    'abbreviated',
    {
      id: 'MarketCap',
      label: 'Market capitalization',
      shortLabel: 'Mkt Cap',
      help: 'Shares outstanding times the last price.',
    },
    marketCapOf,
  ),
  defineColumn(
    category,
    'abbreviated',
    {
      id: 'SharesOutstanding',
      label: 'Shares outstanding',
      shortLabel: 'Shares Out',
      help: 'All shares the company has issued.',
    },
    (input) => input.sharesOutstanding,
  ),
  defineColumn(
    category,
    'abbreviated',
    {
      id: 'ShortInterest',
      label: 'Short interest',
      shortLabel: 'Short Int',
      help: 'Shares sold short and not yet bought back.',
    },
    (input) => input.shortInterest,
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'ShortInterestP',
      label: 'Short interest %',
      shortLabel: 'Short Int %',
      defaultWidthPx: 84,
      help: 'Short interest as a percentage of the shares outstanding.',
    },
    (input) =>
      input.shortInterest === null || input.sharesOutstanding === null || input.sharesOutstanding <= 0
        ? null
        : (input.shortInterest / input.sharesOutstanding) * 100,
  ),
  defineHistoryColumn(
    category,
    'abbreviated',
    {
      id: 'ADV',
      label: 'Average daily volume',
      shortLabel: 'ADV',
      help: 'Shares traded a day, on average over the last 20 sessions.',
    },
    (input) => figureOf(input, 'ADV'),
  ),
  defineHistoryColumn(
    category,
    'price',
    {
      id: 'ADTR',
      label: 'Average daily true range',
      shortLabel: 'ADTR',
      help: 'How far the price ranges a day, gaps included, on average over the last 20 sessions, in dollars.',
    },
    (input) => figureOf(input, 'ADTR'),
  ),
  defineColumn(
    category,
    'price',
    { id: 'Dividend', label: 'Dividend', help: 'Dividends a share over a year, in dollars.' },
    (input) => input.dividend,
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'Yield',
      label: 'Dividend yield',
      shortLabel: 'Yield',
      help: 'The yearly dividend as a percentage of the last price.',
    },
    (input) => (input.dividend === null || input.last <= 0 ? null : (input.dividend / input.last) * 100),
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'EPS',
      label: 'Earnings per share',
      shortLabel: 'EPS',
      help: 'Earnings a share over the last four quarters, in dollars.',
    },
    (input) => input.eps,
  ),
  defineColumn(
    category,
    'ratio',
    {
      id: 'PE',
      label: 'Price to earnings',
      shortLabel: 'P/E',
      help: 'The last price divided by the earnings per share; none while a company loses money.',
    },
    (input) => (input.eps === null || input.eps <= 0 || input.last <= 0 ? null : input.last / input.eps),
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'YearHigh',
      shortfall: yearShortfall,
      label: '52 week high',
      shortLabel: '52 Wk Hi',
      help: 'The highest price of the 52 weeks: the sessions after the same date a year ago, today included.',
    },
    yearHighOf,
  ),
  defineColumn(
    category,
    'price',
    {
      id: 'YearLow',
      shortfall: yearShortfall,
      label: '52 week low',
      shortLabel: '52 Wk Lo',
      help: 'The lowest price of the 52 weeks: the sessions after the same date a year ago, today included.',
    },
    yearLowOf,
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'YearRange',
      shortfall: yearShortfall,
      label: '52 week range',
      shortLabel: '52 Wk Hi/Lo',
      defaultWidthPx: 124,
      help: 'The high and the low of the last 52 weeks; sorts by where the last price stands between them.',
      text: (input) => {
        const high = yearHighOf(input);
        const low = yearLowOf(input);
        return high === null || low === null ? UNKNOWN_TEXT : `${formatPrice(high)} / ${formatPrice(low)}`;
      },
    },
    (input) => percentOfRange(input.last, yearLowOf(input), yearHighOf(input)),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'OffYearHighP',
      shortfall: yearShortfall,
      label: '% off 52 week high',
      shortLabel: '% Off 52 Wk Hi',
      defaultWidthPx: 104,
      help: 'How far the last price is from the 52 week high.',
    },
    (input) => percentFrom(input.last, yearHighOf(input)),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'OffYearLowP',
      shortfall: yearShortfall,
      label: '% off 52 week low',
      shortLabel: '% Off 52 Wk Lo',
      defaultWidthPx: 104,
      help: 'How far the last price is from the 52 week low.',
    },
    (input) => percentFrom(input.last, yearLowOf(input)),
  ),
];
