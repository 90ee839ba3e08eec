import { expect, it } from 'vitest';
import { GroupError } from '../../domain/orders/errors.ts';
import type { Condition } from '../../domain/orders/groups/conditions.ts';
import type { TermsChange } from '../../domain/orders/core/groups/judge-terms.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import type { Brokerage } from './brokerage.ts';
import { restart, startTrading, trade, waitMinutes } from './testing/group-time.ts';
import { bracket, groupNow, groupOf, groupOrder, heldShares, placed } from './testing/groups.ts';
import { settle } from './testing/harness.ts';
import { DOLLAR } from './testing/started-brokerage.ts';

/** 10:30 in New York, at which the scripted market begins. */
const START_MINUTES = 10 * 60 + 30;

const stopOf = (brokerage: Brokerage) =>
  brokerage.accountView('A', 0).orders.find(({ type }) => type === 'Stop');
const change = (brokerage: Brokerage, groupId: string, terms: TermsChange) =>
  brokerage.changeGroupTerms({ account: 'A', userId: 'u', groupId, terms });
const dollars = (amount: number) => ({ basis: 'Offset', amountE4: Math.round(amount * DOLLAR) }) as const;
const above = (level: number, other: Partial<Extract<Condition, { priceE4: number }>> = {}): Condition => ({
  basis: 'Last',
  direction: 'AtOrAbove',
  symbol: 'AAPL',
  priceE4: Math.round(level * DOLLAR),
  ...other,
});
const conditional = (condition: Condition, tif: 'Day' | 'GoodTillCancel' = 'GoodTillCancel'): GroupRequest =>
  groupOf({ kind: 'Conditional', orders: [groupOrder({ type: 'Market', tif })], condition });
/** Buys 100 at 100.02 with a stop at 99 that trails from a profit of a dollar. */
const trailing = (extra: Partial<GroupRequest> = {}): GroupRequest =>
  bracket(
    [100.02, 0, 99],
    {},
    { target: null, trail: { start: dollars(1), distance: dollars(0.5) }, ...extra },
  );

it('sends an order at the changed level of its condition, and not at the one before', async () => {
  const { brokerage, market } = await startTrading();
  market.print('AAPL', 150, 10);
  const groupId = await placed(brokerage, conditional(above(200)));
  expect(await change(brokerage, groupId, { condition: above(210) })).toEqual({ groupId });
  expect(groupNow(brokerage, groupId).condition).toEqual(above(210));
  market.print('AAPL', 205, 10);
  await settle();
  expect(heldShares(brokerage)).toBe(0);
  market.print('AAPL', 210, 10);
  await settle();
  expect(heldShares(brokerage)).toBe(100);
});

it('counts a changed time of day from the change, and keeps it through a restart', async () => {
  const before = await startTrading();
  const groupId = await placed(
    before.brokerage,
    conditional({ basis: 'TimeOfDay', minutes: START_MINUTES + 30 }),
  );
  await waitMinutes(before, 10);
  const condition: Condition = { basis: 'TimeOfDay', minutes: START_MINUTES + 20 };
  expect(await change(before.brokerage, groupId, { condition })).toEqual({ groupId });
  const after = await restart(before);
  await waitMinutes(after, 9);
  expect(heldShares(after.brokerage)).toBe(0);
  await waitMinutes(after, 1);
  expect(heldShares(after.brokerage)).toBe(100);
});

it('changes start and distance of a trail apart, and keeps what is not stated', async () => {
  const world = await startTrading();
  const { brokerage } = world;
  const groupId = await placed(brokerage, trailing());
  await change(brokerage, groupId, { trail: { start: { basis: 'Price', amountE4: 103 * DOLLAR } } });
  await change(brokerage, groupId, { trail: { distance: dollars(0.2) } });
  await trade(world, 102);
  expect(stopOf(brokerage)?.stopType).toBe('Static');
  await trade(world, 103);
  expect(stopOf(brokerage)).toMatchObject({ stopType: 'Trailing', workingStopE4: 102.8 * DOLLAR });
});

it('moves the time exit, which is then the only one', async () => {
  const world = await startTrading();
  const { brokerage } = world;
  const timeExit = { basis: 'Minutes', minutes: 5 } as const;
  const groupId = await placed(brokerage, bracket([100.02, 102, 99], {}, { timeExit }));
  await change(brokerage, groupId, { timeExit: { basis: 'Minutes', minutes: 8 } });
  await waitMinutes(world, 7);
  expect(heldShares(brokerage)).toBe(100);
  await waitMinutes(world, 1);
  expect(heldShares(brokerage)).toBe(0);
});

const parts = (isBreakEven: boolean): GroupRequest => ({
  ...bracket([100.02, 0, 99]),
  target: null,
  isBreakEven,
  targets: [101, 102].map((level) => ({
    basis: 'Price',
    amountE4: level * DOLLAR,
    tif: 'GoodTillCancel',
    quantity: 50,
  })),
});

it.each([
  [true, 99],
  [false, 100.02],
])('switches break-even over before the first target is filled: from %s', async (isBreakEven, stop) => {
  const world = await startTrading();
  const { brokerage } = world;
  const groupId = await placed(brokerage, parts(isBreakEven));
  await trade(world, 100.5);
  expect(await change(brokerage, groupId, { isBreakEven: !isBreakEven })).toEqual({ groupId });
  await trade(world, 101.2);
  expect(groupNow(brokerage, groupId).stop?.amountE4).toBe(Math.round(stop * DOLLAR));
});

