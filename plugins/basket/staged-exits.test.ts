import { describe, expect, it } from 'vitest';
import { readOrdersCsv, writeOrdersCsv } from './orders-csv.ts';
import { exitsProblem, exitsText, exitText, readExit } from './staged-exits.ts';
import type { StagedOrder } from './state.ts';

const order = (change: Partial<StagedOrder> = {}): StagedOrder => ({
  Symbol: 'SPY',
  Side: 'Buy',
  Quantity: 100,
  Type: 'Limit',
  Tif: 'Day',
  Price: 100,
  StopPrice: null,
  Route: null,
  More: {},
  Exits: {
    Target: { Basis: 'Price', Amount: 105.5 },
    Stop: { Basis: 'Percent', Amount: 2 },
    Tif: 'GoodTillCancel',
  },
  ...change,
});
const withStop = (Amount: number): StagedOrder['Exits'] => ({
  Target: null,
  Stop: { Basis: 'Price', Amount },
  Tif: 'Day',
});

describe('an exit', () => {
  it.each([
    ['105.50', { Basis: 'Price', Amount: 105.5 }, '105.50'],
    ['$1,105', { Basis: 'Price', Amount: 1105 }, '1105.00'],
    ['+1.5', { Basis: 'Offset', Amount: 1.5 }, '+1.50'],
    ['1.5 away', { Basis: 'Offset', Amount: 1.5 }, '+1.50'],
    ['2 %', { Basis: 'Percent', Amount: 2 }, '2%'],
    [' ', null, ''],
  ] as const)('is read from "%s"', (text, exit, written) => {
    expect(readExit(text)).toEqual(exit);
    expect(exitText(exit)).toBe(written);
  });

  it.each(['-1', 'two', '1 %%', '+', '1e3'])('is not read from "%s"', (text) => {
    expect(readExit(text)).toBeUndefined();
  });
});

describe('exits of a staged order', () => {
  it('fit an order that opens, and are named', () => {
    expect(exitsProblem(order())).toBeNull();
    expect(exitsText(order())).toBe('Target 105.50, stop 2%');
  });

  it.each([
    ['of a sale', order({ Side: 'Sell' }), 'exits are for an order that opens a position'],
    ['with a stop above the entry', order({ Exits: withStop(101) }), 'the stop is below the entry'],
    [
      'with a price off its step',
      order({ Exits: withStop(99.005) }),
      'the price of the stop is no multiple of the price step',
    ],
    [
      'of an order in the closing auction',
      order({ Type: 'MarketOnClose', Price: null }),
      'the entry of a bracket does not wait for the closing auction',
    ],
  ])('are refused by the rules of the server: %s', (_title, staged, problem) => {
    expect(exitsProblem(staged)).toBe(problem);
  });

  it('of a market order are compared with the market', () => {
    const market = order({ Type: 'Market', Price: null, Exits: withStop(101) });
    expect([exitsProblem(market), exitsProblem(market, 1_000_000)]).toEqual([
      null,
      'the stop is below the entry',
    ]);
  });
});

describe('exits in a CSV file', () => {
  it('are read under their columns, and written so that they are read again', () => {
    const { orders, problems } = readOrdersCsv(
      'symbol,side,quantity,price,target,stop loss,exit tif\nSPY,Buy,100,100,+1.5,2%,DAY\nAAPL,Short,5,200,,205,\nMSFT,Buy,5,200,,,\n',
    );
    expect(problems).toEqual([]);
    expect(orders.map(({ Exits }) => Exits)).toEqual([
      { Target: { Basis: 'Offset', Amount: 1.5 }, Stop: { Basis: 'Percent', Amount: 2 }, Tif: 'Day' },
      { Target: null, Stop: { Basis: 'Price', Amount: 205 }, Tif: 'GoodTillCancel' },
      undefined,
    ]);
    const csv = writeOrdersCsv(orders);
    expect(csv).toContain('1.50 away');
    expect(readOrdersCsv(csv)).toEqual({ orders, problems: [] });
  });

  it.each([
    [
      'target',
      '"near" is no target: use a price (105.50), a distance in dollars (+1.50) or in per cent (2%)',
      'near,,',
    ],
    ['time', '"IOC" is no time in force of exits: use DAY or GTC', '105,,IOC'],
    ['side', 'the target is above the entry', '95,,'],
  ])('leave a line out whose %s is wrong', (_title, problem, cells) => {
    const csv = `symbol,side,quantity,price,target,stop loss,exit tif\nSPY,Buy,100,100,${cells}\n`;
    expect(readOrdersCsv(csv)).toEqual({ orders: [], problems: [`Line 2: ${problem}.`] });
  });
});
