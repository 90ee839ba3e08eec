import { expect, it } from 'vitest';
import type { NewOrder } from './brokerage.ts';
import { createBrokerage } from './create-brokerage.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { ScriptedMarket } from './testing/scripted-market.ts';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { dollars, idOf, openDesk } from './testing/desk.ts';

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
  // What the position makes of the order may be told otherwise the second time; it is still the same order.
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

it('a ClientId that reads like the OrderId of another order does not take its place: a cancel means the OrderId, a replace the ClientId', async () => {
  const desk = await openDesk();
  const limit = { type: 'Limit', quantity: 10 } as const;
  const meant = idOf(await desk.send({ ...limit, priceE4: dollars(99) }));
  const alike = idOf(await desk.send({ ...limit, priceE4: dollars(98), clientId: meant }));
  expect((await desk.replace(alike, { priceE4: dollars(97), clientId: 'next' }, meant))[0]).toMatchObject({
    reportType: 'OrderReplaced',
    orderId: alike,
  });
  const third = idOf(await desk.send({ ...limit, priceE4: dollars(96), clientId: alike }));
  expect((await desk.cancel(alike))[0]).toMatchObject({ reportType: 'OrderCancelPending', orderId: alike });
  expect([meant, alike, third].map((id) => desk.order(id).status)).toEqual([
    'Confirmed',
    'Cancelled',
    'Confirmed',
  ]);
});
