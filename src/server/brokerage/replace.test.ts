import { describe, expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import {
  dollars,
  fillsOf,
  idOf,
  openHarness,
  settle,
  typesOf,
  type Harness,
  type HarnessParts,
} from './testing/harness.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;

describe('a replace', () => {
  it('gives the order a new ClientId, price and quantity under the same OrderId, and reports its former ClientId', async () => {
    const harness = await openHarness();
    const [accepted] = await harness.send(limit(99));
    const id = accepted?.orderId ?? '';
    const reports = await harness.replace(id, { clientId: 'second', priceE4: dollars(99.5), quantity: 80 });
    expect(reports).toMatchObject([
      {
        reportType: 'OrderReplaced',
        orderId: id,
        clientId: 'second',
        originalClientId: accepted?.clientId,
        priceE4: dollars(99.5),
        quantity: 80,
        leavesQuantity: 80,
      },
    ]);
    expect(harness.order(id)).toMatchObject({
      status: 'ReplaceDone',
      clientId: 'second',
      originalClientId: accepted?.clientId,
      priceE4: dollars(99.5),
      quantity: 80,
      unfill: 80,
    });
    expect(harness.view().orders).toHaveLength(1);
    expect(harness.view().balance.buyingPowerE4).toBe(200_000 * 10_000 - 80 * dollars(99.5));
  });
  it('keeps its place in line when only the quantity falls, and goes behind when anything else changes', async () => {
    const harness = await openHarness();
    const first = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    const second = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    await harness.replace(first, { quantity: 60 });
    harness.market.print('SPY', 99.4, 80);
    await settle();
    expect([harness.order(first).fill, harness.order(second).fill]).toEqual([60, 20]);
    const third = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    await harness.replace(second, { quantity: 130 });
    harness.market.print('SPY', 99.3, 100);
    await settle();
    expect([harness.order(second).fill, harness.order(third).fill]).toEqual([20, 100]);
  });
  it('may trade at once, and counts what was filled before', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    harness.market.print('SPY', 99.4, 30);
    await settle();
    const reports = await harness.replace(id, { priceE4: dollars(100.02), quantity: 150 });
    expect(typesOf(reports)).toEqual(['OrderReplaced', 'OrderExecuted']);
    expect(fillsOf(reports)).toEqual([[120, 100.02, 'R']]);
    expect(harness.order(id)).toMatchObject({ status: 'Executed', fill: 150, unfill: 0 });
  });
  it('may change type and time in force, and names the order by its OrderId too', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit(99)));
    expect(
      typesOf(
        await harness.replace(
          id,
          { type: 'Stop', tif: 'GoodTillCancel', priceE4: 0, stopPriceE4: dollars(101) },
          id,
        ),
      ),
    ).toEqual(['OrderReplaced']);
    harness.market.print('SPY', 101, 100);
    await settle();
    expect(harness.story(id)).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderReplaced',
      'OrderStopped',
      'OrderConfirmed',
      'OrderExecuted',
    ]);
  });
  it('of a partly filled order that becomes a trailing stop continues to its end', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    harness.market.print('SPY', 99.4, 30);
    await settle();
    await harness.replace(id, {
      type: 'Stop',
      stopType: 'Trailing',
      priceE4: 0,
      offsetType: 'Value',
      offsetE4: dollars(1),
    });
    for (const price of [98, 97.5, 98.5]) harness.market.print('SPY', price, 10);
    await settle();
    expect(harness.order(id)).toMatchObject({ status: 'Executed', fill: 100 });
  });
});

