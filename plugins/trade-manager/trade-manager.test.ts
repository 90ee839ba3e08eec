import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from '../../src/domain/orders/enumerations.ts';
import { cancelQuestion, isCancellable, isListedOpen, profitDirection, reportMessage, reportToast, statusTone } from './order-view.ts';
import { availableShares, averagePriceOf, closingOrder, isFlat, openPlOf, openPlPercentOf, sideOf, todayPlOf, totalOf, valueOf, type PositionFacts } from './position-view.ts';
import { tradeManagerState } from './state.ts';

const flat: PositionFacts = { LongQty: 0, ShortQty: 0, FifoCost: 0, MtmCost: 0, ClosedPL: 12, TodayPL: 5, LockedQty: 0 };
// 100 shares bought at 50, yesterday's close 52.
const long: PositionFacts = { ...flat, LongQty: 100, FifoCost: 5000, MtmCost: 5200, TodayPL: -1.5, LockedQty: 40 };
// 200 shares sold short at 10 today.
const short: PositionFacts = { ...flat, ShortQty: 200, FifoCost: -2000, MtmCost: -2000, TodayPL: 0 };

describe('position figures', () => {
  it('work out a long position at 55', () => {
    expect([sideOf(long), averagePriceOf(long), valueOf(long, 55), openPlOf(long, 55), openPlPercentOf(long, 55), todayPlOf(long, 55), availableShares(long)]).toEqual(['Long', 50, 5500, 500, 10, 298.5, 60]);
  });

  it('gain on a short position when the price falls to 9', () => {
    expect([sideOf(short), averagePriceOf(short), valueOf(short, 9), openPlOf(short, 9), openPlPercentOf(short, 9), todayPlOf(short, 9)]).toEqual(['Short', 10, -1800, 200, 10, 200]);
  });

  it('are settled for a flat position, whatever the price', () => {
    expect([sideOf(flat), isFlat(flat), averagePriceOf(flat), valueOf(flat, null), openPlOf(flat, null), openPlPercentOf(flat, 3), todayPlOf(flat, null)]).toEqual(['Flat', true, null, 0, 0, null, 5]);
  });

  it('are unknown while an open position has no price', () => {
    expect([valueOf(long, null), openPlOf(long, null), todayPlOf(long, null)]).toEqual([null, null, null]);
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
    const order = { Side: 'Buy', Type: 'Limit', Symbol: 'SPY', Quantity: 1200, Price: 512.3, Route: 'AUTO' } as const;
    expect(cancelQuestion(order)).toBe('Please confirm you want to cancel order:\nBuy LMT SPY 1,200@512.30 AUTO');
    expect(cancelQuestion({ ...order, Type: 'Market', Price: 0 })).toBe('Please confirm you want to cancel order:\nBuy MKT SPY 1,200@MKT AUTO');
  });

  it('are listed while they may fill, and until a cancel is through', () => {
    const listed = ORDER_STATUSES.filter((Status) => isListedOpen({ Status, Unfill: 100 }));
    expect(listed).toEqual(['Pending', 'Confirmed', 'PartiallyExecuted', 'CancelSent', 'PendingCancel', 'CancelRejected', 'CancelReplaceSent', 'ReplacePending', 'ReplaceConfirmed', 'ReplaceDone', 'ReplaceRejected', 'Stopped']);
  });

  it('offer no second cancel while one is on its way', () => {
    expect([isCancellable({ Status: 'Confirmed', Unfill: 1 }), isCancellable({ Status: 'CancelSent', Unfill: 1 }), isCancellable({ Status: 'Executed', Unfill: 0 })]).toEqual([true, false, false]);
  });

  it('tell by toast what happened', () => {
    const report = { OrderId: 'o1', ReportType: 'OrderExecuted', LeavesQuantity: 0, Side: 'Buy', Quantity: 100, Symbol: 'SPY', LastFillQuantity: 100, LastFillPrice: 512.3, Message: '' } as const;
    expect(reportToast(report)).toEqual({ message: 'Executed: Buy 100 SPY, 100 @ 512.30', tone: 'success', key: 'o1' });
    expect(reportToast({ ...report, LeavesQuantity: 40, LastFillQuantity: 60 })?.message).toBe('Partially Executed: Buy 100 SPY, 60 @ 512.30');
    expect(reportToast({ ...report, ReportType: 'OrderRejected', LastFillQuantity: 0, Message: 'Not enough cash' })).toEqual({ message: 'Rejected: Buy 100 SPY, Not enough cash', tone: 'error', key: 'o1' });
  });

  it('leave the steps between to the log, and never say OK', () => {
    const report = { OrderId: 'o1', LeavesQuantity: 100, Side: 'Buy', Quantity: 100, Symbol: 'SPY', LastFillQuantity: 0, LastFillPrice: 0, Message: 'OK' } as const;
    expect([reportToast({ ...report, ReportType: 'OrderAccepted' }), reportToast({ ...report, ReportType: 'OrderConfirmed' }), reportToast({ ...report, ReportType: 'OrderCancelPending' })]).toEqual([null, null, null]);
    expect(reportToast({ ...report, ReportType: 'OrderCanceled' })?.message).toBe('Cancelled: Buy 100 SPY');
    expect([reportMessage(report), reportMessage({ Message: 'Not enough cash' })]).toEqual(['', 'Not enough cash']);
  });

  it('show a gain or loss only from a cent on', () => {
    expect([0, 0.004, -0.004, 0.01, -0.01].map(profitDirection)).toEqual(['flat', 'flat', 'flat', 'up', 'down']);
  });

  it('colour refusals apart from executions', () => {
    expect([statusTone('Rejected'), statusTone('Executed'), statusTone('Confirmed')]).toEqual(['refused', 'done', 'working']);
  });
});

describe('Trade Manager state', () => {
  it('starts on Positions with flat positions shown, and accepts what it stores', () => {
    const { schema, initial } = tradeManagerState;
    expect([initial.CurrentTab, initial.Positions.ShowFlat, initial.TradeLog.ShowExecutionsOnly]).toEqual(['Positions', true, false]);
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
  });

  it('refuses an unknown tab and a grid without columns', () => {
    const { schema, initial } = tradeManagerState;
    expect(v.safeParse(schema, { ...initial, CurrentTab: 'Log' }).success).toBe(false);
    expect(v.safeParse(schema, { ...initial, OpenOrders: { Columns: [], Sort: null } }).success).toBe(false);
  });
});
