import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

type Send = Extract<LiveRequest, { kind: 'send' }>;
const send = (id: string, change: Partial<Send> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
  ...change,
});
const stop = send('stop', { side: 'Sell', type: 'Stop', stopPrice: 99 });
const target = send('target', { side: 'Sell', type: 'Limit', price: 101 });

/** Starts a run on every trade: its first one buys, the second sends the rest. */
async function start(...requests: readonly LiveRequest[]): Promise<void> {
  const script = { barMinutes: 0, live: { 1: [send('entry')], 2: requests } };
  await at.service.startLive(RUNNER, liveStart(script));
  await at.status('live-1', 'Running');
  await trade(100.01);
  await trade(100.01);
}
/** Moves the market to a price and waits until the run has received the trade. */
async function trade(price: number): Promise<void> {
  const run = at.runtime.live[0];
  const rows = run?.rows.length ?? 0;
  at.trading.market.nowMs += 1;
  at.trading.market.show('SPY', [{ exchange: 'ARCA', bid: [price - 0.01, 3000], ask: [price + 0.01, 2000] }]);
  at.trading.market.print('SPY', price, 1000);
  await expect.poll(() => run?.rows.length).toBe(rows + 1);
}
/** The order changes that the strategy received, without those of the entry. */
const exitChanges = () =>
  at.runtime.live[0]?.changes
    .filter(({ id }) => id !== 'entry')
    .map(({ id, status, reason }) => [id, status, ...(reason === '' ? [] : [reason])].join(' '));
const atTheBroker = () =>
  at.trading
    .view()
    .orders.filter(({ side }) => side === 'Sell')
    .map(({ type, status }) => `${type} ${status}`);

describe('a bracket of a live run', () => {
  it('has its first side at the broker and the second one held', async () => {
    await start(stop, target);
    await expect.poll(exitChanges).toEqual(['target Accepted', 'stop Accepted']);
    expect(atTheBroker()).toEqual(['Stop Confirmed']);
  });

  it('sells at the target, which takes the place of the stop', async () => {
    await start(stop, target);
    await trade(101.02);
    await expect.poll(exitChanges).toContain('target Filled');
    expect(exitChanges()).toContain('stop Cancelled');
    expect(atTheBroker()).toEqual(['Stop Cancelled', 'Limit Executed']);
  });

  it('sells at a stop that is the held side', async () => {
    await start(target, stop);
    await trade(98.99);
    await expect.poll(exitChanges).toContain('stop Filled');
    expect(exitChanges()).toContain('target Cancelled');
  });

  it('has one side left when the other one was filled: it ends when its price comes', async () => {
    await start(stop, target);
    await trade(98.99);
    await expect.poll(exitChanges).toContain('stop Filled');
    await trade(101.02);
    await expect.poll(exitChanges).toContain('target Cancelled The order sells more shares than are held');
    expect(at.trading.view().positions[0]).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
  });

  it('sends the held side when the first one is cancelled', async () => {
    await start(stop, target);
    at.runtime.live[0]?.events.onRequests([{ kind: 'cancel', id: 'stop' }]);
    await expect.poll(atTheBroker).toEqual(['Stop Cancelled', 'Limit Confirmed']);
  });

  it('is cancelled on both sides by the strategy and at the end of the run', async () => {
    await start(stop, target);
    at.runtime.live[0]?.events.onRequests([{ kind: 'cancel', id: 'target' }]);
    await expect.poll(exitChanges).toContain('target Cancelled');
    await at.service.stopRun({ userId: 'u', name: 'Cross', instanceId: 'live-1' });
    expect(atTheBroker()).toEqual(['Stop Cancelled']);
  });

  it('ends with its session', async () => {
    await start(stop, target);
    at.trading.market.nowMs = at.trading.market.session.closeMs;
    await expect.poll(exitChanges).toContain('target Cancelled The day order expired');
    expect(atTheBroker()).toEqual(['Stop Confirmed']);
  });
});

it('has ended a held sale when the server was restarted, and keeps its row when the run continues', async () => {
  const key = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
  const rows = async () =>
    (await at.service.orders(key, 0, 99))?.orders.map(({ Type, Status }) => `${Type} ${Status}`);
  await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [stop] } }));
  await at.status('live-1', 'Running');
  await trade(100.01);
  await expect.poll(rows).toEqual(['Stop Sent']);
  await at.restart();
  await expect.poll(rows).toEqual(['Stop Cancelled']);
  await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [send('again')] } }));
  await expect.poll(() => at.runtime.live.length).toBe(2);
  await at.status('live-1', 'Running');
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', 100.01, 10);
  await expect.poll(rows).toEqual(['Stop Cancelled', 'Market Filled']);
});

it('sends a protective stop when the entry that it was sent with is filled', async () => {
  const script = {
    barMinutes: 0,
    live: { 1: [send('entry', { type: 'Limit', price: 99.5 }), stop] },
  };
  await at.service.startLive(RUNNER, liveStart(script));
  await at.status('live-1', 'Running');
  await trade(100.01);
  expect(atTheBroker()).toEqual([]);
  await trade(99.4);
  await expect.poll(atTheBroker).toEqual(['Stop Confirmed']);
});

it('sells at the market what a resting order binds, and cancels that one', async () => {
  await start(stop, send('out', { side: 'Sell' }));
  await expect.poll(exitChanges).toContain('out Filled');
  expect(exitChanges()).toContain('stop Cancelled');
});
