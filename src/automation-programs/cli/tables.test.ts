import { expect, it } from 'vitest';
import { tableCsv, tableLines, type Column } from './tables.ts';

interface Item {
  readonly name: string;
  readonly price: string | null;
  readonly count: number;
}
const COLUMNS: readonly Column<Item>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Price', cell: ({ price }) => price, isFigure: true },
  { header: 'Count', cell: ({ count }) => count, isFigure: true },
];
const ITEMS: readonly Item[] = [
  { name: 'SPY', price: '1187.25', count: 5 },
  { name: 'BRK.B', price: '-0.0625', count: 12_000 },
  { name: 'X', price: null, count: 0 },
];

it('aligns figures by their points, and texts to the left', () => {
  expect(tableLines(COLUMNS, ITEMS)).toEqual([
    'Name       Price  Count',
    'SPY    1187.2500      5',
    'BRK.B    -0.0625  12000',
    'X              –      0',
  ]);
});

it('has the header alone without items', () => {
  expect(tableLines(COLUMNS, [])).toEqual(['Name  Price  Count']);
});

it('writes figures as numbers in CSV, and no text that a spreadsheet would run', () => {
  expect(tableCsv(COLUMNS, [...ITEMS, { name: '=1+1', price: '0.10', count: -1 }])).toBe(
    "Name,Price,Count\r\nSPY,1187.25,5\r\nBRK.B,-0.0625,12000\r\nX,,0\r\n'=1+1,0.1,-1\r\n",
  );
});
