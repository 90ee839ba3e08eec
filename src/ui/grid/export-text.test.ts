import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { fileName, rowsAsCsv, rowsAsTsv } from './export-text.ts';
import type { GridColumn } from './types.ts';

interface Row {
  readonly name: string;
  readonly price: number | null;
}
const columns: GridColumn<Row>[] = [
  {
    id: 'cross',
    header: 'Remove',
    text: () => 'x',
    action: { icon: null, label: () => 'Remove', run: () => {} },
  },
  { id: 'name', header: 'Company, name', text: (row) => row.name },
  {
    id: 'price',
    header: 'Price',
    value: (row) => row.price,
    text: (row) =>
      row.price === null ? '–' : row.price.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  },
];

test('copied rows are what is shown, without the buttons', () => {
  expect(
    rowsAsTsv(
      [
        { name: 'A\tB\nC', price: 1234.5 },
        { name: 'D', price: null },
      ],
      columns,
    ),
  ).toBe('A B C\t1,234.50\nD\t–');
});
test('a file has plain numbers, quoted texts and its headers', () => {
  expect(
    rowsAsCsv(
      [
        { name: 'Say "hi", Inc.', price: -1234.5 },
        { name: 'D', price: null },
        { name: 'E', price: 0.1 + 0.2 },
      ],
      columns,
    ),
  ).toBe('"Company, name",Price\r\n"Say ""hi"", Inc.",-1234.5\r\nD,\r\nE,0.3\r\n');
});
test('a file has the text of what has a value only to be sorted by, and nothing for what is not there', () => {
  const time: GridColumn<Row>[] = [
    { id: 'time', header: 'Time', value: (row) => row.price, isSortKey: true, text: () => '09:30:00' },
    {
      id: 'level',
      header: 'Level',
      value: (row) => row.price,
      text: (row) => (row.price === null ? 'Set' : '5.00'),
    },
  ];
  expect(
    rowsAsCsv(
      [
        { name: '', price: 1767625200000 },
        { name: '', price: null },
      ],
      time,
    ),
  ).toBe('Time,Level\r\n09:30:00,1767625200000\r\n,\r\n');
});
test.each(['=HYPERLINK("http://x")', '+1', '-cmd', '@SUM(A1)', '\tx'])(
  '%j is no formula in a spreadsheet',
  (name) => {
    const line = rowsAsCsv([{ name, price: 1 }], columns).split('\r\n')[1] ?? '';
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);
property.prop([fc.array(fc.string())])('any texts come back as they were when the file is read', (names) => {
  const text = rowsAsCsv(
    names.map((name) => ({ name, price: 0 })),
    columns,
  );
  const cells: string[] = [];
  // The reader: a quoted cell up to its closing quote, or up to the comma.
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*)),[^\r\n]*\r\n/gy;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text))
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  const disarmed = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name === '–' ? '' : name);
  expect(cells.slice(1)).toEqual(names.map(disarmed));
});
test('a file name has nothing that a file system refuses', () => {
  expect([fileName('Market View - A/B:C', 'csv'), fileName('..', 'csv'), fileName('', 'csv')]).toEqual([
    'Market View - A-B-C.csv',
    'rows.csv',
    'rows.csv',
  ]);
});
