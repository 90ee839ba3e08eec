import { describe, expect, it } from 'vitest';
import type { ExitTerms, GroupRequest } from '../orders/groups/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../orders/request.ts';
import { groupRequestTerms, groupRequestText } from './index.ts';

const entry: OrderRequest = {
  ...PLAIN_ORDER,
  ...{ account: 'DEMO-1', userId: 'u1', clientId: 'c1.0', symbol: 'SPY', side: 'Buy', source: 'Open' },
  ...{ type: 'Limit', priceE4: 1_000_000, tif: 'Day', quantity: 100, destination: 'SMART', route: 'AUTO' },
};
const target: ExitTerms = { basis: 'Price', amountE4: 1_100_000, tif: 'Day' };
const stop: ExitTerms = { basis: 'Offset', amountE4: 50_000, tif: 'GoodTillCancel' };
const group = (change: Partial<GroupRequest>): GroupRequest => ({
  ...{ account: 'DEMO-1', userId: 'u1', clientId: 'c1', kind: 'Bracket', symbol: 'SPY' },
  ...{ orders: [entry], target: null, stop: null },
  ...change,
});

describe('groupRequestText', () => {
  const exit: OrderRequest = { ...entry, side: 'Sell', source: 'Close', priceE4: 1_100_000 };
  it.each<[string, Partial<GroupRequest>]>([
    ['Buy 100 SPY at 100.00', { target }],
    [
      'Sell 100 SPY at 110.00, or Sell 100 SPY stop 95.00',
      { kind: 'OneCancelsOther', orders: [exit, { ...exit, type: 'Stop', stopPriceE4: 950_000 }] },
    ],
    [
      'Buy 100 SPY at 100.00, then Sell 100 SPY at 110.00',
      { kind: 'OneTriggersOther', orders: [entry, exit] },
    ],
    [
      'Buy 100 SPY at 100.00, at 09:45 ET',
      { kind: 'Conditional', condition: { basis: 'TimeOfDay', minutes: 585 } },
    ],
    [
      'Buy 100 SPY at 100.00, once KO bid is 59.50 or below',
      {
        kind: 'Conditional',
        condition: { basis: 'Bid', symbol: 'KO', direction: 'AtOrBelow', priceE4: 595_000 },
      },
    ],
  ])('%s', (text, change) => {
    expect(groupRequestText(group(change))).toBe(text);
  });
});

describe('groupRequestTerms', () => {
  it('states the exits of a bracket, with the side of the fill on which a distance lies', () => {
    expect(groupRequestTerms(group({ target, stop }))).toEqual([
      'target at 110.00',
      'stop 5.00 below the fill GTC',
    ]);
    const short = { ...entry, side: 'Short' as const };
    expect(
      groupRequestTerms(group({ orders: [short], stop, target: { ...stop, basis: 'Percent' } })),
    ).toEqual(['target 5.00% below the fill GTC', 'stop 5.00 above the fill GTC']);
  });

  it('states what closes in parts, when the stop moves, and the end by time', () => {
    const terms = groupRequestTerms(
      group({
        targets: [
          { ...target, quantity: 60 },
          { ...target, quantity: 40, amountE4: 1_200_000 },
        ],
        stop,
        isBreakEven: true,
        trail: {
          start: { basis: 'Offset', amountE4: 20_000 },
          distance: { basis: 'Percent', amountE4: 10_000 },
        },
        timeExit: { basis: 'Minutes', minutes: 1_200 },
      }),
    );
    expect(terms).toEqual([
      'target of 60 at 110.00',
      'target of 40 at 120.00',
      'stop 5.00 below the fill GTC',
      'stop to the fill price after the first target',
      'stop trails 1.00% away from 2.00 above the fill on',
      'closes at market 1,200 min after the first fill',
    ]);
    expect(groupRequestTerms(group({ timeExit: { basis: 'TimeOfDay', minutes: 950 } }))).toEqual([
      'closes at market at 15:50 ET',
    ]);
  });

  it('states a distance that is no whole number of cents as it is', () => {
    expect(groupRequestTerms(group({ stop: { ...stop, amountE4: 12_855 } }))).toEqual([
      'stop 1.2855 below the fill GTC',
    ]);
  });

  it('states what the orders leave out of their text', () => {
    expect(groupRequestTerms(group({ orders: [{ ...entry, displayQuantity: 10 }], target }))).toEqual([
      'target at 110.00',
      'shows 10',
    ]);
  });
});
