import { expect, it } from 'vitest';
import { OrderError } from '../../domain/orders/errors.ts';
import type { NewOrder } from './brokerage.ts';
import { bracket, groupNow, heldShares, membersNow, placed } from './testing/groups.ts';
import { settle } from './testing/harness.ts';
import { DOLLAR, limit, sell, short, showSpy, startBrokerage } from './testing/started-brokerage.ts';
import type { ScriptedMarket } from './testing/scripted-market.ts';

/** Shows one exchange with this bid and ask. */
const quote = (market: ScriptedMarket, bid: number, ask: number, size = 1_000): void =>
  market.show('SPY', [{ exchange: 'ARCA', bid: [bid, size], ask: [ask, size] }]);

async function start() {
  const started = await startBrokerage();
  showSpy(started.market);
  started.market.print('SPY', 100.01, 100);
  return started;
}

/** A bracket of 100 in parts of 40, 30 and 30. */
const inParts = (change: Partial<NewOrder> = {}, prices = [101, 102, 103]) =>
  bracket([100.02, 0, 99], change, {
    target: null,
    targets: [40, 30, 30].map((quantity, index) => ({
      basis: 'Price',
      amountE4: (prices[index] ?? 0) * DOLLAR,
      tif: 'GoodTillCancel',
      quantity,
    })),
  });

it('closes a bracket in parts: the nearest target first, the stop for all that is left', async () => {
  const { brokerage, market } = await start();
  quote(market, 99.98, 100.02, 50);
  const groupId = await placed(brokerage, inParts());
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 50, 'open'],
    ['Target', 40, 0, 'open'],
    ['Target', 10, 0, 'open'],
    ['Stop', 50, 0, 'open'],
  ]);
  quote(market, 99.98, 100.01, 500);
  await settle();
  quote(market, 101, 101.02, 500);
  await settle();
  expect(
    groupNow(brokerage, groupId).orders.map(({ role, index, quantity, filled }) => [
      role,
      index,
      quantity,
      filled,
    ]),
  ).toEqual([
    ['Entry', 0, 100, 100],
    ['Target', 0, 40, 40],
    ['Target', 1, 30, 0],
    ['Stop', 0, 60, 0],
    ['Target', 2, 30, 0],
  ]);
  expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({ longQuantity: 60, lockedQuantity: 60 });
  quote(market, 103, 103.1, 500);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
  expect(heldShares(brokerage)).toBe(0);
});

it('takes what the stop fills from the farthest target', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, inParts());
  quote(market, 98.9, 99.1, 50);
  market.print('SPY', 98.95, 10);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 100, 'ended'],
    ['Target', 40, 0, 'open'],
    ['Target', 10, 0, 'open'],
    ['Target', 30, 0, 'ended'],
    ['Stop', 100, 50, 'open'],
  ]);
});

it('holds the shares of several targets once, without a stop too', async () => {
  const { brokerage } = await start();
  await placed(brokerage, { ...inParts(), stop: null });
  expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({
    longQuantity: 100,
    lockedQuantity: 100,
  });
  expect((await brokerage.submit(limit(104, { ...sell, quantity: 1 })))[0]).toMatchObject({
    errorCode: OrderError.InsufficientCover,
  });
});

it('changes the price of one of several targets, and names those that the bracket lacks', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, inParts());
  const price = { basis: 'Price', amountE4: 104 * DOLLAR } as const;
  const change = { account: 'A', userId: 'u', groupId, role: 'Target', price } as const;
  expect(await brokerage.changeGroupExit({ ...change, index: 2 })).toEqual({ groupId });
  expect(groupNow(brokerage, groupId).targets?.map(({ amountE4 }) => amountE4 / DOLLAR)).toEqual([
    101, 102, 104,
  ]);
  expect(brokerage.accountView('A', 0).orders.some(({ priceE4 }) => priceE4 === 104 * DOLLAR)).toBe(true);
  expect(await brokerage.changeGroupExit({ ...change, index: 3 })).toMatchObject({
    detail: 'The bracket has no target 4.',
  });
});

it('leaves the share of a cancelled target to the stop', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, inParts());
  const first = groupNow(brokerage, groupId).orders.find(({ role }) => role === 'Target');
  await brokerage.cancel({ account: 'A', userId: 'u', orderId: first?.orderId ?? '', clientId: 'c1' });
  quote(market, 103, 103.1, 500);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 100, 'ended'],
    ['Target', 40, 0, 'ended'],
    ['Target', 30, 30, 'ended'],
    ['Target', 30, 30, 'ended'],
    ['Stop', 40, 0, 'open'],
  ]);
});

it('covers a short position in parts', async () => {
  const { brokerage, market } = await start();
  const group = { ...inParts({ ...short, priceE4: 100 * DOLLAR }, [99, 98, 97]) };
  const groupId = await placed(brokerage, {
    ...group,
    stop: { basis: 'Price', amountE4: 101 * DOLLAR, tif: 'Day' },
  });
  quote(market, 97.9, 97.99, 500);
  await settle();
  expect(heldShares(brokerage)).toBe(-30);
  expect(membersNow(brokerage, groupId).slice(3)).toEqual([
    ['Target', 30, 0, 'open'],
    ['Stop', 30, 0, 'open'],
  ]);
});

it('moves the stop to break-even once the first target is filled, and then keeps what the holder sets', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, { ...inParts(), isBreakEven: true });
  const stopE4 = () => brokerage.accountView('A', 0).orders.find(({ type }) => type === 'Stop')?.stopPriceE4;
  market.print('SPY', 101, 10);
  quote(market, 101, 101.02, 39);
  await settle();
  expect(stopE4()).toBe(99 * DOLLAR);
  quote(market, 101, 101.03, 100);
  await settle();
  expect(stopE4()).toBe(100.02 * DOLLAR);
  expect(groupNow(brokerage, groupId)).toMatchObject({
    isBreakEven: true,
    stop: { basis: 'Price', amountE4: 100.02 * DOLLAR },
  });
  const price = { basis: 'Price', amountE4: 99.5 * DOLLAR } as const;
  await brokerage.changeGroupExit({ account: 'A', userId: 'u', groupId, role: 'Stop', price });
  quote(market, 102, 102.02, 10);
  await settle();
  expect(stopE4()).toBe(99.5 * DOLLAR);
});

it('keeps a stop that the holder has set to a better price than break-even', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, { ...inParts(), isBreakEven: true });
  const price = { basis: 'Price', amountE4: 100.5 * DOLLAR } as const;
  market.print('SPY', 100.8, 10);
  quote(market, 100.7, 100.8, 10);
  await settle();
  await brokerage.changeGroupExit({ account: 'A', userId: 'u', groupId, role: 'Stop', price });
  quote(market, 101, 101.02, 100);
  await settle();
  expect(groupNow(brokerage, groupId).stop).toMatchObject(price);
});
