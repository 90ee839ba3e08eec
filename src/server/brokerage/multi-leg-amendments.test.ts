import { describe, expect, it } from 'vitest';
import { totalFeesE4, feesOf } from '../../domain/portfolio/index.ts';
import type { Brokerage } from './brokerage.ts';
import { dollars, idOf, settle, type Harness } from './testing/harness.ts';
import {
  C100,
  C105,
  CONDOR,
  CREDIT,
  CREDIT_SIDE,
  leg,
  openSpreads,
  P100,
  P95,
  spread,
  VERTICAL,
} from './testing/spread-harness.ts';

const executionOf = (harness: Harness, orderId: string): string =>
  harness.view().reports.find((report) => report.orderId === orderId && report.reportType === 'OrderExecuted')
    ?.executionId ?? 'none';
const amend = (
  harness: Harness,
  orderId: string,
  correction: Parameters<Brokerage['amend']>[0]['correction'],
  instruction = 'i1',
) => harness.brokerage.amend({ executionId: executionOf(harness, orderId), instruction, correction });
const bust = (harness: Harness, orderId: string, instruction?: string) =>
  amend(harness, orderId, undefined, instruction);
const correct = (harness: Harness, orderId: string, quantity: number, price: number, instruction?: string) =>
  amend(harness, orderId, { quantity, priceE4: dollars(price) }, instruction);
const quantities = (harness: Harness): Record<string, number> =>
  Object.fromEntries(
    harness
      .view()
      .positions.map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]),
  );
const legFillsOf = (harness: Harness): readonly (readonly [string, number, number])[] =>
  (harness.view().reports.at(-1)?.legFills ?? []).map(({ symbol, quantity, priceE4 }) => [
    symbol,
    quantity,
    priceE4,
  ]);
const feesE4 = (side: 'Buy' | 'Sell', contracts: number, price: number): number =>
  totalFeesE4(feesOf(side, contracts, dollars(price), 'R', 'Option'));

/** Restarts the server on the same journal and checks that the account is the same. */
async function expectSameAfterRestart(harness: Harness): Promise<Harness> {
  const before = harness.view();
  await harness.brokerage.stop();
  const again = await openSpreads({ market: harness.market, journal: harness.journal });
  expect(again.view()).toEqual(before);
  return again;
}

