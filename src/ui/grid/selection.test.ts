import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { extendTo, NO_SELECTION, selectAll, selectOnly, stillThere, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

test('Shift selects from the anchor, either way, and again from the same anchor', () => {
  const from = selectOnly('c');
  expect([...extendTo(from, 'e', order).ids]).toEqual(['c', 'd', 'e']);
  expect([...extendTo(extendTo(from, 'e', order), 'a', order).ids]).toEqual(['a', 'b', 'c']);
});
test('without an anchor Shift selects one row', () => {
  expect([...extendTo(NO_SELECTION, 'd', order).ids]).toEqual(['d']);
  expect([...extendTo(selectOnly('gone'), 'd', order).ids]).toEqual(['d']);
});
test('Ctrl adds a row, takes it away, and anchors there', () => {
  const two = toggle(selectOnly('a'), 'd');
  expect([...two.ids, two.anchor]).toEqual(['a', 'd', 'd']);
  expect([...toggle(two, 'a').ids]).toEqual(['d']);
});
test('all rows are selected, and those that went are selected no more', () => {
  const all = selectAll(NO_SELECTION, order);
  expect(all.ids.size).toBe(5);
  expect([...stillThere(all, (id) => id !== 'a' && id !== 'c').ids]).toEqual(['b', 'd', 'e']);
  expect(stillThere(all, () => true)).toBe(all);
});
property.prop([fc.array(fc.tuple(fc.constantFrom('only', 'toggle', 'extend'), fc.constantFrom(...order)))])(
  'whatever is pressed, only rows that exist are selected',
  (steps) => {
    let selection = NO_SELECTION;
    for (const [step, id] of steps)
      selection =
        step === 'only'
          ? selectOnly(id)
          : step === 'toggle'
            ? toggle(selection, id)
            : extendTo(selection, id, order);
    for (const id of selection.ids) expect(order).toContain(id);
  },
);
