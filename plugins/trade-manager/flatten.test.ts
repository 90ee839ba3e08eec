import { beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../src/domain/assert/assert.ts';
import type { OrderTicket, WireOrder } from '../../src/plugin-api/index.ts';
import { cancelAll, flatten, flattenAll, type TradeResult } from './flatten.ts';
import { FakeTrading, order } from './testing/fake-trading.ts';

let trading: FakeTrading;
beforeEach(() => {
  trading = new FakeTrading();
});
const textOf = (result: TradeResult): string => (result.ok ? result.value : result.error);

describe('flatten', () => {
  it('cancels the open orders of the symbol, waits for the reports, and only then closes at market', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({}));
    trading.orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    const done = flatten(trading.deps, 'SPY');
    await trading.changed();
    expect(trading.steps).toEqual(['cancel o1']);
    await trading.become('o1', { Status: 'PendingCancel' });
    expect(trading.steps).toEqual(['cancel o1']);
    await trading.become('o1', { Status: 'Cancelled', Unfill: 0 });
    expect(trading.steps).toEqual(['cancel o1', 'send Sell 100 Market ARCA DARK']);
    await trading.become('closing', { Status: 'Executed', Unfill: 0, Fill: 100 });
    expect(await done).toEqual(ok('SPY is flat: Sell 100 SPY at market was executed.'));
  });

  it('closes the position left by a fill that overtook the cancel, once the position includes it', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(trading.deps, 'SPY');
    await trading.become('o1', { Status: 'Cancelled', Fill: 60, Unfill: 0 });
    expect(trading.steps).toEqual(['cancel o1']);
    trading.hold(40);
    await trading.changed();
    expect(trading.steps.at(-1)).toBe('send Sell 40 Market ARCA DARK');
    await trading.become('closing', { Status: 'Executed', Unfill: 0, Fill: 40 });
    expect((await done).ok).toBe(true);
  });

  it('sends nothing when the position does not include the fill in time', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(trading.deps, 'SPY');
    await trading.become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    await trading.timeIsOver();
    expect([textOf(await done), trading.steps]).toEqual([
      'SPY was not flattened: the position changed while its orders were being cancelled. No closing order was sent; check the position and try again.',
      ['cancel o1'],
    ]);
  });

  it('closes nothing when a fill that overtook the cancel has closed the position, and reports no cancel', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(trading.deps, 'SPY');
    trading.hold(0);
    await trading.become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    expect([await done, trading.steps]).toEqual([
      ok('SPY is flat; 1 order executed before the cancel.'),
      ['cancel o1'],
    ]);
  });

  it('covers a short position', async () => {
    trading.hold(0, 30);
    const done = flatten(trading.deps, 'SPY');
    expect(trading.steps).toEqual(['send Buy 30 Market ARCA DARK']);
    await trading.become('closing', { Status: 'Executed', Unfill: 0, Fill: 30 });
    expect((await done).ok).toBe(true);
  });

  it.each([
    [
      'is refused',
      { Status: 'CancelRejected' as const },
      'SPY was not flattened: 1 order could not be cancelled. No closing order was sent.',
    ],
    [
      'has no answer',
      null,
      'SPY was not flattened: 1 order could not be cancelled. No closing order was sent.',
    ],
  ])('sends no closing order when a cancel %s', async (_outcome, change, text) => {
    trading.hold(100);
    trading.orders.set('o1', order({}));
    const done = flatten(trading.deps, 'SPY');
    await (change === null ? trading.timeIsOver() : trading.become('o1', change));
    expect([await done, trading.steps]).toEqual([err(text), ['cancel o1']]);
  });

  it('reports the cancels that could not be sent', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({}));
    trading.orders.set('o2', order({ OrderId: 'o2' }));
    trading.refuseCancel = (id) =>
      id === 'o2' ? { ok: false, errorCode: -27, message: 'Network error' } : null;
    expect(textOf(await flatten(trading.deps, 'SPY'))).toBe(
      'SPY was not flattened: 2 orders could not be cancelled (Network error). No closing order was sent.',
    );
  });

  it('reports how the closing order failed: not sent, rejected, or still working', async () => {
    trading.hold(100);
    trading.refuseSend = { ok: false, errorCode: -27, message: 'Network error' };
    expect(textOf(await flatten(trading.deps, 'SPY'))).toBe(
      'SPY was not flattened: Sell 100 SPY at market was not sent (Network error).',
    );
    trading.refuseSend = null;
    const rejected = flatten(trading.deps, 'SPY');
    await trading.become('closing', { Status: 'Rejected', Unfill: 0, Description: 'Market is offline' });
    expect(textOf(await rejected)).toBe(
      'SPY was not flattened: Sell 100 SPY at market ended as Rejected (Market is offline).',
    );
    const slow = flatten(trading.deps, 'SPY');
    await trading.timeIsOver();
    expect(textOf(await slow)).toBe(
      'SPY is not flat yet: Sell 100 SPY at market is still working. See Open Orders.',
    );
  });

  it('does nothing for a flat symbol, and refuses positions at the external broker', async () => {
    expect(await flatten(trading.deps, 'SPY')).toEqual(ok('SPY is flat already.'));
    trading.api = 'External';
    expect((await flatten(trading.deps, 'SPY')).ok).toBe(false);
    expect(trading.steps).toEqual([]);
  });
});