describe('a bust of a multi-leg execution', () => {
  it('reverses all legs at once and survives a restart', async () => {
    const harness = await openSpreads();
    const before = harness.view().balance;
    const id = idOf(await harness.send(spread(VERTICAL, 2.5, { quantity: 2 })));
    const feesPaidE4 = feesE4('Buy', 2, 3) + feesE4('Sell', 2, 1);
    expect(await bust(harness, id)).toBeUndefined();
    expect(harness.view().balance).toEqual(before);
    expect(quantities(harness)).toEqual({ [C100]: 0, [C105]: 0 });
    for (const position of harness.view().positions)
      expect(position).toMatchObject({
        fifoCostE4: 0,
        mtmCostE4: 0,
        closedPlE4: 0,
        todayPlE4: 0,
        tradedShares: 0,
      });
    expect(harness.order(id)).toMatchObject({ status: 'Busted', fill: 0, averagePriceE4: 0 });
    expect(harness.view().reports.at(-1)).toMatchObject({
      reportType: 'OrderBusted',
      executionId: executionOf(harness, id),
      lastFillQuantity: 2,
      lastFillPriceE4: dollars(2),
      legs: VERTICAL,
      feesE4: -feesPaidE4,
    });
    expect(legFillsOf(harness)).toEqual([
      [C100, 2, dollars(3)],
      [C105, 2, dollars(1)],
    ]);
    const again = await expectSameAfterRestart(harness);
    expect(await bust(again, id), 'the same instruction repeated').toBeUndefined();
    expect(await bust(again, id, 'i2')).toMatch(/has been busted already/);
  });

  it('cancels the open rest of its order first', async () => {
    const harness = await openSpreads();
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 3], ask: [1.1, 3] }]);
    const id = idOf(await harness.send(spread(VERTICAL, 2.5, { quantity: 5 })));
    expect(harness.order(id)).toMatchObject({ fill: 3, unfill: 2 });
    await bust(harness, id);
    expect(harness.story(id).slice(-2)).toEqual(['OrderCanceled', 'OrderBusted']);
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 9], ask: [1.1, 9] }]);
    await settle();
    expect(quantities(harness)).toEqual({ [C100]: 0, [C105]: 0 });
    expect(harness.view().balance.buyingPowerE4).toBe(dollars(200_000));
    await expectSameAfterRestart(harness);
  });

  it('leaves what single orders traded in the same contracts', async () => {
    const harness = await openSpreads();
    await harness.send({ symbol: C100, quantity: 1 });
    const id = idOf(await harness.send(spread(VERTICAL, 2.5)));
    await harness.send({ symbol: C100, side: 'Sell', source: 'Close', quantity: 1 });
    await bust(harness, id);
    expect(quantities(harness)).toEqual({ [C100]: 0, [C105]: 0 });
    expect(harness.view().positions.find(({ symbol }) => symbol === C100)).toMatchObject({
      closedPlE4: 100 * dollars(2.9 - 3),
      fifoCostE4: 0,
    });
    await expectSameAfterRestart(harness);
  });

  it('cancels orders that lose their cover by it', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread([leg('Buy', 'SPY'), leg('Sell', C100)], 98)));
    const sale = idOf(
      await harness.send({
        side: 'Sell',
        source: 'Close',
        type: 'Limit',
        priceE4: dollars(120),
        quantity: 100,
      }),
    );
    expect(harness.order(sale).status).toBe('Confirmed');
    await bust(harness, id);
    expect(quantities(harness)).toEqual({ SPY: 0, [C100]: 0 });
    expect(harness.order(sale)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
    await expectSameAfterRestart(harness);
  });

  it('publishes the report, the order, every leg position and the balance', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(CONDOR, 3, { side: 'Sell', priceE4: dollars(3.6) })));
    const published: unknown[] = [];
    harness.brokerage.listen('A', {
      onReport: ({ reportType }) => published.push(reportType),
      onOrder: ({ orderId, status, fill }) => published.push([orderId, status, fill]),
      onPosition: ({ symbol }) => published.push(symbol),
      onBalance: () => published.push('balance'),
    });
    await bust(harness, id);
    expect(published).toEqual(['OrderBusted', [id, 'Busted', 0], P95, P100, C100, C105, 'balance']);
  });

  it('is refused once the contracts of one leg have been settled', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(VERTICAL, 2.5)));
    harness.market.beginSession({
      date: '2026-03-09',
      openMs: Date.UTC(2026, 2, 9, 13, 30),
      closeMs: Date.UTC(2026, 2, 9, 20, 0),
    });
    harness.market.turn('open');
    await settle();
    const records = harness.journal.records.length;
    expect(await bust(harness, id)).toMatch(/have been settled since/);
    expect(harness.journal.records.length).toBe(records);
  });
});

