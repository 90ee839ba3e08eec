import { expect, it } from 'vitest';
import type { NewOrder } from './brokerage.ts';
import { createBrokerage } from './create-brokerage.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { ScriptedMarket } from './testing/scripted-market.ts';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { dollars, idOf, openHarness } from './testing/harness.ts';

const buy: NewOrder = {
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'ord1',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  priceE4: 900_000,
  stopPriceE4: 0,
  stopType: 'Static',
  destination: 'SMART',
  route: 'AUTO',
};

it('a ClientId that another order of the account has already is refused, in flight, later and after a restart, and is free in another account', async () => {
  const market = new ScriptedMarket(['SPY', 'QQQ']);
  const journal = new MemoryJournal();
  const start = async () => {
    const brokerage = createBrokerage({
      market,
      journal,
      clock: market,
      accounts: () => ({ isLive: false, isLocked: false }),
      sweepIntervalMs: 60_000,
    });
    await brokerage.start();
    for (const account of ['A', 'B'])
      await brokerage.fundAccount(account, { cashE4: 1_000_000_000, version: 1 });
    return brokerage;
  };
  const first = await start();
  const different = { ...buy, symbol: 'QQQ' };
  const [accepted, refused] = await Promise.all([first.submit(buy), first.submit(different)]);
  expect(accepted[0]?.reportType).toBe('OrderAccepted');
  const refusal = [
    { serial: 0, clientId: 'ord1', reportType: 'GatewayRejected', errorCode: -2, symbol: 'QQQ' },
  ];
  expect(refused).toMatchObject(refusal);
  for (const change of [
    { quantity: 101 },
    { priceE4: 900_100 },
    { side: 'Short' },
    { tif: 'GoodTillCancel' },
  ] as const)
    expect(await first.submit({ ...buy, ...change })).toMatchObject([{ errorCode: -2 }]);
  await first.stop();

  const second = await start();
  expect(await second.submit(different)).toMatchObject(refusal);
  // The source follows from the position, which may have changed since. It does not make a repeat a different order.
  expect((await second.submit({ ...buy, source: 'Cover' }))[0]).toMatchObject({
    serial: accepted[0]?.serial,
    reportType: 'OrderAccepted',
  });
  expect((await second.submit({ ...different, account: 'B' }))[0]).toMatchObject({
    reportType: 'OrderAccepted',
    account: 'B',
  });
  expect(second.accountView('A', 0).orders).toHaveLength(1);
  await second.stop();
});

const limit = { type: 'Limit', quantity: 10 } as const;

it.each(['1', '105', '0007', '9007199254740993'])(
  'refuses the ClientId %s for orders, replacements and previews: only an OrderId is all digits',
  async (clientId) => {
    const harness = await openHarness();
    const records = harness.journal.records.length;
    const refusal = [{ serial: 0, clientId, reportType: 'GatewayRejected', errorCode: -2 }];
    expect(await harness.send({ ...limit, priceE4: dollars(99), clientId })).toMatchObject(refusal);
    expect(harness.journal.records).toHaveLength(records);
    const orderId = idOf(await harness.send({ ...limit, priceE4: dollars(99) }));
    expect(await harness.replace(orderId, { priceE4: dollars(98), clientId })).toMatchObject(refusal);
    expect(harness.order(orderId)).toMatchObject({ status: 'Confirmed', priceE4: dollars(99) });
    const { clientId: _other, ...order } = harness.order(orderId);
    expect(await harness.brokerage.preview({ ...order, clientId }, undefined)).toMatchObject({ code: -2 });
  },
);

it('still finds orders of older journals whose ClientId is another order’s OrderId: a cancel means the OrderId, a replace the ClientId', async () => {
  const before = await openHarness();
  const meant = idOf(await before.send({ ...limit, priceE4: dollars(99) }));
  const alike = idOf(await before.send({ ...limit, priceE4: dollars(98), clientId: 'like-meant' }));
  const third = idOf(await before.send({ ...limit, priceE4: dollars(96), clientId: 'like-alike' }));
  const older = before.journal.records.map(({ seq, payload }) => ({
    seq,
    payload: payload.replace('"like-meant"', `"${meant}"`).replace('"like-alike"', `"${alike}"`),
  }));
  const harness = await openHarness({ journal: new MemoryJournal(older) });
  // The same request again is still answered with the reports of the first.
  const { clientId } = harness.order(alike);
  expect([clientId, (await harness.send({ ...limit, priceE4: dollars(98), clientId }))[0]]).toMatchObject([
    meant,
    { orderId: alike, reportType: 'OrderAccepted' },
  ]);
  expect((await harness.replace(alike, { priceE4: dollars(97), clientId: 'next' }, meant))[0]).toMatchObject({
    reportType: 'OrderReplaced',
    orderId: alike,
  });
  expect((await harness.cancel(alike))[0]).toMatchObject({
    reportType: 'OrderCancelPending',
    orderId: alike,
  });
  expect([meant, alike, third].map((id) => harness.order(id).status)).toEqual([
    'Confirmed',
    'Cancelled',
    'Confirmed',
  ]);
});
