import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { ORDER_STATUS_NAMES, REPORT_TYPES } from '../../src/domain/orders/enumerations.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { columnsOf } from './choose-columns.ts';
import { openOrderColumns } from './order-columns.ts';
import { isCancellable, isListedOpen } from '../../src/domain/orders/open-orders.ts';
import {
  cancelQuestion,
  isOfExecution,
  logStatuses,
  profitDirection,
  reportMessage,
  reportToast,
  statusStyle,
  statusTone,
} from './order-view.ts';
import { closingOrder, figuresOf, isFlat, totalOf, type PositionFacts } from './position-view.ts';
import type { OrderRow } from './rows.ts';
import { TABS, tradeManagerState } from './state.ts';

const flat: PositionFacts = {
  IsStock: true,
  LongQty: 0,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 12,
  TodayPL: 5,
  LockedQty: 0,
  TradedShares: 400,
};
// 100 shares bought at 50, yesterday's close 52.
const long: PositionFacts = {
  ...flat,
  LongQty: 100,
  FifoCost: 5000,
  MtmCost: 5200,
  TodayPL: -1.5,
  LockedQty: 40,
};
// 200 shares sold short at 10 today.
const short: PositionFacts = { ...flat, ShortQty: 200, FifoCost: -2000, MtmCost: -2000, TodayPL: 0 };
// Two contracts bought at 1.50.
const option: PositionFacts = { ...flat, IsStock: false, LongQty: 2, FifoCost: 300, MtmCost: 300 };

describe('position figures', () => {
  it('work out a long position at 55', () => {
    expect(figuresOf(long, 55)).toMatchObject({
      side: 'Long',
      shareAverage: 50,
      value: 5500,
      openFifoPl: 500,
      openFifoPercent: 10,
      openMtmPl: 300,
      todayPl: 298.5,
      totalPl: 512,
      available: 60,
      locked: 40,
      total: 100,
      traded: 400,
    });
  });

  it('gain on a short position when the price falls to 9', () => {
    expect(figuresOf(short, 9)).toMatchObject({
      side: 'Short',
      shareAverage: 10,
      value: -1800,
      openFifoPl: 200,
      openFifoPercent: 10,
      todayPl: 200,
    });
  });

  it('count a hundred shares a contract', () => {
    expect(figuresOf(option, 2)).toMatchObject({ shareAverage: 1.5, value: 400, openFifoPl: 100 });
  });

  it('are settled for a flat position, whatever the price', () => {
    expect(isFlat(flat)).toBe(true);
    expect(figuresOf(flat, null)).toMatchObject({ side: 'Flat', value: 0, openFifoPl: 0, todayPl: 5 });
  });

  it('are unknown while an open position has no price', () => {
    expect(figuresOf(long, null)).toMatchObject({
      value: null,
      openFifoPl: null,
      openMtmPercent: null,
      todayPl: null,
    });
  });

  it('close with what is not locked, on the other side', () => {
    expect(closingOrder(long)).toEqual({ side: 'Sell', quantity: 60 });
    expect(closingOrder(short)).toEqual({ side: 'Buy', quantity: 200 });
    expect(closingOrder(flat)).toBeNull();
  });

  it('add up what is known', () => {
    expect([totalOf([]), totalOf([null]), totalOf([1, null, 2])]).toEqual([0, null, 3]);
  });
});

