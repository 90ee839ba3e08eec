import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { compareKeys, isSameOrder, keysOf, type SortKey } from './sort-keys.ts';

/** As the table sorts: it turns the sign round itself. */
const sorted = (keys: readonly SortKey[], isDescending: boolean) => keys.toSorted((left, right) => (isDescending ? -1 : 1) * compareKeys(left, right, isDescending));

describe('sort keys', () => {
  test('sort numbers as numbers and keep empty values last in both directions', () => {
    expect(sorted([10, null, 9], false)).toEqual([9, 10, null]);
    expect(sorted([10, null, 9], true)).toEqual([10, 9, null]);
  });
  test('take a value that is not a number as empty, and the text where a column has no value', () => {
    expect(keysOf([1, Number.NaN], { id: 'a', header: 'A', text: String, value: (row) => row })).toEqual([1, null]);
    expect(keysOf([1, 2], { id: 'a', header: 'A', text: (row) => `row ${row}` })).toEqual(['row 1', 'row 2']);
  });
  property.prop([fc.array(fc.option(fc.oneof(fc.integer(), fc.string()))), fc.boolean()])('keep every value, with all empty ones at the end', (keys, isDescending) => {
    const result = sorted(keys, isDescending);
    const filled = keys.filter((key) => key !== null).length;
    expect(result).toHaveLength(keys.length);
    expect(result.slice(filled).every((key) => key === null)).toBe(true);
  });
  test('tell whether two orders are the same', () => {
    expect(isSameOrder(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSameOrder(['a'], ['a', 'b'])).toBe(false);
  });
});
