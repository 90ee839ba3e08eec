import { expect, it } from 'vitest';
import { OrderError } from '../../domain/orders/errors.ts';
import type { Brokerage } from './brokerage.ts';
import { bracket, groupNow, groupOf, groupOrder, placed } from './testing/groups.ts';
import { dollars, openHarness, settle } from './testing/harness.ts';

const orderIds = (brokerage: Brokerage, groupId: string): readonly string[] =>
  groupNow(brokerage, groupId).orders.map(({ orderId }) => orderId);
const explanationsOf = (brokerage: Brokerage, ids: readonly string[]) =>
  Promise.all(ids.map(async (orderId) => (await brokerage.timeline('A', orderId))?.explained));
/** The cost that buying power was compared with, dollars. */
const costOf = (explained: Awaited<ReturnType<typeof explanationsOf>>[number]): number =>
  (explained?.checks.find(({ checkId }) => checkId === 'buying-power')?.figure?.value ?? 0) / dollars(1);

/** A conditional order that is sent once SPY trades at 98 or below. */
const conditional = (quantity: number) =>
  groupOf({
    kind: 'Conditional',
    orders: [groupOrder({ type: 'Market', quantity })],
    condition: { basis: 'Last', symbol: 'SPY', direction: 'AtOrBelow', priceE4: dollars(98) },
  });

it('an entry has the figures of the check of its bracket, and the exits, which pass no checks, have none', async () => {
  const { brokerage } = await openHarness();
  const groupId = await placed(brokerage, bracket([100.02, 110, 99]));
  await settle();
  const [entry, ...exits] = await explanationsOf(brokerage, orderIds(brokerage, groupId));
  expect(entry).toMatchObject({ code: 0, remedy: {} });
  expect(costOf(entry)).toBeCloseTo(10_002, -1);
  expect(exits).toEqual([undefined, undefined]);
});

it('each alternative of one-cancels-other has its own figures', async () => {
  const { brokerage } = await openHarness();
  const orders = [90, 80].map((price) => groupOrder({ priceE4: dollars(price) }));
  const groupId = await placed(brokerage, groupOf({ kind: 'OneCancelsOther', orders }));
  const explained = await explanationsOf(brokerage, orderIds(brokerage, groupId));
  expect(explained.map(costOf)).toEqual([9_000, 8_000]);
});

it('the next order of one-triggers-other has the figures of the moment at which it is sent', async () => {
  const { brokerage } = await openHarness();
  const orders = [groupOrder({ type: 'Market' }), groupOrder({ priceE4: dollars(70) })];
  const groupId = await placed(brokerage, groupOf({ kind: 'OneTriggersOther', orders }));
  await settle();
  const [first, next] = await explanationsOf(brokerage, orderIds(brokerage, groupId));
  expect(first?.code).toBe(0);
  expect(costOf(next)).toBe(7_000);
});

it('a triggered order that is refused has the figures and what passes, for 20 refusals of an account', async () => {
  const { brokerage, market } = await openHarness();
  const groupIds: string[] = [];
  for (let count = 0; count < 21; count += 1)
    groupIds.push(await placed(brokerage, conditional(900_000 + count)));
  market.print('SPY', 98, 100);
  await settle();
  const ids = groupIds.flatMap((groupId) => orderIds(brokerage, groupId));
  const explained = await explanationsOf(brokerage, ids);
  expect(explained.filter((each) => each !== undefined)).toHaveLength(20);
  const [refused] = explained;
  expect(refused?.code).toBe(groupNow(brokerage, groupIds[0] ?? '').orders[0]?.code);
  expect(refused?.code).toBe(OrderError.NotEnoughCash);
  const quantity = refused?.remedy.quantity ?? 0;
  const codeOf = async (shares: number) =>
    (await brokerage.explain(groupOrder({ type: 'Market', quantity: shares }), undefined))?.code;
  expect([await codeOf(quantity), await codeOf(quantity + 1)]).toEqual([0, OrderError.NotEnoughCash]);
});

it('a close that a flatten sends has its figures, and a reversal those of both orders', async () => {
  const harness = await openHarness();
  const { brokerage } = harness;
  await harness.send();
  const reversed = await brokerage.reversePosition({
    account: 'A',
    userId: 'u',
    clientId: 'turn',
    symbol: 'SPY',
  });
  await settle();
  if ('code' in reversed) throw new Error(`The reversal was refused: ${reversed.code}`);
  const both = await explanationsOf(brokerage, orderIds(brokerage, reversed.groupId));
  expect(both.map((each) => each?.code)).toEqual([0, 0]);
  const groupId = await placed(brokerage, groupOf({ kind: 'Flatten', symbol: null }));
  await settle();
  const [close] = await explanationsOf(brokerage, orderIds(brokerage, groupId));
  expect(close?.code).toBe(0);
});
