import { expect, test } from 'vitest';
import { firstPlace, movedByKey, withinView } from './panel-place.ts';

const view = { width: 1000, height: 600 };
const panel = { width: 400, height: 300 };

test.each([
  ['in sight stays', { left: 100, top: 50 }, { left: 100, top: 50 }],
  ['beyond the right and lower edge comes back to them', { left: 900, top: 580 }, { left: 592, top: 292 }],
  ['beyond the left and upper edge comes back to them', { left: -300, top: -1 }, { left: 8, top: 8 }],
])('a panel %s', (_title, place, expected) => {
  expect(withinView(place, panel, view)).toEqual(expected);
});

test('a panel that is larger than the window keeps its upper left corner in sight', () => {
  expect(withinView({ left: 300, top: 200 }, { width: 1200, height: 900 }, view)).toEqual({
    left: 8,
    top: 8,
  });
});

test('a panel that was never moved opens at the right edge, whole', () => {
  expect(firstPlace(panel, view)).toEqual({ left: 576, top: 84 });
  expect(firstPlace({ width: 400, height: 580 }, view)).toEqual({ left: 576, top: 12 });
});

test('Alt, Shift and an arrow key move a panel, and no other key does', () => {
  const place = { left: 100, top: 100 };
  const press = (key: string, keys = {}) =>
    movedByKey(place, { key, altKey: true, shiftKey: true, ctrlKey: false, metaKey: false, ...keys });
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => press(key))).toEqual([
    { left: 76, top: 100 },
    { left: 124, top: 100 },
    { left: 100, top: 76 },
    { left: 100, top: 124 },
  ]);
  // The same arrows with Ctrl make a window wider.
  const others = [press('ArrowLeft', { ctrlKey: true }), press('ArrowLeft', { shiftKey: false }), press('x')];
  expect(others).toEqual([null, null, null]);
});
