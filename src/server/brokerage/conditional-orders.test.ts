import { expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import type { Condition } from '../../domain/orders/groups/conditions.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import type { NewOrder } from './brokerage.ts';
import { restart, startTrading, waitMinutes } from './testing/group-time.ts';
import { groupNow, groupOf, groupOrder, heldShares, membersNow, placed } from './testing/groups.ts';
import { settle } from './testing/harness.ts';
import { DOLLAR } from './testing/started-brokerage.ts';

/** 10:30 in New York, at which the scripted market begins. */
const START_MINUTES = 10 * 60 + 30;

const conditional = (condition: Condition, change: Partial<NewOrder> = {}): GroupRequest =>
  groupOf({
    kind: 'Conditional',
    orders: [groupOrder({ type: 'Market', tif: 'GoodTillCancel', ...change })],
    condition,
  });
const price = (
  basis: 'Last' | 'Bid' | 'Ask',
  direction: 'AtOrAbove' | 'AtOrBelow',
  level: number,
  symbol = 'AAPL',
): Condition => ({ basis, direction, symbol, priceE4: Math.round(level * DOLLAR) });

it('sends an order once the last trade of another symbol has reached a price', async () => {
  const { brokerage, market } = await startTrading();
  const groupId = await placed(brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  expect(market.watcherCount('AAPL')).toBe(1);
  market.print('AAPL', 199.99, 10);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({
    state: 'Working',
    orders: [],
    waiting: [{ symbol: 'SPY' }],
  });
  market.print('AAPL', 200, 10);
  await settle();
  expect(membersNow(brokerage, groupId)).toEqual([['Conditional', 100, 100, 'ended']]);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0, waiting: [] });
  expect(market.watcherCount('AAPL')).toBe(0);
});

it.each([
  ['bid', price('Bid', 'AtOrAbove', 50), 50],
  ['ask', price('Ask', 'AtOrBelow', 49.5), 49.46],
] as const)('sends an order at a %s, and not at a quote without that side', async (_side, condition, bid) => {
  const { brokerage, market } = await startTrading();
  market.show('AAPL', [{ exchange: 'ARCA', bid: [49.9, 100], ask: [49.98, 100] }]);
  const groupId = await placed(brokerage, conditional(condition));
  market.show('AAPL', [{ exchange: 'ARCA' }]);
  await settle();
  expect(groupNow(brokerage, groupId).orders).toEqual([]);
  market.show('AAPL', [{ exchange: 'ARCA', bid: [bid, 100], ask: [bid + 0.02, 100] }]);
  await settle();
  expect(heldShares(brokerage)).toBe(100);
});

