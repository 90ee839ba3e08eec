import { describe, expect, it } from 'vitest';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { NewOrder } from './brokerage.ts';
import type { AccountAnswer, AccountRecordFacts } from './risk-facts.ts';
import {
  dollars,
  fillsOf,
  idOf,
  openHarness,
  OPTION,
  PUT,
  quotedMarket,
  settle,
  type Harness,
} from './testing/harness.ts';

const ALL = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
const CASH_ACCOUNT = { kind: 'cash', tradeTypes: ['Cash'] } as const;
const buyCall = { symbol: OPTION, quantity: 1 } as const;
const writePut = {
  symbol: PUT,
  side: 'Sell',
  source: 'Open',
  type: 'Limit',
  priceE4: dollars(2),
  quantity: 1,
} as const;

/** Account A with a call quoted 0.95 x 1.00 and a put quoted 2.00 x 2.05, approved for every strategy. */
async function openOptions(cash: number, change: Partial<AccountRecordFacts> = {}) {
  const market = quotedMarket();
  market.show(OPTION, [{ exchange: 'CBOE', bid: [0.95, 50], ask: [1, 50] }]);
  market.show(PUT, [{ exchange: 'CBOE', bid: [2, 50], ask: [2.05, 50] }]);
  const harness = await openHarness({
    market,
    cash,
    facts: (defaults) => ({
      ...defaults,
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask: ALL,
        ...change,
      }),
    }),
  }); // the facts of the harness are synchronous and know A and B
  return {
    ...harness,
    power: () => harness.view().balance.buyingPowerE4,
    cash: () => harness.view().balance.cashE4,
  };
}

/** Code of the first refusal among the reports; 0 = it was taken. */
async function codeOf(harness: Pick<Harness, 'send'>, change: Partial<NewOrder>): Promise<number> {
  const reports = await harness.send(change);
  await settle();
  return reports.find(({ errorCode }) => errorCode !== 0)?.errorCode ?? 0;
}

/** The same books, rebuilt from the journal. */
async function expectSameAfterRestart(
  harness: Harness,
  change: Partial<AccountRecordFacts> = {},
): Promise<void> {
  await harness.brokerage.stop();
  const again = await openHarness({
    market: harness.market,
    journal: harness.journal,
    facts: (defaults) => ({
      ...defaults,
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask: ALL,
        ...change,
      }),
    }),
  }); // as above
  expect(again.view()).toEqual(harness.view());
}

describe('a purchase of options that names no price', () => {
  const offer = (harness: Harness, price: number): void =>
    harness.market.show(OPTION, [{ exchange: 'CBOE', bid: [price - 0.05, 5], ask: [price, 2] }]);

  it.each([
    ['at the market', { type: 'Market' }],
    ['by a stop', { type: 'Stop', stopPriceE4: dollars(1) }],
  ] as const)('%s takes nothing dearer than it was judged by', async (_how, change) => {
    const harness = await openOptions(3_000);
    offer(harness, 1);
    const id = idOf(await harness.send({ ...buyCall, ...change, quantity: 14, tif: 'GoodTillCancel' }));
    if (change.type === 'Stop') harness.market.print(OPTION, 1, 1);
    for (const price of [1.05, 1.06, 1.1, 1.5, 2.1]) offer(harness, price);
    await settle();
    const prices = fillsOf(harness.view().reports).map((fill) => (fill as readonly number[])[1]); // quantity, price, liquidity
    expect(prices).not.toEqual([]);
    expect(Math.max(...prices.map(Number))).toBeLessThanOrEqual(1.05);
    expect(harness.order(id).status).toBe('PartiallyExecuted');
  });
  it('by a peg follows the bid no farther than it was judged by', async () => {
    const harness = await openOptions(3_000);
    const id = idOf(await harness.send({ ...buyCall, type: 'Pegged', quantity: 14, tif: 'GoodTillCancel' }));
    offer(harness, 1.6);
    harness.market.print(OPTION, 1.55, 50);
    await settle();
    expect(harness.order(id).fill).toBe(0);
    harness.market.print(OPTION, 1.04, 50);
    await settle();
    expect(harness.order(id)).toMatchObject({ fill: 14, averagePriceE4: dollars(1.05) });
  });
});