describe('orders', () => {
  it('ask before a cancel with side, type, symbol, quantity, price and route', () => {
    const order = {
      Side: 'Buy',
      Type: 'Limit',
      Symbol: 'SPY',
      Quantity: 1200,
      Price: 512.3,
      Route: 'AUTO',
    } as const;
    expect(cancelQuestion(order)).toBe(
      'Please confirm you want to cancel order:\nBuy LMT SPY 1,200@512.30 AUTO',
    );
    expect(cancelQuestion({ ...order, Type: 'Pegged', Price: 229.74 })).toBe(
      'Please confirm you want to cancel order:\nBuy PEG SPY 1,200@229.74 AUTO',
    );
    expect(cancelQuestion({ ...order, Type: 'Pegged', Price: 0 })).toBe(
      'Please confirm you want to cancel order:\nBuy PEG SPY 1,200@MKT AUTO',
    );
    expect(cancelQuestion({ ...order, Type: 'Market', Price: 0 })).toBe(
      'Please confirm you want to cancel order:\nBuy MKT SPY 1,200@MKT AUTO',
    );
  });

  it('are listed while they may fill, and until a cancel is through', () => {
    const listed = ORDER_STATUS_NAMES.filter((Status) => isListedOpen({ Status, Unfill: 100 }));
    expect(listed).toEqual([
      'Pending',
      'Confirmed',
      'PartiallyExecuted',
      'CancelSent',
      'PendingCancel',
      'CancelRejected',
      'CancelReplaceSent',
      'ReplacePending',
      'ReplaceConfirmed',
      'ReplaceDone',
      'ReplaceRejected',
      'Stopped',
    ]);
  });

  it('offer no second cancel while one is on its way', () => {
    expect([
      isCancellable({ Status: 'Confirmed', Unfill: 1 }),
      isCancellable({ Status: 'CancelSent', Unfill: 1 }),
      isCancellable({ Status: 'Executed', Unfill: 0 }),
    ]).toEqual([true, false, false]);
  });

  it('tell by toast what happened', () => {
    const report = {
      OrderId: 'o1',
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      Side: 'Buy',
      Quantity: 100,
      Symbol: 'SPY',
      LastFillQuantity: 100,
      LastFillPrice: 512.3,
      Message: '',
    } as const;
    expect(reportToast(report)).toEqual({
      message: 'Executed: Buy 100 SPY, 100 @ 512.30',
      tone: 'success',
      key: 'fill SPY',
    });
    // A later fill of the symbol takes the place of the one before, whichever the order; another symbol's does not.
    expect([
      reportToast({ ...report, OrderId: 'o2', LeavesQuantity: 40 })?.key,
      reportToast({ ...report, Symbol: 'QQQ' })?.key,
      reportToast({ ...report, ReportType: 'OrderBusted' })?.key,
    ]).toEqual(['fill SPY', 'fill QQQ', 'o1']);
    expect(reportToast({ ...report, LeavesQuantity: 40, LastFillQuantity: 60 })?.message).toBe(
      'Partially Executed: Buy 100 SPY, 60 @ 512.30',
    );
    expect(
      reportToast({
        ...report,
        ReportType: 'OrderRejected',
        LastFillQuantity: 0,
        Message: 'Not enough cash',
      }),
    ).toEqual({ message: 'Rejected: Buy 100 SPY, Not enough cash', tone: 'error', key: 'o1' });
  });

  it('leave the steps between to the log, and never say OK', () => {
    const report = {
      OrderId: 'o1',
      LeavesQuantity: 100,
      Side: 'Buy',
      Quantity: 100,
      Symbol: 'SPY',
      LastFillQuantity: 0,
      LastFillPrice: 0,
      Message: 'OK',
    } as const;
    expect([
      reportToast({ ...report, ReportType: 'OrderAccepted' }),
      reportToast({ ...report, ReportType: 'OrderConfirmed' }),
      reportToast({ ...report, ReportType: 'OrderCancelPending' }),
    ]).toEqual([null, null, null]);
    expect(reportToast({ ...report, ReportType: 'OrderCanceled' })?.message).toBe('Cancelled: Buy 100 SPY');
    expect([reportMessage(report), reportMessage({ Message: 'Not enough cash' })]).toEqual([
      '',
      'Not enough cash',
    ]);
  });

  it('show a gain or loss only from a cent on', () => {
    expect([0, 0.004, -0.004, 0.01, -0.01].map(profitDirection)).toEqual([
      'flat',
      'flat',
      'flat',
      'up',
      'down',
    ]);
  });

  it('give each of the 28 statuses a label and a row colour of its own', () => {
    const colours = ORDER_STATUS_NAMES.map((status) => {
      const { tone, strength } = statusStyle(status);
      return `${tone} ${strength}`;
    });
    expect([
      ORDER_STATUS_NAMES.length,
      new Set(colours).size,
      new Set(ORDER_STATUS_NAMES.map((status) => ORDER_STATUSES[status].label)).size,
    ]).toEqual([28, 28, 28]);
  });

  it('tell a refused replacement from a refused cancel, also of an order that was replaced before', () => {
    const reported = (
      ReportType: 'OrderAccepted' | 'OrderReplaced' | 'OrderCancelRejected',
      ClientId: string,
      OriginalClientId?: string,
    ) => ({ ReportType, LeavesQuantity: 1, ClientId, OriginalClientId });
    const log = [
      reported('OrderCancelRejected', 'c3', 'c2'),
      reported('OrderCancelRejected', 'c2', 'c1'),
      reported('OrderReplaced', 'c2', 'c1'),
      reported('OrderAccepted', 'c1'),
    ];
    expect(log.map(logStatuses(log))).toEqual([
      'ReplaceRejected',
      'CancelRejected',
      'ReplaceDone',
      'Pending',
    ]);
  });

  it('keep amended executions among the executions', () => {
    expect(REPORT_TYPES.filter((ReportType) => isOfExecution({ ReportType }))).toEqual([
      'OrderExecuted',
      'OrderBusted',
      'OrderCorrected',
    ]);
  });

  it('say codes of the order server in words', () => {
    expect(reportMessage({ Message: 'Order server reject: -26' })).toBe('Not enough cash');
  });

  it('colour refusals apart from executions', () => {
    expect([statusTone('Rejected'), statusTone('Executed'), statusTone('Confirmed')]).toEqual([
      'refused',
      'done',
      'working',
    ]);
  });
});

