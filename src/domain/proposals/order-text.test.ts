import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER, type OrderRequest } from '../orders/request.ts';
import { furtherTerms, orderRequestText } from './index.ts';

const ORDER: OrderRequest = {
  ...PLAIN_ORDER,
  account: 'DEMO-1',
  userId: 'u1',
  clientId: 'c1',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Market',
  tif: 'Day',
  quantity: 1_200,
  destination: 'SMART',
  route: 'AUTO',
};

describe('orderRequestText', () => {
  it.each<[string, Partial<OrderRequest>]>([
    ['Buy 1,200 SPY at market', {}],
    ['Buy 1,200 SPY at 662.50', { type: 'Limit', priceE4: 6_625_000 }],
    [
      'Short 1,200 SPY stop 512.30, GTC',
      { side: 'Short', type: 'Stop', stopPriceE4: 5_123_000, tif: 'GoodTillCancel' },
    ],
    [
      'Sell 1,200 SPY stop 500.00 limit 499.00',
      { side: 'Sell', type: 'StopLimit', stopPriceE4: 5_000_000, priceE4: 4_990_000 },
    ],
    [
      'Sell 1,200 SPY trailing stop 2.00%',
      { side: 'Sell', type: 'Stop', stopType: 'Trailing', offsetType: 'Percent', offsetE4: 20_000 },
    ],
    [
      'Sell 1,200 SPY trailing stop 1.50 from 99.00',
      {
        side: 'Sell',
        type: 'Stop',
        stopType: 'Trailing',
        offsetType: 'Value',
        offsetE4: 15_000,
        stopPriceE4: 990_000,
      },
    ],
    ['Buy 1,200 SPY at the close', { type: 'MarketOnClose' }],
    ['Buy 1,200 SPY at the close, limit 10.00', { type: 'LimitOnClose', priceE4: 100_000 }],
    ['Buy 1,200 SPY pegged to the bid', { type: 'Pegged' }],
    [
      'Buy 1,200 SPY pegged to the midpoint limit 10.00',
      { type: 'Pegged', pegType: 'Midpoint', priceE4: 100_000 },
    ],
    [
      'Buy 1,200 SPY at 10.00, GTD 2026-12-31',
      {
        type: 'Limit',
        priceE4: 100_000,
        tif: 'GoodTillDate',
        goodTillMs: Date.parse('2026-12-31T21:00:00Z'),
      },
    ],
    ["Buy 1,200 SPY Dec 18 '26 100 Call at market", { symbol: 'SPY261218C00100000' }],
  ])('says %s', (text, change) => {
    expect(orderRequestText({ ...ORDER, ...change })).toBe(text);
  });
});

describe('furtherTerms', () => {
  it('lists what the text of the order leaves out', () => {
    expect(furtherTerms(ORDER)).toEqual([]);
    expect(
      furtherTerms({
        ...ORDER,
        minQuantity: 100,
        displayQuantity: 1_000,
        destination: 'NSDQ',
        route: 'LIMIT',
      }),
    ).toEqual(['minimum quantity 100', 'shows 1,000', 'route NSDQ LIMIT']);
  });
});
