import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { HOUSE_LIMITS, type RiskLimits } from '../../domain/risk/index.ts';
import { dollars, idOf, openHarness, settle, type Harness, type HarnessParts } from './testing/harness.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;
const within = (limits: Partial<RiskLimits>): HarnessParts => ({
  facts: (defaults) => ({
    ...defaults,
    limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: null, ...limits }),
  }),
});
const atMost = (count: number) => within({ orderRates: [{ count, windowMs: 1_000 }] });
const records = (harness: Harness) => harness.journal.records.length;
async function restarted(harness: Harness): Promise<Harness> {
  await harness.brokerage.stop();
  return openHarness({ ...atMost(3), market: harness.market, journal: harness.journal });
}

describe('refused orders and replaces', () => {
  it('within the order rate have their place in the journal, whatever they were refused for', async () => {
    const harness = await openHarness(atMost(3));
    await harness.send({ quantity: 0 });
    await harness.send({ symbol: 'NOPE' });
    await harness.brokerage.replace({
      order: {
        ...PLAIN_ORDER,
        account: 'A',
        userId: 'u',
        clientId: 'r1',
        symbol: 'SPY',
        side: 'Buy',
        source: 'Open',
        type: 'Market',
        tif: 'Day',
        quantity: 1,
        destination: 'SMART',
        route: 'AUTO',
      },
      originalClientId: 'nothing',
      sentMs: harness.market.nowMs,
    });
    expect(harness.view().reports.map(({ reportType, errorCode }) => [reportType, errorCode])).toEqual([
      ['OrderRejected', -16],
      ['OrderRejected', -49],
      ['OrderCancelRejected', -13],
    ]);
  });

  it('beyond the order rate leave no record at all, however many and whatever is wrong with them, and each is answered with its reason', async () => {
    const harness = await openHarness(atMost(3));
    const id = idOf(await harness.send(limit(99)));
    await harness.send(limit(98));
    await harness.send(limit(97));
    const [before, view] = [records(harness), harness.view()];
    const answers = [];
    for (let index = 0; index < 200; index += 1) {
      answers.push(
        harness.send(limit(96)),
        harness.send({ quantity: 0 }),
        harness.send({ symbol: 'NOPE' }),
        harness.replace(id, limit(95)),
        harness.replace(id, { quantity: 0 }),
        harness.replace(id, {}, 'nothing'),
      );
    }
    const reports = (await Promise.all(answers)).flat();
    expect([records(harness), harness.view()]).toEqual([before, view]);
    expect(reports.length).toBe(answers.length);
    expect(
      reports
        .slice(-6)
        .map(({ serial, reportType, errorCode, message }) => [serial, reportType, errorCode, message]),
    ).toEqual([
      [0, 'GatewayRejected', -48, 'Too frequent trades'],
      [0, 'GatewayRejected', -16, 'Invalid size'],
      [0, 'GatewayRejected', -49, 'This symbol trading is restricted'],
      [0, 'OrderCancelRejected', -48, 'Too frequent trades'],
      [0, 'OrderCancelRejected', -33, 'Invalid cancel replace quantity'],
      [0, 'OrderCancelRejected', -13, 'Unknown order Id'],
    ]);
    expect(reports.at(-3), 'names the order that stays open').toMatchObject({
      orderId: id,
      originalClientId: harness.order(id).clientId,
      symbol: 'SPY',
      leavesQuantity: 100,
    });
    expect((await restarted(harness)).view(), 'a restart knows nothing of them either').toEqual(view);
  });

  it('without a record do not count: the account continues as soon as its recorded ones are out of the window, under the same ClientId', async () => {
    const harness = await openHarness(atMost(1));
    await harness.send(limit(99));
    harness.market.nowMs += 999;
    expect(await harness.send({ ...limit(98), clientId: 'again' })).toMatchObject([
      { serial: 0, errorCode: -48 },
    ]);
    harness.market.nowMs += 1;
    expect(await harness.send({ ...limit(98), clientId: 'again' })).toMatchObject([
      { reportType: 'OrderAccepted' },
      { reportType: 'OrderConfirmed' },
    ]);
  });

  it("of an account without a rate are bounded by the house's, and its good orders are not", async () => {
    const harness = await openHarness(
      within({ orderRates: [], maxOpenOrders: null, refusesWashSales: false }),
    );
    const [{ count } = { count: 0 }] = HOUSE_LIMITS.orderRates;
    const before = records(harness);
    for (let index = 0; index < count + 50; index += 1) void harness.send({ quantity: 0 });
    await settle();
    await harness.send({ quantity: 0 });
    // One record for the session that began.
    expect(records(harness) - before).toBeLessThanOrEqual(count + 1);
    expect(records(harness) - before).toBeGreaterThanOrEqual(count);
    expect(await harness.send(limit(99))).toMatchObject([{ reportType: 'OrderAccepted' }, {}]);
  });

  it('are published only when the book they were judged against is durable, and as a journal failure when it never will be', async () => {
    const harness = await openHarness(atMost(1));
    const release = harness.journal.hold();
    const first = harness.send(limit(99));
    let isReported = false;
    const refused = harness.send(limit(98)).then((reports) => {
      isReported = true;
      return reports;
    });
    await settle();
    expect(isReported).toBe(false);
    harness.journal.breakDown();
    release();
    expect([await first, await refused]).toMatchObject([
      [{ serial: 0, errorCode: -14 }],
      [{ serial: 0, errorCode: -14 }],
    ]);
  });
});