describe('a replace that is refused', () => {
  it.each([
    ['to no more than what is filled', { quantity: 30 }, -33],
    ['to half a share', { quantity: 0.5 }, -33],
    ['to another symbol', { symbol: 'AAPL' }, -15],
    ['to the other side', { side: 'Sell', source: 'Close' }, -15],
    ['to another route', { route: 'NYSE' }, -15],
    ['to a price between two steps', { priceE4: dollars(99.005) }, -47],
    ['beyond the buying power', { quantity: 3_000 }, -26],
  ] as const)('%s changes nothing: code %#', async (_title, change, code) => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99.5), quantity: 100 }));
    harness.market.print('SPY', 99.4, 30);
    await settle();
    const before = harness.order(id);
    const power = harness.view().balance;
    const [refusal] = await harness.replace(id, { clientId: 'refused', ...change });
    expect(refusal).toMatchObject({
      reportType: 'OrderCancelRejected',
      errorCode: code,
      orderId: id,
      clientId: 'refused',
      originalClientId: before.clientId,
      leavesQuantity: 70,
    });
    expect(harness.order(id)).toEqual(before);
    expect(harness.view().balance).toEqual(power);
  });
  it('of an order that is done answers -19, of an unknown one -13, of terms that were replaced already -19', async () => {
    const harness = await openHarness();
    const done = idOf(await harness.send());
    expect(await harness.replace(done, { quantity: 200 })).toMatchObject([
      { errorCode: -19, cancelRejectReason: 'TooLateToCancel' },
    ]);
    expect(await harness.replace(done, {}, 'nothing')).toMatchObject([
      { errorCode: -13, orderId: 'nothing', cancelRejectReason: 'UnknownOrder', symbol: '-' },
    ]);
    const [accepted] = await harness.send({ ...limit(99), clientId: 'first' });
    const id = accepted?.orderId ?? '';
    await harness.replace(id, { clientId: 'second', priceE4: dollars(98) });
    const after = harness.order(id);
    // Out of order: a replacement of the first terms comes after the second were taken.
    expect(await harness.replace(id, { clientId: 'third', priceE4: dollars(97) }, 'first')).toMatchObject([
      { errorCode: -19 },
    ]);
    expect(await harness.replace(id, { clientId: 'fifth', priceE4: dollars(97) }, 'fourth')).toMatchObject([
      { errorCode: -13 },
    ]);
    expect(harness.order(id)).toEqual(after);
  });
  it("of another account's order answers as if there were none", async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit(99)));
    const before = harness.order(id);
    expect(await harness.replace(id, { account: 'B', clientId: 'b1', quantity: 5 }, id)).toMatchObject([
      { account: 'B', errorCode: -13, symbol: '-' },
    ]);
    expect(harness.order(id)).toEqual(before);
  });
  it('for its age answers -18', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit(99)));
    expect(
      await harness.replace(id, { quantity: 50 }, undefined, harness.market.nowMs - 60_001),
    ).toMatchObject([{ errorCode: -18 }]);
    expect(harness.order(id).quantity).toBe(100);
  });
  it('because its stop was triggered meanwhile answers -15', async () => {
    const harness = await openHarness();
    const id = idOf(
      await harness.send({ type: 'StopLimit', stopPriceE4: dollars(100), priceE4: dollars(99) }),
    );
    expect(harness.order(id)).toMatchObject({ status: 'Confirmed' });
    expect(await harness.replace(id, { stopPriceE4: dollars(101) })).toMatchObject([{ errorCode: -15 }]);
  });
});

