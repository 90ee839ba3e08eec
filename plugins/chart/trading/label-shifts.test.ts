import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelShifts } from './label-shifts.ts';

test('labels of prices that lie apart stay at the right, those that would cover one another stand side by side', () => {
  const [top, near, far, nearFar] = labelShifts([
    { y: 10, text: 'Buy 100 LMT 9.00' },
    { y: 15, text: 'Sell 5 LMT 9.01' },
    { y: 60, text: 'Buy 1 LMT 8.00' },
    { y: 60, text: 'Buy 2 LMT 8.00' },
  ]);
  expect([top, far]).toEqual([0, 0]);
  expect(near).toBeGreaterThan(16 * 6);
  expect(nearFar).toBeGreaterThan(14 * 6);
});

test('the label of the position stays at the right, whatever orders lie near it', () => {
  expect(
    labelShifts([
      { y: 20, text: 'Long 100 @ 10.00', isFirst: true },
      { y: 10, text: 'Buy 100 LMT 9.99' },
    ])[0],
  ).toBe(0);
});

test('no two labels cover one another, however many lines there are', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ y: fc.integer({ min: 0, max: 200 }), text: fc.string({ minLength: 10, maxLength: 30 }) }),
        { maxLength: 12 },
      ),
      (labels) => {
        const shifts = labelShifts(labels);
        labels.forEach((first, n) =>
          labels.forEach((second, m) => {
            if (n >= m || Math.abs(first.y - second.y) >= 18) return;
            const [left, right] = [shifts[n] ?? 0, shifts[m] ?? 0];
            expect(left + first.text.length * 6 <= right || right + second.text.length * 6 <= left).toBe(
              true,
            );
          }),
        );
      },
    ),
  );
});
