import { describe, expect, it } from 'vitest';
import { closingSpread } from './closing-spread.ts';
import { legFillsText, legsText, tradedName } from './leg-texts.ts';
import { orderSummary, priceText, reportStatus, reportToast } from './order-view.ts';
import { replacementProblems, replacementTicket } from './replace-spread.ts';
import type { OrderRow } from './rows.ts';

const CALL = 'SPY260821C00645000';
const HIGHER = 'SPY260821C00650000';
const Legs = [
  { Symbol: CALL, Side: 'Buy', Ratio: 1 },
  { Symbol: HIGHER, Side: 'Sell', Ratio: 1 },
] as const;
const order = (change: Partial<OrderRow> = {}): OrderRow => ({
  OrderId: '7',
  ClientId: 'c7',
  Account: 'A',
  UserId: 'u',
  Symbol: 'SPY',
  Legs: [...Legs],
  MultiLegType: 'Vertical',
  Side: 'Buy',
  Source: 'Open',
  Type: 'Limit',
  TifType: 'Day',
  Quantity: 3,
  Price: 1.85,
  StopPrice: 0,
  ExecInst: '',
  Qualifier: 'None',
  Currency: 'USD',
  Fill: 1,
  Unfill: 2,
  AveragePrice: 1.8,
  Status: 'PartiallyExecuted',
  Destination: 'SMART',
  Route: 'AUTO',
  Timestamp: 0,
  TimeCompleted: null,
  Description: '',
  ...change,
});

describe('a multi-leg order in Trade Manager', () => {
  it('is named by its combination, with its legs as text', () => {
    expect(tradedName(order())).toBe('SPY Vertical');
    expect(legsText(order())).toBe("Buy 1 SPY Aug 21 '26 645 Call, Sell 1 SPY Aug 21 '26 650 Call");
    const odd = [...Legs, { Symbol: 'SPY', Side: 'Buy', Ratio: 3 }] as const;
    expect(tradedName(order({ Legs: [...odd], MultiLegType: 'Custom' }))).toBe('SPY 3 legs');
    expect(tradedName({ Symbol: CALL })).toBe("SPY Aug 21 '26 645 Call");
    expect(orderSummary(order())).toBe('Buy LMT SPY Vertical 3@1.85 AUTO');
  });
  it('shows a net price of 0 as a price', () => {
    expect(priceText('Limit', 0, Legs)).toBe('0.00');
    expect(priceText('Limit', 0)).toBe('LMT');
  });
  it('has a status of its own after the last fill, and a toast', () => {
    const report = {
      OrderId: '7',
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      Side: 'Buy',
      Quantity: 3,
      Symbol: 'SPY',
      Legs: [...Legs],
      MultiLegType: 'Vertical',
      LastFillQuantity: 2,
      LastFillPrice: 1.8,
      Message: 'OK',
    } as const;
    expect(reportStatus('OrderExecuted', 0, Legs)).toBe('ExecutedMultileg');
    expect(reportStatus('OrderExecuted', 1, Legs)).toBe('PartiallyExecuted');
    expect(reportToast({ ...report, Message: '' })?.message).toBe(
      'Executed Multileg: Buy 3 SPY Vertical, 2 @ 1.80',
    );
  });
  it('states what each leg traded', () => {
    expect(
      legFillsText({
        LegFills: [
          { Symbol: CALL, Side: 'Buy', Quantity: 2, Price: 3.1 },
          { Symbol: HIGHER, Side: 'Sell', Quantity: 2, Price: 1.3 },
        ],
      }),
    ).toBe("Buy 2 SPY Aug 21 '26 645 Call at 3.10, Sell 2 SPY Aug 21 '26 650 Call at 1.30");
  });
  it('is replaced by another quantity or net price, in the terms that it has', () => {
    expect(replacementTicket(order(), 5, 1.9)).toEqual({
      symbol: 'SPY',
      side: 'Buy',
      quantity: 5,
      type: 'Limit',
      price: 1.9,
      tif: 'Day',
      destination: 'SMART',
      route: 'AUTO',
    });
    expect(replacementTicket(order(), 3, 0)).toMatchObject({ price: 0 });
    expect(replacementTicket(order(), 3, 1.85), 'nothing changes').toBeNull();
  });
  it.each([
    ['fewer units than are filled', order(), 1, 1.85, { quantity: '1 are filled: enter more.', price: null }],
    [
      'more than an order has',
      order(),
      1e9,
      1.85,
      { quantity: 'An order has at most 1,000,000.', price: null },
    ],
    ['half a unit', order(), 1.5, 1.85, { quantity: 'Enter a whole number of at least 1.', price: null }],
    ['no price', order(), 3, null, { quantity: null, price: 'Enter a net price of 0.00 or more.' }],
    ['no number', order(), 3, Number.NaN, { quantity: null, price: 'Enter a net price of 0.00 or more.' }],
    ['half a cent', order(), 3, 1.855, { quantity: null, price: 'Enter whole cents.' }],
    [
      'an order that is over',
      order({ Status: 'Cancelled' }),
      4,
      1.85,
      { quantity: 'The order is not open any more.', price: null },
    ],
  ] as const)('is not replaced by %s', (_case, row, quantity, price, problems) => {
    expect(replacementProblems(row, quantity, price)).toEqual(problems);
    expect(replacementTicket(row, quantity, price)).toBeNull();
  });
});

