import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

/** Sessions of live runs and their comparisons. In the scripted market the minutes rise a cent each from 100.00 at the open, and the offer is 100.02. */

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await at.close();
});

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const NEXT_DAY = {
  date: '2026-03-03',
  openMs: Date.UTC(2026, 2, 3, 14, 30),
  closeMs: Date.UTC(2026, 2, 3, 21, 0),
};
const buy = (id: string, quantity = 100): Extract<LiveRequest, { kind: 'send' }> => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity,
  price: 0,
  stopPrice: 0,
});
const startLive = async (script: Script, change = {}): Promise<void> => {
  // A bar forms, which is the first one that the run receives.
  at.trading.market.nowMs += 1_000;
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 1, ...script }, change))).toBeUndefined();
  await at.status('live-1', 'Running');
};
/** Passes a minute; its first trade ends the bar before. */
const passMinute = async (): Promise<void> => {
  at.trading.market.nowMs += MINUTE_MS;
  at.trading.market.print('SPY', 100.01, 10);
  await new Promise((resolve) => setTimeout(resolve, 40));
};
const orderCount = async () => (await at.service.orders(KEY, 0, 99))?.orders.length;
const sessions = () => at.service.reconciliations.sessions(KEY);
const session = async (index = 0) => (await sessions())[index];
const differing = async (index = 0) => {
  const from = (await session(index))?.From ?? 0;
  return (await at.service.reconciliations.orders(KEY, from, 0, 99)).orders;
};
const endSession = (): void => {
  at.trading.market.nowMs = at.trading.market.session.closeMs + 6_000;
};
const state = async (index = 0) => (await session(index))?.State;
const untilState = (wanted: string, index = 0) =>
  expect.poll(() => state(index), { timeout: 5_000 }).toBe(wanted);

describe('the end of a session', () => {
  it('queues a backtest of the session, lists what differs with its cause, and opens the next session', async () => {
    await startLive({
      live: { 1: [buy('a')], 2: [buy('b', 900_000)] },
      orders: [
        { at: 0, side: 'Buy', quantity: 100 },
        { at: 1, side: 'Buy', quantity: 900_000 },
        { at: 3, side: 'Sell', quantity: 100 },
      ],
    });
    await passMinute();
    await passMinute();
    await expect.poll(orderCount).toBe(2);
    expect(await sessions()).toMatchObject([{ Date: '2026-03-02', State: 'Open', To: null, Result: null }]);
    endSession();
    await untilState('Compared');
    expect(await sessions()).toMatchObject([
      {
        To: at.trading.market.session.closeMs,
        Message: '',
        Result: { OrderCount: 3, SameCount: 0, DifferingCount: 3 },
      },
      { Date: '2026-03-03', State: 'Open', Result: null },
    ]);
    const orders = await differing();
    expect(orders.map(({ Kind }) => Kind)).toEqual(['FillPrice', 'RejectedLive', 'Follows']);
    // The bar at 10:31 opens at 100.61, the account buys at the offer.
    expect(orders[0]).toMatchObject({
      Effect: 59,
      Live: { FillPrice: 100.02, FilledQuantity: 100, Status: 'Filled' },
      Backtest: { FillPrice: 100.61 },
    });
    expect(orders[1]?.Cause).toContain('The account rejected it: ');
    expect(orders[1]?.Live?.Reason).not.toBe('');
    expect(orders[2]).toMatchObject({ Live: null, Backtest: { Side: 'Sell' } });
    expect(await at.service.reconciliations.orders(KEY, (await session())?.From ?? 0, 2, 1)).toMatchObject({
      orders: [{ Kind: 'Follows' }],
      total: 3,
    });
  });

  it('gives the next session the position that the run holds then', async () => {
    await startLive({ live: { 1: [buy('a')], 3: [buy('b', 50)] } });
    await passMinute();
    await expect.poll(orderCount).toBe(1);
    endSession();
    await untilState('Compared');
    at.trading.market.beginSession(NEXT_DAY);
    at.trading.market.nowMs = NEXT_DAY.openMs + MINUTE_MS;
    at.trading.market.print('SPY', 100.01, 10);
    await passMinute();
    await passMinute();
    await expect.poll(orderCount).toBe(2);
    endSession();
    await untilState('Compared', 1);
    expect(at.runtime.jobs.map(({ start }) => [start?.position, start?.fills.length])).toEqual([
      [0, 0],
      [100, 1],
    ]);
    // Both backtests read the account that the run read.
    const account = at.runtime.live[0]?.job.account;
    expect(account).toMatchObject({ otherValueE4: 0 });
    expect(at.runtime.jobs.map(({ start }) => start?.account)).toEqual([account, account]);
    expect((await session(1))?.Result).toMatchObject({ OrderCount: 1 });
    expect((await differing(1))[0]).toMatchObject({ Kind: 'OnlyLive', Live: { Quantity: 50 } });
  });

  it('says so when the market has no bars of the session, or does not know the trades of it any more', async () => {
    await startLive({});
    vi.spyOn(at.trading.market, 'bars').mockResolvedValue([]);
    endSession();
    await untilState('Unavailable');
    expect((await session())?.Message).toBe(
      'The market has no finished one-minute bars of 2026-03-02 for the time in which the run traded.',
    );
  });

  it('says that a strategy of daily bars has nothing to compare within a day', async () => {
    await startLive({ barMinutes: 1440 });
    endSession();
    await untilState('Unavailable');
    expect((await session())?.Message).toContain('A strategy of daily bars has one bar a session');
  });

  it('shows why the backtest failed', async () => {
    const fault = { kind: 'runtime', message: 'x is not defined', line: 3, column: 0 } as const;
    await startLive({ faultAt: { at: 1_000, fault } });
    endSession();
    await untilState('Failed');
    expect((await session())?.Message).toBe('The backtest ended with an error: x is not defined (line 3)');
  });
});

