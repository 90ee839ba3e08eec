import { describe, expect, it } from 'vitest';
import { feesOf, totalFeesE4 } from '../../domain/portfolio/index.ts';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { AccountAnswer } from './risk-facts.ts';
import {
  dollars,
  fillsOf,
  idOf,
  openHarness,
  OPTION,
  PUT,
  quotedMarket,
  settle,
  type HarnessParts,
} from './testing/harness.ts';

const option = { symbol: OPTION, quantity: 2 } as const;
const write = { symbol: OPTION, quantity: 2, side: 'Sell', source: 'Open' } as const;
const EXPIRATION = {
  date: '2026-03-06',
  openMs: Date.UTC(2026, 2, 6, 14, 30),
  closeMs: Date.UTC(2026, 2, 6, 21, 0),
};
const NEXT = {
  date: '2026-03-09',
  openMs: Date.UTC(2026, 2, 9, 13, 30),
  closeMs: Date.UTC(2026, 2, 9, 20, 0),
};

/** A harness whose options are quoted 2.90 x 5 by 3.00 x 4, in an account that may do everything with them. */
async function openOptions(parts: HarnessParts = {}) {
  const market = parts.market ?? quotedMarket();
  for (const symbol of [OPTION, PUT]) market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
  const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
  return openHarness({
    facts: (defaults) => ({
      ...defaults,
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask: all,
      }),
    }),
    ...parts,
    market,
  }); // the facts of the harness are synchronous and know A and B
}

describe('option orders', () => {
  it('fill on their own quotes, contracts at 100 shares each, with the fees of options', async () => {
    const harness = await openOptions();
    const reports = await harness.send(option);
    expect(fillsOf(reports)).toEqual([[2, 3, 'R']]);
    const fees = totalFeesE4(feesOf('Buy', 2, dollars(3), 'R', 'Option'));
    expect(harness.view().balance.cashE4).toBe(dollars(100_000) - 2 * 100 * dollars(3) - fees);
    expect(harness.view().positions).toMatchObject([
      { symbol: OPTION, isStock: false, longQuantity: 2, fifoCostE4: 600 * 10_000 },
    ]);
    expect(reports.at(-1)?.fees).toMatchObject({ clearingE4: 500, executionE4: 13_000 });
  });
  it('hold the premium of all contracts while they are open: paid in full, it takes twice as much of a power of twice the equity', async () => {
    const harness = await openOptions();
    await harness.send({ ...option, type: 'Limit', priceE4: dollars(2) });
    expect(harness.view().balance.buyingPowerE4).toBe(dollars(200_000) - 2 * 2 * 100 * dollars(2));
  });
  it('cannot buy options on credit: all premiums together are no more than the cash', async () => {
    const harness = await openOptions();
    const refusalOf = async (quantity: number) =>
      (await harness.send({ ...option, quantity, type: 'Limit', priceE4: dollars(2) })).find(
        ({ errorCode }) => errorCode !== 0,
      )?.errorCode;
    expect(await refusalOf(501)).toBe(-26);
    expect(await refusalOf(500)).toBeUndefined();
    expect(harness.view().balance.buyingPowerE4).toBe(0);
    expect(await refusalOf(1)).toBe(-26);
  });
  it('that write an uncovered put hold its strike, open and filled', async () => {
    const harness = await openOptions();
    await harness.send({ ...write, symbol: PUT, type: 'Limit', priceE4: dollars(3.5) });
    expect(harness.view().balance.buyingPowerE4).toBe(dollars(200_000) - 2 * 100 * dollars(100));
    harness.market.print(PUT, 3.6, 2);
    await settle();
    expect(harness.view().positions).toMatchObject([{ symbol: PUT, shortQuantity: 2 }]);
    expect(harness.view().balance.buyingPowerE4).toBeLessThan(dollars(180_001));
  });
  it.each([
    ['beyond the approval of the account', { ...write, symbol: PUT }, -61],
    ['short', { ...option, side: 'Short', source: 'Open' }, -15],
    ['closing more than is held', { ...option, side: 'Sell', source: 'Close' }, -11],
    ['in an option that expired', { symbol: 'SPY260227C00100000' }, -11],
    ['in an option that is no date', { symbol: 'SPY261399C00100000' }, -11],
  ] as const)('are refused %s', async (_title, change, code) => {
    const market = quotedMarket();
    const harness = await openHarness({
      market,
      facts: (defaults) => ({
        ...defaults,
        instrument: (symbol) =>
          defaults.instrument(symbol) ??
          ({ ...defaults.instrument(OPTION), lastTradeMs: 0 } as ReturnType<typeof defaults.instrument>),
      }),
    }); // a listing with another end
    for (const symbol of [OPTION, PUT])
      market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    expect((await harness.send(change))[0]).toMatchObject({ reportType: 'OrderRejected', errorCode: code });
  });
  it('in a halted underlying are refused', async () => {
    const harness = await openOptions();
    harness.market.halt('SPY');
    expect((await harness.send(option))[0]).toMatchObject({ errorCode: -49 });
  });
});

