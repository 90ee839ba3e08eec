import { expect, test } from 'vitest';
import { markOf, menuSlots } from './menu-slots.ts';

const icon = () => null;

test('one place serves for checks and icons while no entry has both', () => {
  expect([menuSlots([]), menuSlots([{ icon }, { isChecked: true }, {}])]).toEqual([1, 1]);
  expect([
    markOf({ icon }, 1),
    markOf({ isChecked: true }, 1),
    markOf({ isChecked: false }, 1),
    markOf({}, 1),
  ]).toEqual(['icon', 'check', null, null]);
});
test('where one entry has both, every icon stands in the second place', () => {
  expect(menuSlots([{ icon }, { icon, isChecked: false }])).toBe(2);
  expect([
    markOf({ icon }, 2),
    markOf({ icon, isChecked: true }, 2),
    markOf({ icon, isChecked: false }, 2),
  ]).toEqual([null, 'check', null]);
});
