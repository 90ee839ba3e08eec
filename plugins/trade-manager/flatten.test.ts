import { beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../src/domain/assert/assert.ts';
import { cancelAll, flatten, flattenAll, type TradeResult } from './flatten.ts';
import { closingOf, FakeTrading, flattenGroup, order } from './testing/fake-trading.ts';

let trading: FakeTrading;
beforeEach(() => {
  trading = new FakeTrading();
});
const textOf = (result: TradeResult): string => (result.ok ? result.value : result.error);
const refusal = (message: string) => ({
  ok: false as const,
  errorCode: -27,
  message,
  isUnknown: false,
  clientId: 'grp1',
});

describe('flatten', () => {
  it('is one request to the server, and reports the closing order once it has ended', async () => {
    trading.orders.set('o1', order({}));
    const done = flatten(trading.deps, 'SPY');
    await trading.pushGroup(flattenGroup({ State: 'Closing', Orders: [closingOf({ IsOpen: true })] }));
    await trading.pushGroup(flattenGroup({ Orders: [closingOf({ Fill: 100 })] }));
    expect(await done).toEqual(ok('SPY is flat: Sell 100 SPY at market was executed.'));
    expect(trading.steps).toEqual(['flatten SPY']);
  });

  it('reports the orders that were cancelled when nothing was left to close', async () => {
    trading.orders.set('o1', order({}));
    trading.orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    const done = flatten(trading.deps, 'SPY');
    await trading.become('o1', { Status: 'Cancelled', Unfill: 0 });
    await trading.pushGroup(flattenGroup({}));
    expect(await done).toEqual(ok('SPY is flat; 1 order cancelled.'));
    expect(await flatten(trading.deps, 'SPY')).toEqual(ok('SPY is flat already.'));
  });

  it('reports why it was refused, or that its outcome is unknown', async () => {
    trading.groupResult = refusal('Network error');
    expect(await flatten(trading.deps, 'SPY')).toEqual(err('SPY was not flattened: Network error.'));
    trading.groupResult = refusal('The server did not answer in time. It may have been carried out.');
    expect(textOf(await flatten(trading.deps, 'SPY'))).toMatch(/in time\. It may have been carried out\.$/);
  });

  it('reports how the closing order failed: rejected, or still working', async () => {
    trading.orders.set(
      'closing',
      order({ OrderId: 'closing', Status: 'Rejected', Description: 'Market is offline' }),
    );
    await trading.pushGroup(flattenGroup({ State: 'Failed', Orders: [closingOf({ ErrorCode: -22 })] }));
    expect(textOf(await flatten(trading.deps, 'SPY'))).toBe(
      'SPY was not flattened: Sell 100 SPY at market ended as Rejected (Market is offline).',
    );
    trading.orders.clear();
    await trading.pushGroup(
      flattenGroup({ State: 'Failed', Orders: [closingOf({ ErrorCode: -12, Fill: 40 })] }),
    );
    expect(textOf(await flatten(trading.deps, 'SPY'))).toBe(
      'SPY was not flattened: Sell 100 SPY at market ended as Rejected after 40 (Insufficient cover).',
    );
    await trading.pushGroup(flattenGroup({ State: 'Closing', Orders: [closingOf({ IsOpen: true })] }));
    const slow = flatten(trading.deps, 'SPY');
    await trading.changed();
    await trading.timeIsOver();
    expect(textOf(await slow)).toBe(
      'SPY is not flat yet: Sell 100 SPY at market is still working. See Open Orders.',
    );
  });

  it('refuses positions at the external broker', async () => {
    trading.api = 'External';
    expect((await flatten(trading.deps, 'SPY')).ok).toBe(false);
    expect(trading.steps).toEqual([]);
  });
});

describe('flatten all', () => {
  it('is one request for the account, and reports each closing order', async () => {
    await trading.pushGroup(
      flattenGroup({
        State: 'Failed',
        Orders: [closingOf({ Fill: 100 }), closingOf({ OrderId: 'c2', Symbol: 'QQQ', ErrorCode: -49 })],
      }),
    );
    expect((await flattenAll(trading.deps)).map(textOf)).toEqual([
      'SPY is flat: Sell 100 SPY at market was executed.',
      'QQQ was not flattened: Sell 100 QQQ at market ended as Rejected (This symbol trading is restricted).',
    ]);
    expect(trading.steps).toEqual(['flatten all']);
    trading.groupResult = refusal('Network error');
    expect(await flattenAll(trading.deps)).toEqual([err('The account was not flattened: Network error.')]);
  });
});

describe('cancel all', () => {
  it('is one request to the server for a symbol, or for the account, and reports how many ended', async () => {
    expect(textOf(await cancelAll(trading.deps))).toBe('There is no open order.');
    trading.orders.set('o1', order({ Status: 'Cancelled', Unfill: 0 }));
    trading.orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    trading.orders.set('o3', order({ OrderId: 'o3' }));
    const done = cancelAll(trading.deps, 'SPY');
    await trading.become('o3', { Status: 'Cancelled', Unfill: 0 });
    expect([textOf(await done), trading.steps]).toEqual(['1 order of SPY cancelled.', ['cancel all SPY']]);
  });

  it('cancels orders that wait for a condition, of the symbol or of the account, when nothing else is open', async () => {
    const waiting = flattenGroup({ GroupId: 'G5', Kind: 'Conditional', State: 'Working' });
    await trading.pushGroup(waiting);
    expect(textOf(await cancelAll(trading.deps, 'AAPL'))).toBe('There is no open order of AAPL.');
    expect(textOf(await cancelAll(trading.deps, 'SPY'))).toBe('1 waiting order cancelled.');
    trading.groupResult = refusal('Network error');
    expect(textOf(await cancelAll(trading.deps))).toBe(
      '1 waiting order could not be cancelled: Network error. See Open Orders.',
    );
    expect(trading.steps).toEqual(['cancel all SPY', 'cancel all all']);
  });

  it('counts orders that were executed first, or ended otherwise, apart from cancelled ones', async () => {
    for (const OrderId of ['o1', 'o2', 'o3', 'o4']) trading.orders.set(OrderId, order({ OrderId }));
    const done = cancelAll(trading.deps);
    const become = (id: string, change: object) =>
      trading.orders.set(id, { ...order({ OrderId: id }), ...change });
    become('o1', { Status: 'Cancelled', Fill: 30, Unfill: 0 });
    become('o2', { Status: 'Executed', Fill: 100, Unfill: 0 });
    become('o3', { Status: 'Expired', Fill: 30, Unfill: 0 });
    // The fill was reported, the final status of the order was not.
    become('o4', { Status: 'CancelSent', Fill: 100, Unfill: 0 });
    expect(await done).toEqual(ok('1 order cancelled, 2 executed before the cancel, 1 ended otherwise.'));
  });

  it('reports the orders that are left, with the reason', async () => {
    trading.orders.set('o1', order({}));
    trading.groupResult = refusal('Network error');
    expect(await cancelAll(trading.deps)).toEqual(
      err('1 order could not be cancelled: Network error. See Open Orders.'),
    );
  });

  it('leaves the order that closes the surplus of a group', async () => {
    trading.orders.set('closing', order({ OrderId: 'closing' }));
    await trading.pushGroup(
      flattenGroup({ Kind: 'OneCancelsOther', Orders: [closingOf({ Role: 'Surplus' })] }),
    );
    expect(await cancelAll(trading.deps)).toEqual(err('1 order could not be cancelled. See Open Orders.'));
    expect(trading.steps).toEqual(['cancel all all']);
  });

  it('cancels the orders at the external broker one by one', async () => {
    trading.api = 'External';
    for (const OrderId of ['o1', 'o2', 'o3'])
      trading.orders.set(OrderId, order({ OrderId, Status: OrderId === 'o3' ? 'CancelSent' : 'Confirmed' }));
    const done = cancelAll(trading.deps);
    await trading.become('o1', { Status: 'Cancelled', Unfill: 0 });
    await trading.become('o2', { Status: 'CancelRejected' });
    await trading.become('o3', { Status: 'Cancelled', Unfill: 0 });
    expect([await done, trading.steps]).toEqual([
      err('1 order could not be cancelled. See Open Orders.'),
      ['cancel o1', 'cancel o2'],
    ]);
  });

  it('reports the orders at the external broker that do not end in time, or whose cancel was not sent', async () => {
    trading.api = 'External';
    trading.orders.set('o1', order({}));
    const slow = cancelAll(trading.deps);
    await trading.timeIsOver();
    expect(await slow).toEqual(err('1 order could not be cancelled. See Open Orders.'));
    trading.refuseCancel = () => ({ ok: false, errorCode: -27, message: 'Network error' });
    expect(textOf(await cancelAll(trading.deps))).toBe(
      '1 order could not be cancelled: Network error. See Open Orders.',
    );
  });
});
