import { expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import { bracket, groupNow, groupOf, groupOrder, heldShares, membersNow, placed } from './testing/groups.ts';
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

it('sends the exits of a bracket for what the entry has filled, and grows them with it', async () => {
  const { brokerage, market } = await start();
  quote(market, 99.98, 100.02, 40);
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 40, 'open'],
    ['Target', 40, 0, 'open'],
    ['Stop', 40, 0, 'open'],
  ]);
  expect(groupNow(brokerage, groupId).state).toBe('Triggered');
  quote(market, 99.98, 100.01, 500);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 100, 'ended'],
    ['Target', 100, 0, 'open'],
    ['Stop', 100, 0, 'open'],
  ]);
});

it('reduces the stop by what the target fills, and cancels it with the last share', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  quote(market, 101, 101.02, 30);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 100, 'ended'],
    ['Target', 100, 30, 'open'],
    ['Stop', 70, 0, 'open'],
  ]);
  quote(market, 101.1, 101.2, 500);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
  expect(heldShares(brokerage)).toBe(0);
  const stop = brokerage.accountView('A', 0).orders.find(({ type }) => type === 'Stop');
  expect(stop).toMatchObject({ status: 'Cancelled', errorCode: GroupError.OtherOrderFilled });
});

it('sells at the stop and cancels the target', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  quote(market, 98.9, 99.1);
  market.print('SPY', 98.95, 100);
  await settle();
  expect(groupNow(brokerage, groupId).state).toBe('Completed');
  expect(heldShares(brokerage)).toBe(0);
});

it('computes exits from the average fill price of the entry', async () => {
  const { brokerage } = await start();
  const groupId = await placed(
    brokerage,
    bracket(
      [100.05, 0, 0],
      { quantity: 400 },
      {
        target: { basis: 'Percent', amountE4: 10_000, tif: 'Day' },
        stop: { basis: 'Offset', amountE4: 5_000, tif: 'Day' },
      },
    ),
  );
  // 200 at 100.02 and 200 at 100.05 average 100.035; both exits are rounded up for a long position.
  const prices = groupNow(brokerage, groupId).orders.map(({ orderId }) => {
    const found = brokerage.accountView('A', 0).orders.find((order) => order.orderId === orderId);
    return [found?.priceE4, found?.stopPriceE4];
  });
  expect(prices.slice(1)).toEqual([
    [1_010_400, 0],
    [0, 995_400],
  ]);
});

it('cancels the rest of the entry once an exit has filled', async () => {
  const { brokerage, market } = await start();
  quote(market, 99.98, 100.02, 40);
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  quote(market, 101.1, 101.2, 500);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 40, 'ended'],
    ['Target', 40, 40, 'ended'],
    ['Stop', 40, 0, 'ended'],
  ]);
  expect(groupNow(brokerage, groupId).state).toBe('Completed');
});

it('covers a short position with the exits of a short bracket', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, bracket([100, 99, 101], short));
  expect(heldShares(brokerage)).toBe(-100);
  quote(market, 98.9, 98.99);
  await settle();
  expect(groupNow(brokerage, groupId).state).toBe('Completed');
  expect(heldShares(brokerage)).toBe(0);
});

it('ends with the reason of an entry that expired or was cancelled without a fill', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, bracket([90, 101, 89]));
  const [entry] = groupNow(brokerage, groupId).orders;
  await brokerage.cancel({ account: 'A', userId: 'u', orderId: entry?.orderId ?? '', clientId: 'c1' });
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: 0 });
});

it('keeps the position and cancels every order when the group is cancelled', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  expect(await brokerage.cancelGroup({ account: 'A', userId: 'u', groupId })).toEqual({ groupId });
  expect(groupNow(brokerage, groupId).state).toBe('Cancelled');
  expect(groupNow(brokerage, groupId).orders.some(({ isOpen }) => isOpen)).toBe(false);
  expect(heldShares(brokerage)).toBe(100);
  expect(await brokerage.cancelGroup({ account: 'A', userId: 'u', groupId })).toEqual({
    code: OrderError.CancelTooLate,
  });
});

it('changes the price of an exit that is working and of one that was not sent', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  const price = { basis: 'Price', amountE4: 99.5 * DOLLAR } as const;
  const change = { account: 'A', userId: 'u', groupId, role: 'Stop', price } as const;
  expect(await brokerage.changeGroupExit(change)).toEqual({ groupId });
  expect(brokerage.accountView('A', 0).orders.find(({ type }) => type === 'Stop')).toMatchObject({
    stopPriceE4: 99.5 * DOLLAR,
    quantity: 100,
    completedMs: null,
  });
  const waiting = await placed(brokerage, bracket([90, 101, 89]));
  const lower = { basis: 'Price', amountE4: 88.5 * DOLLAR } as const;
  expect(await brokerage.changeGroupExit({ ...change, groupId: waiting, price: lower })).toEqual({
    groupId: waiting,
  });
  expect(groupNow(brokerage, waiting).stop).toMatchObject(lower);
});

