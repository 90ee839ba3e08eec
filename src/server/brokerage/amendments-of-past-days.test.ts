import { describe, expect, it } from 'vitest';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { bust, executionOf, expectSameAfterRestart, held } from './testing/amendments.ts';
import { dollars, idOf, openHarness, quotedMarket, settle, typesOf } from './testing/harness.ts';

describe('an execution of days ago that is amended', () => {
  it('adds its order and the report to the reports of the day', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send());
    await harness.send({ quantity: 50 });
    harness.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    harness.market.turn('open');
    await settle();
    const today = () => harness.brokerage.accountView('A', harness.market.session.openMs - 3_600_000);
    expect([today().orders, today().reports]).toEqual([[], []]);
    const published: unknown[] = [];
    harness.brokerage.listen('A', {
      onReport: ({ reportType }) => published.push(reportType),
      onOrder: ({ orderId, status, fill }) => published.push([orderId, status, fill]),
      onPosition: ({ symbol, longQuantity }) => published.push([symbol, longQuantity]),
      onBalance: () => published.push('balance'),
    });
    await bust(harness, executionOf(harness, id));
    expect(published).toEqual(['OrderBusted', [id, 'Busted', 0], ['SPY', 50], 'balance']);
    expect([today().orders.map(({ orderId }) => orderId), typesOf(today().reports)]).toEqual([
      [id],
      ['OrderBusted'],
    ]);
    await expectSameAfterRestart(harness);
  });
});

describe('a covered write that rests', () => {
  const openCovered = async () => {
    const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
    const later = 'SPY260313C00110000';
    const put = 'SPY260306P00100000';
    const market = quotedMarket([later]);
    for (const symbol of [later, put])
      market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const harness = await openHarness({
      market,
      facts: (defaults) => ({
        ...defaults,
        account: (account) => ({
          ...(defaults.account(account) as NonNullable<AccountAnswer>),
          optionMask: all,
        }),
      }),
    }); // the facts of the harness are synchronous and know A and B
    await harness.send({ quantity: 200 });
    const write = async (quantity: number) =>
      idOf(
        await harness.send({
          symbol: later,
          side: 'Sell',
          source: 'Open',
          type: 'Limit',
          tif: 'GoodTillCancel',
          priceE4: dollars(4),
          quantity,
        }),
      );
    return { harness, put, write };
  };
  it('goes when its shares are sold, the newer first, though the account may write uncovered ones: those hold margin', async () => {
    const { harness, write } = await openCovered();
    const [older, newer] = [await write(1), await write(1)];
    await harness.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect([
      harness.order(older).status,
      harness.order(newer).status,
      harness.order(newer).description,
    ]).toEqual(['Confirmed', 'Cancelled', 'Insufficient cover']);
    const powerE4 = harness.view().balance.buyingPowerE4;
    const uncovered = await write(1);
    expect(powerE4 - harness.view().balance.buyingPowerE4).toBe(100 * dollars(110));
    await harness.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect([harness.order(older).status, harness.order(uncovered).status], 'what holds margin stays').toEqual(
      ['Cancelled', 'Confirmed'],
    );
  });
  it('goes when its shares are assigned away at an expiration', async () => {
    const { harness, put, write } = await openCovered();
    await harness.send({ symbol: put, quantity: 2 });
    const id = await write(2);
    harness.market.beginSession({
      date: '2026-03-06',
      openMs: Date.UTC(2026, 2, 6, 14, 30),
      closeMs: Date.UTC(2026, 2, 6, 21, 0),
    });
    harness.market.nowMs = harness.market.session.closeMs;
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', 95, 1_000);
    await settle();
    expect(held(harness)).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
    expect(typesOf(harness.view().reports.filter(({ orderId }) => orderId === id)).at(-1)).toBe(
      'OrderCanceled',
    );
    expect(harness.order(id).description).toBe('Insufficient cover');
  });
});
