import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_GUARDS, type GuardSettings } from '../../domain/strategy/guards.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';
import { until } from '../../../tests/support/until.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const send = (id: string, change: Partial<Extract<LiveRequest, { kind: 'send' }>> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
  ...change,
});
const print = async (price: number): Promise<void> => {
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', price, 10);
  await new Promise((resolve) => setTimeout(resolve, 25));
};
const begin = (live: NonNullable<Script['live']>, guards: Partial<GuardSettings>) =>
  at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live }, { Guards: { ...NO_GUARDS, ...guards } }));
const start = async (live: NonNullable<Script['live']>, guards: Partial<GuardSettings>): Promise<void> => {
  expect(await begin(live, guards)).toBeUndefined();
  await at.status('live-1', 'Running');
};
const ordersOfRun = () =>
  at.trading
    .view()
    .orders.filter(({ clientId }) => clientId.startsWith('algo-'))
    .map(({ side, quantity, status }) => [side, quantity, status]);
const held = () => {
  const [position] = at.trading.view().positions;
  return position ? position.longQuantity - position.shortQuantity : 0;
};

describe('the guards of a live run', () => {
  it('stop it when its loss is above the limit: open orders are cancelled, the position stays, and all say why', async () => {
    await start({ 1: [send('in')], 2: [send('rests', { type: 'Limit', price: 90 })] }, { Loss: 50 });
    await print(100.01);
    await print(100.01);
    // Bought at 100.02: 100 shares lose 42 dollars and the fees.
    await print(99.6);
    expect((await at.service.status(RUNNER, 'Cross'))?.instances[0]?.Status).toBe('Running');
    await print(99.5);
    const { Message: message, Guards } = await at.status('live-1', 'Stopped');
    expect(message).toMatch(
      /^Stopped by guard: the loss is \$5[0-9]\.\d\d, the limit is \$50\.00\. Its open orders were cancelled; its positions stay\./,
    );
    expect(Guards).toMatchObject({ Loss: 50 });
    expect(ordersOfRun()).toEqual([
      ['Buy', 100, 'Executed'],
      ['Buy', 100, 'Cancelled'],
    ]);
    expect(held()).toBe(100);
    const log = await at.service.reports.log(KEY, 0, 99);
    expect(log?.lines.at(-1)?.Text).toContain('Stopped by guard: the loss is');
    await until(() => expect(at.names()).toContain('strategyRunsStopped'));
    expect(at.pushes.findLast(({ name }) => name === 'strategyRunsStopped')?.body).toMatchObject({
      Items: [{ Name: 'Cross', InstanceId: 'live-1', Message: message }],
    });
    expect(JSON.stringify(at.logged)).toContain('Stopped by guard');
  });

  it('close the position as well when the author wants it', async () => {
    await start({ 1: [send('in')] }, { Loss: 50, ClosesPosition: true });
    await print(100.01);
    await print(99);
    const { Message: message } = await at.status('live-1', 'Stopped');
    expect(message).toContain('Its position of 100 SPY was closed.');
    expect([held(), ordersOfRun()]).toEqual([
      0,
      [
        ['Buy', 100, 'Executed'],
        ['Sell', 100, 'Executed'],
      ],
    ]);
    expect((await at.service.orders(KEY, 0, 99))?.orders.map(({ Side, Status }) => [Side, Status])).toEqual([
      ['Buy', 'Filled'],
      ['Sell', 'Filled'],
    ]);
  });

  it('do not send an order that could make the position too large, open orders counted, nor those after it', async () => {
    const rests = { type: 'Limit', price: 90 } as const;
    await start(
      {
        1: [
          send('in'),
          send('more', rests),
          send('too many', { quantity: 1 }),
          send('late', { quantity: 1, side: 'Sell' }),
        ],
      },
      { Position: 200 },
    );
    await print(100.01);
    const { Message: message } = await at.status('live-1', 'Stopped');
    expect(message).toContain(
      'Stopped by guard: an order could make the position 201 SPY, the limit is 200. It was not sent.',
    );
    expect(ordersOfRun()).toHaveLength(2);
  });

  it('let orders that reduce the position pass', async () => {
    await start({ 1: [send('in')], 2: [send('out', { side: 'Sell' })] }, { Position: 100 });
    await print(100.01);
    await print(100.01);
    expect(ordersOfRun().map(([side]) => side)).toEqual(['Buy', 'Sell']);
    expect((await at.service.status(RUNNER, 'Cross'))?.instances[0]?.Status).toBe('Running');
  });

  it('do not send an order above the rate, also after the run was stopped and continues', async () => {
    const rests = { type: 'Limit', price: 90, quantity: 1 } as const;
    await start({ 1: [send('1', rests), send('2', rests)] }, { OrdersPerMinute: 2 });
    await print(100.01);
    await at.service.stopRun(KEY);
    await at.status('live-1', 'Stopped');
    at.pushes.length = 0;
    await start({ 1: [send('3', rests)] }, { OrdersPerMinute: 2 });
    await print(100.01);
    const { Message: message } = await at.status('live-1', 'Stopped');
    expect(message).toContain(
      'Stopped by guard: 3 orders within a minute, the limit is 2. The last of them was not sent.',
    );
    expect(ordersOfRun()).toHaveLength(2);
  });

  it('stop a run at once that continues with more than its guard allows', async () => {
    await start({ 1: [send('in')] }, {});
    await print(100.01);
    await at.service.stopRun(KEY);
    await at.status('live-1', 'Stopped');
    at.pushes.length = 0;
    expect(await begin({}, { Position: 99 })).toBeUndefined();
    const { Message: message } = await at.status('live-1', 'Stopped');
    expect(message).toContain('Stopped by guard: the position is 100 SPY, the limit is 99.');
    expect(at.trading.market.watcherCount('SPY')).toBeLessThanOrEqual(1);
  });
});
