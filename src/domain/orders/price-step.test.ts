import { expect, it } from 'vitest';
import { roundToPriceStepE4 } from './price-step.ts';

it.each<[price: number, direction: 'down' | 'up', isOption: boolean, priceE4: number]>([
  [100.019, 'down', false, 1_000_100],
  [100.011, 'up', false, 1_000_200],
  // The double next to a price on the step is that price.
  [100.02, 'down', false, 1_000_200],
  [100.020_000_001, 'up', false, 1_000_200],
  [100.019_999_999, 'down', false, 1_000_200],
  // Rounded to 1/10,000 first, this buy would end above its price.
  [100.009_96, 'down', false, 1_000_000],
  [0.123_46, 'down', false, 1_234],
  [0.999_96, 'up', false, 10_000],
  [1.004, 'down', false, 10_000],
  [0.996, 'down', true, 9_900],
  [0.991, 'up', true, 10_000],
  [0.000_04, 'down', false, 0],
])('rounds %d %s (option: %s) to %d E4', (price, direction, isOption, priceE4) => {
  expect(roundToPriceStepE4(price, direction, isOption)).toBe(priceE4);
});
