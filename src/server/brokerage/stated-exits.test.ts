import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import { GroupError } from '../../domain/orders/errors.ts';
import type { Bar } from '../../domain/bars/bar.ts';
import { restart, startTrading, type Started } from './testing/group-time.ts';
import { bracket, groupNow, heldShares, placed } from './testing/groups.ts';
import { DOLLAR } from './testing/started-brokerage.ts';

const stated = (basis: 'Atr' | 'Risk', amount: number) =>
  ({
    basis: 'Offset',
    amountE4: 0,
    stated: { basis, amountE4: Math.round(amount * DOLLAR) },
    tif: 'GoodTillCancel',
  }) as const;
const ATR = { period: 14, bars: 'Day', valueE4: 0 } as const;
const byAtr = () =>
  bracket([100.02, 0, 0], {}, { target: stated('Atr', 3), stop: stated('Atr', 1.5), atr: ATR });

/** Gives SPY so many finished days with this range in dollars. */
function withDays({ market }: Pick<Started, 'market'>, days: number, range: number): void {
  const bars: Bar[] = Array.from({ length: days }, (_, index) => ({
    timeMs: market.nowMs - (days - index) * DAY_MS,
    openE4: 100 * DOLLAR,
    highE4: Math.round((100 + range / 2) * DOLLAR),
    lowE4: Math.round((100 - range / 2) * DOLLAR),
    closeE4: 100 * DOLLAR,
    volume: 1,
  }));
  market.bars = () => Promise.resolve(bars);
}
const exitsOf = ({ brokerage }: Pick<Started, 'brokerage'>) =>
  brokerage
    .accountView('A', 0)
    .orders.filter(({ side, completedMs }) => side === 'Sell' && completedMs === null)
    .map(({ type, priceE4, workingStopE4 }) => [type, (type === 'Limit' ? priceE4 : workingStopE4) / DOLLAR]);

it('places exits in multiples of the ATR as it is when the group is placed, and keeps them through a restart', async () => {
  const world = await startTrading();
  withDays(world, 15, 2);
  const group = byAtr();
  const groupId = await placed(world.brokerage, group);
  expect(exitsOf(world)).toEqual([
    ['Limit', 106.02],
    ['Stop', 97.02],
  ]);
  expect(groupNow(world.brokerage, groupId)).toMatchObject({
    atr: { period: 14, bars: 'Day', valueE4: 2 * DOLLAR },
    stop: { basis: 'Offset', amountE4: 3 * DOLLAR, stated: { basis: 'Atr', amountE4: 15_000 } },
  });
  withDays(world, 15, 8);
  const after = await restart(world);
  expect(exitsOf(after)).toEqual(exitsOf(world));
  expect(await after.brokerage.placeGroup(group)).toEqual({ groupId });
  expect(heldShares(after.brokerage)).toBe(100);
});

it('forgets how a distance was stated once the holder sets a price', async () => {
  const world = await startTrading();
  withDays(world, 15, 2);
  const groupId = await placed(world.brokerage, byAtr());
  await world.brokerage.changeGroupExit({
    account: 'A',
    userId: 'u',
    groupId,
    role: 'Stop',
    price: { basis: 'Price', amountE4: 98 * DOLLAR },
  });
  const { stop } = groupNow(world.brokerage, groupId);
  expect([stop?.amountE4, stop?.stated]).toEqual([98 * DOLLAR, undefined]);
});

it('refuses a group whose ATR is unknown, and says what is missing', async () => {
  const world = await startTrading();
  withDays(world, 14, 2);
  expect(await world.brokerage.placeGroup(byAtr())).toEqual({
    code: GroupError.InvalidGroup,
    detail: 'The ATR(14) of daily bars of SPY is unknown: it takes 15 finished bars, and there are 14.',
  });
  withDays(world, 15, 0);
  expect(await world.brokerage.placeGroup(byAtr())).toMatchObject({
    detail: 'The ATR(14) of daily bars of SPY is 0: its price has not moved.',
  });
  world.market.bars = () => Promise.reject(new Error('no data'));
  expect(await world.brokerage.placeGroup(byAtr())).toMatchObject({
    detail: 'The bars of SPY cannot be read now, so the ATR(14) of daily bars is unknown.',
  });
  expect(heldShares(world.brokerage)).toBe(0);
});

it('places the stop where the quantity loses the dollars at risk', async () => {
  const world = await startTrading();
  await placed(
    world.brokerage,
    bracket([100.02, 0, 0], { quantity: 200 }, { target: null, stop: stated('Risk', 250) }),
  );
  expect(exitsOf(world)).toEqual([['Stop', 98.77]]);
});
