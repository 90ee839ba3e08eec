import { expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import type { Condition, TimeExit } from '../../domain/orders/groups/conditions.ts';
import type { GroupRequest, TrailTerms } from '../../domain/orders/groups/types.ts';
import type { Brokerage, NewOrder } from './brokerage.ts';
import { bracket, groupNow, groupOf, groupOrder, heldShares, membersNow, placed } from './testing/groups.ts';
import { settle } from './testing/harness.ts';
import { DOLLAR, short, showSpy, startBrokerage } from './testing/started-brokerage.ts';
import type { ScriptedMarket } from './testing/scripted-market.ts';

const MINUTE_MS = 60_000;
/** 10:30 in New York, at which the scripted market begins. */
const START_MINUTES = 10 * 60 + 30;

/** Shows one exchange with this bid and ask. */
const quote = (market: ScriptedMarket, bid: number, ask: number, size = 1_000): void =>
  market.show('SPY', [{ exchange: 'ARCA', bid: [bid, size], ask: [ask, size] }]);

async function start() {
  const started = await startBrokerage();
  showSpy(started.market);
  started.market.print('SPY', 100.01, 100);
  return started;
}
type Started = Awaited<ReturnType<typeof start>>;

/** Prints a trade between a bid and an ask one cent away. */
async function trade({ market }: Pick<Started, 'market'>, price: number): Promise<void> {
  quote(market, price - 0.01, price + 0.01);
  market.print('SPY', price, 10);
  await settle();
}

/** Lets time pass, as the sweep of each second sees it. */
async function waitMinutes({ market }: Pick<Started, 'market'>, minutes: number): Promise<void> {
  market.nowMs += minutes * MINUTE_MS;
  market.turn(market.phase());
  await settle();
}

/** Stops the brokerage and continues from its journal, after some minutes. */
async function restart({ brokerage, market, journal }: Started, minutesDown = 0): Promise<Started> {
  await brokerage.stop();
  market.nowMs += minutesDown * MINUTE_MS;
  return startBrokerage({ market, journal });
}

const stopOf = (brokerage: Brokerage) =>
  brokerage.accountView('A', 0).orders.find(({ type }) => type === 'Stop');

const trail = (start: number, distance: number): TrailTerms => ({
  start: { basis: 'Offset', amountE4: Math.round(start * DOLLAR) },
  distance: { basis: 'Offset', amountE4: Math.round(distance * DOLLAR) },
});
/** Buys 100 at 100.02 with a stop at 99 that trails from a profit on. */
const trailing = (terms: TrailTerms, change: Partial<NewOrder> = {}, stop = 99): GroupRequest =>
  bracket([change.side === 'Short' ? 100 : 100.02, 0, stop], change, { target: null, trail: terms });

it('leaves the stop where it is until the price has moved, then trails it', async () => {
  const world = await start();
  const { brokerage } = world;
  const groupId = await placed(brokerage, trailing(trail(1, 0.5)));
  await trade(world, 101.01);
  expect(stopOf(brokerage)).toMatchObject({ stopType: 'Static', workingStopE4: 99 * DOLLAR });
  await trade(world, 101.02);
  expect(stopOf(brokerage)).toMatchObject({ stopType: 'Trailing', workingStopE4: 100.52 * DOLLAR });
  expect(groupNow(brokerage, groupId)).toMatchObject({ isTrailing: true, state: 'Triggered' });
  await trade(world, 103);
  await trade(world, 102.6);
  expect(stopOf(brokerage)?.workingStopE4).toBe(102.5 * DOLLAR);
  await trade(world, 102.5);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
  expect(heldShares(brokerage)).toBe(0);
});

it('never moves the stop away when the trail is wider than the profit', async () => {
  const world = await start();
  await placed(world.brokerage, trailing(trail(0.5, 5)));
  await trade(world, 100.6);
  expect(stopOf(world.brokerage)).toMatchObject({ stopType: 'Trailing', workingStopE4: 99 * DOLLAR });
});

it('trails a short position downward, by per cent of the price', async () => {
  const world = await start();
  const terms: TrailTerms = {
    start: { basis: 'Percent', amountE4: 10_000 },
    distance: { basis: 'Percent', amountE4: 5_000 },
  };
  await placed(world.brokerage, trailing(terms, short, 101));
  await trade(world, 99.01);
  expect(stopOf(world.brokerage)?.stopType).toBe('Static');
  await trade(world, 99);
  // 0.5 % above 99.00, rounded up to the cent.
  expect(stopOf(world.brokerage)).toMatchObject({ stopType: 'Trailing', workingStopE4: 99.5 * DOLLAR });
});

it('keeps a trail through a restart, and begins one that was reached meanwhile', async () => {
  const before = await start();
  await placed(before.brokerage, trailing(trail(1, 0.5)));
  await trade(before, 102);
  const after = await restart(before);
  await trade(after, 103);
  expect(stopOf(after.brokerage)?.workingStopE4).toBe(102.5 * DOLLAR);

  const other = await start();
  await placed(other.brokerage, trailing(trail(1, 0.5)));
  await other.brokerage.stop();
  other.market.print('SPY', 101.5, 10);
  const resumed = await startBrokerage(other);
  expect(stopOf(resumed.brokerage)?.stopType).toBe('Trailing');
});

it('ends the trail with a price that the holder sets, and takes another distance from a replaced stop', async () => {
  const world = await start();
  const { brokerage, market } = world;
  const groupId = await placed(brokerage, trailing(trail(1, 0.5)));
  await trade(world, 102);
  const stop = stopOf(brokerage);
  if (!stop) throw new Error('The bracket has a stop.');
  await brokerage.replace({
    order: { ...stop, clientId: 'closer', stopPriceE4: 0, offsetE4: 0.2 * DOLLAR },
    originalClientId: stop.clientId,
    sentMs: market.nowMs,
  });
  expect(stopOf(brokerage)?.workingStopE4).toBe(101.8 * DOLLAR);
  await trade(world, 102.1);
  expect(stopOf(brokerage)?.workingStopE4).toBe(101.9 * DOLLAR);
  const change = { account: 'A', userId: 'u', groupId, role: 'Stop' } as const;
  await brokerage.changeGroupExit({ ...change, price: { basis: 'Price', amountE4: 101 * DOLLAR } });
  await trade(world, 104);
  expect(stopOf(brokerage)).toMatchObject({ stopType: 'Static', workingStopE4: 101 * DOLLAR });
});

it.each([
  ['without a stop', { stop: null }, 'A trailing stop that starts at a profit needs a stop until then.'],
  [
    'below the entry',
    { trail: { ...trail(1, 1), start: { basis: 'Price', amountE4: 99 * DOLLAR } } },
    'The start of the trail is above the entry.',
  ],
  ['without a distance', { trail: trail(1, 0) }, 'The distance of the trail is above 0.'],
] as const)('refuses a trail %s', async (_title, change, detail) => {
  const { brokerage } = await start();
  const group = bracket([100.02, 101, 99], {}, { trail: trail(1, 0.5), ...change });
  expect(await brokerage.placeGroup(group)).toEqual({ code: GroupError.InvalidGroup, detail });
});

const timed = (timeExit: TimeExit, change: Partial<GroupRequest> = {}): GroupRequest =>
  bracket([100.02, 102, 99], {}, { timeExit, ...change });
const afterMinutes = (minutes: number): TimeExit => ({ basis: 'Minutes', minutes });
const at = (hour: number, minute: number): TimeExit => ({ basis: 'TimeOfDay', minutes: hour * 60 + minute });

it('closes the position at market so many minutes after the first fill, and cancels its exits', async () => {
  const world = await start();
  const { brokerage } = world;
  const groupId = await placed(brokerage, timed(afterMinutes(20)));
  await waitMinutes(world, 19);
  expect(heldShares(brokerage)).toBe(100);
  await waitMinutes(world, 1);
  expect(heldShares(brokerage)).toBe(0);
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 100, 'ended'],
    ['Target', 100, 0, 'ended'],
    ['Stop', 100, 0, 'ended'],
    ['Close', 100, 100, 'ended'],
  ]);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: GroupError.TimeExit });
});