describe('columns', () => {
  it('of each tab have ids of their own, and the defaults are among them', () => {
    for (const tab of TABS) {
      const ids = columnsOf(tab).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(tradeManagerState.initial[tab].Columns.map(({ Id }) => Id)));
    }
  });

  it('name options in words, and copy their symbol', () => {
    const symbol = openOrderColumns(() => null).find(({ id }) => id === 'Symbol');
    const row = { Symbol: 'SPY260821C00645500' } as OrderRow;
    expect([symbol?.text(row), symbol?.value?.(row), symbol?.tooltip?.(row)]).toEqual([
      "SPY Aug 21 '26 645.5 Call",
      'SPY260821C00645500',
      "SPY Aug 21 '26 645.5 Call (SPY260821C00645500)",
    ]);
  });

  it('mark a last price that may have moved', () => {
    const last = openOrderColumns(
      () => 96,
      (symbol) => symbol === 'SPY',
    ).find(({ id }) => id === 'Last');
    // The one field of an order that the column reads.
    const classOf = (Symbol: string) => last?.className?.({ Symbol } as OrderRow);
    expect([classOf('SPY') === '', classOf('QQQ')]).toEqual([false, '']);
  });

  it('show an order whole: type, terms, executions and fees', () => {
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
    const told = (id: string, row: OrderRow) => columns.find((column) => column.id === id)?.tooltip?.(row);
    expect(['Type', 'Price', 'Tif'].map((id) => told(id, order))).toEqual([
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
      told('Type', peg),
      told('Type', { ...peg, Side: 'Buy', Price: 0, OffsetValue: 0.02 }),
      told('Tif', peg),
    ]).toEqual([
      '229.74',
      'PEG',
      'Pegged to the ask, limit 229.74',
      'Pegged to the bid, 0.02 away',
      'For the day',
    ]);
    expect([
      told('Type', { ...peg, Type: 'MarketOnClose', Price: 0 }),
      told('Type', { ...peg, Type: 'LimitOnClose', Price: 9 }),
      told('Type', { ...peg, Type: 'Market', Price: 0 }),
      told('Type', { ...order, Type: 'Stop', StopType: 'Static', Price: 0 }),
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

describe('Trade Manager state', () => {
  it('starts on Positions with flat positions shown, and accepts what it stores', () => {
    const { schema, initial } = tradeManagerState;
    expect([initial.CurrentTab, initial.Positions.ShowFlat, initial.TradeLog.ShowExecutionsOnly]).toEqual([
      'Positions',
      true,
      false,
    ]);
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
  });

  it('refuses an unknown tab and a grid without columns', () => {
    const { schema, initial } = tradeManagerState;
    expect(v.safeParse(schema, { ...initial, CurrentTab: 'Log' }).success).toBe(false);
    expect(v.safeParse(schema, { ...initial, OpenOrders: { Columns: [], Sort: null } }).success).toBe(false);
  });
});
