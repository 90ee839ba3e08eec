import { describe, expect, it } from 'vitest';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';
import { dollars, fillsOf, idOf, openHarness, settle, typesOf } from './testing/harness.ts';

describe('buys without a price of their own', () => {
  const thin = (ask: number) =>
    [
      { exchange: 'ARCA', bid: [100, 300], ask: [ask, 10] },
      { exchange: 'BATS', bid: [99.99, 500], ask: [190, 1_000] },
    ] as const;
  it('take nothing beyond the price that they were judged by, and wait with the rest', async () => {
    const harness = await openHarness({ cash: 10_000 });
    harness.market.show('SPY', thin(100.02));
    const reports = await harness.send({ quantity: 180 });
    expect(fillsOf(reports)).toEqual([[10, 100.02, 'R']]);
    harness.market.show('SPY', thin(105.01));
    await settle();
    expect(harness.order(idOf(reports))).toMatchObject({ fill: 20, averagePriceE4: dollars(102.515) });
    harness.market.show('SPY', thin(105.03));
    await settle();
    expect(harness.order(idOf(reports))).toMatchObject({ status: 'PartiallyExecuted', fill: 20 });
    // The bound outlasts a restart.
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal, cash: 10_000 });
    again.market.show('SPY', thin(120));
    await settle();
    expect(again.order(idOf(reports)).fill).toBe(20);
  });
  it('that must trade at once are cancelled with what lies beyond it', async () => {
    const harness = await openHarness({ cash: 10_000 });
    harness.market.show('SPY', thin(100.02));
    const all = await harness.send({ quantity: 50, tif: 'FillOrKill' });
    expect([typesOf(all).at(-1), fillsOf(all)]).toEqual(['OrderCanceled', []]);
    const some = await harness.send({ quantity: 50, tif: 'ImmediateOrCancel' });
    expect([typesOf(some).at(-1), fillsOf(some)]).toEqual(['OrderCanceled', [[10, 100.02, 'R']]]);
  });
  it('become one when a stop is triggered in a market that has run away', async () => {
    const harness = await openHarness({ cash: 10_000 });
    const id = idOf(await harness.send({ type: 'Stop', stopPriceE4: dollars(101), quantity: 150 }));
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [400, 1_000] }]);
    harness.market.print('SPY', 101, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 0, completedMs: null });
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [106, 1_000] }]);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 150, averagePriceE4: dollars(106) });
  });
  it('that cover by a stop get out wherever the tape goes, but at no quote far from it', async () => {
    const harness = await openHarness();
    await harness.send({ side: 'Short', quantity: 100 });
    const id = idOf(
      await harness.send({
        side: 'Buy',
        source: 'Cover',
        type: 'Stop',
        stopPriceE4: dollars(101),
        quantity: 100,
      }),
    );
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [150, 1_000] }]);
    harness.market.print('SPY', 101, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 0, completedMs: null });
    harness.market.print('SPY', 145, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 100, averagePriceE4: dollars(150) });
  });
  it('are left out of an auction beyond it', async () => {
    const harness = await openHarness({ cash: 10_000 });
    const id = idOf(await harness.send({ type: 'MarketOnClose', quantity: 100 }));
    harness.market.nowMs = SCRIPTED_SESSION.closeMs;
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', 130, 10_000);
    await settle();
    expect(harness.order(id)).toMatchObject({ status: 'Cancelled', fill: 0 });
  });
});

describe('sales without a price of their own', () => {
  const held = async () => {
    const harness = await openHarness();
    await harness.send({ quantity: 200 });
    return harness;
  };
  it('trade nothing that is quoted below the collar, and continue as the tape follows', async () => {
    const harness = await held();
    harness.market.show('SPY', [
      { exchange: 'ARCA', bid: [100, 10], ask: [100.02, 200] },
      { exchange: 'BATS', bid: [50, 1_000], ask: [100.05, 400] },
    ]);
    const id = idOf(await harness.send({ side: 'Sell', source: 'Close', quantity: 200 }));
    expect(harness.order(id)).toMatchObject({ fill: 10, averagePriceE4: dollars(100), completedMs: null });
    harness.market.print('SPY', 52, 100);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 200, status: 'Executed' });
  });
  it('at once or not at all: what is shown below the collar counts as not there', async () => {
    const harness = await held();
    harness.market.show('SPY', [
      { exchange: 'ARCA', bid: [100, 10], ask: [100.02, 200] },
      { exchange: 'BATS', bid: [50, 1_000], ask: [100.05, 400] },
    ]);
    const immediate = idOf(
      await harness.send({ side: 'Sell', source: 'Close', quantity: 100, tif: 'ImmediateOrCancel' }),
    );
    const kill = idOf(
      await harness.send({ side: 'Sell', source: 'Close', quantity: 100, tif: 'FillOrKill' }),
    );
    expect([
      harness.order(immediate).fill,
      harness.order(immediate).status,
      harness.order(kill).fill,
      harness.order(kill).status,
    ]).toEqual([10, 'Cancelled', 0, 'Cancelled']);
  });
  it('by a stop are measured from the trade that triggered it', async () => {
    const harness = await held();
    const id = idOf(
      await harness.send({
        side: 'Sell',
        source: 'Close',
        type: 'Stop',
        stopPriceE4: dollars(99),
        quantity: 200,
      }),
    );
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [60, 1_000], ask: [100.02, 200] }]);
    harness.market.print('SPY', 98, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 0, completedMs: null });
    harness.market.print('SPY', 62, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 200, averagePriceE4: dollars(60) });
  });
  it('short and pegged stay within the collar while the offer runs away below it', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ side: 'Short', type: 'Pegged', quantity: 100 }));
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [49, 300], ask: [50, 200] }]);
    harness.market.print('SPY', 99, 10);
    harness.market.print('SPY', 93.5, 1_000);
    await settle();
    const fills = fillsOf(harness.view().reports.filter(({ orderId }) => orderId === id));
    // Each print is met within 6 % of the one before it.
    expect(fills).toEqual([
      [10, 94.01, 'A'],
      [90, 93.06, 'A'],
    ]);
  });
  it('keep their collar over a restart', async () => {
    const harness = await held();
    harness.market.show('SPY', [{ exchange: 'BATS', bid: [50, 1_000], ask: [100.05, 400] }]);
    const id = idOf(
      await harness.send({
        side: 'Sell',
        source: 'Close',
        quantity: 200,
        tif: 'GoodTillCancel',
        type: 'Stop',
        stopPriceE4: dollars(99),
      }),
    );
    harness.market.print('SPY', 98, 10);
    await settle();
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    harness.market.print('SPY', 97, 10);
    await settle();
    expect(again.order(id)).toMatchObject({ fill: 0, completedMs: null });
  });
});