describe('a correction of a multi-leg execution', () => {
  it('puts a changed net price on the option with the highest price', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(VERTICAL, 2.5, { quantity: 2 })));
    expect(await correct(harness, id, 2, 1.75)).toBeUndefined();
    expect(legFillsOf(harness)).toEqual([
      [C100, 2, dollars(2.75)],
      [C105, 2, dollars(1)],
    ]);
    expect(harness.order(id)).toMatchObject({
      status: 'CorrectPrice',
      fill: 2,
      averagePriceE4: dollars(1.75),
    });
    expect(harness.view().balance.cashE4).toBe(
      dollars(100_000) - 200 * dollars(1.75) - feesE4('Buy', 2, 2.75) - feesE4('Sell', 2, 1),
    );
    expect(harness.view().reports.reduce((sum, report) => sum + report.feesE4, 0)).toBe(
      feesE4('Buy', 2, 2.75) + feesE4('Sell', 2, 1),
    );
    await expectSameAfterRestart(harness);
  });

  it('spreads what does not divide evenly over contracts of that leg, to the last 1/10,000 dollar', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread([leg('Buy', C100, 2), leg('Sell', C105, 3)], 4)));
    expect(await correct(harness, id, 1, 3.0001)).toBeUndefined();
    expect(legFillsOf(harness)).toEqual([
      [C100, 1, dollars(3.0001)],
      [C100, 1, dollars(3)],
      [C105, 3, dollars(1)],
    ]);
    expect(await correct(harness, id, 1, 2.9998, 'i2')).toBeUndefined();
    const bought = legFillsOf(harness).filter(([symbol]) => symbol === C100);
    expect(bought.reduce((sum, [, quantity, priceE4]) => sum + quantity * priceE4, 0)).toBe(dollars(5.9998));
    await expectSameAfterRestart(harness);
  });

  it('keeps the fills that were made first when units are taken away, and extends the last ones when units are added', async () => {
    const harness = await openSpreads();
    harness.market.show(C100, [
      { exchange: 'CBOE', bid: [2.9, 10], ask: [3, 1] },
      { exchange: 'ISE', bid: [2.9, 10], ask: [3.05, 10] },
    ]);
    const id = idOf(await harness.send(spread([leg('Buy', C100, 2), leg('Sell', C105)], 6, { quantity: 3 })));
    expect(harness.order(id).fill).toBe(3);
    const [first] = harness.view().reports.filter(({ reportType }) => reportType === 'OrderExecuted');
    expect(first).toMatchObject({ lastFillQuantity: 1, lastFillPriceE4: dollars(5.05) });
    await bust(harness, id);
    expect(quantities(harness)).toEqual({ [C100]: 4, [C105]: -2 });
    const [, second = first] = harness
      .view()
      .reports.filter(({ reportType }) => reportType === 'OrderExecuted');
    const executionId = second?.executionId ?? 'none';
    const amended = { executionId, instruction: 'i2', correction: { quantity: 1, priceE4: dollars(5.1) } };
    expect(await harness.brokerage.amend(amended)).toBeUndefined();
    expect(quantities(harness)).toEqual({ [C100]: 2, [C105]: -1 });
    const more = { executionId, instruction: 'i3', correction: { quantity: 3, priceE4: dollars(5.1) } };
    expect(await harness.brokerage.amend(more)).toBeUndefined();
    expect(quantities(harness)).toEqual({ [C100]: 6, [C105]: -3 });
    expect(harness.order(id)).toMatchObject({ fill: 3, averagePriceE4: dollars(5.1) });
    await expectSameAfterRestart(harness);
  });

  it('may turn the net price to the other side of zero', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(CREDIT, 1.8, CREDIT_SIDE)));
    expect(await correct(harness, id, 1, -0.4)).toBeUndefined();
    expect(legFillsOf(harness)).toEqual([
      [P100, 1, dollars(0.7)],
      [P95, 1, dollars(1.1)],
    ]);
    await expectSameAfterRestart(harness);
  });

  it('puts on another option what the highest one cannot take, and on shares only what no option can', async () => {
    const harness = await openSpreads();
    const vertical = idOf(await harness.send(spread(VERTICAL, 2.5)));
    expect(await correct(harness, vertical, 1, -2)).toBeUndefined();
    expect(legFillsOf(harness)).toEqual([
      [C100, 1, dollars(3)],
      [C105, 1, dollars(5)],
    ]);
    const covered = idOf(await harness.send(spread([leg('Buy', 'SPY'), leg('Sell', C100)], 98)));
    expect(await correct(harness, covered, 1, 100.5)).toBeUndefined();
    expect(legFillsOf(harness)).toEqual([
      ['SPY', 100, dollars(103.4)],
      [C100, 1, dollars(2.9)],
    ]);
    await expectSameAfterRestart(harness);
  });

  it.each([
    [3, 2, /is for 2 in all/],
    [0, 2, /whole number/],
    [1.5, 2, /whole number/],
    [2, 2, /this quantity and price already/],
    [2, Number.NaN, /at most four decimals/],
    [2, 1e8, /worth more/],
  ])('to %s units at %s is refused, and nothing is journaled', async (quantity, price, why) => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(VERTICAL, 2.5, { quantity: 2 })));
    const [records, view] = [harness.journal.records.length, harness.view()];
    expect(await correct(harness, id, quantity, price)).toMatch(why);
    expect([harness.journal.records.length, harness.view()]).toEqual([records, view]);
  });

  it('to a credit is refused for legs that are all bought', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread([leg('Buy', C100), leg('Buy', P95)], 5)));
    expect(await correct(harness, id, 1, -0.5)).toMatch(/one of them would trade at 0 or less/);
    expect(await correct(harness, id, 1, 2, 'i2')).toBeUndefined();
    expect(await bust(harness, id, 'i3')).toBeUndefined();
    expect(harness.view().balance.cashE4).toBe(dollars(100_000));
    await expectSameAfterRestart(harness);
  });
});