it('closes what has filled at a time of day, with the rest of the entry cancelled, and needs no other exit', async () => {
  const world = await start();
  const { brokerage, market } = world;
  quote(market, 99.98, 100.02, 40);
  const groupId = await placed(brokerage, timed(at(10, 45), { target: null, stop: null }));
  await waitMinutes(world, 14);
  expect(groupNow(brokerage, groupId)).toMatchObject({
    state: 'Working',
    timeExitMs: market.session.openMs + 75 * MINUTE_MS,
  });
  quote(market, 99.98, 100.1, 500);
  await waitMinutes(world, 1);
  expect(membersNow(brokerage, groupId)).toEqual([
    ['Entry', 100, 40, 'ended'],
    ['Close', 40, 40, 'ended'],
  ]);
  expect(heldShares(brokerage)).toBe(0);
});

it('cancels an entry that has not filled by the time of day', async () => {
  const world = await start();
  const group = bracket([95, 102, 94], {}, { timeExit: at(11, 0) });
  const groupId = await placed(world.brokerage, group);
  await waitMinutes(world, 30);
  expect(groupNow(world.brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: GroupError.TimeExit });
});

it('closes at once after a start that comes too late, and says so', async () => {
  const before = await start();
  const groupId = await placed(before.brokerage, timed(afterMinutes(20)));
  const { brokerage } = await restart(before, 60);
  await settle();
  expect(heldShares(brokerage)).toBe(0);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: GroupError.LateTimeExit });
});

