import { fc, test as propertyTest } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { shareEqual } from './share-equal.ts';

test('what has not changed is the same object, what has changed is new', () => {
  const before = { changed: { rows: [{ id: 1 }, { id: 2 }] }, same: { rows: [] } };
  const next = { same: { rows: [] }, changed: { rows: [{ id: 1 }, { id: 3 }] } };
  const shared = shareEqual(before, next);
  expect(shared).toEqual(next);
  expect([
    shared.same === before.same,
    shared.changed.rows[0] === before.changed.rows[0],
    shared.changed === before.changed,
  ]).toEqual([true, true, false]);
  expect(shareEqual(before, structuredClone(before))).toBe(before);
});

test('a list that has moved up, grown or shrunk is a new one', () => {
  const before = { list: ['a', 'b', 'c'] };
  for (const list of [['b', 'c'], ['a', 'b', 'c', 'd'], []])
    expect(shareEqual(before, { list })).toEqual({ list });
});

propertyTest.prop([fc.jsonValue(), fc.jsonValue()])(
  'the outcome says what the newer one says',
  (before, next) => {
    expect(shareEqual(before, next)).toEqual(next);
  },
);
