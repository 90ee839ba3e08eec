import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MARKET_VIEW_COLUMNS, SYMBOL_COLUMNS, symbolColumn } from './catalogue.ts';
import type { ColumnInput } from './column.ts';
import { changePercent, directionOf } from './figures.ts';
import {
  formatAbbreviated,
  formatPrice,
  formatSignedPercent,
  formatSignedPrice,
} from '../format/format-number.ts';
import { columnText, formatExchangeTime, UNKNOWN_TEXT } from './format.ts';

const acme: ColumnInput = {
  symbol: 'ACME',
  company: 'Acme Corp',
  exchange: 'NYSE',
  currency: 'USD',
  sector: 'Industrials',
  industry: null,
  sharesOutstanding: 20_000_000,
  shortInterest: 1_000_000,
  dividend: 2,
  eps: 5,
  yearHigh: 125,
  yearLow: 50,
  last: 100,
  lastSize: 300,
  open: 98,
  high: 102,
  low: 97,
  previousClose: 80,
  volume: 1_500_000,
  previousVolume: 1_000_000,
  vwap: 99.5,
  tick: -1,
  bid: 99.98,
  bidSize: 400,
  bidExchange: 'NYS',
  ask: 100.02,
  askSize: 500,
  askExchange: 'NSD',
  timeMs: Date.UTC(2024, 0, 16, 14, 30, 5),
  historical: null,
};
const nothing: ColumnInput = {
  symbol: 'NEW',
  company: '',
  exchange: '',
  currency: '',
  sector: null,
  industry: null,
  sharesOutstanding: null,
  shortInterest: null,
  dividend: null,
  eps: null,
  yearHigh: 0,
  yearLow: 0,
  last: 0,
  lastSize: 0,
  open: 0,
  high: 0,
  low: 0,
  previousClose: 0,
  volume: 0,
  previousVolume: 0,
  vwap: 0,
  tick: 0,
  bid: 0,
  bidSize: 0,
  bidExchange: '',
  ask: 0,
  askSize: 0,
  askExchange: '',
  timeMs: 0,
  historical: null,
};

function textOf(id: string, input: ColumnInput = acme): string {
  const column = symbolColumn(id);
  if (column === undefined) throw new Error(`no column ${id}`);
  return columnText(column, input);
}

