import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultOf, sortInSteps } from './steps.ts';

it('sorts in steps as at once, and keeps the order of equal items', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3_000, size: 'max' }), (keys) => {
      const items = keys.map((key, at) => ({ key, at }));
      const compare = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;
      const steps = sortInSteps(items, compare);
      expect(resultOf(steps)).toEqual(items.toSorted(compare));
    }),
    { numRuns: 50 },
  );
});

it('lets the caller work in between: no step sorts more than a part', () => {
  const items = Array.from({ length: 2_000 }, (_, at) => ({ key: (at * 7_919) % 2_000 }));
  let compared = 0;
  const steps = sortInSteps(items, (a, b) => {
    compared += 1;
    return a.key - b.key;
  });
  const ofSteps: number[] = [];
  for (let before = 0, isDone = false; !isDone; before = compared) {
    isDone = steps.next().done === true;
    ofSteps.push(compared - before);
  }
  expect(ofSteps.length).toBeGreaterThan(8);
  expect(Math.max(...ofSteps)).toBeLessThan(3_000);
});
