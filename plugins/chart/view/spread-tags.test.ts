import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadTags } from './spread-tags.ts';

const tag = (top: number, height = 17) => ({ top, bottom: top + height });
const axis = { top: 0, bottom: 400 };
const tops = (all: readonly { readonly top: number }[]) => all.map(({ top }) => top);

test('tags with room stay, and others go to the nearest free place above or below', () => {
  const taken = [tag(100, 31)];
  expect(tops(spreadTags([tag(10), tag(300)], { ...axis, taken }))).toEqual([10, 300]);
  expect(tops(spreadTags([tag(90)], { ...axis, taken }))).toEqual([83]);
  expect(tops(spreadTags([tag(125)], { ...axis, taken }))).toEqual([131]);
  // Both were to stand at the same height: the first has precedence.
  expect(tops(spreadTags([tag(125), tag(125)], { ...axis, taken }))).toEqual([131, 148]);
});

test('a tag that would leave the axis goes to the other side', () => {
  expect(tops(spreadTags([tag(2)], { ...axis, taken: [tag(0)] }))).toEqual([17]);
  expect(tops(spreadTags([tag(380)], { ...axis, taken: [tag(383)] }))).toEqual([366]);
});

test('a tag without room stays at its height', () => {
  expect(tops(spreadTags([tag(5)], { top: 0, bottom: 30, taken: [tag(0, 30)] }))).toEqual([5]);
});

test('no tag covers another while the axis has room for all of them, wherever they are to stand', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 383 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 369 }),
      (heights, last) => {
        const taken = [tag(last, 31)];
        const all = [
          ...taken,
          ...spreadTags(
            heights.map((top) => tag(top)),
            { ...axis, taken },
          ),
        ];
        for (const { top, bottom } of all) expect(top >= axis.top && bottom <= axis.bottom).toBe(true);
        all.forEach((first, n) =>
          all.forEach((second, m) => {
            if (n < m) expect(first.bottom <= second.top || second.bottom <= first.top).toBe(true);
          }),
        );
      },
    ),
  );
});
