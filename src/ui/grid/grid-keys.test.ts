import { describe, expect, test } from 'vitest';
import { HEADER_ROW, moveByKey } from './grid-keys.ts';

const move = (key: string, row: number, column = 1, rows = 50, control = false) =>
  moveByKey(key, control, { row, column }, rows, 4, 10);

describe('the keyboard in a grid', () => {
  test('goes from the first row up to the header, and back down', () => {
    expect(move('ArrowUp', 0)).toEqual({ row: HEADER_ROW, column: 1 });
    expect(move('ArrowUp', HEADER_ROW)).toEqual({ row: HEADER_ROW, column: 1 });
    expect(move('ArrowDown', HEADER_ROW)).toEqual({ row: 0, column: 1 });
  });
  test('stays in the header of a grid without rows', () => {
    expect(move('ArrowDown', HEADER_ROW, 1, 0)).toEqual({ row: HEADER_ROW, column: 1 });
    expect(move('ArrowRight', HEADER_ROW, 1, 0)).toEqual({ row: HEADER_ROW, column: 2 });
  });
  test('moves a page within the rows, and stops at the edges', () => {
    expect(move('PageUp', 5)).toEqual({ row: 0, column: 1 });
    expect(move('PageDown', 45)).toEqual({ row: 49, column: 1 });
    expect(move('ArrowRight', 3, 3)).toEqual({ row: 3, column: 3 });
    expect(move('ArrowLeft', 3, 0)).toEqual({ row: 3, column: 0 });
  });
  test('Home and End go along the row, with Control to the corners', () => {
    expect(move('Home', 7, 2)).toEqual({ row: 7, column: 0 });
    expect(move('End', 7, 2)).toEqual({ row: 7, column: 3 });
    expect(move('Home', 7, 2, 50, true)).toEqual({ row: 0, column: 0 });
    expect(move('End', 7, 2, 50, true)).toEqual({ row: 49, column: 3 });
  });
  test('leaves other keys alone', () => {
    expect(move('a', 3)).toBeNull();
  });
});
