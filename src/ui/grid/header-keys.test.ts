import { describe, expect, test } from 'vitest';
import { headerStep } from './header-keys.ts';
import type { GridColumn } from './types.ts';

const column = (id: string, more: Partial<GridColumn<string>> = {}): GridColumn<string> => ({
  id,
  header: id,
  text: (row) => row,
  ...more,
});
const placed = [
  { column: column('remove', { isMovable: false }), widthPx: 24 },
  { column: column('name', { minWidth: 60 }), widthPx: 64 },
  { column: column('last'), widthPx: 80 },
];
const press = (key: string, index: number, altKey = false, shiftKey = false) =>
  headerStep({ key, altKey, shiftKey }, index, placed);

describe('the keys of a grid header', () => {
  test('sort by Enter and Space', () => {
    expect([press('Enter', 1), press(' ', 2)]).toEqual([{ kind: 'sort' }, { kind: 'sort' }]);
  });
  test('change the width by Alt and an arrow, down to the least width of the column', () => {
    expect(press('ArrowRight', 2, true)).toEqual({ kind: 'resize', widthPx: 88 });
    expect(press('ArrowLeft', 1, true)).toEqual({ kind: 'resize', widthPx: 60 });
  });
  test('move the column by Alt, Shift and an arrow', () => {
    expect(press('ArrowRight', 1, true, true)).toEqual({ kind: 'move', beforeId: null, to: 2 });
    expect(press('ArrowLeft', 2, true, true)).toEqual({ kind: 'move', beforeId: 'name', to: 1 });
  });
  test('keep a fixed column in its place and width, and the others on their side of it', () => {
    const none = { kind: 'none' };
    expect([
      press('ArrowRight', 0, true),
      press('ArrowRight', 0, true, true),
      press('ArrowLeft', 1, true, true),
      press('ArrowRight', 2, true, true),
    ]).toEqual([none, none, none, none]);
  });
  test('leave plain arrows and other keys to the grid', () => {
    expect([press('ArrowRight', 1), press('a', 1, true), press('Enter', 9)]).toEqual([null, null, null]);
  });
});