it('refuses a change that would act at once, and changes nothing', async () => {
  const world = await startTrading();
  const { brokerage, market } = world;
  market.print('AAPL', 150, 10);
  const waiting = await placed(brokerage, conditional(above(200)));
  const open = await placed(brokerage, trailing({ timeExit: { basis: 'Minutes', minutes: 20 } }));
  await waitMinutes(world, 5);
  await trade(world, 100.9);
  const atOnce = (detail: string) => ({ code: GroupError.TriggersAtOnce, detail });
  expect(await change(brokerage, waiting, { condition: above(150) })).toEqual(
    atOnce('The condition holds now, so the order would be sent: cancel it and send it without a condition.'),
  );
  expect(await change(brokerage, open, { trail: { start: dollars(0.5) } })).toEqual(
    atOnce('The last trade is at or beyond the start of the trail.'),
  );
  expect(await change(brokerage, open, { timeExit: { basis: 'Minutes', minutes: 5 } })).toEqual(
    atOnce('The time of the exit has passed.'),
  );
  expect(groupNow(brokerage, waiting)).toMatchObject({ condition: above(200), state: 'Working' });
  expect(groupNow(brokerage, open)).toMatchObject({ timeExit: { minutes: 20 }, isTrailing: false });
});

it.each([
  [false, GroupError.TriggersAtOnce, 'The first target is filled already.'],
  [true, GroupError.FigureUsed, 'The stop has moved to break-even.'],
])(
  'refuses to switch break-even over after the first target is filled: from %s',
  async (isOn, code, detail) => {
    const world = await startTrading();
    const { brokerage } = world;
    const groupId = await placed(brokerage, parts(isOn));
    // The last trade is above the entry, or the stop would be reached at break-even.
    await trade(world, 100.5);
    await trade(world, 101.2);
    expect(await change(brokerage, groupId, { isBreakEven: !isOn })).toEqual({ code, detail });
  },
);

it('refuses figures that are used, and every figure of a group that has ended', async () => {
  const world = await startTrading();
  const { brokerage, market } = world;
  const groupId = await placed(brokerage, trailing());
  await trade(world, 101.5);
  expect(await change(brokerage, groupId, { trail: { distance: dollars(1) } })).toEqual({
    code: GroupError.FigureUsed,
    detail: 'The stop trails already: replace its order to change the distance.',
  });
  market.print('AAPL', 150, 10);
  const sent = await placed(brokerage, conditional(above(140)));
  expect(await change(brokerage, sent, { condition: above(200) })).toEqual({ code: GroupError.GroupEnded });
  await brokerage.cancelGroup({ account: 'A', userId: 'u', groupId });
  expect(await change(brokerage, groupId, { trail: { distance: dollars(1) } })).toEqual({
    code: GroupError.GroupEnded,
  });
});

it.each<[string, TermsChange, string]>([
  ['nothing', {}, 'The change states what it changes.'],
  ['a trail that the bracket does not have', { trail: { start: dollars(1) } }, 'The group has no trail.'],
  [
    'a time exit that the bracket does not have',
    { timeExit: { basis: 'Minutes', minutes: 1 } },
    'The group has no time exit.',
  ],
  ['a condition of a bracket', { condition: above(1) }, 'Only a conditional order has a condition.'],
  [
    'break-even without two targets',
    { isBreakEven: true },
    'A stop moves to break-even in a bracket with a stop and two targets or more.',
  ],
])('refuses %s', async (_title, terms, detail) => {
  const { brokerage } = await startTrading();
  const groupId = await placed(brokerage, bracket([100.02, 102, 99]));
  expect(await change(brokerage, groupId, terms)).toEqual({ code: GroupError.InvalidGroup, detail });
});

it('refuses by the rules of placing', async () => {
  const { brokerage, market } = await startTrading();
  market.print('AAPL', 150, 10);
  const open = await placed(brokerage, trailing());
  const waiting = await placed(brokerage, conditional(above(200), 'Day'));
  const invalid = (detail: string) => ({ code: GroupError.InvalidGroup, detail });
  expect(
    await change(brokerage, open, { trail: { start: { basis: 'Price', amountE4: 99 * DOLLAR } } }),
  ).toEqual(invalid('The start of the trail is above the entry.'));
  expect(await change(brokerage, open, { trail: { distance: { basis: 'Offset', amountE4: 1 } } })).toEqual(
    invalid('The distance of the trail is a whole number of cents.'),
  );
  expect(await change(brokerage, waiting, { condition: above(0) })).toEqual(
    invalid('The condition has a price above 0.'),
  );
  expect(await change(brokerage, waiting, { condition: above(90, { symbol: 'SPY' }) })).toEqual(
    invalid('The condition stays about its symbol, or about a time: cancel and place again for another one.'),
  );
  const late = await placed(brokerage, conditional({ basis: 'TimeOfDay', minutes: 15 * 60 }, 'Day'));
  expect(await change(brokerage, late, { condition: { basis: 'TimeOfDay', minutes: 9 * 60 } })).toEqual(
    invalid('The order would end before its condition holds.'),
  );
});
