import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import { averagesOf, totalsOf, type OrderExecution } from '../../domain/execution/index.ts';
import type { Brokerage } from './brokerage.ts';
import { createBrokerage } from './create-brokerage.ts';
import { createDefaultRiskFacts } from './default-risk-facts.ts';
import { decodeEvent } from './event-codec.ts';
import { bust, executionOf } from './testing/amendments.ts';
import { dollars, idOf, openHarness, settle, TEST_LIMITS, type Harness } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';

const DAY = { fromMs: SCRIPTED_SESSION.openMs, toMs: SCRIPTED_SESSION.closeMs };
const NBBO = { bidE4: dollars(100), bidSize: 300, askE4: dollars(100.02), askSize: 200 };
const read = async (
  brokerage: Pick<Brokerage, 'executions'>,
  span = DAY,
): Promise<readonly OrderExecution[]> => [...(await brokerage.executions('A', span))];

async function pass({ market }: Harness, minutes: number): Promise<void> {
  market.nowMs += minutes * MINUTE_MS;
  market.turn(market.phase());
  await settle();
}

/** Another brokerage on the same journal, which keeps so many finished orders in memory. */
async function restarted(
  { market, journal, brokerage }: Pick<Harness, 'market' | 'journal' | 'brokerage'>,
  maxFinished: number,
): Promise<Brokerage> {
  await brokerage.stop();
  const accounts = () => ({ isLive: false, isLocked: false });
  const next = createBrokerage({
    market,
    journal,
    clock: market,
    accounts,
    facts: { ...createDefaultRiskFacts({ market, accounts }), limits: () => TEST_LIMITS },
    sweepIntervalMs: 60_000,
    maxFinished,
  });
  await next.start();
  return next;
}

describe('executions', () => {
  it('have the market of their arrival and of each fill', async () => {
    const harness = await openHarness();
    await harness.send({ quantity: 300 });
    const [order] = await read(harness.brokerage);
    expect(order).toMatchObject({ arrival: NBBO, isMarketable: true, quantity: 300 });
    expect(order?.fills.map(({ quantity, priceE4, nbbo }) => [quantity, priceE4, nbbo])).toEqual([
      [200, dollars(100.02), NBBO],
      [100, dollars(100.05), NBBO],
    ]);
  });

  it('of a limit order that rests begin behind what is displayed at its price', async () => {
    const harness = await openHarness();
    await harness.send({ type: 'Limit', priceE4: dollars(99.99) });
    const accepted = harness.journal.records.map(decodeEvent).find(({ kind }) => kind === 'accepted');
    expect(accepted).toMatchObject({ nbbo: NBBO, ahead: 500 });
    expect(await read(harness.brokerage)).toMatchObject([{ isMarketable: false, fills: [] }]);
  });

  it('of a stop order begin with its trigger', async () => {
    const harness = await openHarness();
    await harness.send();
    const stop = { type: 'Stop', side: 'Sell', source: 'Close', stopPriceE4: dollars(99) } as const;
    const orderId = idOf(await harness.send(stop));
    const ofStop = async () => (await read(harness.brokerage)).find((order) => order.orderId === orderId);
    expect(await ofStop()).toMatchObject({ isWaiting: true, isMarketable: false });
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [98.9, 300], ask: [98.95, 200] }]);
    harness.market.print('SPY', 98.9, 100);
    await settle();
    expect(await ofStop()).toMatchObject({
      isWaiting: false,
      isMarketable: true,
      arrival: { bidE4: dollars(98.9), askE4: dollars(98.95) },
    });
  });

  it('have the market of five minutes later, once, and not before', async () => {
    const harness = await openHarness();
    await harness.send();
    const after = async () => (await read(harness.brokerage))[0]?.fills.map((fill) => fill.after?.askE4);
    await pass(harness, 4.9);
    expect(await after()).toEqual([undefined]);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [101, 300], ask: [101.1, 200] }]);
    await pass(harness, 0.1);
    expect(await after()).toEqual([dollars(101.1)]);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [102, 300], ask: [102.1, 200] }]);
    await pass(harness, 5);
    expect(await after()).toEqual([dollars(101.1)]);
  });

  it('have the last market of a session that ends before', async () => {
    const harness = await openHarness();
    await harness.send();
    harness.market.turn('post');
    await settle();
    expect((await read(harness.brokerage))[0]?.fills[0]?.after).toEqual(NBBO);
  });

  it('have no later market when nobody could record it in time', async () => {
    const harness = await openHarness();
    await harness.send();
    await pass(harness, 7);
    expect((await read(harness.brokerage))[0]?.fills[0]?.after).toBeUndefined();
  });

  it('are the same after a restart, from memory and from the journal, and still get their later market', async () => {
    const harness = await openHarness();
    await harness.send({ quantity: 250 });
    await harness.send({ side: 'Sell', source: 'Close', quantity: 50 });
    await harness.send({ type: 'Limit', priceE4: dollars(99) });
    const before = await read(harness.brokerage);
    expect(before.map(({ fills }) => fills.length)).toEqual([2, 1, 0]);
    for (const maxFinished of [5_000, 0]) {
      const brokerage = await restarted(harness, maxFinished);
      expect(await read(brokerage)).toEqual(before);
      await brokerage.stop();
    }
    const brokerage = await restarted(harness, 5_000);
    await pass(harness, 5);
    const marked = await read(brokerage);
    expect(marked.flatMap(({ fills }) => fills.map((fill) => fill.after))).toEqual([NBBO, NBBO, NBBO]);
    await brokerage.stop();
  });

  it('of another day are left out, and an order of before counts with what was left of it', async () => {
    const harness = await openHarness();
    await harness.send({ type: 'Limit', tif: 'GoodTillCancel', priceE4: dollars(100.02), quantity: 500 });
    harness.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    harness.market.turn('open');
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [100.01, 100] }]);
    await settle();
    const next = { fromMs: DAY.fromMs + 86_400_000, toMs: DAY.toMs + 86_400_000 };
    const filled = async (span: typeof DAY) =>
      (await read(harness.brokerage, span)).map(({ quantity, fills }) => [
        quantity,
        fills.reduce((sum, fill) => sum + fill.quantity, 0),
      ]);
    expect(await filled(DAY)).toEqual([[500, 200]]);
    const [[quantity, traded] = []] = await filled(next);
    expect(quantity).toBe(300);
    expect(traded).toBeGreaterThan(0);
  });

  it('that were busted are gone', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send());
    await bust(harness, executionOf(harness, id));
    expect(await read(harness.brokerage)).toMatchObject([{ orderId: id, fills: [] }]);
  });

  it('of records without a market have prices and fees, and no figures against the midpoint', async () => {
    const harness = await openHarness();
    await harness.send();
    const earlier = harness.journal.records.map((record) => ({
      ...record,
      payload: record.payload.replace('{"v":10', '{"v":9').replaceAll(/,"nbbo":\{[^}]*\}/g, ''),
    }));
    const brokerage = await restarted({ ...harness, journal: new MemoryJournal(earlier) }, 0);
    const [order] = await read(brokerage);
    expect(order?.arrival).toBeUndefined();
    expect(order && averagesOf(totalsOf(order))).toMatchObject({
      priceE4: dollars(100.02),
      slippageE4: undefined,
      fillRatePermille: 1000,
    });
    await brokerage.stop();
  });
});
