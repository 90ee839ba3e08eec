import type { SymbolColumn } from './column.ts';
import { defineHistoryColumn } from './define-column.ts';
import { figureOf, known, percentFrom } from './figures.ts';

const category = 'Indicator';

const AVERAGES = [
  { bars: 10, average: 'SMA10', slope: 'SMA10Slope' },
  { bars: 20, average: 'SMA20', slope: 'SMA20Slope' },
  { bars: 50, average: 'SMA50', slope: 'SMA50Slope' },
  { bars: 200, average: 'SMA200', slope: 'SMA200Slope' },
] as const;
const REGRESSIONS = [
  { bars: 10, slope: 'MLR10Slope' },
  { bars: 50, slope: 'MLR50Slope' },
  { bars: 200, slope: 'MLR200Slope' },
] as const;

/** Moving averages, slopes and oscillators of the daily history up to the last finished session. */
export const trendColumns: readonly SymbolColumn[] = [
  ...AVERAGES.map(({ bars, average }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: `${average}P`,
        label: `% above/below ${bars} day average`,
        shortLabel: `% SMA ${bars}`,
        defaultWidthPx: 88,
        help: `How far the last price is above (+) or below (-) the simple moving average of the last ${bars} closes.`,
      },
      (input) => percentFrom(known(input.last), figureOf(input, average)),
    ),
  ),
  ...AVERAGES.map(({ bars, slope }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: slope,
        label: `${bars} day average slope`,
        shortLabel: `SMA ${bars} Slope`,
        defaultWidthPx: 100,
        help: `The last daily step of the simple moving average of ${bars} closes, in percent of the average.`,
      },
      (input) => figureOf(input, slope),
    ),
  ),
  ...REGRESSIONS.map(({ bars, slope }) =>
    defineHistoryColumn(
      category,
      'signedPercent',
      {
        id: slope,
        label: `${bars} day regression slope`,
        shortLabel: `MLR ${bars} Slope`,
        defaultWidthPx: 100,
        help: `The daily rise of the straight line through the last ${bars} closes, in percent of the line.`,
      },
      (input) => figureOf(input, slope),
    ),
  ),
  defineHistoryColumn(
    category,
    'ratio',
    {
      id: 'RSI14',
      label: 'RSI (14 days)',
      shortLabel: 'RSI 14',
      help: 'Relative strength index of 14 days, from 0 to 100; above 70 is often called overbought, below 30 oversold.',
    },
    (input) => figureOf(input, 'RSI14'),
  ),
  defineHistoryColumn(
    category,
    'ratio',
    {
      id: 'RSI14Weekly',
      label: 'RSI (14 weeks)',
      shortLabel: 'RSI 14 Wk',
      defaultWidthPx: 80,
      help: 'Relative strength index of 14 weeks, from 0 to 100.',
    },
    (input) => figureOf(input, 'RSI14Weekly'),
  ),
  defineHistoryColumn(
    category,
    'ratio',
    {
      id: 'Stochastic14',
      label: 'Stochastic (14 days)',
      shortLabel: 'Sto 14',
      help: 'Where the last close stands between the lowest (0) and the highest (100) price of 14 days.',
    },
    (input) => figureOf(input, 'Stochastic14'),
  ),
  defineHistoryColumn(
    category,
    'ratio',
    {
      id: 'Stochastic14Weekly',
      label: 'Stochastic (14 weeks)',
      shortLabel: 'Sto 14 Wk',
      defaultWidthPx: 80,
      help: 'Where the last close stands between the lowest (0) and the highest (100) price of 14 weeks.',
    },
    (input) => figureOf(input, 'Stochastic14Weekly'),
  ),
];