describe('a written option', () => {
  it('counts at what it would cost to buy back, whether or not it has traded today', async () => {
    const harness = await openOptions(100_000);
    await harness.send({ ...writePut, quantity: 5 });
    await settle();
    const before = harness.power();
    harness.market.show(PUT, [{ exchange: 'CBOE', bid: [30, 50], ask: [30.5, 50] }]);
    await settle();
    expect(before - harness.power()).toBe(2 * 500 * (dollars(30.5) - dollars(2.05)));
    harness.market.show(PUT, []);
    harness.market.print(PUT, 31, 1);
    expect(before - harness.power(), 'without an offer at the last trade').toBe(
      2 * 500 * (dollars(31) - dollars(2.05)),
    );
  });
  it('is paid for by cash that a cash account cannot give away again', async () => {
    const harness = await openOptions(10_500, CASH_ACCOUNT);
    expect(await codeOf(harness, writePut)).toBe(0);
    expect(harness.view().positions).toMatchObject([{ symbol: PUT, shortQuantity: 1 }]);
    expect(harness.power()).toBe(harness.cash() - 100 * dollars(100));
    expect(await codeOf(harness, writePut)).toBe(-26);
    expect(await codeOf(harness, { quantity: 90 })).toBe(-26);
    expect(await codeOf(harness, { quantity: 6 })).toBe(0);
    await expectSameAfterRestart(harness, CASH_ACCOUNT);
  });
  it('takes its margin of the day trading power, filled as well as open', async () => {
    const harness = await openOptions(1_000_000, { dayTradingPowerE4: dollars(12_000) });
    expect(await codeOf(harness, { ...writePut, quantity: 2 })).toBe(-6);
    expect(await codeOf(harness, writePut)).toBe(0);
    expect(await codeOf(harness, writePut)).toBe(-6);
  });
});

describe('a bought option', () => {
  it('takes as much of the day trading power filled as open', async () => {
    const harness = await openOptions(1_000_000, { dayTradingPowerE4: dollars(500) });
    const limit = { ...buyCall, type: 'Limit', priceE4: dollars(1) } as const;
    expect(await codeOf(harness, { ...limit, quantity: 3 })).toBe(-6);
    expect(await codeOf(harness, { ...limit, quantity: 2 })).toBe(0);
    expect(harness.view().positions).toMatchObject([{ symbol: OPTION, longQuantity: 2 }]);
    expect(await codeOf(harness, limit)).toBe(-6);
  });
});

