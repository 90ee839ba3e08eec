import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import { GroupError } from '../../domain/orders/errors.ts';
import type { TimeExit } from '../../domain/orders/groups/conditions.ts';
import type { GroupRequest, TrailTerms } from '../../domain/orders/groups/types.ts';
import type { Brokerage, NewOrder } from './brokerage.ts';
import { quote, restart, startTrading, trade, waitMinutes } from './testing/group-time.ts';
import { bracket, groupNow, heldShares, membersNow, placed } from './testing/groups.ts';
import { settle } from './testing/harness.ts';
import { DOLLAR, short, startBrokerage } from './testing/started-brokerage.ts';

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
  const world = await startTrading();
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
  const world = await startTrading();
  await placed(world.brokerage, trailing(trail(0.5, 5)));
  await trade(world, 100.6);
  expect(stopOf(world.brokerage)).toMatchObject({ stopType: 'Trailing', workingStopE4: 99 * DOLLAR });
});

it('trails a short position downward, by per cent of the price', async () => {
  const world = await startTrading();
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
  const before = await startTrading();
  await placed(before.brokerage, trailing(trail(1, 0.5)));
  await trade(before, 102);
  const after = await restart(before);
  await trade(after, 103);
  expect(stopOf(after.brokerage)?.workingStopE4).toBe(102.5 * DOLLAR);

  const other = await startTrading();
  await placed(other.brokerage, trailing(trail(1, 0.5)));
  await other.brokerage.stop();
  other.market.print('SPY', 101.5, 10);
  const resumed = await startBrokerage(other);
  expect(stopOf(resumed.brokerage)?.stopType).toBe('Trailing');
});

it('ends the trail with a price that the holder sets, and takes another distance from a replaced stop', async () => {
  const world = await startTrading();
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
  const { brokerage } = await startTrading();
  const group = bracket([100.02, 101, 99], {}, { trail: trail(1, 0.5), ...change });
  expect(await brokerage.placeGroup(group)).toEqual({ code: GroupError.InvalidGroup, detail });
});

const timed = (timeExit: TimeExit, change: Partial<GroupRequest> = {}): GroupRequest =>
  bracket([100.02, 102, 99], {}, { timeExit, ...change });
const afterMinutes = (minutes: number): TimeExit => ({ basis: 'Minutes', minutes });
const at = (hour: number, minute: number): TimeExit => ({ basis: 'TimeOfDay', minutes: hour * 60 + minute });

it('closes the position at market so many minutes after the first fill, and cancels its exits', async () => {
  const world = await startTrading();
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
  const world = await startTrading();
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
  const world = await startTrading();
  const group = bracket([95, 102, 94], {}, { timeExit: at(11, 0) });
  const groupId = await placed(world.brokerage, group);
  await waitMinutes(world, 30);
  expect(groupNow(world.brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: GroupError.TimeExit });
});

it('closes at once after a start that comes too late, and says so', async () => {
  const before = await startTrading();
  const groupId = await placed(before.brokerage, timed(afterMinutes(20)));
  const { brokerage } = await restart(before, 60);
  await settle();
  expect(heldShares(brokerage)).toBe(0);
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: GroupError.LateTimeExit });
});

it('keeps a time exit for the next open when the market is closed, with the stop in force until then', async () => {
  const world = await startTrading();
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

it('keeps a time exit until the end of a halt', async () => {
  const world = await startTrading();
  await placed(world.brokerage, timed(afterMinutes(5)));
  world.market.halt('SPY');
  await waitMinutes(world, 10);
  expect(heldShares(world.brokerage)).toBe(100);
  world.market.halt('SPY', false);
  await waitMinutes(world, 1);
  expect(heldShares(world.brokerage)).toBe(0);
});

it('closes a short position at the time, also while the account is locked by its holder', async () => {
  const world = await startTrading();
  const { brokerage } = world;
  await placed(brokerage, bracket([100, 98, 101], short, { timeExit: afterMinutes(5) }));
  expect(heldShares(brokerage)).toBe(-100);
  await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
  await waitMinutes(world, 5);
  expect(heldShares(brokerage)).toBe(0);
});

it('closes no more than is left after a bust of the entry', async () => {
  const world = await startTrading();
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
