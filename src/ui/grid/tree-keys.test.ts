import { describe, expect, it } from 'vitest';
import { HEADER_ROW } from './grid-keys.ts';
import { treeStep, type KeyLine } from './tree-keys.ts';

const lines: readonly KeyLine[] = [
  { kind: 'group', isOpen: true, isEmpty: false },
  { kind: 'row', parent: 0 },
  { kind: 'row', parent: 0 },
  { kind: 'group', isOpen: false, isEmpty: false },
  { kind: 'group', isOpen: true, isEmpty: true },
];
const press = (key: string, row: number, column = 0, hasControl = false) =>
  treeStep(key, hasControl, { row, column }, lines, 4, 2);

describe('the keys of a tree grid', () => {
  it('Right opens a closed group, and goes into an open one', () => {
    expect(press('ArrowRight', 3)).toEqual({ kind: 'open', row: 3 });
    expect(press('ArrowRight', 0)).toEqual({ kind: 'move', to: { row: 1, column: 0 } });
    expect(press('ArrowRight', 4)).toBeNull();
  });
  it('Left closes an open group, and does nothing on a closed one', () => {
    expect(press('ArrowLeft', 0)).toEqual({ kind: 'close', row: 0 });
    expect(press('ArrowLeft', 3)).toBeNull();
  });
  it('in a row Left and Right go along the cells, and Left on the first one goes to the heading', () => {
    expect(press('ArrowRight', 2, 1)).toEqual({ kind: 'move', to: { row: 2, column: 2 } });
    expect(press('ArrowLeft', 2, 2)).toEqual({ kind: 'move', to: { row: 2, column: 1 } });
    expect(press('ArrowLeft', 2, 0)).toEqual({ kind: 'move', to: { row: 0, column: 0 } });
    expect(press('ArrowRight', 2, 3)).toBeNull();
  });
  it('Up and Down go over groups and rows alike and keep the column; above the first line is the header', () => {
    expect(press('ArrowDown', 2, 3)).toEqual({ kind: 'move', to: { row: 3, column: 3 } });
    expect(press('ArrowUp', 0)).toEqual({ kind: 'move', to: { row: HEADER_ROW, column: 0 } });
    expect(press('ArrowDown', 4)).toBeNull();
    expect(press('ArrowRight', HEADER_ROW, 1)).toEqual({ kind: 'move', to: { row: HEADER_ROW, column: 2 } });
  });
  it('Home, End and pages as in any grid; * opens all groups', () => {
    expect(press('End', 1, 1)).toEqual({ kind: 'move', to: { row: 1, column: 3 } });
    expect(press('Home', 1, 3, true)).toEqual({ kind: 'move', to: { row: 0, column: 0 } });
    expect(press('End', 1, 0, true)).toEqual({ kind: 'move', to: { row: 4, column: 3 } });
    expect(press('PageDown', 1)).toEqual({ kind: 'move', to: { row: 3, column: 0 } });
    expect(press('*', 1)).toEqual({ kind: 'open-all' });
    expect(press('a', 1)).toBeNull();
  });
});
