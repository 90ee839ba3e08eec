import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { csvLine, csvText } from './csv.ts';

it('writes texts as they are, quoted where they must be', () => {
  expect(csvLine(['a', 'b,c', 'say "no"', 'two\nlines', '', null, -1.5, 0])).toBe(
    'a,"b,c","say ""no""","two\nlines",,,-1.5,0\r\n',
  );
});

it('leaves numbers alone: a negative one is no formula, an infinite one is nothing', () => {
  expect(
    csvText(
      ['SMA', 'MLR'],
      [
        [-0.0162, 0.1 + 0.2],
        [Number.NaN, -1e-9],
      ],
    ),
  ).toBe('SMA,MLR\r\n-0.0162,0.3\r\n,0\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('takes the force out of %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

it('gives back every text that it was given, but for the apostrophe, and lets no cell begin like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (texts) => {
      const [read] = Papa.parse<string[]>(csvLine(texts), { newline: '\r\n', delimiter: ',' }).data;
      expect(
        read?.map((cell, at) => (cell.startsWith("'") && cell !== texts[at] ? cell.slice(1) : cell)),
      ).toEqual(texts);
      for (const cell of read ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
