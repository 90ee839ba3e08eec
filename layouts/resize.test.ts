import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLayoutTree, isSameShape, layouts, windowsOf, type LayoutGroup } from './index.ts';
import { resized } from './resize.ts';

const root = (code: string): LayoutGroup => {
  const found = layouts.find((layout) => layout.code === code);
  if (found === undefined) throw new Error(`no layout ${code}`);
  return found.root;
};
const weightsOf = ({ children }: LayoutGroup) => children.map(({ weight }) => weight);

describe('a place that is resized by a key', () => {
  const two: LayoutGroup = {
    direction: 'row',
    weight: 100,
    children: [
      { windows: ['Window1'], selected: 'Window1', weight: 60 },
      { windows: ['Window2'], selected: 'Window2', weight: 40 },
    ],
  };

  it('grows at its right edge; the last one at its left edge', () => {
    expect(weightsOf(resized(two, 'Window1', 'width', 0.05))).toEqual([65, 35]);
    expect(weightsOf(resized(two, 'Window2', 'width', 0.05))).toEqual([55, 45]);
    expect(weightsOf(resized(two, 'Window1', 'width', -0.05))).toEqual([55, 45]);
  });

  it('stops where the neighbour has its least size, and stays as it is from there on', () => {
    const widest = resized(two, 'Window1', 'width', 0.9);
    expect(weightsOf(widest)).toEqual([92, 8]);
    expect(resized(widest, 'Window1', 'width', 0.05)).toBe(widest);
  });

  it('has no height to change in a row alone', () => {
    expect(resized(two, 'Window1', 'height', 0.05)).toBe(two);
  });

  it('moves the innermost splitter of the direction', () => {
    const nested: LayoutGroup = {
      direction: 'column',
      weight: 100,
      children: [
        { ...two, weight: 50 },
        { windows: ['Window3'], selected: 'Window3', weight: 50 },
      ],
    };
    expect(weightsOf(resized(nested, 'Window1', 'height', 0.1))).toEqual([60, 40]);
    const [first] = resized(nested, 'Window1', 'width', 0.1).children;
    expect(first !== undefined && 'children' in first ? weightsOf(first) : null).toEqual([70, 30]);
  });

  it('keeps windows, shape and sums of any layout, whatever is pressed', () => {
    const step = fc.record({
      at: fc.nat(3),
      dimension: fc.constantFrom('width' as const, 'height' as const),
      share: fc.constantFrom(0.05, -0.05),
    });
    fc.assert(
      fc.property(fc.constantFrom(...layouts.map(({ code }) => code)), fc.array(step), (code, steps) => {
        const before = root(code);
        const keys = windowsOf(before);
        let tree = before;
        for (const { at, dimension, share } of steps)
          tree = resized(tree, keys[at % keys.length] ?? 'Window1', dimension, share);
        expect(isLayoutTree(tree)).toBe(true);
        expect(isSameShape(tree, before)).toBe(true);
        const sum = (group: LayoutGroup) => weightsOf(group).reduce((all, weight) => all + weight, 0);
        expect(sum(tree)).toBeCloseTo(sum(before), 6);
      }),
    );
  });
});
