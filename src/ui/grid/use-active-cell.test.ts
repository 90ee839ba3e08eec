import { expect, test } from 'vitest';
import { HEADER_ROW } from './grid-keys.ts';
import { activeRow } from './use-active-cell.ts';

const linesOf = (...ids: readonly string[]) => ({
  count: ids.length,
  idAt: (index: number) => ids[index],
  indexOf: (id: string) => ids.indexOf(id),
});

test('the keyboard follows its line to where that is sorted', () => {
  expect(activeRow({ row: 1, id: 'b' }, linesOf('b', 'c', 'a'))).toBe(0);
  expect(activeRow({ row: 1, id: 'b' }, linesOf('a', 'b'))).toBe(1);
});
test('the keyboard keeps its position when its line is gone, within the lines that are left', () => {
  expect(activeRow({ row: 1, id: 'b' }, linesOf('a', 'c'))).toBe(1);
  expect(activeRow({ row: 4, id: 'e' }, linesOf('a', 'c'))).toBe(1);
  expect(activeRow({ row: 4, id: null }, linesOf())).toBe(0);
});
test('the keyboard stays on the header whatever the lines are', () => {
  expect(activeRow({ row: HEADER_ROW, id: null }, linesOf())).toBe(HEADER_ROW);
});