describe('the collar of a stop limit order', () => {
  const show = (harness: Harness, bid: number, ask: number, last: number): Promise<void> => {
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [bid, 300], ask: [ask, 200] }]);
    harness.market.print('SPY', last, 10);
    return settle();
  };
  const stopLimit = {
    type: 'StopLimit',
    stopPriceE4: dollars(150),
    priceE4: dollars(90),
    quantity: 50,
    tif: 'GoodTillCancel',
  } as const;
  /** A stop at 150 that a rally has triggered, its limit at 90, and the market at 100 again. */
  async function triggered() {
    const harness = await openHarness();
    const id = idOf(await harness.send(stopLimit));
    await show(harness, 149.9, 150.1, 150);
    await show(harness, 99.9, 100.1, 100);
    expect([harness.order(id).fill, harness.story(id)]).toEqual([
      0,
      expect.arrayContaining(['OrderStopped']),
    ]);
    return { harness, id };
  }
  it('is measured from the market once it was triggered: it would trade there at once', async () => {
    const { harness, id } = await triggered();
    harness.market.show('SPY', [
      { exchange: 'ARCA', bid: [99.9, 300], ask: [100.1, 20] },
      { exchange: 'BATS', bid: [99, 300], ask: [139, 500] },
    ]);
    expect(await harness.replace(id, { priceE4: dollars(140) })).toMatchObject([{ errorCode: -47 }]);
    expect(harness.order(id)).toMatchObject({ fill: 0, priceE4: dollars(90), completedMs: null });
    expect((await harness.replace(id, { priceE4: dollars(101) }))[0]).toMatchObject({
      reportType: 'OrderReplaced',
    });
    expect(harness.order(id)).toMatchObject({ fill: 20, averagePriceE4: dollars(100.1) });
  });
  it('lets it follow a market that has left its stop far behind', async () => {
    const { harness, id } = await triggered();
    await show(harness, 169.9, 170.1, 170);
    expect((await harness.replace(id, { priceE4: dollars(169) }))[0]).toMatchObject({
      reportType: 'OrderReplaced',
    });
    expect(await harness.replace(id, { priceE4: dollars(181) })).toMatchObject([{ errorCode: -47 }]);
  });
  it('is measured from its stop while it waits, wherever the market is', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(stopLimit));
    expect((await harness.replace(id, { priceE4: dollars(159) }))[0]).toMatchObject({
      reportType: 'OrderReplaced',
    });
    expect(await harness.replace(id, { priceE4: dollars(159.1) })).toMatchObject([{ errorCode: -47 }]);
  });
});

describe('terms that a replace has taken the place of', () => {
  it('are too late to be replaced or cancelled, and the refusal names the order that they were of', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99), clientId: 'x1' }));
    await harness.replace(id, { clientId: 'x2', priceE4: dollars(98) });
    expect(await harness.replace(id, { clientId: 'x9', priceE4: dollars(96) }, 'x1')).toMatchObject([
      { orderId: id, clientId: 'x9', errorCode: -19 },
    ]);
    expect(await harness.cancel('x1')).toMatchObject([
      { reportType: 'OrderCancelRejected', orderId: id, errorCode: -19 },
    ]);
    expect(harness.order(id)).toMatchObject({ clientId: 'x2', priceE4: dollars(98), completedMs: null });
  });
});

describe('the order rate', () => {
  const atMost = (count: number): HarnessParts => ({
    facts: (defaults) => ({
      ...defaults,
      limits: () => ({ ...HOUSE_LIMITS, orderRates: [{ count, windowMs: 1_000 }] }),
    }),
  });
  it('counts replaces, also the refused ones, with the orders', async () => {
    const harness = await openHarness(atMost(3));
    const id = idOf(await harness.send(limit(99)));
    await harness.replace(id, { priceE4: dollars(98) });
    expect(await harness.replace(id, { quantity: 0 })).toMatchObject([{ errorCode: -33 }]);
    expect(await harness.replace(id, { priceE4: dollars(97) })).toMatchObject([
      { reportType: 'OrderCancelRejected', errorCode: -48 },
    ]);
    expect(await harness.send(limit(99))).toMatchObject([{ errorCode: -48 }]);
    harness.market.nowMs += 1_000;
    expect(await harness.replace(id, { priceE4: dollars(97) })).toMatchObject([
      { reportType: 'OrderReplaced' },
    ]);
  });
  it('refuses no cancel', async () => {
    const harness = await openHarness(atMost(1));
    const id = idOf(await harness.send(limit(99)));
    expect(await harness.send(limit(98))).toMatchObject([{ errorCode: -48 }]);
    expect(typesOf(await harness.cancel(id))).toEqual(['OrderCancelPending', 'OrderCanceled']);
  });
  it('sees no twin of the next order in a replace', async () => {
    const harness = await openHarness({
      facts: (defaults) => ({ ...defaults, limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: 1_000 }) }),
    });
    await harness.replace(idOf(await harness.send(limit(99))), { priceE4: dollars(98) });
    expect((await harness.send(limit(98)))[0]).toMatchObject({ reportType: 'OrderAccepted' });
  });
});

