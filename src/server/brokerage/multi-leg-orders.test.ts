import { describe, expect, it } from 'vitest';
import { OptionPermission } from '../../domain/risk/index.ts';
import { feesOf, totalFeesE4 } from '../../domain/portfolio/index.ts';
import type { NewOrder } from './brokerage.ts';
import { dollars, fillsOf, idOf, settle } from './testing/harness.ts';
import {
  ALL_OPTIONS,
  C100,
  C105,
  CONDOR,
  CREDIT,
  CREDIT_SIDE,
  LATER,
  leg,
  openSpreads,
  P100,
  P95,
  spread,
  VERTICAL,
} from './testing/spread-harness.ts';

const quantities = (harness: Awaited<ReturnType<typeof openSpreads>>): Record<string, number> =>
  Object.fromEntries(
    harness
      .view()
      .positions.map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]),
  );
const feesE4 = (side: 'Buy' | 'Sell', contracts: number, price: number): number =>
  totalFeesE4(feesOf(side, contracts, dollars(price), 'R', 'Option'));

describe('a multi-leg order', () => {
  it('trades all its legs at once, at the net of their quotes, as one order', async () => {
    const harness = await openSpreads();
    const reports = await harness.send(spread(VERTICAL, 2.5, { quantity: 2 }));
    expect(fillsOf(reports)).toEqual([[2, 2, 'R']]);
    expect(reports.at(-1)).toMatchObject({
      symbol: 'SPY',
      legs: VERTICAL,
      legFills: [
        { symbol: C100, side: 'Buy', quantity: 2, priceE4: dollars(3) },
        { symbol: C105, side: 'Sell', quantity: 2, priceE4: dollars(1) },
      ],
    });
    expect(harness.order(idOf(reports))).toMatchObject({
      status: 'ExecutedMultileg',
      fill: 2,
      averagePriceE4: dollars(2),
    });
    expect(quantities(harness)).toEqual({ [C100]: 2, [C105]: -2 });
    expect(harness.view().balance.cashE4).toBe(
      dollars(100_000) - 2 * 100 * dollars(2) - feesE4('Buy', 2, 3) - feesE4('Sell', 2, 1),
    );
    expect(harness.view().orders).toHaveLength(1);
  });
  it('waits for its net price, whichever leg comes to it, and holds its cost meanwhile', async () => {
    const harness = await openSpreads();
    const reports = await harness.send(spread(VERTICAL, 1.5));
    expect(fillsOf(reports)).toEqual([]);
    // A debit is paid in full: twice its price from a power of twice the equity, with the width of the quotes.
    expect(harness.view().balance.buyingPowerE4).toBeGreaterThan(dollars(200_000 - 500));
    expect(harness.view().balance.buyingPowerE4).toBeLessThanOrEqual(dollars(200_000 - 300));
    harness.market.show(C100, [{ exchange: 'CBOE', bid: [2.3, 10], ask: [2.4, 10] }]);
    await settle();
    expect(fillsOf(harness.view().reports)).toEqual([[1, 1.4, 'R']]);
  });
  it('fills whole units only, as many as the smallest leg shows', async () => {
    const harness = await openSpreads();
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 3], ask: [1.1, 3] }]);
    const reports = await harness.send(spread(VERTICAL, 2.5, { quantity: 5 }));
    expect(fillsOf(reports)).toEqual([[3, 2, 'R']]);
    expect(harness.order(idOf(reports))).toMatchObject({ status: 'PartiallyExecuted', fill: 3, unfill: 2 });
    expect(quantities(harness)).toEqual({ [C100]: 3, [C105]: -3 });
  });
  it('does not trade twice with what it took, nor what single orders took', async () => {
    const harness = await openSpreads();
    await harness.send({ symbol: C100, quantity: 9 });
    expect(fillsOf(await harness.send(spread(VERTICAL, 2.5, { quantity: 5 })))).toEqual([[1, 2, 'R']]);
  });
  it('for a credit brings at least its price', async () => {
    const harness = await openSpreads();
    expect(fillsOf(await harness.send(spread(CREDIT, 1.81, CREDIT_SIDE)))).toEqual([]);
    expect(fillsOf(await harness.send(spread(CREDIT, 1.8, CREDIT_SIDE)))).toEqual([[1, 1.8, 'R']]);
    expect(harness.view().balance.cashE4).toBe(
      dollars(100_000) + 100 * dollars(1.8) - feesE4('Sell', 1, 2.9) - feesE4('Buy', 1, 1.1),
    );
  });
  it('needs the width of a vertical and no more', async () => {
    const harness = await openSpreads({ cash: 600 });
    const [refusal] = await harness.send(spread(CREDIT, 1.8, { ...CREDIT_SIDE, quantity: 3 }));
    expect(refusal).toMatchObject({ reportType: 'OrderRejected', errorCode: -26 });
    expect(fillsOf(await harness.send(spread(CREDIT, 1.8, { ...CREDIT_SIDE, quantity: 2 })))).toHaveLength(1);
    // Two verticals five dollars wide, and the width of the quotes of what has to be bought back.
    const used = dollars(1_200) - harness.view().balance.buyingPowerE4;
    expect(used).toBeGreaterThanOrEqual(dollars(1_000));
    expect(used).toBeLessThan(dollars(1_100));
  });
  it('of both sides needs the wider one: a condor cannot lose on both', async () => {
    const harness = await openSpreads();
    await harness.send(spread(CONDOR, 3, { side: 'Sell', priceE4: dollars(3.6) }));
    const used = dollars(200_000) - harness.view().balance.buyingPowerE4;
    expect(used).toBeGreaterThanOrEqual(dollars(500));
    expect(used).toBeLessThan(dollars(600));
  });
  it('needs no more for a second one while the first rests', async () => {
    const harness = await openSpreads();
    const used = (): number => dollars(200_000) - harness.view().balance.buyingPowerE4;
    await harness.send(spread(CONDOR, 4, CREDIT_SIDE));
    const usedByFirst = used();
    await harness.send(spread(CONDOR, 4.1, CREDIT_SIDE));
    expect(used()).toBeLessThanOrEqual(2 * usedByFirst);
  });
  it('is not covered by what another one would buy, before it is bought', async () => {
    const harness = await openSpreads({ optionMask: ALL_OPTIONS & ~OptionPermission.UncoveredPuts });
    await harness.send(spread([leg('Buy', P95, 3), leg('Buy', C105)], 0.5));
    const naked = [leg('Sell', P100, 2), leg('Buy', P95)];
    expect((await harness.send(spread(naked, 4, CREDIT_SIDE)))[0]).toMatchObject({ errorCode: -61 });
  });
  it('buys shares and writes calls on them in one order', async () => {
    const harness = await openSpreads();
    const covered = [leg('Buy', 'SPY'), leg('Sell', C100)];
    expect(fillsOf(await harness.send(spread(covered, 98)))).toEqual([[1, 97.12, 'R']]);
    expect(quantities(harness)).toEqual({ SPY: 100, [C100]: -1 });
    expect(
      fillsOf(await harness.send(spread([leg('Sell', 'SPY'), leg('Buy', C100)], 97, CREDIT_SIDE))),
    ).toEqual([[1, 97, 'R']]);
    expect(quantities(harness)).toEqual({ SPY: 0, [C100]: 0 });
  });
  it('never sells shares that the account does not hold', async () => {
    const harness = await openSpreads();
    const [refusal] = await harness.send(spread([leg('Sell', 'SPY'), leg('Buy', C100)], 97, CREDIT_SIDE));
    expect(refusal).toMatchObject({
      errorCode: -12,
      detail: 'The order would sell more shares than the account holds.',
    });
  });
  it('for now only cancels what it does not get', async () => {
    const harness = await openSpreads();
    const reports = await harness.send(spread(VERTICAL, 1.5, { tif: 'ImmediateOrCancel' }));
    expect(harness.story(idOf(reports)).at(-1)).toBe('OrderCanceled');
    const all = await harness.send(spread(VERTICAL, 2, { tif: 'FillOrKill', quantity: 11 }));
    expect(harness.story(idOf(all))).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderCanceled']);
    expect(quantities(harness)).toEqual({});
  });
  it('at the market takes what its legs show, and is rejected where one shows nothing', async () => {
    const harness = await openSpreads();
    expect(fillsOf(await harness.send(spread(VERTICAL, 0, { type: 'Market' })))).toEqual([[1, 2, 'R']]);
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [0, 0], ask: [1.1, 10] }]);
    expect((await harness.send(spread(VERTICAL, 0, { type: 'Market' })))[0]).toMatchObject({
      errorCode: -22,
      detail: `Leg SPY Mar 6 '26 105 Call has no bid. Send a limit order, which waits for one.`,
    });
  });
  it('rests while a leg is halted or has no quote', async () => {
    const harness = await openSpreads();
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [0, 0], ask: [1.1, 10] }]);
    const reports = await harness.send(spread(VERTICAL, 2.5));
    expect(harness.order(idOf(reports)).status).toBe('Confirmed');
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.1, 10] }]);
    await settle();
    expect(harness.order(idOf(reports)).status).toBe('ExecutedMultileg');
  });
  it('is replaced as one, and keeps its legs', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(VERTICAL, 1.5)));
    const other = await harness.replace(id, { legs: [leg('Buy', C100), leg('Sell', P95)] });
    expect(other[0]).toMatchObject({ reportType: 'OrderCancelRejected', errorCode: -15 });
    const reports = await harness.replace(id, { priceE4: dollars(2), quantity: 2 });
    expect(reports.map(({ reportType }) => reportType)).toEqual(['OrderReplaced', 'OrderExecuted']);
    expect(harness.order(id)).toMatchObject({ status: 'ExecutedMultileg', fill: 2 });
  });
  it('is cancelled as one, and gives back what it held', async () => {
    const harness = await openSpreads();
    const id = idOf(await harness.send(spread(VERTICAL, 1.5)));
    await harness.cancel(id);
    expect(harness.story(id).slice(-2)).toEqual(['OrderCancelPending', 'OrderCanceled']);
    expect(harness.view().balance.buyingPowerE4).toBe(dollars(200_000));
    harness.market.show(C100, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.1, 10] }]);
    await settle();
    expect(quantities(harness)).toEqual({});
  });
  it('is the same after a restart: open, filled, with its legs', async () => {
    const harness = await openSpreads();
    const filled = idOf(await harness.send(spread(VERTICAL, 2.5)));
    const open = idOf(await harness.send(spread(VERTICAL, 1.5)));
    const before = harness.view();
    await harness.brokerage.stop();
    const again = await openSpreads({ market: harness.market, journal: harness.journal });
    expect(again.view()).toEqual(before);
    expect(again.order(filled)).toMatchObject({ status: 'ExecutedMultileg', legs: VERTICAL });
    harness.market.show(C100, [{ exchange: 'CBOE', bid: [2.3, 10], ask: [2.4, 10] }]);
    await settle();
    expect(again.order(open).status).toBe('ExecutedMultileg');
  });
  it('sent again under its ClientId is one order; another order under it is refused', async () => {
    const harness = await openSpreads();
    const reports = await harness.send(spread(VERTICAL, 1.5, { clientId: 'twice' }));
    expect(await harness.send(spread(VERTICAL, 1.5, { clientId: 'twice' }))).toEqual(reports);
    expect((await harness.send(spread(CREDIT, 1.5, { clientId: 'twice' })))[0]).toMatchObject({
      errorCode: -2,
    });
  });
  it('equal to the one before is rejected as a duplicate, one with other legs is not', async () => {
    const harness = await openSpreads({ duplicateWindowMs: 1_000 });
    await harness.send(spread(VERTICAL, 1.5));
    expect((await harness.send(spread(VERTICAL, 1.5)))[0]).toMatchObject({ errorCode: -48 });
    expect((await harness.send(spread([leg('Buy', C100), leg('Sell', P95)], 1.5)))[0]).toMatchObject({
      errorCode: 0,
    });
  });
  it('ends with the first of its options', async () => {
    const harness = await openSpreads();
    const id = idOf(
      await harness.send(spread([leg('Buy', LATER), leg('Sell', C100)], 0.1, { tif: 'GoodTillCancel' })),
    );
    expect(harness.order(id).status).toBe('Confirmed');
    harness.market.beginSession({
      date: '2026-03-06',
      openMs: Date.UTC(2026, 2, 6, 14, 30),
      closeMs: Date.UTC(2026, 2, 6, 21, 0),
    });
    harness.market.nowMs = Date.UTC(2026, 2, 6, 21, 0);
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', 100, 1_000);
    await settle();
    expect(harness.order(id).status).toBe('Expired');
  });

  it.each([
    ['with one leg', [leg('Buy', C100)], {}, -2, 'A multi-leg order has at least two legs.'],
    ['with five legs', [...CONDOR, leg('Buy', LATER)], {}, -2, 'A multi-leg order has at most 4 legs.'],
    [
      'with the same leg twice',
      [leg('Buy', C100), leg('Sell', C100)],
      {},
      -2,
      'Two legs have the same symbol.',
    ],
    [
      'with a ratio of 0',
      [leg('Buy', C100, 0), leg('Sell', C105)],
      {},
      -2,
      `The ratio of SPY Mar 6 '26 100 Call must be a whole number from 1 to 99.`,
    ],
    [
      'with a ratio of 1,000',
      [leg('Buy', C100, 1_000), leg('Sell', C105)],
      {},
      -2,
      `The ratio of SPY Mar 6 '26 100 Call must be a whole number from 1 to 99.`,
    ],
    [
      'with a ratio of 1.5',
      [leg('Buy', C100, 1.5), leg('Sell', C105)],
      {},
      -2,
      `The ratio of SPY Mar 6 '26 100 Call must be a whole number from 1 to 99.`,
    ],
    [
      'with ratios that could be smaller',
      [leg('Buy', C100, 2), leg('Sell', C105, 2)],
      {},
      -2,
      'All ratios can be divided by 2: divide them and multiply the quantity instead.',
    ],
    [
      'with another underlying',
      [leg('Buy', C100), leg('Buy', 'AAPL')],
      {},
      -2,
      'AAPL is neither SPY nor an option on it.',
    ],
    ['of shares alone', [leg('Buy', 'SPY'), leg('Sell', 'SPY')], {}, -2, 'Two legs have the same symbol.'],
    [
      'short',
      VERTICAL,
      { side: 'Short' },
      -15,
      'A multi-leg order buys for a net debit or sells for a net credit.',
    ],
    [
      'as a stop',
      VERTICAL,
      { type: 'Stop', stopPriceE4: 10_000 },
      -15,
      'A multi-leg order is a limit or a market order.',
    ],
    [
      'for the opening auction',
      VERTICAL,
      { tif: 'AtOpening' },
      -15,
      'A multi-leg order is good for the day, until cancelled, or for now only (IOC, FOK).',
    ],
    [
      'at a half cent',
      VERTICAL,
      { priceE4: 15_050 },
      -47,
      'A net price is at least 0.00 and in whole cents.',
    ],
    [
      'with an expired option',
      [leg('Buy', 'SPY260227C00100000'), leg('Sell', C105)],
      {},
      -49,
      "Leg SPY Feb 27 '26 100 Call.",
    ],
  ] as const)('is rejected %s', async (_title, legs, change, errorCode, detail) => {
    const harness = await openSpreads();
    expect((await harness.send(spread(legs, 1.5, change)))[0]).toMatchObject({
      reportType: 'OrderRejected',
      errorCode,
      detail,
    });
    expect(harness.view().balance.buyingPowerE4).toBe(dollars(200_000));
  });
  it.each([
    ['combinations', ALL_OPTIONS & ~OptionPermission.Combinations, VERTICAL, 2.5, {}, -60],
    [
      'uncovered puts',
      ALL_OPTIONS & ~OptionPermission.UncoveredPuts,
      [leg('Sell', P100, 2), leg('Buy', P95)],
      4,
      CREDIT_SIDE,
      -61,
    ],
    [
      'uncovered calls',
      ALL_OPTIONS & ~OptionPermission.UncoveredCalls,
      [leg('Sell', C100), leg('Sell', P100)],
      5,
      CREDIT_SIDE,
      -62,
    ],
  ] as const)('needs approval for %s', async (_title, optionMask, legs, price, change, errorCode) => {
    const harness = await openSpreads({ optionMask });
    expect((await harness.send(spread(legs, price, change)))[0]).toMatchObject({ errorCode });
  });
  it('of a cash account pays its debit from the cash', async () => {
    const harness = await openSpreads({ kind: 'cash', cash: 410 });
    expect((await harness.send(spread(VERTICAL, 2, { quantity: 3 })))[0]).toMatchObject({ errorCode: -26 });
    expect(fillsOf(await harness.send(spread(VERTICAL, 2, { quantity: 2 })))).toEqual([[2, 2, 'R']]);
  });
  it('is previewed with its cost, its effect on the buying power and its verdict', async () => {
    const harness = await openSpreads();
    const preview = await harness.brokerage.preview(
      {
        ...(await lastOrder(harness)),
        ...spread(CREDIT, 1.8, { ...CREDIT_SIDE, quantity: 2 }),
        clientId: 'ask1',
      },
      undefined,
    );
    expect(preview).toMatchObject({ code: 0, message: 'OK', positionAfter: -2 });
    expect(preview.costE4).toBe(-2 * 100 * dollars(1.8) + feesE4('Sell', 2, 2.9) + feesE4('Buy', 2, 1.1));
    expect(preview.buyingPowerEffectE4).toBeLessThanOrEqual(-dollars(1_000));
    // Two verticals that are five dollars wide.
    expect(preview.marginE4).toBe(dollars(1_000));
    const atMarket = await harness.brokerage.preview(
      {
        ...(await lastOrder(harness)),
        ...spread(CREDIT, 0, { ...CREDIT_SIDE, type: 'Market' }),
        clientId: 'ask2',
      },
      undefined,
    );
    expect(atMarket.costE4 - atMarket.feesE4).toBe(-100 * dollars(1.8));
  });
});

/** The terms of an order that was sent and cancelled. */
async function lastOrder(harness: Awaited<ReturnType<typeof openSpreads>>): Promise<NewOrder> {
  const id = idOf(await harness.send(spread(VERTICAL, 0.5)));
  await harness.cancel(id);
  return harness.order(id);
}
