import { expect, test } from 'vitest';
import { PRICE_PANE } from '../model/panes.ts';
import { priceAt } from './price-at.ts';

const viewWith = (length: number, value: number) => ({
  model: { bars: { length } },
  scaleOf: (paneId: string) => (paneId === PRICE_PANE ? { valueAt: () => value } : undefined),
});

test('the price of a place is in steps of the exchange', () => {
  expect(priceAt(viewWith(1, 684.2871), PRICE_PANE, 10)).toBe(684.29);
  expect(priceAt(viewWith(1, 0.26954), PRICE_PANE, 10)).toBe(0.2695);
});

test('a chart without bars has no prices, whatever its axis would read', () => {
  expect(priceAt(viewWith(0, 0.2695), PRICE_PANE, 10)).toBeNull();
});

test('a place outside of the prices has none', () => {
  expect(priceAt(viewWith(1, 684), 'volume', 10)).toBeNull();
  expect(priceAt(viewWith(1, 684), null, 10)).toBeNull();
  expect(priceAt(viewWith(1, -3), PRICE_PANE, 10)).toBeNull();
  expect(priceAt(viewWith(1, Number.NaN), PRICE_PANE, 10)).toBeNull();
});
