import { describe, expect, it } from 'vitest';
import { ORDER_STATUS_NAMES, REPORT_TYPES, TIME_IN_FORCES } from './enumerations.ts';
import { ORDER_ERRORS, orderErrorMessage, translateOrderMessage } from './errors.ts';
import { ORDER_STATUSES } from './order-statuses.ts';
import { TIFS } from './times-in-force.ts';
import { FINAL_STATUSES, OPEN_STATUSES, REPORT_TRANSITIONS, nextStatus } from './transitions.ts';

describe('order error catalogue', () => {
  it('has every code from 0 to -84 but -29', () => {
    const codes = Object.keys(ORDER_ERRORS)
      .map(Number)
      .sort((a, b) => b - a);
    expect(codes).toEqual(Array.from({ length: 85 }, (_, index) => 0 - index).filter((code) => code !== -29));
  });
  it('keeps the texts of the specification, misspellings included', () => {
    expect(orderErrorMessage(0)).toBe('OK');
    expect(orderErrorMessage(-8)).toBe('Long position exceeded');
    expect(orderErrorMessage(-10)).toBe('Option trading not allow for account');
    expect(orderErrorMessage(-59)).toBe('Buying call and put opions is not allowed for account');
    expect(orderErrorMessage(-84)).toBe('Order placed via API can only be replaced via the same API');
  });
  it('names a code it does not know', () => expect(orderErrorMessage(-29)).toBe('Unknown order error -29'));
  it('translates a server reject to the text of its code and leaves other messages alone', () => {
    expect(translateOrderMessage('Order server reject: -26')).toBe('Not enough cash');
    expect(translateOrderMessage('Order server reject: soon')).toBe('Order server reject: soon');
    expect(translateOrderMessage('Filled')).toBe('Filled');
  });
});

describe('report to status', () => {
  it('follows the table of the specification', () => {
    expect(Object.fromEntries(REPORT_TYPES.map((type) => [type, REPORT_TRANSITIONS[type].to]))).toEqual({
      OrderAccepted: 'Pending',
      OrderAcceptRejected: 'Rejected',
      OrderRejected: 'Rejected',
      GatewayRejected: 'Rejected',
      OrderCancelAccepted: 'PendingCancel',
      OrderCancelPending: 'PendingCancel',
      OrderCancelRejected: 'CancelRejected',
      OrderCancelAcceptRejected: 'CancelRejected',
      OrderConfirmed: 'Confirmed',
      OrderExecuted: 'Executed',
      OrderReplaced: 'ReplaceDone',
      OrderCanceled: 'Cancelled',
      OrderExpired: 'Expired',
      OrderStopped: 'Stopped',
      OrderBusted: 'Busted',
      OrderCorrected: 'CorrectPrice',
      NothingDone: 'Pending',
      DoneForDay: 'Pending',
    });
  });
  it('makes a fill with leaves PartiallyExecuted, which is still open', () => {
    expect(nextStatus('Confirmed', 'OrderExecuted', 40)).toBe('PartiallyExecuted');
    expect(OPEN_STATUSES.has('PartiallyExecuted')).toBe(true);
    expect(nextStatus('PartiallyExecuted', 'OrderExecuted', 0)).toBe('Executed');
  });
  it('lets nothing but a bust or a correction follow a final status', () => {
    for (const status of FINAL_STATUSES) {
      for (const type of REPORT_TYPES)
        if (type !== 'OrderBusted' && type !== 'OrderCorrected')
          expect(nextStatus(status, type, 0), `${status} ${type}`).toBeUndefined();
    }
  });
  it('lets no status be both open and final', () => {
    for (const status of OPEN_STATUSES) expect(FINAL_STATUSES.has(status), status).toBe(false);
  });
});

describe('labels', () => {
  it('gives every enumeration value a text, and every status its own', () => {
    expect(TIME_IN_FORCES.map((tif) => TIFS[tif].label)).toEqual([
      'DAY',
      'GTC',
      'OPG',
      'IOC',
      'FOK',
      'GTX',
      'GTD',
    ]);
    expect(ORDER_STATUS_NAMES).toHaveLength(28);
    expect(new Set(ORDER_STATUS_NAMES.map((status) => ORDER_STATUSES[status].label)).size).toBe(28);
  });
  it('gives every status a row colour of its own', () => {
    expect(new Set(ORDER_STATUS_NAMES.map((status) => ORDER_STATUSES[status].rowClass)).size).toBe(28);
    for (const status of ORDER_STATUS_NAMES)
      expect(ORDER_STATUSES[status].rowClass).toBe(
        `order${status.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      );
  });
});
