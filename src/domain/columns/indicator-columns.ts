import type { SymbolColumn } from './column.ts';
import { defineColumn, defineHistoryColumn } from './define-column.ts';
import {
  figureOf,
  known,
  percentFrom,
  percentOfRange,
  yearHighOf,
  yearLowOf,
  yearShortfall,
} from './figures.ts';

const category = 'Indicator';

/** Columns that compare the prices of the day with its open, its range and the daily history. */
export const indicatorColumns: readonly SymbolColumn[] = [
  defineColumn(
    category,
    'signedPrice',
    { id: 'Gap', label: 'Gap', help: "Today's open less the previous close, in dollars." },
    (input) => (input.open > 0 && input.previousClose > 0 ? input.open - input.previousClose : null),
  ),
  defineColumn(
    category,
    'signedPercent',
    { id: 'GapP', label: 'Gap %', help: "Today's open against the previous close, in percent." },
    (input) => percentFrom(known(input.open), known(input.previousClose)),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'ChangeOpenP',
      label: '% change from open',
      shortLabel: 'From Open %',
      defaultWidthPx: 92,
      help: "The last price against today's open, in percent.",
    },
    (input) => percentFrom(known(input.last), known(input.open)),
  ),
  defineColumn(
    category,
    'percent',
    { id: 'VolumeP', label: 'Volume %', help: "Today's volume as a percentage of the previous day's." },
    (input) => (input.previousVolume > 0 ? (input.volume / input.previousVolume) * 100 : null),
  ),
  defineHistoryColumn(
    category,
    'percent',
    {
      id: 'VolumeAdvP',
      label: 'Volume % of average',
      shortLabel: 'Vol % ADV',
      defaultWidthPx: 84,
      help: "Today's volume as a percentage of the average daily volume.",
    },
    (input) => {
      const average = figureOf(input, 'ADV');
      return average === null || average <= 0 ? null : (input.volume / average) * 100;
    },
  ),
  defineColumn(
    category,
    'abbreviated',
    {
      id: 'DollarVolume',
      label: 'Dollar volume',
      shortLabel: '$ Volume',
      help: "Value of today's trades: volume times the volume weighted average price.",
    },
    (input) => (input.vwap > 0 ? input.volume * input.vwap : null),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'VwapP',
      label: '% from VWAP',
      shortLabel: 'From VWAP %',
      defaultWidthPx: 96,
      help: 'The last price against the volume weighted average price, in percent.',
    },
    (input) => percentFrom(known(input.last), known(input.vwap)),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'OffHighP',
      label: '% off high',
      shortLabel: '% Off High',
      defaultWidthPx: 84,
      help: "How far the last price is from today's high.",
    },
    (input) => percentFrom(known(input.last), known(input.high)),
  ),
  defineColumn(
    category,
    'signedPercent',
    {
      id: 'OffLowP',
      label: '% off low',
      shortLabel: '% Off Low',
      defaultWidthPx: 84,
      help: "How far the last price is from today's low.",
    },
    (input) => percentFrom(known(input.last), known(input.low)),
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'DayRangeP',
      label: 'Day range %',
      shortLabel: 'Day Range %',
      defaultWidthPx: 88,
      help: "Today's high less its low, as a percentage of the low.",
    },
    (input) => percentFrom(known(input.high), known(input.low)),
  ),
  defineHistoryColumn(
    category,
    'percent',
    {
      id: 'DayRangeAdtrP',
      label: 'Day range % of true range',
      shortLabel: 'Range % ADTR',
      defaultWidthPx: 96,
      help: "Today's high less its low, as a percentage of the average daily true range.",
    },
    (input) => {
      const average = figureOf(input, 'ADTR');
      return average === null || average <= 0 || input.high <= 0 || input.low <= 0
        ? null
        : ((input.high - input.low) / average) * 100;
    },
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'DayPositionP',
      label: 'Position in day range',
      shortLabel: 'In Day Range',
      defaultWidthPx: 92,
      help: "Where the last price stands between today's low (0%) and high (100%).",
    },
    (input) => percentOfRange(input.last, known(input.low), known(input.high)),
  ),
  defineColumn(
    category,
    'percent',
    {
      id: 'YearPositionP',
      shortfall: yearShortfall,
      label: 'Position in 52 week range',
      shortLabel: 'In 52 Wk Range',
      defaultWidthPx: 104,
      help: 'Where the last price stands between the 52 week low (0%) and high (100%).',
    },
    (input) => percentOfRange(input.last, yearLowOf(input), yearHighOf(input)),
  ),
];
