import { expect, it } from 'vitest';
import type { Bar } from '../../../domain/bars/bar.ts';
import { columnsOfBars, GrowingColumns } from './bar-columns.ts';

/** More than two pieces, and not a whole number of them. */
const ROWS = 20_001;
const bars: Bar[] = Array.from({ length: ROWS }, (_, row) => ({
  timeMs: row * 60_000,
  openE4: 1_000_000 + row,
  highE4: 1_000_300 + row,
  lowE4: 999_000 + row,
  closeE4: 1_000_100 + row,
  volume: row,
}));

function grown(some: readonly Bar[] = bars): GrowingColumns {
  const columns = new GrowingColumns();
  // As they come from a market: a few sessions at a time.
  for (let from = 0; from < some.length; from += 1_950) columns.add(some.slice(from, from + 1_950));
  return columns;
}

it.each([
  [0, ROWS],
  [0, 8_192],
  [8_191, 8_193],
  [100, 20_000],
  [16_384, 16_384],
  [19_999, 90_000],
])('rows %i to %i are those of the bars, over the borders of pieces too', (from, to) => {
  expect(grown().rows(from, to)).toEqual(columnsOfBars(bars.slice(from, to)));
});

it('a part numbers its rows from 0 and ends where it ends', () => {
  const part = grown().part(8_000, 17_000);
  expect(part.length).toBe(9_000);
  expect(part.value('timeMs', 0)).toBe(8_000 * 60_000);
  expect(part.value('volume', 8_999)).toBe(16_999);
  expect(part.value('close', 9_000)).toBeNaN();
  expect(part.rows(8_990, 9_100)).toEqual(columnsOfBars(bars.slice(16_990, 17_000)));
});

it('rows are found by time, taken away, and appended to', () => {
  const columns = grown();
  expect([columns.rowFrom(-1), columns.rowFrom(600_001), columns.rowFrom(Infinity)]).toEqual([0, 11, ROWS]);
  columns.cutAt(10_000);
  columns.append(grown(bars.slice(10_000)));
  expect(columns.length).toBe(ROWS);
  expect(columns.rows(0, ROWS)).toEqual(columnsOfBars(bars));
  columns.cutAt(0);
  expect([columns.length, columns.rowFrom(0)]).toEqual([0, 0]);
  expect(columns.rows(0, 10).timeMs).toHaveLength(0);
});
