import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { isSameOrder, sortedPlaces, type SortKey } from './sort-keys.ts';
import type { GridColumn } from './types.ts';

const column: GridColumn<SortKey> = { id: 'a', header: 'A', text: String, value: (row) => row };
const sorted = (keys: readonly SortKey[], isDescending: boolean, before: readonly number[] | null = null) =>
  sortedPlaces(keys, column, isDescending, before).map((place) => keys[place]);

describe('sorted rows', () => {
  test('sort numbers as numbers and keep empty values last in both directions', () => {
    expect(sorted([10, null, 9], false)).toEqual([9, 10, null]);
    expect(sorted([10, null, Number.NaN, 9], true).slice(0, 2)).toEqual([10, 9]);
  });
  test('sort texts with their numbers, empty ones last', () => {
    expect(sorted(['B10', null, 'B9', 'A'], false)).toEqual(['A', 'B9', 'B10', null]);
    expect(sorted(['B10', null, 'B9', 'A'], true)).toEqual(['B10', 'B9', 'A', null]);
  });
  test('take the text where a column has no value', () => {
    expect(
      sortedPlaces([3, 1, 2], { id: 'a', header: 'A', text: (row) => `row ${row}` }, false, null),
    ).toEqual([1, 2, 0]);
  });
  test('equal rows keep the order in which they were given, whatever the order was before', () => {
    expect(sortedPlaces([1, 1, 0, 1], column, true, [3, 2, 1, 0])).toEqual([0, 1, 3, 2]);
  });
  const keys = fc.oneof(fc.array(fc.option(fc.double())), fc.array(fc.option(fc.string())));
  property.prop([keys, fc.boolean(), fc.boolean()])(
    'hold every row once, all empty ones at the end, the same from any start',
    (values: SortKey[], isDescending, isReversed) => {
      const places = sortedPlaces(values, column, isDescending, null);
      expect(places.toSorted((left, right) => left - right)).toEqual(values.map((_value, index) => index));
      const isEmpty = (place: number) => values[place] === null || Number.isNaN(values[place]);
      const firstEmpty = places.findIndex(isEmpty);
      if (firstEmpty !== -1)
        expect(
          places
            .slice(firstEmpty)
            .filter((place) => !isEmpty(place))
            .every((place) => Math.abs(Number(values[place])) === Infinity),
        ).toBe(true);
      expect(sortedPlaces(values, column, isDescending, isReversed ? places.toReversed() : places)).toEqual(
        places,
      );
    },
  );
  test('are compared with another order, place by place', () => {
    expect(isSameOrder(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSameOrder(['a'], ['a', 'b'])).toBe(false);
  });
});