it('waits for the next open when the market is closed, with the stop in force until then', async () => {
  const world = await start();
  const { brokerage, market } = world;
  const groupId = await placed(brokerage, timed(at(17, 0)));
  market.turn('post');
  await waitMinutes(world, 7 * 60);
  expect(heldShares(brokerage)).toBe(100);
  expect(groupNow(brokerage, groupId).orders.filter(({ isOpen }) => isOpen)).toHaveLength(2);
  const { openMs, closeMs } = market.session;
  const day = 24 * 60 * MINUTE_MS;
  market.beginSession({ date: '2026-03-03', openMs: openMs + day, closeMs: closeMs + day });
  market.turn('open');
  await settle();
  expect(heldShares(brokerage)).toBe(0);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: GroupError.TimeExit });
});

it('waits for the end of a halt', async () => {
  const world = await start();
  await placed(world.brokerage, timed(afterMinutes(5)));
  world.market.halt('SPY');
  await waitMinutes(world, 10);
  expect(heldShares(world.brokerage)).toBe(100);
  world.market.halt('SPY', false);
  await waitMinutes(world, 1);
  expect(heldShares(world.brokerage)).toBe(0);
});

it('closes a short position at the time, also while the account is locked by its holder', async () => {
  const world = await start();
  const { brokerage } = world;
  await placed(brokerage, bracket([100, 98, 101], short, { timeExit: afterMinutes(5) }));
  expect(heldShares(brokerage)).toBe(-100);
  await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
  await waitMinutes(world, 5);
  expect(heldShares(brokerage)).toBe(0);
});

it('closes no more than is left after a bust of the entry', async () => {
  const world = await start();
  const { brokerage, market } = world;
  const groupId = await placed(brokerage, bracket([100, 98, 101], short, { timeExit: afterMinutes(5) }));
  const [entry] = brokerage
    .accountView('A', 0)
    .reports.filter(({ reportType }) => reportType === 'OrderExecuted');
  quote(market, 99.98, 100, 30);
  await waitMinutes(world, 5);
  expect(membersNow(brokerage, groupId).at(-1)).toEqual(['Close', 100, 30, 'open']);
  await brokerage.amend({
    executionId: entry?.executionId ?? '',
    instruction: 'bust',
    correction: undefined,
  });
  quote(market, 99.98, 100, 500);
  await settle();
  // The 30 that were bought back are sold again, and nothing more is bought.
  expect(membersNow(brokerage, groupId).slice(-2)).toEqual([
    ['Close', 100, 30, 'ended'],
    ['Surplus', 30, 30, 'ended'],
  ]);
  expect(heldShares(brokerage)).toBe(0);
});

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
  const { brokerage, market } = await start();
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
  const { brokerage, market } = await start();
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
  const world = await start();
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
  const { brokerage, market } = await start();
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
  const { brokerage, market } = await start();
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
  const before = await start();
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

it('is cancelled by the kill switch of its account, and when the last client leaves', async () => {
  const { brokerage, market } = await start();
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

it('is cancelled after a restart that leaves no client, when the account chose so', async () => {
  const before = await start();
  const groupId = await placed(before.brokerage, conditional(price('Last', 'AtOrAbove', 200)));
  await before.brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
  const { brokerage } = await restart(before);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: OrderError.NotLoggedIn });
});

it('is cancelled by a cancel of all orders of its symbol', async () => {
  const { brokerage, market } = await start();
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
  const { brokerage } = await start();
  expect(await brokerage.placeGroup(conditional(condition, change))).toEqual({
    code: GroupError.InvalidGroup,
    detail,
  });
});
