import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_GUARDS } from '../../domain/strategy/guards.ts';
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
const start = async (script: Script, change: object = { AtRestart: 'Resume' }): Promise<void> => {
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, ...script }, change))).toBeUndefined();
  await at.status('live-1', 'Running');
};
const restart = async (): Promise<void> => {
  at.pushes.length = 0;
  await at.restart();
};
const sent = () => at.trading.view().orders.filter(({ clientId }) => clientId.startsWith('algo-'));
const lastRun = () => {
  const run = at.runtime.live.at(-1);
  if (run === undefined) throw new Error('no run was started');
  return run;
};

describe('a live run that resumes after a restart', () => {
  it('has its position and its open orders again, and can cancel them', async () => {
    await start({ live: { 1: [send('1')], 2: [send('2', { type: 'Limit', price: 90, quantity: 7 })] } });
    await print(100.01);
    await print(100.02);
    await restart();
    await at.status('live-1', 'Running');
    const { job, events } = lastRun();
    expect([at.runtime.live.length, job.position, job.openOrders]).toMatchObject([
      2,
      100,
      [{ side: 'Buy', type: 'Limit', quantity: 7, filledQuantity: 0, price: 90 }],
    ]);
    expect(sent().map(({ completedMs }) => completedMs === null)).toEqual([false, true]);
    events.onRequests([{ kind: 'cancel', id: '1' }]);
    await until(() => expect(sent().map(({ status }) => status)).toEqual(['Executed', 'Cancelled']));
    await until(() =>
      expect(lastRun().changes.map(({ id, status }) => [id, status])).toContainEqual(['1', 'Cancelled']),
    );
    expect((await at.service.reports.log(KEY, 0, 99))?.lines.map(({ Text }) => Text).join()).toContain(
      'Resumed after a restart of the server. No finished minute was missed.',
    );
    expect(await at.storage.repositories.strategies.stops('u', 'A')).toEqual([]);
  });

  it('receives what fills while its code is started', async () => {
    await start({ live: { 1: [send('1', { type: 'Limit', price: 90, quantity: 7 })] } });
    await print(100.01);
    const ofUser = at.runtime.forUser('u', 'live');
    vi.spyOn(at.runtime, 'forUser').mockReturnValue({
      ...ofUser,
      live: async (job, events) => {
        at.trading.market.show('SPY', [{ exchange: 'ARCA', bid: [89, 3000], ask: [89.5, 2000] }]);
        await until(() => expect(sent().map(({ status }) => status)).toEqual(['Executed']));
        return ofUser.live(job, events);
      },
    });
    await restart();
    await at.status('live-1', 'Running');
    const { job, changes } = lastRun();
    expect([job.position, job.openOrders?.length]).toEqual([0, 1]);
    expect(changes).toMatchObject([{ id: '1', status: 'Filled', filledQuantity: 7 }]);
  });

  it('is left as it is by a stop of the server, and keeps the counters of its guards', async () => {
    const rests = { type: 'Limit', price: 90, quantity: 1 } as const;
    const Guards = { ...NO_GUARDS, OrdersPerMinute: 2 };
    await start({ live: { 1: [send('1', rests), send('2', rests)] } }, { AtRestart: 'Resume', Guards });
    await print(100.01);
    await at.service.stop();
    expect(sent().map(({ completedMs }) => completedMs)).toEqual([null, null]);
    await restart();
    await at.status('live-1', 'Running');
    lastRun().events.onRequests([send('3', rests)]);
    expect((await at.status('live-1', 'Stopped')).Message).toContain(
      'Stopped by guard: 3 orders within a minute',
    );
    expect(sent()).toHaveLength(2);
  });

  it('is stopped by default', async () => {
    await start({}, {});
    await restart();
    expect((await at.service.status(RUNNER, 'Cross'))?.instances[0]?.Status).toBe('Stopped');
    expect(at.runtime.live).toHaveLength(1);
  });

  it('gets the state that its code has saved, which is durable before the orders of the same call', async () => {
    await start({});
    const store = at.storage.repositories.strategies;
    const stored = Promise.withResolvers<undefined>();
    const write = store.setRunState.bind(store);
    const delayed = vi.spyOn(store, 'setRunState').mockImplementation(async (...given) => {
      await stored.promise;
      return write(...given);
    });
    const { events } = lastRun();
    events.onState?.('{"entries":1}');
    events.onRequests([send('1')]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent()).toEqual([]);
    stored.resolve(undefined);
    await until(() => expect(sent()).toHaveLength(1));
    delayed.mockRestore();
    await restart();
    await at.status('live-1', 'Running');
    expect(lastRun().job).toMatchObject({
      position: 100,
      state: { text: '{"entries":1}', isOfOther: false },
    });
  });

  it('stops and changes nothing when its code does not take the state', async () => {
    await start({ live: { 1: [send('1'), send('2', { type: 'Limit', price: 90 })] } });
    lastRun().events.onState?.('{}');
    await print(100.01);
    await until(async () =>
      expect(await at.storage.repositories.strategies.runState(KEY)).toContain('Value'),
    );
    vi.spyOn(at.runtime, 'forUser').mockReturnValue({
      ...at.runtime.forUser('u', 'live'),
      live: async () => ({
        ok: false,
        error: { kind: 'state', message: 'no entries', line: 3, column: 1 },
      }),
    });
    await restart();
    const { Message: message } = await at.status('live-1', 'RuntimeError');
    expect(message).toContain('The saved state does not fit the code: no entries (line 3, column 1).');
    expect(message).toContain('open orders still work, and positions stay');
    expect(sent().map(({ completedMs }) => completedMs === null)).toEqual([false, true]);
  });
});