describe('a ClientId', () => {
  it('of a replace that was sent before is answered with what became of it, also after a restart, and replaces nothing again', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99), tif: 'GoodTillCancel', clientId: 'one' }));
    const replace = () =>
      harness.replace(id, { clientId: 'two', priceE4: dollars(98), quantity: 100 }, 'one');
    const first = await replace();
    const again = await replace();
    expect(again.map(({ serial }) => serial)).toContain(first[0]?.serial);
    expect(harness.story(id)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderReplaced']);
    // The first send comes again too: it is answered with the story of its order, and makes none.
    expect(typesOf(await harness.send({ ...limit(99), tif: 'GoodTillCancel', clientId: 'one' }))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderReplaced',
    ]);
    const refused = await harness.replace(id, { clientId: 'three', quantity: 0 });
    expect(await harness.replace(id, { clientId: 'three', quantity: 0 })).toEqual(refused);
    await harness.brokerage.stop();
    const second = await openHarness({ market: harness.market, journal: harness.journal });
    expect(
      typesOf(await second.replace(id, { clientId: 'two', priceE4: dollars(98), quantity: 100 }, 'one')),
    ).toContain('OrderReplaced');
    expect(await second.replace(id, { clientId: 'three', quantity: 0 })).toMatchObject([
      { serial: refused[0]?.serial, errorCode: refused[0]?.errorCode },
    ]);
    expect(second.view().orders).toEqual(harness.view().orders);
  });
  it('that is taken by something else is refused with -2', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99), clientId: 'mine' }));
    expect(await harness.replace(id, { clientId: 'mine', quantity: 50 })).toMatchObject([
      { serial: 0, errorCode: -2 },
    ]);
    await harness.replace(id, { clientId: 'yours', quantity: 50 });
    expect(await harness.send({ ...limit(99), quantity: 50, clientId: 'yours' })).toMatchObject([
      { serial: 0, errorCode: -2 },
    ]);
  });
});

describe('a replace of a trailing stop', () => {
  /** Trails 5 dollars from 96; the market went to 104 and came back to 100, so the stop is at 99. */
  const trailed = async () => {
    const harness = await openHarness();
    await harness.send({ quantity: 200 });
    const trail = {
      side: 'Sell',
      source: 'Close',
      type: 'Stop',
      stopType: 'Trailing',
      offsetType: 'Value',
      offsetE4: dollars(5),
      stopPriceE4: dollars(96),
      quantity: 200,
    } as const;
    const id = idOf(await harness.send(trail));
    for (const price of [104, 100]) harness.market.print('SPY', price, 10);
    await settle();
    expect(harness.order(id).workingStopE4).toBe(dollars(99));
    return { harness, id };
  };
  it('that names no stop price leaves the stop where it has come to, also over a restart', async () => {
    const { harness, id } = await trailed();
    await harness.replace(id, { quantity: 100, stopPriceE4: 0 });
    expect(harness.order(id)).toMatchObject({ quantity: 100, workingStopE4: dollars(99) });
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(id).workingStopE4).toBe(dollars(99));
    harness.market.print('SPY', 103, 10);
    await settle();
    expect(again.order(id).workingStopE4, 'the best trade that it has seen is 104 still').toBe(dollars(99));
    harness.market.print('SPY', 99, 10);
    await settle();
    expect(again.order(id).status).toBe('Executed');
  });
  it('that names one sets it there', async () => {
    const { harness, id } = await trailed();
    await harness.replace(id, { stopPriceE4: dollars(97) });
    expect(harness.order(id).workingStopE4).toBe(dollars(97));
  });
  it('by a tighter trail does not loosen it, by a wider one starts over from the last trade', async () => {
    const { harness, id } = await trailed();
    await harness.replace(id, { offsetE4: dollars(2), stopPriceE4: 0 });
    expect(harness.order(id).workingStopE4).toBe(dollars(99));
    await harness.replace(id, { offsetE4: dollars(8), stopPriceE4: 0 });
    expect(harness.order(id).workingStopE4).toBe(dollars(92));
  });
});
