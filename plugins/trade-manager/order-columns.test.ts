import { describe, expect, it } from 'vitest';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { columnsOf } from './choose-columns.ts';
import { openOrderColumns } from './order-columns.ts';
import type { OrderRow } from './rows.ts';
import { TABS, tradeManagerState } from './state.ts';

describe('columns', () => {
  it('of each tab have ids of their own, and the defaults are among them', () => {
    for (const tab of TABS) {
      const ids = columnsOf(tab).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(tradeManagerState.initial[tab].Columns.map(({ Id }) => Id)));
    }
  });

  it('name options by expiration, strike and right, and copy their symbol', () => {
    const symbol = openOrderColumns(() => null).find(({ id }) => id === 'Symbol');
    const row = { Symbol: 'SPY260821C00645500' } as OrderRow;
    expect([symbol?.text(row), symbol?.value?.(row), symbol?.tooltip?.(row)]).toEqual([
      "SPY Aug 21 '26 645.5 Call",
      'SPY260821C00645500',
      "SPY Aug 21 '26 645.5 Call (SPY260821C00645500)",
    ]);
  });

  it('mark a stale last price', () => {
    const last = openOrderColumns(
      () => 96,
      (symbol) => symbol === 'SPY',
    ).find(({ id }) => id === 'Last');
    // The one field of an order that the column reads.
    const classOf = (Symbol: string) => last?.className?.({ Symbol } as OrderRow);
    expect([classOf('SPY') === '', classOf('QQQ')]).toEqual([false, '']);
  });

  it('show all of an order: type, terms, executions and fees', () => {
    const order: OrderRow = {
      OrderId: 'o1',
      ClientId: 'c2',
      OriginalClientId: 'c1',
      ExecInst: 'R',
      Qualifier: 'Reserve',
      Currency: 'USD',
      Account: 'A',
      UserId: 'u',
      Symbol: 'SPY',
      Side: 'Sell',
      Source: 'Close',
      Type: 'StopLimit',
      TifType: 'GoodTillDate',
      TifPeriod: Date.UTC(2026, 6, 10, 20),
      Quantity: 100,
      Price: 94.5,
      StopPrice: 95,
      StopType: 'Trailing',
      OffsetType: 'Percent',
      OffsetValue: 2,
      MinQuantity: 10,
      IsldDisplay: 20,
      ExecutedRoute: 'NSDQ',
      ExecutedLiquidity: 'R',
      FeeParts: {
        ClearingCharge: 0.1,
        ExecutionCharge: 0.2,
        LiquidityFee: -0.05,
        SecFee: 0.01,
        NsccFee: 0,
        FinraFee: 0.02,
        OtherFee: 0,
      },
      Fill: 40,
      Unfill: 60,
      AveragePrice: 95.1,
      Status: 'PartiallyExecuted',
      Destination: 'SMART',
      Route: 'AUTO',
      Timestamp: 1,
      TimeCompleted: null,
      Description: 'x',
    };
    const columns = openOrderColumns(() => 96);
    const shown = (id: string, row = order) => columns.find((column) => column.id === id)?.text(row);
    expect(
      [
        'Type',
        'Price',
        'StopPrice',
        'Offset',
        'Tif',
        'TifPeriod',
        'MinQuantity',
        'Display',
        'Qualifier',
        'ExecInst',
        'Currency',
        'ExecutedRoute',
        'ExecutedLiquidity',
        'Fees',
        'LiquidityFee',
        'OriginalClientId',
        'Last',
      ].map((id) => shown(id)),
    ).toEqual([
      'STOP LMT',
      '94.50',
      '95.00',
      'Trail 2.00%',
      'GTD',
      '07/10 16:00:00',
      '10',
      '20',
      'Reserve',
      'R',
      'USD',
      'NSDQ',
      'Remove',
      '0.28',
      '-0.05',
      'c1',
      '96.00',
    ]);
    const tooltipOf = (id: string, row: OrderRow) =>
      columns.find((column) => column.id === id)?.tooltip?.(row);
    expect(['Type', 'Price', 'Tif'].map((id) => tooltipOf(id, order))).toEqual([
      'Trailing stop, trails by 2.00%, now at 95.00, limit 94.50',
      'Trailing stop, trails by 2.00%, now at 95.00, limit 94.50',
      'Good till 07/10/2026',
    ]);
    const peg: OrderRow = {
      ...order,
      Type: 'Pegged',
      Price: 229.74,
      StopPrice: 0,
      StopType: undefined,
      OffsetType: undefined,
      OffsetValue: undefined,
      PegType: 'Primary',
      TifType: 'Day',
    };
    expect([
      shown('Price', peg),
      shown('Price', { ...peg, Price: 0 }),
      tooltipOf('Type', peg),
      tooltipOf('Type', { ...peg, Side: 'Buy', Price: 0, OffsetValue: 0.02 }),
      tooltipOf('Tif', peg),
    ]).toEqual([
      '229.74',
      'PEG',
      'Pegged to the ask, limit 229.74',
      'Pegged to the bid, 0.02 away',
      'For the day',
    ]);
    expect([
      tooltipOf('Type', { ...peg, Type: 'MarketOnClose', Price: 0 }),
      tooltipOf('Type', { ...peg, Type: 'LimitOnClose', Price: 9 }),
      tooltipOf('Type', { ...peg, Type: 'Market', Price: 0 }),
      tooltipOf('Type', { ...order, Type: 'Stop', StopType: 'Static', Price: 0 }),
    ]).toEqual(['Market on close', 'Limit on close, limit 9.00', 'Market', 'Stop 95.00']);
    expect([
      shown('Description'),
      shown('ErrorCode'),
      shown('ErrorCode', { ...order, ErrorCode: -26 }),
    ]).toEqual(['x', UNKNOWN_TEXT, '-26']);
    expect([
      shown('Price', { ...order, Type: 'Market', Price: 0 }),
      shown('Price', { ...order, Type: 'MarketOnClose', Price: 0 }),
      shown('Offset', { ...order, Type: 'Pegged', PegType: 'Midpoint', OffsetValue: 0.02 }),
    ]).toEqual(['MKT', 'MKT', 'Midpoint 0.02']);
  });
});
