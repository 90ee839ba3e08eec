import { describe, expect, test } from 'vitest';
import { outlineOf, targetAt, type Box } from './drop-zones.ts';

const desk: Box = { left: 0, top: 36, width: 1000, height: 600 };
const windows = new Map([
  ['Window1', { left: 0, top: 36, width: 500, height: 600 }],
  ['Window2', { left: 500, top: 36, width: 500, height: 600 }],
] as const);

describe('letting a window go', () => {
  test('in the middle of another swaps, near one of its sides splits', () => {
    expect(targetAt(desk, windows, 750, 336)).toEqual({ on: 'Window2', zone: 'middle' });
    expect(targetAt(desk, windows, 520, 336)).toEqual({ on: 'Window2', zone: 'left' });
    expect(targetAt(desk, windows, 750, 80)).toEqual({ on: 'Window2', zone: 'up' });
    expect(targetAt(desk, windows, 750, 610)).toEqual({ on: 'Window2', zone: 'down' });
  });
  test('at the rim of the desk takes that edge', () => {
    expect(targetAt(desk, windows, 995, 300)).toEqual({ edge: 'right' });
    expect(targetAt(desk, windows, 300, 40)).toEqual({ edge: 'up' });
  });
  test('outside the desk does nothing', () => {
    expect(targetAt(desk, windows, 300, 10)).toBeNull();
    expect(targetAt(desk, windows, 1200, 300)).toBeNull();
  });
  test('is outlined where the window would be', () => {
    expect(outlineOf({ on: 'Window2', zone: 'right' }, desk, windows)).toEqual({
      left: 750,
      top: 36,
      width: 250,
      height: 600,
    });
    expect(outlineOf({ on: 'Window2', zone: 'middle' }, desk, windows)).toEqual(windows.get('Window2'));
    expect(outlineOf({ edge: 'down' }, desk, windows)).toMatchObject({
      left: 0,
      width: 1000,
      height: expect.closeTo(204, 6),
    });
    expect(outlineOf({ on: 'Window4', zone: 'up' }, desk, windows)).toBeNull();
  });
});