describe('closing a position as a spread', () => {
  const held = (long: number, short: number) =>
    new Map([
      [CALL, { LongQty: long, ShortQty: 0 }],
      [HIGHER, { LongQty: 0, ShortQty: short }],
    ]);
  const reversed = [
    { symbol: CALL, side: 'Sell', ratio: 1 },
    { symbol: HIGHER, side: 'Buy', ratio: 1 },
  ];

  it('turns the legs of the order that made it, for the units that are whole', () => {
    const filled = order({ Fill: 3, Status: 'ExecutedMultileg' });
    expect(closingSpread(CALL, [filled], held(3, 3))).toEqual({ legs: reversed, quantity: 3 });
    expect(closingSpread(HIGHER, [filled], held(5, 2))).toEqual({ legs: reversed, quantity: 2 });
    expect(closingSpread(CALL, [filled], held(9, 9)), 'no more than the order opened').toMatchObject({
      quantity: 3,
    });
  });
  it('counts a lot of shares as a hundred of them', () => {
    const covered = order({
      Fill: 2,
      Legs: [
        { Symbol: 'SPY', Side: 'Buy', Ratio: 1 },
        { Symbol: HIGHER, Side: 'Sell', Ratio: 1 },
      ],
    });
    const positions = new Map([...held(0, 2), ['SPY', { LongQty: 150, ShortQty: 0 }] as const]);
    expect(closingSpread(HIGHER, [covered], positions)).toMatchObject({ quantity: 1 });
  });
  it('takes all options on the underlying where no order has a whole unit left', () => {
    expect(closingSpread(CALL, [order({ Fill: 3 })], held(4, 2))).toEqual({
      legs: [
        { symbol: CALL, side: 'Sell', ratio: 1 },
        { symbol: HIGHER, side: 'Buy', ratio: 1 },
      ],
      quantity: 2,
    });
    expect(closingSpread(CALL, [], held(4, 2))).toEqual({
      legs: [
        { symbol: CALL, side: 'Sell', ratio: 2 },
        { symbol: HIGHER, side: 'Buy', ratio: 1 },
      ],
      quantity: 2,
    });
  });
  it('adds up orders with the same legs', () => {
    const orders = [order({ OrderId: '1', Fill: 1 }), order({ OrderId: '2', Fill: 1, Timestamp: 2 })];
    expect(closingSpread(CALL, orders, held(2, 2))).toMatchObject({ quantity: 2 });
  });
  it('is not offered for a single option, for shares, or for more legs than an order has', () => {
    expect(closingSpread(CALL, [order({ Fill: 3 })], held(3, 0))).toBeNull();
    expect(closingSpread(CALL, [], held(200, 1)), 'a ratio beyond the bound').toBeNull();
    expect(closingSpread('SPY', [order({ Fill: 3 })], held(3, 3))).toBeNull();
    const many = [640, 641, 642, 643, 644].map(
      (strike) => [`SPY260821C00${strike}000`, { LongQty: 1, ShortQty: 0 }] as const,
    );
    expect(closingSpread('SPY260821C00640000', [], new Map(many))).toBeNull();
  });
  it('takes the newest order that still has a whole unit', () => {
    const older = order({ OrderId: '1', Fill: 2, Timestamp: 1 });
    const newer = order({ OrderId: '2', Fill: 1, Timestamp: 2 });
    expect(closingSpread(CALL, [older, newer], held(3, 3))).toMatchObject({ quantity: 3 });
  });
});
