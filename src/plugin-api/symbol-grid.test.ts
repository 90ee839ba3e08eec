import { describe, expect, it } from 'vitest';
import type { SymbolRecord } from '../client/types.ts';
import { symbolInfo } from '../client/testing/fixtures.ts';
import { QuoteRow } from './quote-row.ts';
import { symbolGridColumns } from './symbol-grid.ts';

const rowOf = (record: Partial<SymbolRecord>) =>
  new QuoteRow('AAPL', {
    // As much of a record as these columns read.
    get: () =>
      ({
        symbol: 'AAPL',
        info: undefined,
        historical: null,
        last: 253.8,
        previousClose: 0,
        open: 253.8,
        high: 253.8,
        low: 253.8,
        volume: 900,
        bid: 253.79,
        ask: 253.81,
        ...record,
      }) as SymbolRecord,
    staleness: () => ({ ageMs: 0, isStale: false }),
  });
const shown = (row: QuoteRow, id: string) => {
  const column = symbolGridColumns().find((candidate) => candidate.id === id);
  return [column?.text(row), column?.value?.(row)];
};

describe('52 weeks of which less is known', () => {
  const cell = (row: QuoteRow, id: string) => {
    const column = symbolGridColumns().find((candidate) => candidate.id === id);
    return [column?.className?.(row).trim(), column?.tooltip?.(row)];
  };
  const info = symbolInfo('AAPL');
  const recordOf = (YearSince?: number) =>
    rowOf({ state: 'live', info: { ...info, Fundamentals: { ...info.Fundamentals, YearSince } } });

  it.each(['YearHigh', 'YearLow', 'YearRange', 'OffYearHighP', 'OffYearLowP', 'YearPositionP'])(
    'marks %s and says since when',
    (id) => {
      const [className, tooltip] = cell(recordOf(Date.parse('2026-03-02T05:00Z')), id);
      expect(className).toContain('grid-partial');
      expect(tooltip).toBe('Less than 52 weeks of data: since 2026-03-02');
      expect(cell(recordOf(), id)[0]).not.toContain('grid-partial');
      expect(cell(recordOf(), id)[1]).toBeUndefined();
    },
  );
});

describe('a row whose first price came before its info', () => {
  const row = rowOf({ state: 'loading' });
  it('shows what the feed sends', () => {
    expect(shown(row, 'Last')).toEqual(['253.80', 253.8]);
    expect(shown(row, 'Bid')).toEqual(['253.79', 253.79]);
  });
  it.each(['ChangeP', 'Open', 'High', 'PreviousClose', 'YearHigh'])('does not guess %s', (id) => {
    expect(shown(row, id)).toEqual(['–', null]);
  });
  it('shows all of it with its info, a change from no close as the whole', () => {
    expect(shown(rowOf({ state: 'live' }), 'ChangeP')[1]).toBe(100);
    expect(shown(rowOf({ state: 'live' }), 'Open')[1]).toBe(253.8);
  });
});