describe('a cash account', () => {
  it('may spend all of its cash on options, and no more', async () => {
    const harness = await openOptions(1_000, CASH_ACCOUNT);
    const limit = { ...buyCall, type: 'Limit', priceE4: dollars(0.8) } as const;
    expect(await codeOf(harness, { ...limit, quantity: 13 })).toBe(-26);
    const id = idOf(await harness.send({ ...limit, quantity: 10 }));
    expect([harness.order(id).status, harness.power()]).toEqual(['Confirmed', dollars(200)]);
    expect(await codeOf(harness, { ...limit, quantity: 3 })).toBe(-26);
    expect(await codeOf(harness, { ...limit, quantity: 2 })).toBe(0);
    expect(harness.power()).toBe(dollars(40));
    await expectSameAfterRestart(harness, CASH_ACCOUNT);
  });
  it('counts what a replaced purchase of options holds once', async () => {
    const harness = await openOptions(1_000, CASH_ACCOUNT);
    const id = idOf(await harness.send({ ...buyCall, type: 'Limit', priceE4: dollars(0.8), quantity: 10 }));
    expect((await harness.replace(id, { quantity: 13 }))[0]).toMatchObject({ errorCode: -26 });
    expect((await harness.replace(id, { quantity: 12 }))[0]).toMatchObject({ errorCode: 0 });
    expect(harness.power()).toBe(dollars(40));
  });
  it('is shown the cash that is free as its buying power, by its balance, to its listeners and in previews', async () => {
    const harness = await openOptions(10_000, CASH_ACCOUNT);
    const published: number[] = [];
    harness.brokerage.listen('A', {
      onReport() {},
      onPosition() {},
      onBalance: ({ buyingPowerE4 }) => published.push(buyingPowerE4),
    });
    expect(harness.power()).toBe(dollars(10_000));
    const order = { ...buyCall, type: 'Limit', priceE4: dollars(0.8), quantity: 10 } as const;
    const id = idOf(await harness.send(order));
    await settle();
    expect([harness.power(), published.at(-1)]).toEqual([dollars(9_200), dollars(9_200)]);
    const { reports: _reports, ...rest } = harness.view();
    const preview = await harness.brokerage.preview({ ...harness.order(id), clientId: 'preview' }, undefined);
    expect(preview).toMatchObject({
      code: 0,
      buyingPowerEffectE4: -dollars(800),
      buyingPowerAfterE4: dollars(8_400),
    });
    expect(harness.view()).toMatchObject(rest);
    expect(
      await harness.brokerage.preview(
        { ...harness.order(id), clientId: 'preview', quantity: 20 },
        harness.order(id).clientId,
      ),
    ).toMatchObject({ code: 0, buyingPowerEffectE4: -dollars(800), buyingPowerAfterE4: dollars(8_400) });
  });
});

describe('a purchase that was to cover a written option', () => {
  it('holds all that a bought option takes, once it opens because another purchase came first', async () => {
    const harness = await openOptions(100_000);
    await harness.send(writePut);
    await settle();
    await harness.send({ symbol: PUT, type: 'Limit', priceE4: dollars(1.9), quantity: 1 });
    await harness.send({ symbol: PUT, type: 'Market', quantity: 1 });
    await settle();
    expect(harness.view().positions).toMatchObject([{ symbol: PUT, shortQuantity: 0, longQuantity: 0 }]);
    expect(harness.power()).toBe(2 * harness.cash() - 2 * 100 * dollars(1.9));
    await expectSameAfterRestart(harness);
  });
});

describe('a stop that was triggered', () => {
  it('rests on its side of the market: the account cannot trade with it', async () => {
    const harness = await openHarness();
    await harness.send({ quantity: 100 });
    const id = idOf(
      await harness.send({
        type: 'StopLimit',
        stopPriceE4: dollars(100.2),
        priceE4: dollars(100.1),
        quantity: 50,
        tif: 'GoodTillCancel',
      }),
    );
    const sell = {
      side: 'Sell',
      source: 'Close',
      type: 'Limit',
      priceE4: dollars(100.05),
      quantity: 10,
    } as const;
    expect(await codeOf(harness, { ...sell, priceE4: dollars(100.09) }), 'it waits').toBe(0);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100.02, 300], ask: [100.25, 200] }]);
    harness.market.print('SPY', 100.2, 100);
    await settle();
    expect(harness.story(id)).toContain('OrderStopped');
    expect(await codeOf(harness, { ...sell })).toBe(-46);
    expect(await codeOf(harness, { ...sell, priceE4: dollars(100.11) }), 'above its limit').toBe(0);
    // Nor may it be moved to where the account offers.
    expect((await harness.replace(id, { priceE4: dollars(100.11) }))[0]).toMatchObject({ errorCode: -46 });
    expect((await harness.replace(id, { priceE4: dollars(100.08) }))[0]).toMatchObject({ errorCode: 0 });
  });
});