it('refuses an exit on the wrong side of its entry until the entry fills', async () => {
  const { brokerage } = await start();
  const waiting = await placed(brokerage, bracket([90, 101, 89]));
  const change = (groupId: string, role: 'Stop' | 'Target', dollars: number) =>
    brokerage.changeGroupExit({
      account: 'A',
      userId: 'u',
      groupId,
      role,
      price: { basis: 'Price', amountE4: dollars * DOLLAR },
    });
  expect(await change(waiting, 'Stop', 95)).toMatchObject({
    code: GroupError.InvalidGroup,
    detail: 'The stop is below the entry.',
  });
  expect(await change(waiting, 'Target', 90)).toMatchObject({ detail: 'The target is above the entry.' });
  expect(groupNow(brokerage, waiting).stop).toMatchObject({ amountE4: 89 * DOLLAR });
  // A stop above the entry secures a gain once there is a position.
  const filled = await placed(brokerage, bracket([100.02, 101, 99]));
  expect(await change(filled, 'Stop', 100.05)).toEqual({ groupId: filled });
});

it('keeps the price of an exit that the holder replaced, and refuses another quantity', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  const target = brokerage.accountView('A', 0).orders.find(({ priceE4 }) => priceE4 === 101 * DOLLAR);
  if (!target) throw new Error('the target is open');
  const replace = (clientId: string, change: object) =>
    brokerage.replace({
      order: {
        ...groupOrder({ ...sell, tif: 'GoodTillCancel', clientId }),
        priceE4: 102 * DOLLAR,
        ...change,
      },
      originalClientId: target.clientId,
      sentMs: market.nowMs,
    });
  expect((await replace('r1', { quantity: 50 }))[0]).toMatchObject({
    errorCode: OrderError.InvalidReplaceQuantity,
    detail: 'The quantity is set by the order group.',
  });
  await replace('r2', {});
  expect(groupNow(brokerage, groupId).target).toMatchObject({ basis: 'Price', amountE4: 102 * DOLLAR });
});

it('refuses an entry that is moved across an exit that waits for its fill', async () => {
  const { brokerage, market } = await start();
  // Below the market: nothing fills.
  const groupId = await placed(brokerage, bracket([98, 101, 97]));
  const entry = brokerage.accountView('A', 0).orders.find(({ priceE4 }) => priceE4 === 98 * DOLLAR);
  if (!entry) throw new Error('the entry is open');
  let replaces = 0;
  const moveTo = async (price: number) => {
    replaces += 1;
    const order = { ...groupOrder({ tif: entry.tif, clientId: `e${replaces}` }), priceE4: price * DOLLAR };
    const [report] = await brokerage.replace({
      order,
      originalClientId: replaces === 1 ? entry.clientId : 'e1',
      sentMs: market.nowMs,
    });
    return report;
  };
  expect(await moveTo(97.5)).toMatchObject({ errorCode: 0 });
  expect(await moveTo(96.5)).toMatchObject({
    errorCode: GroupError.InvalidGroup,
    detail: 'The stop is below the entry.',
  });
  expect(membersNow(brokerage, groupId)).toEqual([['Entry', 100, 0, 'open']]);
});

it('fills one quantity with the orders of a one-cancels-other group', async () => {
  const { brokerage, market } = await start();
  await brokerage.submit(limit(100.05));
  const groupId = await placed(
    brokerage,
    groupOf({
      kind: 'OneCancelsOther',
      orders: [
        groupOrder({ ...sell, priceE4: 101 * DOLLAR }),
        groupOrder({ ...sell, type: 'Stop', stopPriceE4: 99 * DOLLAR }),
      ],
    }),
  );
  quote(market, 101, 101.1, 30);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Alternative', 100, 30, 'open'],
    ['Alternative', 70, 0, 'open'],
  ]);
  market.print('SPY', 98.9, 10);
  quote(market, 98.9, 99);
  await settle();
  expect(groupNow(brokerage, groupId).state).toBe('Completed');
  expect(heldShares(brokerage)).toBe(0);
});

