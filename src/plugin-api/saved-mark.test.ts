import { fc, test as propertyTest } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { isChangedSinceSaved, markOf } from './saved-mark.ts';

test('what was saved is not changed, what differs from it is, and so it stays until it is the same again', () => {
  const data = { Symbols: ['A', 'B'], Sort: { By: 'Last', Asc: true } };
  const saved = { FileName: 'Mine', SavedAs: markOf(data) };
  expect(isChangedSinceSaved(saved, { Sort: { Asc: true, By: 'Last' }, Symbols: ['A', 'B'] })).toBe(false);
  expect(isChangedSinceSaved(saved, { ...data, Symbols: ['B', 'A'] })).toBe(true);
  expect(isChangedSinceSaved(saved, { ...data, Sort: null })).toBe(true);
});

test('without a name, or when nothing is known of the save, nothing is marked', () => {
  expect(isChangedSinceSaved({ FileName: null, SavedAs: 'x' }, {})).toBe(false);
  expect(isChangedSinceSaved({ FileName: 'Mine', SavedAs: null }, {})).toBe(false);
});

propertyTest.prop([fc.jsonValue(), fc.jsonValue()])(
  'two marks are the same exactly when the data says the same',
  (left, right) => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, field]) => [name, sorted(field)] as const)
              .concat([['{}', '']])
          : value;
    expect(markOf(left) === markOf(right)).toBe(
      JSON.stringify(sorted(left)) === JSON.stringify(sorted(right)),
    );
    expect(markOf(JSON.parse(JSON.stringify(left)))).toBe(markOf(left));
  },
);
