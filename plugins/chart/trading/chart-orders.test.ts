import { describe, expect, test } from 'vitest';
import type { WireOrder, WireOrderGroup, WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import { ownTrades } from '../trades/own-trades.ts';
import { orderLines, positionLine } from './chart-orders.ts';

// Only the fields that the chart reads.
const order = (change: Partial<WireOrder>): WireOrder =>
  ({
    OrderId: 'o1',
    Symbol: 'AAPL',
    Side: 'Buy',
    Type: 'Limit',
    Status: 'Confirmed',
    Price: 10,
    StopPrice: 0,
    Unfill: 100,
    Quantity: 100,
    ...change,
  }) as WireOrder;
const NO_GROUPS = { groups: new Map(), byOrderId: new Map() };
const lines = (...orders: WireOrder[]) =>
  orderLines(new Map(orders.map((each) => [each.OrderId, each])), NO_GROUPS, 'AAPL', {
    canReplace: true,
    canCancel: true,
  });
const position = (change: Partial<WirePosition>): WirePosition => ({
  Account: 'D',
  Symbol: 'AAPL',
  IsStock: true,
  LongQty: 0,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
  ...change,
});

describe('working orders on the chart', () => {
  test('cannot be dragged by a user who may not replace them', () => {
    const [line] = orderLines(new Map([['o1', order({})]]), NO_GROUPS, 'AAPL', {
      canReplace: false,
      canCancel: true,
    });
    expect(line).toMatchObject({ canDrag: false, canReplace: false, canCancel: true });
  });

  test('name their group, and stand beside what it waits for', () => {
    const stop = order({
      OrderId: 'o2',
      Side: 'Sell',
      Type: 'Stop',
      Price: 0,
      StopPrice: 9.5,
      StopType: 'Trailing',
    });
    const group = {
      GroupId: 'G7',
      Kind: 'Bracket',
      Symbol: 'AAPL',
      State: 'Triggered',
      Orders: [
        { OrderId: 'o2', Role: 'Stop', Symbol: 'AAPL', Side: 'Sell', Quantity: 100, Fill: 0, IsOpen: true },
      ],
      Waiting: [],
      // Only these fields are read.
    } as unknown as WireOrderGroup;
    const waiting = {
      GroupId: 'G8',
      Kind: 'Conditional',
      Symbol: 'AAPL',
      State: 'Working',
      Condition: { Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrAbove', Price: 11 },
      Orders: [],
      Waiting: [{ Symbol: 'AAPL', Side: 'Buy', Type: 'Market', Quantity: 50, Price: 0, StopPrice: 0 }],
      // Only these fields are read.
    } as unknown as WireOrderGroup;
    const groups = new Map([group, waiting].map((each) => [each.GroupId, each]));
    const byOrderId = new Map([['o2', group]]);
    const may = { canReplace: true, canCancel: true };
    expect(orderLines(new Map([['o2', stop]]), { groups, byOrderId }, 'AAPL', may)).toMatchObject([
      {
        groupId: 'G8',
        value: 11,
        label: 'Buy 50 MKT if AAPL last ≥ 11.00 · G8',
        figure: 'Condition',
        canDrag: true,
        canReplace: true,
        canCancel: true,
      },
      {
        orderId: 'o2',
        groupId: null,
        value: 9.5,
        label: 'Sell 100 STOP 9.50 trailing · G7',
        title: 'Bracket G7, stop',
      },
    ]);
  });

  test('let the level of a condition be dragged where no order can be, but not by a user who may not trade', () => {
    const waiting = {
      GroupId: 'G8',
      Kind: 'Conditional',
      Symbol: 'MSFT',
      State: 'Working',
      Condition: { Basis: 'Last', Symbol: '$SPX', Direction: 'AtOrAbove', Price: 11 },
      Orders: [],
      Waiting: [{ Symbol: 'MSFT', Side: 'Buy', Type: 'Limit', Quantity: 50, Price: 9, StopPrice: 0 }],
      // Only these fields are read.
    } as unknown as WireOrderGroup;
    const groups = { groups: new Map([['G8', waiting]]), byOrderId: new Map() };
    const draggable = (symbol: string, canCancel: boolean) =>
      orderLines(new Map(), groups, symbol, { canReplace: false, canCancel }).map(({ canDrag }) => canDrag);
    expect([draggable('$SPX', true), draggable('$SPX', false), draggable('MSFT', true)]).toEqual([
      [true],
      [false],
      [false],
    ]);
  });

  test('are lines at their price, with what is left to fill', () => {
    expect(lines(order({ Unfill: 40 }))).toEqual([
      {
        canReplace: true,
        canCancel: true,
        key: 'o1 price',
        orderId: 'o1',
        groupId: null,
        figure: null,
        part: 'price',
        value: 10,
        isBuy: true,
        isSent: true,
        label: 'Buy 40 LMT 10.00',
        title: '',
        canDrag: true,
      },
    ]);
  });
  test('have a line for the stop and one for the limit of a stop limit', () => {
    expect(
      lines(order({ Type: 'StopLimit', Side: 'Sell', StopPrice: 9 })).map(({ part, value, isBuy }) => [
        part,
        value,
        isBuy,
      ]),
    ).toEqual([
      ['price', 10, false],
      ['stopPrice', 9, false],
    ]);
  });
  test('of other symbols, and those that are over, are not shown', () => {
    expect(
      lines(
        order({ Symbol: 'MSFT' }),
        order({ OrderId: 'o2', Status: 'Cancelled' }),
        order({ OrderId: 'o3', Status: 'Executed', Unfill: 0 }),
      ),
    ).toEqual([]);
  });
  test.each([['CancelSent'], ['CancelReplaceSent'], ['ReplacePending']] as const)(
    'are not dragged while %s',
    (Status) => {
      expect(lines(order({ Status }))[0]?.canDrag).toBe(false);
    },
  );
  test('do not let a trailing stop be dragged: the market moves it', () => {
    expect(lines(order({ Type: 'Stop', Price: 0, StopPrice: 9, StopType: 'Trailing' }))[0]).toMatchObject({
      canDrag: false,
      label: 'Buy 100 STOP 9.00 trailing',
    });
  });
  test('without any price have no line', () => {
    expect(lines(order({ Type: 'Market', Price: 0 }))).toEqual([]);
  });
});

describe('the position on the chart', () => {
  test('is a line at its average price with the open profit', () => {
    expect(positionLine(position({ LongQty: 100, FifoCost: 1000 }), 12)).toEqual({
      value: 10,
      isLong: true,
      label: 'Long 100 @ 10.00  +200.00',
      tone: 'up',
    });
    expect(positionLine(position({ ShortQty: 50, FifoCost: -500 }), 12)).toEqual({
      value: 10,
      isLong: false,
      label: 'Short 50 @ 10.00  -100.00',
      tone: 'down',
    });
  });
  test('counts contracts a hundredfold', () => {
    expect(
      positionLine(
        position({ Symbol: 'AAPL  260116C00100000', IsStock: false, LongQty: 2, FifoCost: 300 }),
        2,
      )?.label,
    ).toBe('Long 2 @ 1.50  +100.00');
  });
  test('without a price has no profit, and a flat one has no line', () => {
    expect(positionLine(position({ LongQty: 100, FifoCost: 1000 }), 0)).toMatchObject({
      label: 'Long 100 @ 10.00',
      tone: 'flat',
    });
    expect([positionLine(position({}), 12), positionLine(undefined, 12)]).toEqual([null, null]);
  });
});

test('executions are marks, oldest first, each with its side', () => {
  // Only the fields that the chart reads.
  const report = (change: Partial<WireReport>): WireReport =>
    ({
      ReportType: 'OrderExecuted',
      Symbol: 'AAPL',
      Side: 'Buy',
      LastFillPrice: 10,
      LastFillQuantity: 5,
      Timestamp: 1,
      Serial: 1,
      Fees: 0,
      ...change,
    }) as WireReport;
  const log = [
    report({ Timestamp: 9, Side: 'Short' }),
    report({ ReportType: 'OrderCanceled' }),
    report({ Symbol: 'MSFT' }),
    report({ Timestamp: 3 }),
  ];
  expect(
    ownTrades(log, undefined, 'AAPL').map(({ timeMs, side, price, quantity }) => [
      timeMs,
      side,
      price,
      quantity,
    ]),
  ).toEqual([
    [3, 'Buy', 10, 5],
    [9, 'Short', 10, 5],
  ]);
});
