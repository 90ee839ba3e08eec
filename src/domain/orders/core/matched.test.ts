import { expect, it } from 'vitest';
import { POWER_OF_FULL_PAYMENT } from '../../portfolio/index.ts';
import { PLAIN_ORDER, type OrderRequest } from '../request.ts';
import { termsOf } from './matched.ts';

const OPTION = 'SPY260306C00100000';
const buy = (change: Partial<OrderRequest>): OrderRequest => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'c',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Market',
  tif: 'Day',
  quantity: 1,
  priceE4: 0,
  stopPriceE4: 0,
  stopType: 'Static',
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const holding = { openingQuantity: 1, reserveE4: 10_500 };
const optionHolding = { openingQuantity: 1, reserveE4: 10_500 * 100 * POWER_OF_FULL_PAYMENT };

it.each([
  ['at the market', { type: 'Market' }, 'boundE4'],
  ['by a stop', { type: 'Stop', stopPriceE4: 10_000 }, 'boundE4'],
  ['by a peg without a price', { type: 'Pegged' }, 'priceE4'],
] as const)(
  'a purchase %s is bound to the price that it was counted at, a share as well as an option',
  (_how, change, bound) => {
    expect(termsOf(buy(change), holding, [])[bound]).toBe(10_500);
    expect(termsOf(buy({ ...change, symbol: OPTION }), optionHolding, [])[bound]).toBe(10_500);
  },
);

it('a market purchase of options that covers is bound as one that opens: it holds as much for each contract', () => {
  expect(termsOf(buy({ symbol: OPTION }), { ...optionHolding, openingQuantity: 0 }, []).boundE4).toBe(10_500);
});
