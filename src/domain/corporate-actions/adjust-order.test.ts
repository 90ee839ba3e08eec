import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER } from '../orders/request.ts';
import { dividendOrder, splitOrder, type WorkingOrder } from './adjust-order.ts';

const order = (change: Partial<WorkingOrder>): WorkingOrder => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'c',
  symbol: 'AAPL',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'GoodTillCancel',
  quantity: 100,
  destination: 'X',
  route: 'X',
  orderId: '1',
  filled: 0,
  isTriggered: false,
  workingStopE4: 0,
  watermarkE4: 0,
  reserveE4: 0,
  openingQuantity: 0,
  ...change,
});
const SEVEN = { numerator: 7, denominator: 1 };

describe('an open order after a forward split', () => {
  it('has seven times the shares at a seventh of the price, a buy limit rounded down and a sale up', () => {
    expect(
      splitOrder(order({ priceE4: 6_000_000, reserveE4: 6_000_000, openingQuantity: 100 }), SEVEN),
    ).toMatchObject({ quantity: 700, priceE4: 857_100, reserveE4: 857_143, openingQuantity: 700 });
    expect(splitOrder(order({ side: 'Sell', priceE4: 7_000_100 }), SEVEN)).toMatchObject({
      priceE4: 1_000_100,
    });
  });

  it('keeps a stop to sell below and a stop to buy above the divided price', () => {
    const stop = { type: 'Stop', stopPriceE4: 6_000_000, workingStopE4: 6_000_000 } as const;
    expect(splitOrder(order({ ...stop, side: 'Sell' }), SEVEN)).toMatchObject({
      stopPriceE4: 857_100,
      workingStopE4: 857_100,
    });
    expect(splitOrder(order(stop), SEVEN)).toMatchObject({ stopPriceE4: 857_200 });
  });

  it('divides a trail in dollars and what it has followed, and keeps one in per cent', () => {
    const trail = { type: 'Stop', side: 'Sell', stopType: 'Trailing', watermarkE4: 7_000_000 } as const;
    expect(splitOrder(order({ ...trail, offsetType: 'Value', offsetE4: 70_000 }), SEVEN)).toMatchObject({
      offsetE4: 10_000,
      watermarkE4: 1_000_000,
    });
    expect(splitOrder(order({ ...trail, offsetType: 'Percent', offsetE4: 70_000 }), SEVEN)?.offsetE4).toBe(
      70_000,
    );
  });

  it('restates what has filled in new shares, and ends when no whole share is left', () => {
    expect(splitOrder(order({ filled: 30, priceE4: 7_000_000 }), SEVEN)).toMatchObject({
      quantity: 700,
      filled: 210,
    });
    expect(
      splitOrder(order({ quantity: 101, priceE4: 30_000 }), { numerator: 3, denominator: 2 }),
    ).toMatchObject({
      quantity: 151,
      priceE4: 20_000,
    });
    expect(splitOrder(order({ quantity: 5, filled: 4 }), { numerator: 1, denominator: 2 })).toBeUndefined();
  });
});

describe('an open order on the ex-date of a dividend of 47 cents', () => {
  const reduced = (change: Partial<WorkingOrder>, amountE6 = 470_000) =>
    dividendOrder(order(change), amountE6);

  it('is reduced when it buys at a limit or waits to sell at a stop', () => {
    expect(reduced({ priceE4: 1_000_000 })).toMatchObject({ priceE4: 995_300, quantity: 100 });
    expect(
      reduced({
        side: 'Sell',
        type: 'StopLimit',
        priceE4: 990_000,
        stopPriceE4: 1_000_000,
        workingStopE4: 1_000_000,
      }),
    ).toMatchObject({ priceE4: 985_300, stopPriceE4: 995_300, workingStopE4: 995_300 });
  });

  it('stays when it sells at a limit, waits to buy at a stop, or has no price', () => {
    expect(reduced({ side: 'Sell', priceE4: 1_000_000 })).toBeUndefined();
    expect(reduced({ type: 'StopLimit', priceE4: 1_000_000, stopPriceE4: 990_000 })).toBeUndefined();
    expect(reduced({ type: 'Market' })).toBeUndefined();
  });

  it('rounds down to the cent, and stays at a dividend below a cent', () => {
    expect(reduced({ priceE4: 1_000_000 }, 203_125)?.priceE4).toBe(997_900);
    expect(reduced({ priceE4: 1_000_000 }, 9_999)).toBeUndefined();
    expect(reduced({ priceE4: 4_000 }, 470_000)?.priceE4).toBe(1);
  });
});
