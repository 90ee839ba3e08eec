import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { groupsOf, known, movedTo, toggled } from './column-choice.ts';

const columns = [
  { id: 'Symbol', label: 'Symbol', category: 'Fundamental' },
  { id: 'Last', label: 'Last price', category: 'Trading', help: 'Price of the last trade.' },
  { id: 'Eps', label: 'EPS', category: 'Fundamental', help: 'Earnings a share.' },
  { id: 'Rsi', label: 'RSI', category: 'Indicator' },
];

describe('choosing columns', () => {
  test('a new column comes at the end, one that is there goes', () => {
    expect(toggled(['A', 'B'], 'C')).toEqual(['A', 'B', 'C']);
    expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
  });
  test('columns that do not exist, and repeated ones, are left out', () => {
    expect(known(columns, ['Last', 'Gone', 'Symbol', 'Last'])).toEqual(['Last', 'Symbol']);
  });
  test('are found by words of label, category and help, in their categories', () => {
    expect(groupsOf(columns, '').map(({ category, columns: found }) => [category, found.length])).toEqual([
      ['Fundamental', 2],
      ['Trading', 1],
      ['Indicator', 1],
    ]);
    expect(groupsOf(columns, 'PRICE trade')).toEqual([{ category: 'Trading', columns: [columns[1]] }]);
    expect(groupsOf(columns, 'nothing such')).toEqual([]);
  });
});

describe('the order of columns', () => {
  const list = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  propertyTest.prop([list, fc.nat(), fc.integer({ min: -3, max: 15 })])(
    'a moved column is at its new place, and the others follow one another as before',
    (chosen, pick, to) => {
      const id = chosen[pick % chosen.length] ?? '';
      const moved = movedTo(chosen, id, to);
      expect(moved.indexOf(id)).toBe(Math.min(chosen.length - 1, Math.max(0, to)));
      expect(moved.filter((other) => other !== id)).toEqual(chosen.filter((other) => other !== id));
    },
  );
  test('a column that is not chosen can not be moved', () => {
    const chosen = ['A', 'B'];
    expect(movedTo(chosen, 'C', 0)).toBe(chosen);
    expect(movedTo(chosen, 'A', -1)).toBe(chosen);
  });
});
