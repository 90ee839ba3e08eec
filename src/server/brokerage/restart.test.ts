import { describe, expect, it } from 'vitest';
import type { RiskFacts } from './risk-facts.ts';
import { fillsOf, dollars, idOf, openHarness, settle, TEST_LIMITS } from './testing/harness.ts';

const limit = (price: number, quantity: number) =>
  ({ type: 'Limit', priceE4: dollars(price), quantity }) as const;

describe('after a restart', () => {
  it('what was taken of what is still shown is not taken again, by an old order or by a new one', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit(100.02, 400)));
    expect(harness.order(id).fill).toBe(200);
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
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
    const harness = await openHarness();
    await harness.send(limit(100.02, 200));
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(idOf(await again.send(limit(100.02, 200)))).fill).toBe(0);
  });
  it('nor what an order took that had waited for the market', async () => {
    const harness = await openHarness();
    const show = (size: number) =>
      harness.market.show('SPY', [{ exchange: 'ARCA', bid: [99, 300], ask: [99.4, size] }]);
    const id = idOf(await harness.send(limit(99.5, 400)));
    show(150);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 150, averagePriceE4: dollars(99.5) });
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(id).fill).toBe(150);
  });
  it('what nobody took trades at once', async () => {
    const harness = await openHarness();
    await harness.send(limit(100.02, 200));
    const id = idOf(await harness.send({ ...limit(99, 100), tif: 'GoodTillCancel' }));
    await harness.brokerage.stop();
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(id).status).toBe('Executed');
  });
});

describe('after a restart at an earlier time, because the clock was set back meanwhile', () => {
  it('keeps fills and open orders, takes orders, and keeps reports in the order of their numbers', async () => {
    const harness = await openHarness();
    const filled = idOf(await harness.send(limit(100.02, 100)));
    const open = idOf(await harness.send({ ...limit(99, 100), tif: 'GoodTillCancel' }));
    await harness.brokerage.stop();
    harness.market.nowMs -= 1_800_000;
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(filled)).toMatchObject({ status: 'Executed', fill: 100 });
    expect(again.order(open).status).toBe('Confirmed');
    const next = idOf(await again.send(limit(100.02, 50)));
    expect(again.order(next).fill).toBe(50);
    expect(await again.cancel(open)).not.toEqual([]);
    expect(again.order(open).status).toBe('Cancelled');
    expect(again.view().positions).toMatchObject([{ symbol: 'SPY', longQuantity: 150 }]);
    await again.brokerage.stop();
    const third = await openHarness({ market: harness.market, journal: harness.journal });
    expect(third.view().positions).toEqual(again.view().positions);
    expect(third.view().balance).toEqual(again.view().balance);
  });
  it('an order that was sent before is no duplicate, and does not count for the rate of orders', async () => {
    const facts = (defaults: RiskFacts): RiskFacts => ({
      ...defaults,
      limits: () => ({
        ...TEST_LIMITS,
        duplicateWindowMs: 1_000,
        orderRates: [{ count: 2, windowMs: 60_000 }],
      }),
    });
    const harness = await openHarness({ facts });
    await harness.send(limit(100.02, 10));
    await harness.send(limit(100.02, 20));
    expect(await harness.send(limit(100.02, 30))).toMatchObject([{ message: 'Too frequent trades' }]);
    await harness.brokerage.stop();
    harness.market.nowMs -= 1_800_000;
    const again = await openHarness({ market: harness.market, journal: harness.journal, facts });
    expect(again.order(idOf(await again.send(limit(100.02, 10)))).fill).toBe(10);
    expect(again.order(idOf(await again.send(limit(100.02, 20)))).fill).toBe(20);
    expect(await again.send(limit(100.02, 30))).toMatchObject([{ message: 'Too frequent trades' }]);
  });
});