describe('the end of a run', () => {
  it('waits for the bar that forms then, so that the backtest can fill the last orders', async () => {
    await startLive({ live: { 1: [buy('a')] }, orders: [{ at: 0, side: 'Buy', quantity: 100 }] });
    await passMinute();
    await expect.poll(orderCount).toBe(1);
    await at.service.stopRun(KEY);
    await untilState('Waiting');
    at.trading.market.nowMs += 2 * MINUTE_MS;
    await untilState('Compared');
    expect(await sessions()).toMatchObject([
      { Message: 'Compared until the run ended.', Result: { OrderCount: 1, DifferingCount: 1 } },
    ]);
    expect((await differing())[0]?.Kind).toBe('FillPrice');
  });

  it('leaves no session in which the run did not trade', async () => {
    await startLive({});
    endSession();
    await untilState('Compared');
    expect(await sessions()).toHaveLength(2);
    await at.service.stopRun(KEY);
    await expect.poll(async () => (await sessions()).length).toBe(1);
  });
});

describe('a comparison on request', () => {
  it('compares an open session up to now, and leaves it open', async () => {
    await startLive({
      live: { 1: [buy('a')] },
      orders: [
        { at: 0, side: 'Buy', quantity: 100 },
        { at: 5, side: 'Buy', quantity: 100 },
      ],
    });
    await passMinute();
    await expect.poll(orderCount).toBe(1);
    at.trading.market.nowMs += 2 * MINUTE_MS;
    expect(await at.service.reconciliations.compare(KEY, (await session())?.From ?? 0)).toBeUndefined();
    await expect.poll(async () => (await session())?.Result, { timeout: 5_000 }).not.toBeNull();
    expect(await session()).toMatchObject({
      State: 'Open',
      To: null,
      Result: { To: at.trading.market.nowMs, OrderCount: 1, DifferingCount: 1 },
    });
    endSession();
    await untilState('Compared');
    expect((await session())?.Result?.OrderCount).toBe(2);
  });

  it('refuses a session that has not begun, and one that is not there', async () => {
    await startLive({});
    endSession();
    await untilState('Compared');
    const next = (await session(1))?.From ?? 0;
    expect(await at.service.reconciliations.compare(KEY, next)).toBe('The session has not begun');
    expect(await at.service.reconciliations.compare(KEY, 5)).toBe('The session was not found');
    expect(await at.service.reconciliations.compare({ ...KEY, userId: 'eve' }, next)).toBe(
      'The session was not found',
    );
  });
});

describe('a restart of the server', () => {
  it('compares a session in which a crash ended the run until its last order', async () => {
    await startLive({ live: { 1: [buy('a')] }, orders: [{ at: 0, side: 'Buy', quantity: 100 }] });
    await passMinute();
    await expect.poll(async () => (await at.service.orders(KEY, 0, 9))?.orders[0]?.Status).toBe('Filled');
    const sentMs = at.trading.market.nowMs;
    at.trading.market.nowMs += 10 * MINUTE_MS;
    await at.restart();
    await untilState('Compared');
    expect(await sessions()).toMatchObject([
      {
        To: sentMs,
        Message: expect.stringContaining('The server was interrupted during the session.'),
        Result: { OrderCount: 1 },
      },
    ]);
  });

  it('repeats a comparison that the stop of the server ended', async () => {
    await startLive({ hangs: true });
    await passMinute();
    endSession();
    await untilState('Running');
    // It counts as running from the choice of its data on.
    const backtestCount = () => at.runtime.jobs.length;
    await expect.poll(backtestCount).toBe(1);
    await at.service.stop();
    await at.restart();
    await untilState('Running');
    await expect.poll(backtestCount).toBe(2);
    for (const release of at.runtime.released) release();
    await untilState('Compared');
  });
});
