import fc from 'fast-check';
import { expect, it } from 'vitest';
import { riskDistanceE4, riskQuantity } from './risk-at-stop.ts';

it('divides the dollars at risk by the quantity', () => {
  expect(riskDistanceE4(5_000_000, 100, 1)).toBe(50_000);
  expect(riskDistanceE4(5_000_000, 5, 100)).toBe(10_000);
  expect(riskDistanceE4(5_000_000, 0, 1)).toBe(0);
  expect(riskQuantity(5_000_000, 0, 1)).toBe(0);
});

it('never risks more than the amount, and comes back to a quantity that is no smaller', () => {
  const amounts = fc.integer({ min: 1, max: 1e12 });
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(1, 100),
      (amountE4, quantity, multiplier) => {
        const distanceE4 = riskDistanceE4(amountE4, quantity, multiplier);
        expect(distanceE4 * quantity * multiplier).toBeLessThanOrEqual(amountE4);
        if (distanceE4 > 0)
          expect(riskQuantity(amountE4, distanceE4, multiplier)).toBeGreaterThanOrEqual(quantity);
      },
    ),
  );
});
