import { expect, test } from 'vitest';
import { symbolInfo } from '../client/testing/fixtures.ts';
import type { SymbolRecord } from '../client/types.ts';
import type { ContributedColumn } from './column-types.ts';
import { deskColumns } from './desk-columns.ts';
import { QuoteRow } from './quote-row.ts';
import { symbolColumnChoices, symbolGridColumns } from './symbol-grid.ts';

const rowOf = (record: Partial<SymbolRecord>) =>
  new QuoteRow('AAPL', {
    // As much of a record as these columns read.
    get: () => ({ symbol: 'AAPL', historical: null, bid: 99, ask: 101, ...record }) as SymbolRecord,
    staleness: () => ({ ageMs: 0, isStale: false }),
  });
const column = (change: Partial<ContributedColumn>): ContributedColumn => ({
  id: 'width',
  label: 'Width of the market',
  shortLabel: 'Width',
  help: 'Ask less bid.',
  format: 'price',
  needs: [],
  value: ({ bid, ask }) => ask - bid,
  ...change,
});
function contributed(change: Partial<ContributedColumn> = {}) {
  const reports: string[] = [];
  const columns = deskColumns({ id: 'spread', title: 'Spread', columns: [column(change)] }, (message) =>
    reports.push(message),
  );
  const [shown] = symbolGridColumns(columns).slice(-1);
  if (shown?.value === undefined) throw new Error('The column is not in the grid.');
  return { columns, text: shown.text, value: shown.value, reports };
}

test('adds a column to the grids and to the columns dialog, under the title of its tool', () => {
  const { columns, text, value, reports } = contributed();
  expect([text(rowOf({})), value(rowOf({})), reports]).toEqual(['2.00', 2, []]);
  expect(symbolColumnChoices(columns).at(-1)).toEqual({
    id: 'spread.width',
    label: 'Width of the market',
    category: 'Spread',
    help: 'Ask less bid.',
  });
});

test('withholds what a column does not declare, and reports the line to add once', () => {
  const { text, reports } = contributed({ value: ({ yearHigh, last }) => yearHigh - last });
  const row = rowOf({ last: 1, info: symbolInfo('AAPL') });
  expect([text(row), text(row)]).toEqual(['-1.00', '-1.00']);
  expect(reports).toEqual([
    'The column "width" of Spread reads yearHigh, which it does not declare. Add \'facts\' to needs of the column in plugins/spread/manifest.ts.',
  ]);
});

test('gives a column what it declares, once that is loaded', () => {
  const { columns, text, reports } = contributed({
    needs: ['facts'],
    value: ({ exchange }) => exchange.length,
    format: 'integer',
  });
  expect(text(rowOf({ state: 'loading' }))).toBe('–');
  const info = symbolInfo('AAPL');
  expect(text(rowOf({ state: 'live', info }))).toBe(String(info.Fundamentals.Exchange.length));
  expect([columns[0]?.needsHistory, reports]).toEqual([false, []]);
});

test('shows a dash for a column that fails, and reports the failure once', () => {
  const { text, reports } = contributed({
    value: () => {
      throw new Error('no size');
    },
  });
  expect([text(rowOf({})), text(rowOf({}))]).toEqual(['–', '–']);
  expect(reports).toEqual(['The column "width" of Spread has failed: no size']);
});

test('shows a dash for what is no number', () => {
  expect(contributed({ value: ({ bid }) => bid / 0 }).text(rowOf({}))).toBe('–');
});
