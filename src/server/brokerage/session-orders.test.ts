import { describe, expect, it } from 'vitest';
import { OrderError } from '../../domain/orders/errors.ts';
import { runForSession, runRequest } from '../request-context.ts';
import { bracket, groupNow, groupOf, groupOrder, placed } from './testing/groups.ts';
import { dollars, idOf, openHarness, settle, type Harness } from './testing/harness.ts';
import { sell } from './testing/started-brokerage.ts';

let count = 0;
/** Sends something as a request of a session. */
const asSession = <Value>(sessionId: string, work: () => Value): Value =>
  runRequest('trading-1', (count += 1), () => runForSession(sessionId, work));
const at = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;
const openIds = (harness: Harness): string[] =>
  harness
    .view()
    .orders.filter(({ completedMs }) => completedMs === null)
    .map(({ orderId }) => orderId);
async function openHolding(): Promise<Harness> {
  const harness = await openHarness();
  harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 5_000], ask: [100.02, 5_000] }]);
  await harness.send({ quantity: 100 });
  return harness;
}

it('cancels the orders that a session sent, and none of another session or without one', async () => {
  const harness = await openHolding();
  const mine = idOf(await asSession('a', () => harness.send(at(99))));
  const others = [idOf(await asSession('b', () => harness.send(at(98.5)))), idOf(await harness.send(at(98)))];
  expect(Object.fromEntries(harness.brokerage.sessionsWithOrders())).toEqual({ a: 'u', b: 'u' });
  expect(await harness.brokerage.cancelOrdersOf('a', 'A')).toBe(1);
  expect(openIds(harness)).toEqual(others);
  expect(harness.order(mine)).toMatchObject({ status: 'Cancelled', errorCode: OrderError.NotLoggedIn });
  expect(await harness.brokerage.cancelOrdersOf('a', 'A')).toBe(0);
});

it('keeps stops of the position, and cancels limit orders that close it', async () => {
  const harness = await openHolding();
  const stop = idOf(
    await asSession('a', () =>
      harness.send({ ...sell, type: 'Stop', stopPriceE4: dollars(95), quantity: 50 }),
    ),
  );
  await asSession('a', () => harness.send({ ...at(104), ...sell, quantity: 50 }));
  await harness.brokerage.cancelOrdersOf('a', 'A');
  expect(openIds(harness)).toEqual([stop]);
});

it('cancels the entry of a bracket and keeps the exits of what it has filled', async () => {
  const harness = await openHarness();
  harness.market.show('SPY', [{ exchange: 'ARCA', bid: [99.9, 500], ask: [100, 40] }]);
  const groupId = await asSession('a', () => placed(harness.brokerage, bracket([100, 104, 97])));
  await harness.brokerage.cancelOrdersOf('a', 'A');
  expect(
    groupNow(harness.brokerage, groupId).orders.map(({ role, quantity, filled, isOpen }) => [
      role,
      quantity,
      filled,
      isOpen,
    ]),
  ).toEqual([
    ['Entry', 100, 40, false],
    ['Target', 40, 0, true],
    ['Stop', 40, 0, true],
  ]);
});

it('knows the session of an order after a replace and a restart', async () => {
  const harness = await openHolding();
  const orderId = idOf(await asSession('a', () => harness.send(at(99))));
  await asSession('b', () => harness.replace(orderId, { priceE4: dollars(98.5) }));
  await harness.brokerage.stop();
  const again = await openHarness({ market: harness.market, journal: harness.journal });
  const plain = idOf(await again.send(at(98)));
  expect(Object.fromEntries(again.brokerage.sessionsWithOrders())).toEqual({ a: 'u' });
  expect(await again.brokerage.cancelOrdersOf('a', 'A')).toBe(1);
  expect(openIds(again)).toEqual([plain]);
});

describe('an order that waits for a condition', () => {
  const condition = { basis: 'Last', symbol: 'SPY', direction: 'AtOrAbove', priceE4: dollars(105) } as const;
  const conditional = (change: Parameters<typeof groupOrder>[0] = {}) =>
    groupOf({ kind: 'Conditional', orders: [groupOrder({ ...at(99), ...change })], condition });

  it('is cancelled with the orders of the session that placed it, also after a restart', async () => {
    const harness = await openHolding();
    const mine = await asSession('a', () => placed(harness.brokerage, conditional()));
    const other = await asSession('b', () => placed(harness.brokerage, conditional()));
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(Object.fromEntries(again.brokerage.sessionsWithOrders())).toEqual({ a: 'u', b: 'u' });
    expect(await again.brokerage.cancelOrdersOf('a', 'A')).toBe(1);
    expect(groupNow(again.brokerage, mine)).toMatchObject({
      state: 'Cancelled',
      code: OrderError.NotLoggedIn,
    });
    expect(groupNow(again.brokerage, other).state).toBe('Working');
    expect(await again.brokerage.cancelOrdersOf('a', 'A')).toBe(0);
  });

  it('is cancelled once it was sent, too', async () => {
    const harness = await openHolding();
    const groupId = await asSession('a', () => placed(harness.brokerage, conditional()));
    harness.market.print('SPY', 105, 10);
    await settle();
    expect(openIds(harness)).toHaveLength(1);
    await harness.brokerage.cancelOrdersOf('a', 'A');
    expect([openIds(harness), groupNow(harness.brokerage, groupId).state]).toEqual([[], 'Cancelled']);
  });

  it('stays when it closes a position', async () => {
    const harness = await openHolding();
    const groupId = await asSession('a', () =>
      placed(harness.brokerage, conditional({ ...sell, type: 'Market', priceE4: 0 })),
    );
    expect(await harness.brokerage.cancelOrdersOf('a', 'A')).toBe(0);
    expect(groupNow(harness.brokerage, groupId).state).toBe('Working');
  });
});
