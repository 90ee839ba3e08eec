import { expect, test } from 'vitest';
import { heldOrder } from './held-order.ts';

const row = (id: string, value = 0) => ({ id, value });
const idOf = ({ id }: { readonly id: string }) => id;

test('keeps rows in their places, takes their new values, and puts new ones last', () => {
  const before = [row('c'), row('a'), row('b')];
  const held = heldOrder(before, [row('d', 4), row('a', 1), row('c', 3)], idOf);
  expect(held).toEqual([row('c', 3), row('a', 1), row('d', 4)]);
});

test('is the rows as given where nothing stood before', () => {
  expect(heldOrder([], [row('b'), row('a')], idOf)).toEqual([row('b'), row('a')]);
});
