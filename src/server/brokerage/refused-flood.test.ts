import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { HOUSE_LIMITS, type RiskLimits } from '../../domain/risk/index.ts';
import { dollars, idOf, openDesk, settle, type Desk, type DeskParts } from './testing/desk.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;
const within = (limits: Partial<RiskLimits>): DeskParts => ({
  facts: (defaults) => ({
    ...defaults,
    limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: null, ...limits }),
  }),
});
const atMost = (count: number) => within({ orderRates: [{ count, windowMs: 1_000 }] });
const records = (desk: Desk) => desk.journal.records.length;
async function restarted(desk: Desk): Promise<Desk> {
  await desk.brokerage.stop();
  return openDesk({ ...atMost(3), market: desk.market, journal: desk.journal });
}

describe('refused orders and replaces', () => {
  it('within the order rate have their place in the journal, whatever they were refused for', async () => {
    const desk = await openDesk(atMost(3));
    await desk.send({ quantity: 0 });
    await desk.send({ symbol: 'NOPE' });
    await desk.brokerage.replace({
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
      sentMs: desk.market.nowMs,
    });
    expect(desk.view().reports.map(({ reportType, errorCode }) => [reportType, errorCode])).toEqual([
      ['OrderRejected', -16],
      ['OrderRejected', -49],
      ['OrderCancelRejected', -13],
    ]);
  });

  it('beyond the order rate leave no record at all, however many and whatever is wrong with them, and each is answered with its reason', async () => {
    const desk = await openDesk(atMost(3));
    const id = idOf(await desk.send(limit(99)));
    await desk.send(limit(98));
    await desk.send(limit(97));
    const [before, view] = [records(desk), desk.view()];
    const answers = [];
    for (let index = 0; index < 200; index += 1) {
      answers.push(
        desk.send(limit(96)),
        desk.send({ quantity: 0 }),
        desk.send({ symbol: 'NOPE' }),
        desk.replace(id, limit(95)),
        desk.replace(id, { quantity: 0 }),
        desk.replace(id, {}, 'nothing'),
      );
    }
    const told = (await Promise.all(answers)).flat();
    expect([records(desk), desk.view()]).toEqual([before, view]);
    expect(told.length).toBe(answers.length);
    expect(
      told
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
    expect(told.at(-3), 'names the order that goes on').toMatchObject({
      orderId: id,
      originalClientId: desk.order(id).clientId,
      symbol: 'SPY',
      leavesQuantity: 100,
    });
    expect((await restarted(desk)).view(), 'a restart knows nothing of them either').toEqual(view);
  });

  it('without a record do not count: the account goes on as soon as its recorded ones are out of the window, under the same ClientId', async () => {
    const desk = await openDesk(atMost(1));
    await desk.send(limit(99));
    desk.market.nowMs += 999;
    expect(await desk.send({ ...limit(98), clientId: 'again' })).toMatchObject([
      { serial: 0, errorCode: -48 },
    ]);
    desk.market.nowMs += 1;
    expect(await desk.send({ ...limit(98), clientId: 'again' })).toMatchObject([
      { reportType: 'OrderAccepted' },
      { reportType: 'OrderConfirmed' },
    ]);
  });

  it("of an account without a rate are bounded by the house's, and its good orders are not", async () => {
    const desk = await openDesk(within({ orderRates: [], maxOpenOrders: null, refusesWashSales: false }));
    const [{ count } = { count: 0 }] = HOUSE_LIMITS.orderRates;
    const before = records(desk);
    for (let index = 0; index < count + 50; index += 1) void desk.send({ quantity: 0 });
    await settle();
    await desk.send({ quantity: 0 });
    // One record for the session that began.
    expect(records(desk) - before).toBeLessThanOrEqual(count + 1);
    expect(records(desk) - before).toBeGreaterThanOrEqual(count);
    expect(await desk.send(limit(99))).toMatchObject([{ reportType: 'OrderAccepted' }, {}]);
  });

  it('are told only when what they go by is durable, and as a failure of the journal when it never will be', async () => {
    const desk = await openDesk(atMost(1));
    const release = desk.journal.hold();
    const first = desk.send(limit(99));
    let isTold = false;
    const refused = desk.send(limit(98)).then((reports) => {
      isTold = true;
      return reports;
    });
    await settle();
    expect(isTold).toBe(false);
    desk.journal.breakDown();
    release();
    expect([await first, await refused]).toMatchObject([
      [{ serial: 0, errorCode: -14 }],
      [{ serial: 0, errorCode: -14 }],
    ]);
  });
});
