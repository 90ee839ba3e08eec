import { expect, it } from 'vitest';
import type { GroupMember } from '../../domain/orders/groups/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { dollars, idOf, openHarness, settle } from './testing/harness.ts';
import { bracket, groupNow, groupOf, groupOrder, placed } from './testing/groups.ts';
import { C100, C105, openSpreads, spread, VERTICAL } from './testing/spread-harness.ts';

it('the timeline of a cancelled exit names what its group did, and why', async () => {
  const { brokerage, market } = await openHarness();
  const groupId = await placed(brokerage, bracket([100.02, 101, 99]));
  await settle();
  const orderOf = (role: GroupMember['role']): string =>
    groupNow(brokerage, groupId).orders.find((member) => member.role === role)?.orderId ?? '';
  const [entry, target, stop] = [orderOf('Entry'), orderOf('Target'), orderOf('Stop')];
  market.show('SPY', [{ exchange: 'ARCA', bid: [101, 300], ask: [101.02, 200] }]);
  await settle();
  const timeline = await brokerage.timeline('A', stop);
  expect(timeline?.group.map(({ text }) => text)).toEqual([
    `Bracket ${groupId} was placed`,
    `The entry (order ${entry}) was sent`,
    `The entry (order ${entry}) filled 100 at 100.02`,
    `The target (order ${target}) was sent`,
    `The target (order ${target}) filled 100 at 101.00`,
    `Bracket ${groupId} ended as Completed`,
  ]);
  expect(timeline?.resting).toBeUndefined();
});

it('the timeline of an open limit has its place in the queue, by what is displayed and what has traded', async () => {
  const harness = await openHarness();
  const orderId = idOf(await harness.send({ type: 'Limit', priceE4: dollars(99.99) }));
  const resting = async () => (await harness.brokerage.timeline('A', orderId))?.resting;
  expect(await resting()).toEqual({
    reason: 'Limit 99.99 is 0.03 below the ask 100.02',
    notes: [],
    queue: { atArrival: 500, now: 500, traded: 0 },
  });
  harness.market.nowMs += 1_000;
  harness.market.print('SPY', 99.99, 200);
  await settle();
  expect((await resting())?.queue).toEqual({ atArrival: 500, now: 300, traded: 200 });
});

it('the timeline of a rejected order has the figures of that moment and what passes; after a restart they are not recorded', async () => {
  const harness = await openHarness();
  const orderId = idOf(await harness.send({ quantity: 3_000 }));
  const { explained, times } = (await harness.brokerage.timeline('A', orderId)) ?? {};
  expect(explained?.code).toBe(harness.order(orderId).errorCode);
  const quantity = explained?.remedy.quantity ?? 0;
  expect(quantity).toBeGreaterThan(0);
  expect(times?.publishedMicros).toBeGreaterThan(0);
  expect((await harness.brokerage.explain({ ...harness.order(orderId), quantity }, undefined))?.code).toBe(0);
  await harness.brokerage.stop();
  const again = await openHarness({ market: harness.market, journal: harness.journal });
  expect(await again.brokerage.timeline('A', orderId)).toMatchObject({
    explained: undefined,
    times: undefined,
  });
});

it('the timeline of an exit says where its trail begins, and that of a group what it waits for', async () => {
  const { brokerage, market } = await openHarness();
  const trail = {
    start: { basis: 'Price', amountE4: dollars(105) },
    distance: { basis: 'Offset', amountE4: dollars(1) },
  } as const;
  const groupId = await placed(brokerage, bracket([100.02, 110, 99], {}, { trail }));
  await settle();
  market.print('SPY', 103.2, 100);
  await settle();
  const stop = groupNow(brokerage, groupId).orders.find(({ role }) => role === 'Stop')?.orderId ?? '';
  expect((await brokerage.timeline('A', stop))?.resting?.notes).toEqual([
    'The stop begins to trail at a last trade of SPY ≥ 105.00; now 103.20, 1.80 away',
  ]);
  const condition = { basis: 'Last', symbol: 'SPY', direction: 'AtOrBelow', priceE4: dollars(98) } as const;
  const orders = [groupOrder({ priceE4: dollars(97) })];
  const waiting = await placed(brokerage, groupOf({ kind: 'Conditional', orders, condition }));
  const timeline = await brokerage.timeline('A', waiting);
  expect(timeline?.resting?.reason).toBe('Waits for a last trade of SPY ≤ 98.00; now 103.20, 5.20 away');
  expect(timeline?.group.map(({ text }) => text)).toEqual([`Conditional order ${waiting} was placed`]);
  expect(await brokerage.timeline('B', waiting)).toBeUndefined();
  expect(await brokerage.timeline('A', 'G999')).toBeUndefined();
});

