import { describe, expect, it } from 'vitest';
import { fillsOf, dollars, idOf, openDesk, settle } from './testing/desk.ts';

const limit = (price: number, quantity: number) =>
  ({ type: 'Limit', priceE4: dollars(price), quantity }) as const;

describe('after a restart', () => {
  it('what was taken of what is still shown is not taken again, by an old order or by a new one', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send(limit(100.02, 400)));
    expect(desk.order(id).fill).toBe(200);
    await desk.brokerage.stop();
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    await settle();
    expect(again.order(id)).toMatchObject({ status: 'PartiallyExecuted', fill: 200 });
    expect(fillsOf(await again.send(limit(100.05, 50)))).toEqual([[50, 100.05, 'R']]);
    // What is shown in addition is new.
    again.market.show('SPY', [
      { exchange: 'ARCA', bid: [100, 300], ask: [100.02, 260] },
      { exchange: 'BATS', bid: [99.99, 500], ask: [100.05, 400] },
    ]);
    await settle();
    expect(again.order(id).fill).toBe(260);
  });
  it('it is not taken by the next order either when nothing was left open', async () => {
    const desk = await openDesk();
    await desk.send(limit(100.02, 200));
    await desk.brokerage.stop();
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    expect(again.order(idOf(await again.send(limit(100.02, 200)))).fill).toBe(0);
  });
  it('nor what an order took that had waited for the market', async () => {
    const desk = await openDesk();
    const show = (size: number) =>
      desk.market.show('SPY', [{ exchange: 'ARCA', bid: [99, 300], ask: [99.4, size] }]);
    const id = idOf(await desk.send(limit(99.5, 400)));
    show(150);
    await settle();
    expect(desk.order(id)).toMatchObject({ fill: 150, averagePriceE4: dollars(99.5) });
    await desk.brokerage.stop();
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    expect(again.order(id).fill).toBe(150);
  });
  it('what nobody took trades at once', async () => {
    const desk = await openDesk();
    await desk.send(limit(100.02, 200));
    const id = idOf(await desk.send({ ...limit(99, 100), tif: 'GoodTillCancel' }));
    await desk.brokerage.stop();
    desk.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    expect(again.order(id).status).toBe('Executed');
  });
});