describe('cancel all', () => {
  it('cancels the orders of one symbol, or all, and reports how many', async () => {
    expect(textOf(await cancelAll(trading.deps))).toBe('There is no open order.');
    trading.orders.set('o1', order({}));
    trading.orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    trading.orders.set('o3', order({ OrderId: 'o3', Status: 'CancelSent' }));
    const done = cancelAll(trading.deps, 'SPY');
    await trading.become('o1', { Status: 'Cancelled', Unfill: 0 });
    await trading.become('o3', { Status: 'Cancelled', Unfill: 0 });
    expect([textOf(await done), trading.steps]).toEqual(['2 orders of SPY cancelled.', ['cancel o1']]);
  });

  it('counts orders that were executed first, or ended otherwise, apart from cancelled ones', async () => {
    for (const OrderId of ['o1', 'o2', 'o3', 'o4']) trading.orders.set(OrderId, order({ OrderId }));
    const done = cancelAll(trading.deps, 'SPY');
    await trading.become('o1', { Status: 'Cancelled', Fill: 30 });
    await trading.become('o2', { Status: 'Executed', Fill: 100, Unfill: 0 });
    await trading.become('o3', { Status: 'Expired', Fill: 30 });
    // The fill was reported, the final status of the order was not.
    await trading.become('o4', { Status: 'CancelSent', Fill: 100, Unfill: 0 });
    expect(await done).toEqual(
      ok('1 order of SPY cancelled, 2 executed before the cancel, 1 ended otherwise.'),
    );
  });

  it('reports no cancel when everything was executed first', async () => {
    trading.orders.set('o1', order({}));
    const done = cancelAll(trading.deps);
    await trading.become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    expect(textOf(await done)).toBe('1 order executed before the cancel.');
  });

  it('reports the orders that are left', async () => {
    trading.orders.set('o1', order({}));
    const done = cancelAll(trading.deps);
    await trading.timeIsOver();
    expect(await done).toEqual(err('1 order could not be cancelled. See Open Orders.'));
  });
});

describe('flatten all', () => {
  const CALL = 'SPY260821C00645500';
  const HIGHER = 'SPY260821C00655500';
  /** Orders rest until a test fills them all. */
  beforeEach(() => {
    trading.send = (ticket: OrderTicket) => {
      trading.steps.push(`${ticket.side} ${ticket.symbol}`);
      const clientId = `ord${trading.steps.length}`;
      trading.orders.set(
        clientId,
        order({ OrderId: clientId, ClientId: clientId, Symbol: ticket.symbol, Status: 'Sent' }),
      );
      return { ok: true, clientId };
    };
    for (const [Symbol, LongQty, ShortQty] of [
      ['SPY', 100, 0],
      [CALL, 1, 0],
      [HIGHER, 0, 2],
      ['QQQ', 0, 50],
    ] as const) {
      trading.hold(LongQty, ShortQty);
      const held = trading.positions.get('SPY');
      if (held !== undefined) trading.positions.set(Symbol, { ...held, Symbol });
    }
    trading.hold(100);
  });
  const fillAll = async (change: Partial<WireOrder> = { Status: 'Executed', Fill: 100, Unfill: 0 }) => {
    for (const [id, { Status }] of [...trading.orders])
      if (Status === 'Sent') await trading.become(id, change);
  };

  it('buys written options back before it sells their cover, and closes shares last', async () => {
    const done = flattenAll(trading.deps, [...trading.positions.values()]);
    await trading.changed();
    expect(trading.steps).toEqual([`Buy ${HIGHER}`]);
    await fillAll();
    expect(trading.steps.slice(1)).toEqual([`Sell ${CALL}`]);
    await fillAll();
    expect(trading.steps.slice(2)).toEqual(['Sell SPY', 'Buy QQQ']);
    await fillAll();
    expect((await done).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });

  it('continues after a refused stage, and reports it', async () => {
    const done = flattenAll(trading.deps, [...trading.positions.values()]);
    await trading.changed();
    await fillAll({ Status: 'Rejected', Description: 'Not enough cash' });
    await fillAll();
    await fillAll();
    expect((await done).map(({ ok }) => ok)).toEqual([false, true, true, true]);
  });
});
