import { expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER } from './testing/strategy-harness.ts';

const buy = (id: string): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
});

it("accepts equal orders of a strategy at once, and keeps the duplicate guard for a user's own orders", async () => {
  const at = await openStrategyHarness({
    facts: (defaults) => ({ ...defaults, limits: () => HOUSE_LIMITS }),
  });
  try {
    await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [buy('a'), buy('b')] } }));
    await at.status('live-1', 'Running');
    at.trading.market.nowMs += 1;
    at.trading.market.print('SPY', 100.01, 10);
    const filled = () => at.runtime.live[0]?.changes.filter(({ status }) => status === 'Filled');
    await expect.poll(filled).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    const [report] = await at.trading.send({ quantity: 100 });
    expect(report).toMatchObject({ reportType: 'OrderRejected', errorCode: -48 });
  } finally {
    await at.close();
  }
});

it('gives an order that the broker rejects for its pace the rule and the wait as its reason, also after a restart', async () => {
  const limits = () => ({ ...HOUSE_LIMITS, orderRates: [{ count: 1, windowMs: 10_000 }] });
  const at = await openStrategyHarness({ facts: (defaults) => ({ ...defaults, limits }) });
  try {
    await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [buy('a'), buy('b')] } }));
    await at.status('live-1', 'Running');
    at.trading.market.nowMs += 1;
    at.trading.market.print('SPY', 100.01, 10);
    const reasons = async () =>
      (await at.service.orders({ userId: 'u', name: 'Cross', instanceId: 'live-1' }, 0, 9))?.orders.map(
        ({ Reason }) => Reason,
      );
    const reason = 'Too frequent trades. At most 1 orders and changes in 10000 ms: wait 10000 ms.';
    await expect.poll(reasons).toEqual(['', reason]);
    await at.restart();
    expect(await reasons()).toEqual(['', reason]);
  } finally {
    await at.close();
  }
});

it('accepts from the runtime at most twice the 50 orders that a run may send in a second of the market, however fast it is replayed', async () => {
  const orders = (from: number, count: number): LiveRequest[] =>
    Array.from({ length: count }, (_, n) => ({
      ...buy(`o${from + n}`),
      type: 'Limit',
      price: 99 - (from + n) / 1_000 + ((from + n) % 10) / 1_000,
      quantity: 1,
    }));
  const at = await openStrategyHarness();
  try {
    await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
    const live = { 1: orders(0, 100), 2: orders(100, 100), 3: orders(200, 102) };
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live }));
    await at.status('live-1', 'Running');
    for (const price of [100.01, 100.02, 100.03]) {
      const rows = at.runtime.live[0]?.rows.length ?? 0;
      at.trading.market.nowMs += 1_000;
      at.trading.market.print('SPY', price, 10);
      await expect.poll(() => at.runtime.live[0]?.rows.length).toBe(rows + 1);
    }
    const rejected = () =>
      at.runtime.live[0]?.changes
        .filter(({ status }) => status === 'Rejected')
        .map(({ id, reason }) => [id, reason]);
    const reason = 'Too frequent trades. A run sends at most 50 orders a second: wait for the next second.';
    await expect.poll(rejected).toEqual([
      ['o300', reason],
      ['o301', reason],
    ]);
  } finally {
    await at.close();
  }
});
