import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  HISTORICAL_FIGURES,
  type HistoricalFigure,
  type HistoricalFigures,
} from '../bars/historical-figures.ts';
import { plainFigures, type PlainDay } from '../bars/testing/plain-figures.ts';
import { SYMBOL_COLUMNS, symbolColumn } from './catalogue.ts';
import type { ColumnInput } from './column.ts';

/**
 * Every column against the plain arithmetic of its definition, over recorded daily bars: the last bar stands for today,
 * those before it are the history. The tables are keyed by column: a new one fails here until it has its definition.
 */

const FIXTURES = new URL('../../../tests/fixtures/daily-history/', import.meta.url);

function load(symbol: string): PlainDay[] {
  const [, ...lines] = gunzipSync(readFileSync(new URL(`${symbol}.csv.gz`, FIXTURES)))
    .toString('utf8')
    .trim()
    .split('\n');
  const isLong = lines[0]?.split(',').length === 7;
  return lines
    .map((line) => {
      const cells = line.split(',');
      const [open = 0, high = 0, low = 0, close = 0] = cells.slice(1, 5).map(Number);
      return { date: cells[0] ?? '', open, high, low, close, volume: Number(cells[isLong ? 6 : 5]) };
    })
    .filter(({ open, high, low, close }) => open > 0 && high > 0 && low > 0 && close > 0);
}

interface Case {
  readonly symbol: string;
  readonly past: readonly PlainDay[];
  readonly today: PlainDay;
  readonly before: PlainDay;
  readonly figures: Record<HistoricalFigure, number | null>;
  readonly yearHigh: number;
  readonly yearLow: number;
}

function caseOf(symbol: string, days: readonly PlainDay[]): Case {
  const [past, today] = [days.slice(0, -1), days.at(-1)];
  const before = past.at(-1);
  if (today === undefined || before === undefined) throw new Error(`too few days of ${symbol}`);
  const year = [...past.slice(-251), today];
  return {
    symbol,
    past,
    today,
    before,
    figures: plainFigures(past),
    yearHigh: Math.max(...year.map((day) => day.high)),
    yearLow: Math.min(...year.map((day) => day.low)),
  };
}

// What daily bars do not say.
const FACTS = {
  company: 'Test Company',
  exchange: 'NYSE',
  currency: 'USD',
  sector: 'Technology',
  industry: 'Hardware',
  sharesOutstanding: 4_000_000_000,
  shortInterest: 40_000_000,
  dividend: 1.5,
  eps: 4.2,
  bid: 99.95,
  bidSize: 300,
  bidExchange: 'NSDQ',
  ask: 100.05,
  askSize: 500,
  askExchange: 'ARCA',
  lastSize: 250,
  tick: 1,
  timeMs: 1_500_000_000_000,
};

function inputOf({ symbol, past, today, before, figures }: Case): ColumnInput {
  const year = past.slice(-251);
  const historical = Object.fromEntries(HISTORICAL_FIGURES.map((figure) => [figure, figures[figure]]));
  return {
    ...FACTS,
    symbol,
    yearHigh: Math.max(...year.map(({ high }) => high)),
    yearLow: Math.min(...year.map(({ low }) => low)),
    last: today.close,
    open: today.open,
    high: today.high,
    low: today.low,
    previousClose: before.close,
    volume: today.volume,
    previousVolume: before.volume,
    vwap: (today.high + today.low + today.close) / 3,
    // The list names every key of the type.
    historical: historical as HistoricalFigures,
  };
}

type Plain = (day: Case) => number | string | null;
const off = (value: number, base: number | null): number | null =>
  base === null ? null : (value / base - 1) * 100;
const vwapOf = ({ today }: Case): number => (today.high + today.low + today.close) / 3;
const within = (value: number, low: number, high: number): number => (100 * (value - low)) / (high - low);
const highOf = (day: Case, figure: HistoricalFigure): number | null =>
  day.figures[figure] === null ? null : Math.max(day.figures[figure], day.today.high);