describe('column catalogue', () => {
  // Worked out by hand from the figures of `acme`.
  it.each([
    ['Symbol', 'ACME'],
    ['Company', 'Acme Corp'],
    ['PreviousClose', '80.00'],
    ['Last', '100.00'],
    ['Open', '98.00'],
    ['ChangeP', '+25.00%'],
    ['Volume', '1.50M'],
    ['MarketCap', '2.00B'],
    ['Low', '97.00'],
    ['High', '102.00'],
    ['YearLow', '50.00'],
    ['YearHigh', '125.00'],
    ['Change', '+20.00'],
    ['Bid', '99.98'],
    ['Ask', '100.02'],
    ['BidSize', '400'],
    ['AskSize', '500'],
    ['Spread', '0.04'],
    ['SpreadP', '0.04%'],
    ['Mid', '100.00'],
    ['VWAP', '99.50'],
    ['Time', '09:30:05'],
    ['DayRange', '97.00 - 102.00'],
    ['YearRange', '125.00 / 50.00'],
    ['Gap', '+18.00'],
    ['GapP', '+22.50%'],
    ['VolumeP', '150.00%'],
    ['PE', '20.00'],
    ['Yield', '2.00%'],
    ['OffYearHighP', '-20.00%'],
    ['OffYearLowP', '+100.00%'],
    ['ShortInterestP', '5.00%'],
    ['DayPositionP', '60.00%'],
    ['YearPositionP', '66.67%'],
    ['DollarVolume', '149.25M'],
    ['ChangeOpenP', '+2.04%'],
    ['OffHighP', '-1.96%'],
    ['OffLowP', '+3.09%'],
    ['DayRangeP', '5.15%'],
    ['VwapP', '+0.50%'],
    ['Tick', '▼'],
    ['Sector', 'Industrials'],
    ['Industry', UNKNOWN_TEXT],
    ['LastSize', '300'],
  ])('prints %s as %s', (id, expected) => {
    expect(textOf(id)).toBe(expected);
  });

  it('offers the default Market View columns', () => {
    for (const id of DEFAULT_MARKET_VIEW_COLUMNS) expect(symbolColumn(id)?.id).toBe(id);
  });

  it('names every column once, with a help text', () => {
    expect(new Set(SYMBOL_COLUMNS.map((column) => column.id)).size).toBe(SYMBOL_COLUMNS.length);
    expect(new Set(SYMBOL_COLUMNS.map((column) => column.label)).size).toBe(SYMBOL_COLUMNS.length);
    for (const column of SYMBOL_COLUMNS) expect(column.help).toMatch(/^[A-Z].*\.$/);
  });

  it('makes quote columns quote-driven and all others trade-driven', () => {
    const quoteDriven = SYMBOL_COLUMNS.filter((column) => column.trigger === 'quote').map(
      (column) => column.id,
    );
    expect(quoteDriven).toEqual([
      'Bid',
      'BidSize',
      'BidExchange',
      'Ask',
      'AskSize',
      'AskExchange',
      'Mid',
      'Spread',
      'SpreadP',
    ]);
  });

  it('prints a dash, or a zero volume, while nothing is known', () => {
    for (const { id } of SYMBOL_COLUMNS) {
      const expected = id === 'Symbol' ? 'NEW' : id === 'Volume' ? '0' : UNKNOWN_TEXT;
      expect([id, textOf(id, nothing)]).toEqual([id, expected]);
    }
  });

  it("takes today's extremes into the 52 week range", () => {
    const runaway = { ...acme, high: 130, low: 45 };
    expect(textOf('YearHigh', runaway)).toBe('130.00');
    expect(textOf('YearLow', runaway)).toBe('45.00');
  });

  it('shows no price to earnings for a loss', () => {
    expect(textOf('PE', { ...acme, eps: -1 })).toBe(UNKNOWN_TEXT);
  });

  it('never prints NaN or Infinity, whatever the figures', () => {
    const price = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        price,
        price,
        price,
        price,
        fc.nat(),
        fc.nat(),
        (last, open, high, previousClose, volume, previousVolume) => {
          const input = {
            ...acme,
            last,
            open,
            high,
            low: open,
            previousClose,
            volume,
            previousVolume,
            vwap: open,
            bid: last,
            ask: high,
            yearHigh: high,
            yearLow: last,
          };
          for (const column of SYMBOL_COLUMNS)
            expect(columnText(column, input)).not.toMatch(/NaN|∞|Infinity|undefined|null/);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('changePercent', () => {
  it('is 100 when the previous close is 0 or below', () => {
    expect(changePercent(5, 0)).toBe(100);
    expect(changePercent(5, -1)).toBe(100);
    expect(textOf('ChangeP', { ...acme, previousClose: 0 })).toBe('+100.00%');
  });

  it('calls no change up', () => {
    expect(directionOf(0)).toBe('up');
    expect(directionOf(-0.01)).toBe('down');
  });
});

describe('number formats', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.00K'],
    [999_994, '999.99K'],
    [999_999, '1.00M'],
    [1_234_567, '1.23M'],
    [999_999_999, '1.00B'],
    [2.5e12, '2.50T'],
    [-4500, '-4.50K'],
    [1.5e15, '1,500.00T'],
  ])('abbreviates %d as %s', (value, expected) => {
    expect(formatAbbreviated(value)).toBe(expected);
  });

  it.each([
    [1234.5, '1,234.50'],
    [0.5, '0.50'],
    [0.1234, '0.1234'],
    [1.2345, '1.23'],
    [-0.001, '-0.0010'],
    [0, '0.00'],
  ])('prints the price %d as %s', (value, expected) => {
    expect(formatPrice(value)).toBe(expected);
  });

  it.each([
    [1.2, '+1.20'],
    [-1.2, '-1.20'],
    [0, '0.00'],
    [-0, '0.00'],
    [0.00001, '0.0000'],
  ])('signs the change %d as %s', (value, expected) => {
    expect(formatSignedPrice(value)).toBe(expected);
  });

  it.each([
    [0.004, '0.00%'],
    [-0.004, '0.00%'],
    [0.01, '+0.01%'],
    [-3.456, '-3.46%'],
  ])('signs the percentage %d as %s', (value, expected) => {
    expect(formatSignedPercent(value)).toBe(expected);
  });

  it('prints exchange time in Eastern time, in winter and in summer', () => {
    expect(formatExchangeTime(Date.UTC(2024, 0, 2, 5, 0, 0))).toBe('00:00:00');
    expect(formatExchangeTime(Date.UTC(2024, 6, 2, 13, 30, 0))).toBe('09:30:00');
  });
});