it('sends an order at a time of day, and at once when its condition holds already', async () => {
  const world = await startTrading();
  const { brokerage, market } = world;
  await placed(brokerage, conditional({ basis: 'TimeOfDay', minutes: START_MINUTES + 10 }));
  await waitMinutes(world, 9);
  expect(heldShares(brokerage)).toBe(0);
  await waitMinutes(world, 1);
  expect(heldShares(brokerage)).toBe(100);
  market.print('AAPL', 210, 10);
  await placed(brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  expect(heldShares(brokerage)).toBe(200);
});

it('sends each of several orders at its own price, and lets a tick wait for the nearest only', async () => {
  const { brokerage, market } = await startTrading();
  const groups: string[] = [];
  for (const level of [220, 200, 210])
    groups.push(await placed(brokerage, conditional(price('Last', 'AtOrAbove', level), { quantity: 1 })));
  const states = () => groups.map((groupId) => groupNow(brokerage, groupId).state);
  for (const [printed, expected] of [
    [199, ['Working', 'Working', 'Working']],
    [205, ['Working', 'Completed', 'Working']],
    [212, ['Working', 'Completed', 'Completed']],
    [230, ['Completed', 'Completed', 'Completed']],
  ] as const) {
    market.print('AAPL', printed, 10);
    await settle();
    expect(states()).toEqual(expected);
  }
});

it('checks the risk when the order is sent, and ends with the reason of a refusal', async () => {
  const { brokerage, market } = await startTrading();
  const group = conditional(price('Last', 'AtOrAbove', 200), { quantity: 900_000 });
  const groupId = await placed(brokerage, group);
  market.print('AAPL', 200, 10);
  await settle();
  const { state, code, orders } = groupNow(brokerage, groupId);
  expect(state).toBe('Failed');
  expect(code).toBeLessThan(0);
  expect(orders).toMatchObject([{ role: 'Conditional', code, isOpen: false }]);
});

it('continues to wait after a restart, and does not wait longer than its order would', async () => {
  const before = await startTrading();
  const day = await placed(before.brokerage, conditional(price('Last', 'AtOrAbove', 200), { tif: 'Day' }));
  const lasting = await placed(before.brokerage, conditional(price('Last', 'AtOrAbove', 300)));
  const after = await restart(before);
  after.market.turn('post');
  await waitMinutes(after, 8 * 60);
  expect(groupNow(after.brokerage, day)).toMatchObject({
    state: 'Cancelled',
    code: GroupError.ConditionNotMet,
  });
  after.market.print('AAPL', 250, 10);
  await settle();
  expect(groupNow(after.brokerage, lasting).state).toBe('Working');
  expect(after.market.watcherCount('AAPL')).toBe(1);
  await after.brokerage.cancelGroup({ account: 'A', userId: 'u', groupId: lasting });
  expect(groupNow(after.brokerage, lasting)).toMatchObject({ state: 'Cancelled', code: 0 });
  expect(after.market.watcherCount('AAPL')).toBe(0);
});

it('cancels a waiting order with the kill switch of its account, and when the last client leaves', async () => {
  const { brokerage, market } = await startTrading();
  const options = { account: 'A', userId: 'u' };
  const stopped = await placed(brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  await brokerage.setAccountOptions({ ...options, isHalted: true });
  expect(groupNow(brokerage, stopped)).toMatchObject({ state: 'Cancelled', code: OrderError.AccountLocked });
  await brokerage.setAccountOptions({ ...options, isHalted: false, cancelOnDisconnect: true });
  const left = await placed(brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  await brokerage.accountLeft('A');
  expect(groupNow(brokerage, left)).toMatchObject({ state: 'Cancelled', code: OrderError.NotLoggedIn });
  market.print('AAPL', 210, 10);
  await settle();
  expect(heldShares(brokerage)).toBe(0);
});

it('cancels a waiting order after a restart that leaves no client, when the account chose so', async () => {
  const before = await startTrading();
  const groupId = await placed(before.brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  await before.brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
  const { brokerage } = await restart(before);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: OrderError.NotLoggedIn });
});

it('cancels a waiting order with all orders of the account', async () => {
  const { brokerage, market } = await startTrading();
  const groupId = await placed(brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  await placed(brokerage, groupOf({ kind: 'CancelAll' }));
  market.print('AAPL', 200, 10);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Cancelled', orders: [] });
  expect(heldShares(brokerage)).toBe(0);
});

it.each([
  [
    'an unknown symbol',
    price('Last', 'AtOrAbove', 200, 'NOPE'),
    {},
    'The symbol NOPE of the condition is unknown.',
  ],
  ['no price', price('Last', 'AtOrAbove', 0), {}, 'The condition has a price above 0.'],
  [
    'a time of day after the end of a day order',
    { basis: 'TimeOfDay', minutes: 17 * 60 },
    { tif: 'Day' },
    'The order would end before its condition holds.',
  ],
] as const)('refuses a condition with %s', async (_title, condition, change, detail) => {
  const { brokerage } = await startTrading();
  expect(await brokerage.placeGroup(conditional(condition, change))).toEqual({
    code: GroupError.InvalidGroup,
    detail,
  });
});