it('closes the surplus when two alternatives fill in one evaluation of the market', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(
    brokerage,
    groupOf({
      kind: 'OneCancelsOther',
      orders: [groupOrder({ priceE4: 99 * DOLLAR }), groupOrder({ priceE4: 98 * DOLLAR })],
    }),
  );
  quote(market, 97, 97.5);
  await settle();
  const roles = groupNow(brokerage, groupId).orders.map(({ role, filled }) => [role, filled]);
  expect(roles).toEqual([
    ['Alternative', 100],
    ['Alternative', 100],
    ['Surplus', 100],
  ]);
  expect(groupNow(brokerage, groupId).state).toBe('Completed');
  expect(heldShares(brokerage)).toBe(100);
});

it('sends the next order of a one-triggers-other group once the first is filled', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(
    brokerage,
    groupOf({
      kind: 'OneTriggersOther',
      orders: [
        groupOrder({ priceE4: 99 * DOLLAR }),
        groupOrder({ ...sell, priceE4: 103 * DOLLAR, tif: 'GoodTillCancel' }),
      ],
    }),
  );
  expect(groupNow(brokerage, groupId).orders).toHaveLength(1);
  quote(market, 98.9, 99);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([
    ['First', 100, 100, 'ended'],
    ['Next', 100, 0, 'open'],
  ]);
});

it('ends a one-triggers-other group with the code of a next order that is refused', async () => {
  const { brokerage, market } = await start();
  const groupId = await placed(
    brokerage,
    groupOf({
      kind: 'OneTriggersOther',
      orders: [
        groupOrder({ priceE4: 99 * DOLLAR }),
        groupOrder({ ...sell, quantity: 500, priceE4: 1_030_000 }),
      ],
    }),
  );
  quote(market, 98.9, 99);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Failed', code: OrderError.InsufficientCover });
});

it('flattens a symbol: cancels its orders and groups, and sells what is held', async () => {
  const { brokerage } = await start();
  const first = await placed(brokerage, bracket([100.02, 101, 99]));
  await brokerage.submit(limit(90));
  const groupId = await placed(brokerage, groupOf({ kind: 'Flatten' }));
  expect(groupNow(brokerage, first)).toMatchObject({ state: 'Cancelled', code: GroupError.Flattened });
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
  expect(heldShares(brokerage)).toBe(0);
  expect(brokerage.accountView('A', 0).orders.every(({ completedMs }) => completedMs !== null)).toBe(true);
});

it('does not count the exits of a group twice, nor leaves their shares to another sale', async () => {
  const { brokerage } = await start();
  await placed(brokerage, bracket([100.02, 101, 99]));
  expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({
    longQuantity: 100,
    lockedQuantity: 100,
  });
  expect((await brokerage.submit(limit(101, sell)))[0]).toMatchObject({
    errorCode: OrderError.InsufficientCover,
  });
});

it('makes one group of a repeated request and refuses another one under its ClientId', async () => {
  const { brokerage } = await start();
  const group = bracket([90, 101, 89]);
  const groupId = await placed(brokerage, group);
  expect(await brokerage.placeGroup(group)).toEqual({ groupId });
  expect(brokerage.accountView('A', 0).orders).toHaveLength(1);
  const other = { ...group, stop: null };
  expect(await brokerage.placeGroup(other)).toMatchObject({ code: OrderError.InvalidOrderFormat });
});

it('treats the group of another account as unknown', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, bracket([90, 101, 89]));
  const unknown = { code: GroupError.UnknownGroup };
  expect(await brokerage.cancelGroup({ account: 'B', userId: 'u', groupId })).toEqual(unknown);
  const price = { basis: 'Price', amountE4: 90 * DOLLAR } as const;
  expect(
    await brokerage.changeGroupExit({ account: 'B', userId: 'u', groupId, role: 'Stop', price }),
  ).toEqual(unknown);
});

it('cancels the orders of a group when the account is locked, and says so', async () => {
  const { brokerage } = await start();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Failed', code: OrderError.AccountLocked });
  expect(heldShares(brokerage)).toBe(100);
});

it('reduces the exits when a fill of the entry is busted', async () => {
  const { brokerage, market } = await start();
  quote(market, 99.98, 100.02, 40);
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  quote(market, 99.98, 100.01, 500);
  await settle();
  const fill = brokerage.accountView('A', 0).reports.find(({ lastFillQuantity }) => lastFillQuantity === 40);
  await brokerage.amend({ executionId: fill?.executionId ?? '', instruction: 'i1', correction: undefined });
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 60, 'ended'],
    ['Target', 60, 0, 'open'],
    ['Stop', 60, 0, 'open'],
  ]);
  expect(heldShares(brokerage)).toBe(60);
});