const lowOf = (day: Case, figure: HistoricalFigure): number | null =>
  day.figures[figure] === null ? null : Math.min(day.figures[figure], day.today.low);
const rangeOf =
  (period: '1M' | '3M' | '6M' | '2Y' | '5Y' | '10Y'): Plain =>
  (day) => {
    const [high, low] = [highOf(day, `High${period}`), lowOf(day, `Low${period}`)];
    return high === null || low === null ? null : within(day.today.close, low, high);
  };
const offHigh =
  (period: '1M' | '3M' | '6M' | '2Y' | '5Y' | '10Y'): Plain =>
  (day) =>
    off(day.today.close, highOf(day, `High${period}`));
const offLow =
  (period: '1M' | '3M' | '6M' | '2Y' | '5Y' | '10Y'): Plain =>
  (day) =>
    off(day.today.close, lowOf(day, `Low${period}`));
const change =
  (period: '1M' | '3M' | '6M' | '1Y' | '2Y' | '5Y' | '10Y'): Plain =>
  (day) =>
    off(day.today.close, day.figures[`Price${period}`]);
const figure =
  (name: HistoricalFigure): Plain =>
  (day) =>
    day.figures[name];

const PLAIN: Readonly<Record<string, Plain>> = {
  Symbol: ({ symbol }) => symbol,
  Company: () => 'Test Company',
  Exchange: () => 'NYSE',
  Currency: () => 'USD',
  Sector: () => 'Technology',
  Industry: () => 'Hardware',
  MarketCap: ({ today }) => 4e9 * today.close,
  SharesOutstanding: () => 4e9,
  ShortInterest: () => 4e7,
  ShortInterestP: () => 1,
  ADV: figure('ADV'),
  ADTR: figure('ADTR'),
  Dividend: () => 1.5,
  Yield: ({ today }) => 150 / today.close,
  EPS: () => 4.2,
  PE: ({ today }) => today.close / 4.2,
  YearHigh: ({ yearHigh }) => yearHigh,
  YearLow: ({ yearLow }) => yearLow,
  YearRange: (day) => within(day.today.close, day.yearLow, day.yearHigh),
  OffYearHighP: (day) => off(day.today.close, day.yearHigh),
  OffYearLowP: (day) => off(day.today.close, day.yearLow),
  PreviousClose: ({ before }) => before.close,
  Last: ({ today }) => today.close,
  LastSize: () => 250,
  Open: ({ today }) => today.open,
  High: ({ today }) => today.high,
  Low: ({ today }) => today.low,
  Change: ({ today, before }) => today.close - before.close,
  ChangeP: ({ today, before }) => off(today.close, before.close),
  Volume: ({ today }) => today.volume,
  PreviousVolume: ({ before }) => before.volume,
  VWAP: vwapOf,
  Tick: () => 1,
  DayRange: ({ today }) => today.high - today.low,
  Bid: () => 99.95,
  BidSize: () => 300,
  BidExchange: () => 'NSDQ',
  Ask: () => 100.05,
  AskSize: () => 500,
  AskExchange: () => 'ARCA',
  Mid: () => 100,
  Spread: () => 0.1,
  SpreadP: () => 0.1,
  Time: () => 1_500_000_000_000,
  Gap: ({ today, before }) => today.open - before.close,
  GapP: ({ today, before }) => off(today.open, before.close),
  ChangeOpenP: ({ today }) => off(today.close, today.open),
  VolumeP: ({ today, before }) => (100 * today.volume) / before.volume,
  VolumeAdvP: ({ today, figures }) => (figures.ADV === null ? null : (100 * today.volume) / figures.ADV),
  DollarVolume: (day) => day.today.volume * vwapOf(day),
  VwapP: (day) => off(day.today.close, vwapOf(day)),
  OffHighP: ({ today }) => off(today.close, today.high),
  OffLowP: ({ today }) => off(today.close, today.low),
  DayRangeP: ({ today }) => off(today.high, today.low),
  DayRangeAdtrP: ({ today, figures }) =>
    figures.ADTR === null ? null : (100 * (today.high - today.low)) / figures.ADTR,
  DayPositionP: ({ today }) => within(today.close, today.low, today.high),
  YearPositionP: (day) => within(day.today.close, day.yearLow, day.yearHigh),
  Range1M: rangeOf('1M'),
  Range3M: rangeOf('3M'),
  Range6M: rangeOf('6M'),
  Range2Y: rangeOf('2Y'),
  Range5Y: rangeOf('5Y'),
  Range10Y: rangeOf('10Y'),
  OffHigh1MP: offHigh('1M'),
  OffHigh3MP: offHigh('3M'),
  OffHigh6MP: offHigh('6M'),
  OffHigh2YP: offHigh('2Y'),
  OffHigh5YP: offHigh('5Y'),
  OffHigh10YP: offHigh('10Y'),
  OffLow1MP: offLow('1M'),
  OffLow3MP: offLow('3M'),
  OffLow6MP: offLow('6M'),
  OffLow2YP: offLow('2Y'),
  OffLow5YP: offLow('5Y'),
  OffLow10YP: offLow('10Y'),
  Change1MP: change('1M'),
  Change3MP: change('3M'),
  Change6MP: change('6M'),
  Change1YP: change('1Y'),
  Change2YP: change('2Y'),
  Change5YP: change('5Y'),
  Change10YP: change('10Y'),
  SMA10P: (day) => off(day.today.close, day.figures.SMA10),
  SMA20P: (day) => off(day.today.close, day.figures.SMA20),
  SMA50P: (day) => off(day.today.close, day.figures.SMA50),
  SMA200P: (day) => off(day.today.close, day.figures.SMA200),
  SMA10Slope: figure('SMA10Slope'),
  SMA20Slope: figure('SMA20Slope'),
  SMA50Slope: figure('SMA50Slope'),
  SMA200Slope: figure('SMA200Slope'),
  MLR10Slope: figure('MLR10Slope'),
  MLR50Slope: figure('MLR50Slope'),
  MLR200Slope: figure('MLR200Slope'),
  RSI14: figure('RSI14'),
  RSI14Weekly: figure('RSI14Weekly'),
  Stochastic14: figure('Stochastic14'),
  Stochastic14Weekly: figure('Stochastic14Weekly'),
};