it('the timeline of an open order of a stopped account says who stopped it', async () => {
  let halt: 'Account' | null = null;
  const harness = await openHarness({ facts: (defaults) => ({ ...defaults, haltOf: () => halt }) });
  const orderId = idOf(await harness.send({ type: 'Limit', priceE4: dollars(90) }));
  halt = 'Account';
  expect((await harness.brokerage.timeline('A', orderId))?.resting?.notes).toEqual([
    'An administrator has stopped the account: only a flatten is taken',
  ]);
});

it('the timeline of an order has what the checks said of each replacement', async () => {
  const harness = await openHarness();
  const orderId = idOf(await harness.send({ type: 'Limit', priceE4: dollars(90) }));
  await harness.replace(orderId, { quantity: 200 });
  await harness.replace(orderId, { quantity: 900_000 });
  const { replacements = [], explained } = (await harness.brokerage.timeline('A', orderId)) ?? {};
  expect(explained?.code).toBe(0);
  expect(replacements.map(({ explained: { code } }) => code)).toEqual([0, OrderError.NotEnoughCash]);
  const costs = replacements.map(({ explained: { checks } }) =>
    checks.find(({ checkId }) => checkId === 'buying-power'),
  );
  expect(costs[0]?.figure?.value).toBe(dollars(18_000));
  const quantity = replacements[1]?.explained.remedy.quantity ?? 0;
  const { clientId } = harness.order(orderId);
  const explain = async (change: object) =>
    (await harness.brokerage.explain({ ...harness.order(orderId), clientId: 'why', ...change }, clientId))
      ?.code;
  expect([await explain({ quantity }), await explain({ quantity: quantity + 1 })]).toEqual([
    0,
    replacements[1]?.explained.code,
  ]);
});

it('the explanation of a multi-leg order has the checks of each leg, and its money as a whole', async () => {
  const harness = await openSpreads();
  const reports = await harness.send(spread(VERTICAL, 2.5, { quantity: 500 }));
  const refused = (await harness.brokerage.timeline('A', idOf(reports)))?.explained;
  expect(refused?.code).toBe(harness.order(idOf(reports)).errorCode);
  const legs = new Set(refused?.checks.map(({ leg }) => leg));
  expect([...legs]).toEqual([undefined, C100, C105]);
  const money = refused?.checks.filter(({ code }) => code !== 0).map(({ checkId }) => checkId);
  expect(money).toEqual(['buying-power']);
  const quantity = refused?.remedy.quantity ?? 0;
  const order = { ...harness.order(idOf(reports)), clientId: 'why' };
  const codeOf = async (units: number) =>
    (await harness.brokerage.explain({ ...order, quantity: units }, undefined))?.code;
  expect([await codeOf(quantity), await codeOf(quantity + 1)]).toEqual([0, refused?.code]);
  const accepted = idOf(await harness.send(spread(VERTICAL, 1.5)));
  const figures = (await harness.brokerage.timeline('A', accepted))?.explained?.checks ?? [];
  expect(figures.at(-1)).toMatchObject({ checkId: 'buying-power', code: 0 });
  expect(figures.some(({ leg }) => leg === C105)).toBe(true);
});

it('an order of another account has no timeline', async () => {
  const harness = await openHarness();
  const orderId = idOf(await harness.send());
  expect(await harness.brokerage.timeline('B', orderId)).toBeUndefined();
});
