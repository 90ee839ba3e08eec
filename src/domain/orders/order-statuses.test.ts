import { describe, expect, it } from 'vitest';
import { ORDER_STATUS_NAMES, TIME_IN_FORCES, type OrderStatus } from './enumerations.ts';
import { isCancellable, isListedOpen, isOver, isWorking } from './open-orders.ts';
import { TIFS } from './times-in-force.ts';
import { FINAL_STATUSES, OPEN_STATUSES } from './transitions.ts';

const statusesThat = (has: (status: OrderStatus) => boolean) => ORDER_STATUS_NAMES.filter(has);

describe('order statuses', () => {
  it('are final once nothing but a bust or a correction follows', () => {
    expect([...FINAL_STATUSES]).toEqual([
      ...['Executed', 'ExecutedMultileg', 'Cancelled', 'CancelledByMarket', 'CancelConfirmed'],
      ...['CancelExpired', 'Rejected', 'Busted', 'CorrectPrice', 'TradeClose', 'Expired'],
    ]);
    expect(statusesThat(isOver)).toEqual([...FINAL_STATUSES]);
  });
  it('list an order as open in eight statuses, and in four more while a part is unfilled', () => {
    const filled = statusesThat((Status) => isListedOpen({ Status, Unfill: 0 }));
    expect(filled).toEqual([...OPEN_STATUSES]);
    expect(
      statusesThat((Status) => isListedOpen({ Status, Unfill: 1 })).filter(
        (status) => !filled.includes(status),
      ),
    ).toEqual(['PendingCancel', 'CancelRejected', 'ReplaceRejected', 'Stopped']);
  });
  it('allow a cancel unless a change is under way', () => {
    expect(statusesThat((Status) => isCancellable({ Status, Unfill: 1 }))).toEqual([
      ...['Pending', 'Confirmed', 'PartiallyExecuted', 'CancelRejected', 'ReplaceConfirmed'],
      ...['ReplaceDone', 'ReplaceRejected', 'Stopped'],
    ]);
    expect(isWorking({ Status: 'PendingCancel', Unfill: 1 })).toBe(false);
    expect(isWorking({ Status: 'CancelSent', Unfill: 1 })).toBe(true);
  });
});

describe('times in force', () => {
  it('act at once, wait for a session, or need one', () => {
    expect(TIME_IN_FORCES.filter((tif) => TIFS[tif].isAtOnce)).toEqual(['ImmediateOrCancel', 'FillOrKill']);
    expect(TIME_IN_FORCES.filter((tif) => TIFS[tif].waitsForSession)).toEqual([
      ...['GoodTillCancel', 'AtOpening', 'GoodTillCrossing', 'GoodTillDate'],
    ]);
  });
});