const CASES = ['AAPL', 'KO', 'SPY'].flatMap((symbol) => {
  const days = load(symbol);
  return [days.length, days.length - 333, 700, 60].map((count) => caseOf(symbol, days.slice(0, count)));
});

describe('columns over recorded days', () => {
  it('have a plain definition here, each of them', () => {
    expect(Object.keys(PLAIN).toSorted()).toEqual(SYMBOL_COLUMNS.map(({ id }) => id).toSorted());
  });

  it.each(Object.entries(PLAIN))('%s is what its definition says', (id, plain) => {
    for (const day of CASES) {
      const actual = symbolColumn(id)?.value(inputOf(day));
      const expected = plain(day);
      const where = `${id} of ${day.symbol} on ${day.today.date}`;
      if (typeof expected === 'number' && typeof actual === 'number')
        expect(Math.abs(actual - expected), `${where}: ${actual}, plainly ${expected}`).toBeLessThanOrEqual(
          1e-7 * Math.max(1, Math.abs(expected)),
        );
      else expect([where, actual]).toEqual([where, expected]);
    }
  });

  it('say which need the daily history: exactly those that are unknown without it', () => {
    const [day] = CASES;
    if (day === undefined) throw new Error('no case');
    const input: ColumnInput = { ...inputOf(day), historical: null };
    for (const column of SYMBOL_COLUMNS)
      expect([column.id, column.value(input) === null]).toEqual([column.id, column.needsHistory]);
  });
});
