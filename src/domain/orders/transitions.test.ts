import { describe, expect, it } from 'vitest';
import { ORDER_STATUS_NAMES, REPORT_TYPES, type OrderStatus } from './enumerations.ts';
import { nextStatus } from './transitions.ts';

/** What the letters of the grid stand for; a point: the report is out of place and changes nothing. */
const OUTCOMES: Readonly<Record<string, OrderStatus>> = {
  P: 'Pending',
  J: 'Rejected',
  W: 'PendingCancel',
  K: 'CancelRejected',
  R: 'ReplaceRejected',
  C: 'Confirmed',
  E: 'Executed',
  D: 'ReplaceDone',
  X: 'Cancelled',
  Z: 'Expired',
  S: 'Stopped',
  B: 'Busted',
  T: 'CorrectPrice',
};
/** A column for each report type, in the order of the enumeration (spec tools.md §4); written by hand, not from the table. */
const GRID: Readonly<Record<OrderStatus, string>> = {
  //                 Acc rejected  cancel  rejected Conf Exec Repl Canc Exp Stop Bust Corr nothing
  Undefined: 'P  J J J     W W     K K      C    E    D    X    Z   S    B    T    P P',
  Sent: 'P  J J J     W W     K K      C    E    D    X    Z   S    .    .    P P',
  Review: 'P  J J J     . .     . .      C    .    .    .    .   .    .    .    . .',
  Pending: '.  J J J     W W     K K      C    E    D    X    Z   S    .    .    P P',
  Confirmed: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  PartiallyExecuted: '.  . . .     W W     K K      .    E    D    X    Z   S    B    T    P P',
  CancelSent: '.  . . .     W W     K K      .    E    D    X    Z   S    .    .    P P',
  PendingCancel: '.  . . .     W W     K K      .    E    D    X    Z   S    .    .    P P',
  CancelRejected: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  ReplaceSent: '.  . . .     W W     R R      .    E    D    X    Z   S    .    .    P P',
  CancelReplaceSent: '.  . . .     W W     R R      .    E    D    X    Z   S    .    .    P P',
  ReplacePending: '.  . . .     W W     R R      .    E    D    X    Z   S    .    .    P P',
  ReplaceConfirmed: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  ReplaceDone: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  ReplaceRejected: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  Stopped: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  Restatement: '.  . . .     W W     K K      C    E    D    X    Z   S    .    .    P P',
  Executed: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  ExecutedMultileg: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  CorrectPrice: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  Cancelled: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  Expired: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  CancelledByMarket: '.  . . .     . .     . .      .    .    .    .    .   .    .    .    . .',
  CancelConfirmed: '.  . . .     . .     . .      .    .    .    .    .   .    .    .    . .',
  CancelExpired: '.  . . .     . .     . .      .    .    .    .    .   .    .    .    . .',
  Rejected: '.  . . .     . .     . .      .    .    .    .    .   .    .    .    . .',
  Busted: '.  . . .     . .     . .      .    .    .    .    .   .    B    T    . .',
  TradeClose: '.  . . .     . .     . .      .    .    .    .    .   .    .    .    . .',
};

describe('every status with every report', () => {
  it.each(ORDER_STATUS_NAMES)(
    '%s goes where the grid says, and nowhere from where the report is out of place',
    (status) => {
      const cells = GRID[status].split(/ +/);
      expect(cells).toHaveLength(REPORT_TYPES.length);
      REPORT_TYPES.forEach((report, column) =>
        expect(nextStatus(status, report, 0), report).toBe(OUTCOMES[cells[column] ?? '']),
      );
    },
  );
  it('covers 28 statuses and 18 reports', () =>
    expect([ORDER_STATUS_NAMES.length, REPORT_TYPES.length, Object.keys(GRID).length]).toEqual([28, 18, 28]));
  it.each(ORDER_STATUS_NAMES)(
    'a partial execution of %s stays open where an execution is in place, and changes nothing elsewhere',
    (status) => {
      expect(nextStatus(status, 'OrderExecuted', 1)).toBe(
        nextStatus(status, 'OrderExecuted', 0) === undefined ? undefined : 'PartiallyExecuted',
      );
    },
  );
});
