import { expect, it } from 'vitest';
import type { SearchSet } from '../types.ts';
import { cellAfter, cellAt, heatLayout, heatTable } from './heat-map.ts';
import { lineAt, parallelLayout } from './parallel-lines.ts';

let serial = 0;
const set = (Score: number | null, ...Values: string[]): SearchSet => ({
  Serial: (serial += 1),
  Values,
  Score,
  Figures: null,
  Fault: '',
});
const SETS = [
  set(1, '5', '20', 'a'),
  set(3, '5', '20', 'b'),
  set(2, '10', '20', 'a'),
  set(null, '10', '100', 'a'),
  set(-1, '5', '100', 'a'),
];

it('groups sets by two parameters, ascending as numbers, with the best or the mean over the others', () => {
  const best = heatTable(SETS, 0, 1, 'best');
  expect([best.columns, best.rows]).toEqual([
    ['5', '10'],
    ['20', '100'],
  ]);
  const valuesOf = (rule: 'best' | 'mean') =>
    heatTable(SETS, 0, 1, rule).cells.map(({ column, row, value }) => [column, row, value]);
  expect(valuesOf('best')).toEqual([
    [0, 0, 3],
    [1, 0, 2],
    [1, 1, null],
    [0, 1, -1],
  ]);
  expect(valuesOf('mean')[0]).toEqual([0, 0, 2]);
  expect(best.cells[0]).toMatchObject({ count: 2, best: { Values: ['5', '20', 'b'] } });
});

it('places the smallest values at the left and the bottom, and finds a cell by its place', () => {
  const layout = heatLayout(heatTable(SETS, 0, 1, 'best'), 400, 300);
  const at = (column: number, row: number) =>
    layout.cells.find((cell) => cell.column === column && cell.row === row);
  expect(at(0, 0)).toMatchObject({ strength: 1 });
  expect(at(0, 1)).toMatchObject({ strength: 0 });
  expect(at(1, 1)).toMatchObject({ strength: null });
  expect(at(0, 0)?.x).toBeLessThan(at(1, 0)?.x ?? 0);
  expect(at(0, 0)?.y).toBeGreaterThan(at(0, 1)?.y ?? Infinity);
  expect(cellAt(layout, (at(1, 0)?.x ?? 0) + 5, (at(1, 0)?.y ?? 0) + 5)).toBe(at(1, 0));
  expect(cellAt(layout, 1, 1)).toBeUndefined();
});

it('goes from cell to cell in the direction of a key', () => {
  const layout = heatLayout(heatTable(SETS, 0, 1, 'best'), 400, 300);
  const [first] = layout.cells;
  const right = cellAfter(layout, first, { columns: 1, rows: 0 });
  expect(right).toMatchObject({ column: 1, row: 0 });
  expect(cellAfter(layout, right, { columns: 0, rows: 1 })).toMatchObject({ column: 1, row: 1 });
  expect(cellAfter(layout, right, { columns: 1, rows: 0 })).toBeUndefined();
  expect(cellAfter(layout, undefined, { columns: 1, rows: 0 })).toBe(first);
});

it('lays the sets with a score out as lines, best first, and finds the nearest', () => {
  const names = ['fast', 'slow', 'side', 'Sharpe'];
  const layout = parallelLayout(SETS, { names, textOf: String }, 600, 300);
  expect(layout.lines.map(({ set: { Score } }) => Score)).toEqual([3, 2, 1, -1]);
  expect(layout.axes.map(({ name }) => name)).toEqual(names);
  expect(layout.axes[2]?.ticks.map(({ text }) => text)).toEqual(['a', 'b']);
  const [best] = layout.lines;
  // The best one is at the top of the last axis, the worst at its bottom.
  expect([best?.ys.at(-1), layout.lines.at(-1)?.ys.at(-1)]).toEqual([layout.top, layout.bottom]);
  const last = layout.axes.at(-1)?.x ?? 0;
  expect(lineAt(layout, last - 1, layout.top + 1)).toBe(0);
  expect(lineAt(layout, 1, 1)).toBeNull();
  // Every line is in one of the bands.
  expect(layout.bands.map(({ path }) => path.split('M').length - 1).reduce((a, b) => a + b)).toBe(4);
});
