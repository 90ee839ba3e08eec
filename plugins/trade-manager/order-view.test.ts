import { describe, expect, it } from 'vitest';
import { ORDER_STATUS_NAMES, REPORT_TYPES } from '../../src/domain/orders/enumerations.ts';
import { isCancellable, isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
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

describe('orders', () => {
  it('are confirmed before a cancel with side, type, symbol, quantity, price and route', () => {
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

  it('are listed while they may fill, and until a cancel is confirmed', () => {
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

  it('offer no second cancel while one is pending', () => {
    expect([
      isCancellable({ Status: 'Confirmed', Unfill: 1 }),
      isCancellable({ Status: 'CancelSent', Unfill: 1 }),
      isCancellable({ Status: 'Executed', Unfill: 0 }),
    ]).toEqual([true, false, false]);
  });

  it('are reported in toasts', () => {
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

  it('show no toast for intermediate reports, and never the message OK', () => {
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

  it('distinguish a refused replacement from a refused cancel, also after an earlier replacement', () => {
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

  it('show the codes of the order server as messages', () => {
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
