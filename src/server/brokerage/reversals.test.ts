import { expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import type { GroupOutcome } from './brokerage.ts';
import { bracket, groupNow, heldShares, membersNow, placed } from './testing/groups.ts';
import { dollars, OPTION, openHarness, settle, type Harness, type HarnessParts } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { sell } from './testing/started-brokerage.ts';

let count = 0;
const reverse = (
  { brokerage }: Harness,
  clientId = `rev${(count += 1)}`,
  symbol = 'SPY',
): Promise<GroupOutcome> => brokerage.reversePosition({ account: 'A', userId: 'u', clientId, symbol });
const groupIdOf = (outcome: GroupOutcome): string =>
  'groupId' in outcome ? outcome.groupId : `refused ${outcome.code} ${outcome.detail ?? ''}`;

/** An account that holds 100 SPY, in a market of 5,000 on each side. */
async function openHolding(parts: HarnessParts = {}): Promise<Harness> {
  const harness = await openHarness(parts);
  show(harness, 5_000);
  await harness.send({ quantity: 100 });
  return harness;
}
const show = ({ market }: Harness, size: number): void =>
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, size], ask: [100.02, size] }]);
const at = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;
const openCount = (harness: Harness): number =>
  harness.view().orders.filter(({ completedMs }) => completedMs === null).length;

it('turns a long position into a short one of the same size, and back', async () => {
  const harness = await openHolding();
  const groupId = groupIdOf(await reverse(harness));
  expect(heldShares(harness.brokerage)).toBe(-100);
  expect(groupNow(harness.brokerage, groupId)).toMatchObject({
    kind: 'OneTriggersOther',
    state: 'Completed',
  });
  expect(groupIdOf(await reverse(harness))).toMatch(/^G/);
  expect(heldShares(harness.brokerage)).toBe(100);
});

it('cancels the orders and groups of the symbol first, and leaves those of others', async () => {
  const harness = await openHolding();
  harness.market.show('AAPL', [{ exchange: 'ARCA', bid: [200, 100], ask: [200.02, 100] }]);
  harness.market.print('AAPL', 200, 100);
  await harness.send({ ...at(195), symbol: 'AAPL', quantity: 5 });
  await harness.send({ ...at(105), ...sell });
  await placed(harness.brokerage, bracket([90, 99, 85]));
  expect(openCount(harness)).toBe(3);
  await reverse(harness);
  expect([heldShares(harness.brokerage), openCount(harness)]).toEqual([-100, 1]);
});

it('does nothing of it when the other side may not be opened', async () => {
  const harness = await openHolding({
    facts: (defaults) => ({
      ...defaults,
      instrument: (symbol) => {
        const listing = defaults.instrument(symbol);
        return listing && { ...listing, isShortable: false };
      },
    }),
  });
  await harness.send({ ...at(105), ...sell });
  const before = harness.journal.records.length;
  expect(await reverse(harness)).toMatchObject({ code: OrderError.NotShortable });
  expect([heldShares(harness.brokerage), openCount(harness)]).toEqual([100, 1]);
  expect(harness.journal.records).toHaveLength(before);
});

it('is judged with the money that closing the position frees', async () => {
  const harness = await openHolding({ cash: 11_000 });
  await harness.send({ quantity: 100 });
  expect(await reverse(harness)).toHaveProperty('groupId');
  expect(heldShares(harness.brokerage)).toBe(-200);
});

it('refuses a symbol without a position, and a closed market, with no record', async () => {
  const harness = await openHolding();
  expect(await reverse(harness, 'flat', 'AAPL')).toMatchObject({
    code: GroupError.InvalidGroup,
    detail: 'The account holds no AAPL that could be reversed.',
  });
  harness.market.turn('closed');
  await settle();
  expect(await reverse(harness)).toMatchObject({ code: OrderError.MarketOffline });
  expect(heldShares(harness.brokerage)).toBe(100);
});

it('refuses the written side of an option that the account is not approved for', async () => {
  const harness = await openHolding();
  harness.market.show(OPTION, [{ exchange: 'ARCA', bid: [2, 100], ask: [2.1, 100] }]);
  await harness.send({ ...at(2.1), symbol: OPTION, quantity: 2 });
  await harness.send({ ...at(100), ...sell });
  const outcome = await reverse(harness, 'write', OPTION);
  expect('code' in outcome && outcome.code).toBeLessThan(0);
  expect(harness.view().positions.find(({ symbol }) => symbol === OPTION)?.longQuantity).toBe(2);
});

it('opens the other side only once the position is closed, also after a restart in between', async () => {
  const harness = await openHolding();
  show(harness, 40);
  const groupId = groupIdOf(await reverse(harness));
  expect(heldShares(harness.brokerage)).toBe(60);
  expect(membersNow(harness.brokerage, groupId)).toEqual([['First', 100, 40, 'open']]);
  await harness.brokerage.stop();
  const again = await openHarness({ market: harness.market, journal: harness.journal });
  again.market.show('SPY', [{ exchange: 'ARCA', bid: [99.99, 5_000], ask: [100.02, 5_000] }]);
  await settle();
  expect(heldShares(again.brokerage)).toBe(-100);
  expect(groupNow(again.brokerage, groupId).state).toBe('Completed');
});

it('reverses once for a ClientId, also over a restart', async () => {
  const harness = await openHolding();
  const groupId = groupIdOf(await reverse(harness, 'once'));
  expect(groupIdOf(await reverse(harness, 'once'))).toBe(groupId);
  await harness.brokerage.stop();
  const again = await openHarness({ market: harness.market, journal: harness.journal });
  expect(groupIdOf(await reverse(again, 'once'))).toBe(groupId);
  expect(heldShares(again.brokerage)).toBe(-100);
});

it('continues when the server ends after any of its records', async () => {
  const harness = await openHolding();
  await harness.send({ ...at(105), ...sell });
  const before = harness.journal.records.length;
  await reverse(harness, 'killed');
  await harness.brokerage.stop();
  const { records } = harness.journal;
  expect(records.length).toBeGreaterThan(before + 5);
  for (let kept = before; kept <= records.length; kept += 1) {
    const again = await openHarness({
      market: harness.market,
      journal: new MemoryJournal(records.slice(0, kept)),
    });
    show(again, 5_000);
    await settle();
    await reverse(again, 'killed');
    await settle();
    expect([kept, heldShares(again.brokerage), openCount(again)]).toEqual([kept, -100, 0]);
    await again.brokerage.stop();
  }
});

it('lets an order go through zero on its own, and refuses it as the entry of a bracket', async () => {
  const harness = await openHolding();
  await harness.send({ ...sell, quantity: 100 });
  await harness.send({ side: 'Short', source: 'Open', quantity: 100 });
  const through = { quantity: 150, priceE4: dollars(100.02) };
  expect(await harness.brokerage.placeGroup(bracket([100.02, 105, 95], through))).toEqual({
    code: GroupError.InvalidGroup,
    detail: 'The account has an opposite position, which the entry would close.',
  });
  await harness.send({ ...at(100.02), source: 'Cover', quantity: 150 });
  expect(heldShares(harness.brokerage)).toBe(50);
});