describe('the last day of an option', () => {
  /** Buys (or writes) on Monday, and closes Friday, the last day, with SPY at a price. */
  async function atExpiration(changes: readonly object[], close: number) {
    const harness = await openOptions();
    for (const change of changes) await harness.send(change);
    harness.market.beginSession(EXPIRATION);
    harness.market.print('SPY', close, 100);
    harness.market.nowMs = EXPIRATION.closeMs;
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', close, 1_000);
    await settle();
    return harness;
  }
  const positionsOf = (harness: Awaited<ReturnType<typeof openOptions>>) =>
    harness
      .view()
      .positions.filter(({ longQuantity, shortQuantity }) => longQuantity + shortQuantity > 0)
      .map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]);

  it.each([
    ['a long call in the money becomes shares', [option], 105, [['SPY', 200]], -200 * 100],
    [
      'a written put in the money becomes shares',
      [{ ...write, symbol: PUT }],
      95,
      [['SPY', 200]],
      -200 * 100,
    ],
    ['a long put in the money sells shares', [{ ...option, symbol: PUT }], 95, [['SPY', -200]], 200 * 100],
    ['a written call in the money sells shares', [{ quantity: 300 }, write], 105, [['SPY', 100]], 200 * 100],
    ['what is out of the money ends worthless', [option], 99, [], 0],
    ['what is half a cent in the money ends worthless', [option], 100.005, [], 0],
  ] as const)('%s', async (_title, changes, close, positions, cash) => {
    const before = await openOptions();
    for (const change of changes) await before.send(change);
    const harness = await atExpiration(changes, close);
    expect(positionsOf(harness)).toEqual(positions);
    expect(harness.view().balance.cashE4 - before.view().balance.cashE4).toBe(dollars(cash));
    // Once settled, nothing is settled again, and a restart gives the same result.
    harness.market.turn('closed');
    await settle();
    const records = harness.journal.records.length;
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(harness.journal.records.length).toBe(records);
    expect(again.view()).toEqual(harness.view());
  });
  it('ends the open orders in it, good till cancel or not', async () => {
    const harness = await atExpiration(
      [{ ...option, type: 'Limit', tif: 'GoodTillCancel', priceE4: dollars(1) }],
      105,
    );
    expect(harness.view().orders).toMatchObject([{ status: 'Expired', symbol: OPTION }]);
  });
  it('cancels sells whose shares were assigned away', async () => {
    const harness = await openOptions();
    await harness.send({ quantity: 300 });
    await harness.send(write);
    const sell = idOf(
      await harness.send({
        side: 'Sell',
        source: 'Close',
        type: 'Limit',
        tif: 'GoodTillCancel',
        priceE4: dollars(120),
        quantity: 100,
      }),
    );
    harness.market.beginSession(EXPIRATION);
    harness.market.print('SPY', 105, 100);
    harness.market.nowMs = EXPIRATION.closeMs;
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', 105, 100);
    await settle();
    expect([positionsOf(harness), harness.order(sell).status]).toEqual([[['SPY', 100]], 'Confirmed']);
    const uncovered = await openOptions();
    await uncovered.send({ quantity: 200 });
    const all = idOf(
      await uncovered.send({
        side: 'Sell',
        source: 'Close',
        type: 'Limit',
        tif: 'GoodTillCancel',
        priceE4: dollars(120),
        quantity: 200,
      }),
    );
    await uncovered.send({ ...write });
    uncovered.market.beginSession(EXPIRATION);
    uncovered.market.print('SPY', 105, 100);
    uncovered.market.nowMs = EXPIRATION.closeMs;
    uncovered.market.turn('post');
    uncovered.market.auction('closing', 'SPY', 105, 100);
    await settle();
    expect(positionsOf(uncovered)).toEqual([]);
    expect(uncovered.order(all)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
  });
  it('that the server slept through is settled when it wakes, at the close of that day', async () => {
    const harness = await openOptions();
    await harness.send(option);
    await harness.brokerage.stop();
    harness.market.print('SPY', 104, 100);
    harness.market.beginSession(NEXT);
    const again = await openOptions({ market: harness.market, journal: harness.journal });
    expect(positionsOf(again)).toEqual([['SPY', 200]]);
  });
  it('settles at the official close, however late it is printed, and not at the last trade before it', async () => {
    const harness = await openOptions();
    await harness.send(option);
    harness.market.beginSession(EXPIRATION);
    harness.market.print('SPY', 99.9, 100);
    harness.market.nowMs = EXPIRATION.closeMs;
    harness.market.turn('post');
    await settle();
    expect(positionsOf(harness), 'it waits').toEqual([[OPTION, 2]]);
    harness.market.nowMs += 600_000;
    harness.market.auction('closing', 'SPY', 101, 1_000);
    await settle();
    expect(positionsOf(harness)).toEqual([['SPY', 200]]);
  });
  it('settles at a close that was printed before the phase changed', async () => {
    const harness = await openOptions();
    await harness.send(option);
    harness.market.beginSession(EXPIRATION);
    harness.market.nowMs = EXPIRATION.closeMs - 1;
    harness.market.auction('closing', 'SPY', 101, 1_000);
    harness.market.nowMs = EXPIRATION.closeMs;
    harness.market.print('SPY', 99, 100);
    harness.market.turn('closed');
    await settle();
    expect(positionsOf(harness)).toEqual([['SPY', 200]]);
  });
  it('settles at the last trade when the day has ended without an official close', async () => {
    const harness = await openOptions();
    await harness.send(option);
    harness.market.beginSession(EXPIRATION);
    harness.market.print('SPY', 101, 100);
    harness.market.nowMs = EXPIRATION.closeMs;
    harness.market.turn('post');
    await settle();
    expect(positionsOf(harness)).toEqual([[OPTION, 2]]);
    harness.market.turn('closed');
    await settle();
    expect(positionsOf(harness)).toEqual([['SPY', 200]]);
  });
});
