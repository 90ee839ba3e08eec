import { describe, expect, it } from 'vitest';
import { dollars, idOf, openHarness, settle } from './testing/harness.ts';

describe('funding', () => {
  it('sets the cash once per version', async () => {
    const { brokerage, journal } = await openHarness();
    const before = journal.records.length;
    await brokerage.fundAccount('A', { cashE4: dollars(5), version: 1 });
    expect(brokerage.accountView('A', 0).balance.cashE4).toBe(dollars(100_000));
    expect(journal.records.length).toBe(before);
    await brokerage.fundAccount('A', { cashE4: dollars(5), version: 2 });
    expect(brokerage.accountView('A', 0).balance).toEqual({
      account: 'A',
      cashE4: dollars(5),
      buyingPowerE4: dollars(10),
    });
  });
});

describe('accountView', () => {
  it('leaves out everything before the given time except open orders', async () => {
    const { brokerage, market, send } = await openHarness();
    await send();
    const open = idOf(await send({ type: 'Limit', priceE4: dollars(99) }));
    market.nowMs += 60_000;
    const view = brokerage.accountView('A', market.nowMs);
    expect(view.orders.map((item) => item.orderId)).toEqual([open]);
    expect(view.reports).toEqual([]);
  });
  it('contains older orders with their reports since the given time', async () => {
    const { brokerage, market, send, cancel } = await openHarness();
    const gtc = { type: 'Limit', tif: 'GoodTillCancel', priceE4: dollars(99), quantity: 10 } as const;
    const filled = idOf(await send(gtc));
    const cancelled = idOf(await send({ ...gtc, priceE4: dollars(90) }));
    const old = idOf(await send({ quantity: 10 }));
    market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    await settle();
    await cancel(cancelled);
    await cancel(old);
    market.nowMs += 1;
    const view = brokerage.accountView('A', market.session.openMs);
    expect(view.orders.map(({ orderId, status }) => [orderId, status])).toEqual([
      [filled, 'Executed'],
      [cancelled, 'Cancelled'],
    ]);
    expect(view.reports.map(({ orderId, reportType }) => [orderId, reportType])).toEqual([
      [filled, 'OrderExecuted'],
      [cancelled, 'OrderCancelPending'],
      [cancelled, 'OrderCanceled'],
    ]);
  });
  it('shows an option that ended worthless as flat, and no position of its underlying', async () => {
    const harness = await openHarness();
    harness.market.show('SPY260306C00100000', [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    await harness.send({ symbol: 'SPY260306C00100000', quantity: 1 });
    harness.market.print('SPY', 99, 1);
    harness.market.beginSession({
      date: '2026-03-09',
      openMs: Date.UTC(2026, 2, 9, 13, 30),
      closeMs: Date.UTC(2026, 2, 9, 20, 0),
    });
    await harness.send({ type: 'Limit', priceE4: dollars(98), quantity: 1 });
    expect(harness.view().positions).toMatchObject([
      {
        symbol: 'SPY260306C00100000',
        longQuantity: 0,
        lockedQuantity: 0,
        closedPlE4: -100 * dollars(3),
        tradedShares: 2,
      },
    ]);
  });
});
