import { describe, expect, it } from 'vitest';
import { dollars, idOf, openDesk } from './testing/desk.ts';

describe('funding', () => {
  it('sets the cash once per version', async () => {
    const { brokerage, journal } = await openDesk();
    const before = journal.records.length;
    await brokerage.fundAccount('A', { cashE4: dollars(5), version: 1 });
    expect(brokerage.accountView('A', 0).balance.cashE4).toBe(dollars(100_000));
    expect(journal.records.length).toBe(before);
    await brokerage.fundAccount('A', { cashE4: dollars(5), version: 2 });
    expect(brokerage.accountView('A', 0).balance).toEqual({ account: 'A', cashE4: dollars(5), buyingPowerE4: dollars(10) });
  });
});

describe('accountView', () => {
  it('leaves out what was done before the asked time but never an open order', async () => {
    const { brokerage, market, send } = await openDesk();
    await send();
    const open = idOf(await send({ type: 'Limit', priceE4: dollars(99) }));
    market.nowMs += 60_000;
    const view = brokerage.accountView('A', market.nowMs);
    expect(view.orders.map((item) => item.orderId)).toEqual([open]);
    expect(view.reports).toEqual([]);
  });
  it('shows an option that ended worthless as flat, and no position of its underlying', async () => {
    const desk = await openDesk();
    desk.market.show('SPY260306C00100000', [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    await desk.send({ symbol: 'SPY260306C00100000', quantity: 1 });
    desk.market.print('SPY', 99, 1);
    desk.market.beginSession({ date: '2026-03-09', openMs: Date.UTC(2026, 2, 9, 13, 30), closeMs: Date.UTC(2026, 2, 9, 20, 0) });
    await desk.send({ type: 'Limit', priceE4: dollars(98), quantity: 1 });
    expect(desk.view().positions).toMatchObject([{ symbol: 'SPY260306C00100000', longQuantity: 0, lockedQuantity: 0, closedPlE4: -100 * dollars(3), tradedShares: 2 }]);
  });
});
