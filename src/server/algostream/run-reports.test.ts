import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveRequest } from './runtime/types.ts';
import { LIVE_TEXT } from './runs/interrupted.ts';
import {
  backtestStart,
  liveStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const keyOf = (instanceId: string) => ({ userId: 'u', name: 'Cross', instanceId });
const LIVE = keyOf('live-1');
const market = (id: string, quantity: number): Extract<LiveRequest, { kind: 'send' }> => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity,
  price: 0,
  stopPrice: 0,
});
const startLive = async (script: Script, change = {}): Promise<void> => {
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, ...script }, change))).toBeUndefined();
  await at.status('live-1', 'Running');
};
const print = async (price: number): Promise<void> => {
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', price, 10);
  await new Promise((resolve) => setTimeout(resolve, 25));
};
const present = async (instanceId: string) =>
  (await at.service.personalStrategies(RUNNER))[0]?.Instances.find(
    ({ InstanceId }) => InstanceId === instanceId,
  );
const orders = async (instanceId: string) =>
  (await at.service.orders(keyOf(instanceId), 0, 999))?.orders ?? [];

describe('backtests that wait', () => {
  const hang = (InstanceId: string) =>
    at.service.startBacktest(RUNNER, backtestStart(at.trading.market, { hangs: true }, { InstanceId }));

  it('show their place in the queue, and leave it when they are cancelled', async () => {
    for (const id of ['one', 'two', 'three']) expect(await hang(id)).toBeUndefined();
    await expect.poll(async () => (await present('three'))?.QueuePlace).toBe(2);
    expect(await at.service.stopRun(keyOf('two'))).toBeUndefined();
    expect(await present('two')).toMatchObject({ Status: 'Stopped', QueuePlace: 0 });
    expect((await present('three'))?.QueuePlace).toBe(1);
    await expect.poll(() => at.runtime.jobs.length).toBe(1);
    await at.service.stopRun(keyOf('one'));
    await expect.poll(() => at.runtime.jobs.length).toBe(2);
    expect((await present('three'))?.QueuePlace).toBe(0);
  });

  it('do not hold up a live run', async () => {
    for (const id of ['one', 'two']) await hang(id);
    await startLive({});
  });
});

describe('rejected orders of a live run', () => {
  it('counts rejected orders in the message, and lists them in the orders with their reason', async () => {
    await startLive({ live: { 1: [market('a', 100), market('b', 50)] } }, { ShareLimit: 100 });
    await print(100.01);
    await expect.poll(async () => (await present('live-1'))?.RejectedCount).toBe(1);
    const reason = 'The share limit is reached';
    expect(await present('live-1')).toMatchObject({
      LastRejection: reason,
      Message: `1 order was rejected (${reason}).`,
    });
    expect((await orders('live-1')).map(({ Status, Reason }) => [Status, Reason])).toEqual([
      ['Filled', ''],
      ['Rejected', reason],
    ]);
  });

  it('that the run itself rejected are shown, too, and never sent', async () => {
    const { kind: _, ...terms } = market('a', 100);
    await startLive({
      live: { 1: [{ ...terms, kind: 'rejected', reason: 'Outside of the regular session' }] },
    });
    await print(100.01);
    await expect
      .poll(async () => (await present('live-1'))?.LastRejection)
      .toBe('Outside of the regular session');
    expect((await orders('live-1')).map(({ Status, Reason }) => [Status, Reason])).toEqual([
      ['Rejected', 'Outside of the regular session'],
    ]);
    expect(at.trading.view().orders).toEqual([]);
  });

  it('keep their count and their reasons when the server crashes, and when the run continues', async () => {
    const farAway = { ...market('b', 100), type: 'Limit' as const, price: 400_000 };
    const { kind: _, ...terms } = market('c', 100);
    const late = { ...terms, kind: 'rejected' as const, reason: 'Outside of the regular session' };
    const script = { live: { 1: [market('a', 100), farAway, late] } };
    await startLive(script);
    await print(100.01);
    await expect.poll(async () => (await present('live-1'))?.RejectedCount).toBe(2);
    const before = await orders('live-1');
    expect(before.map(({ Status, Reason }) => [Status, Reason !== ''])).toEqual([
      ['Filled', false],
      ['Rejected', true],
      ['Rejected', true],
    ]);
    await at.restart();
    const reasons = (some: typeof before) => some.map(({ Status, Reason }) => [Status, Reason]);
    expect(reasons(await orders('live-1'))).toEqual(reasons(before));
    const stopped = await present('live-1');
    expect(stopped).toMatchObject({ RejectedCount: 2 });
    expect(stopped?.Message).toContain('2 orders were rejected (');
    expect(stopped?.Message).toContain('Outside of the regular session: 1');

    at.pushes.length = 0;
    await startLive({ live: { 1: [late] } });
    await print(100.02);
    await expect.poll(async () => (await present('live-1'))?.RejectedCount).toBe(3);
    expect((await orders('live-1')).slice(0, 3)).toEqual(before);
    expect(await orders('live-1')).toHaveLength(4);
  });

  it('are summed up in the message, with the last line of the log below', async () => {
    await startLive({ live: { 1: [market('a', 100)] } }, { ShareLimit: 50 });
    await print(100.01);
    await expect.poll(async () => (await present('live-1'))?.RejectedCount).toBe(1);
    at.runtime.live[0]?.events.onLog({ lines: [{ timeMs: 5, text: 'at 678.44' }], dropped: 0 });
    expect((await present('live-1'))?.Message).toMatch(
      /^1 order was rejected \(.+\)\.\nLast log line: at 678\.44$/,
    );
  });

  it('are all counted, but not all shown and sent to clients, when there are very many', async () => {
    await startLive({});
    const { kind: _, ...terms } = market('a', 100);
    const many = Array.from({ length: 1_500 }, (__, n) => ({
      ...terms,
      id: String(n),
      kind: 'rejected' as const,
      reason: `Reason ${n}`,
    }));
    const take = at.runtime.live[0]?.events.onRequests;
    take?.(many);
    take?.(many);
    await expect.poll(async () => (await present('live-1'))?.RejectedCount).toBe(3_000);
    expect(at.names().filter((name) => name === 'strategyStockOrder')).toHaveLength(1_002);
    const shown = (await at.service.orders(LIVE, 0, 9_999))?.orders ?? [];
    expect([shown.length, shown.at(-1)?.Reason]).toEqual([1_000, 'Reason 1499']);
    expect((await present('live-1'))?.Message.length).toBeLessThan(300);
  });
});

describe('the log of a run', () => {
  it('keeps the last thousand lines with their times, also when the run is over', async () => {
    await startLive({});
    const lines = Array.from({ length: 700 }, (_, n) => ({ timeMs: n, text: `line ${n}` }));
    const events = at.runtime.live[0]?.events;
    events?.onLog({ lines, dropped: 0 });
    events?.onLog({ lines, dropped: 0 });
    const whileRunning = await at.service.reports.log(LIVE, 0, 10);
    expect([whileRunning.from, whileRunning.total]).toEqual([400, 1_400]);
    expect(whileRunning.lines[0]).toEqual({ Time: 400, Text: 'line 400' });
    await at.service.stopRun(LIVE);
    await expect
      .poll(() => at.service.reports.log(LIVE, 1_399, 10))
      .toEqual({
        from: 1_399,
        lines: [{ Time: 699, Text: 'line 699' }],
        total: 1_400,
      });
  });

  it('keeps earlier lines when later ones were dropped, and says how many are missing between', async () => {
    await startLive({});
    const part = (first: number, count: number, dropped: number) => ({
      lines: Array.from({ length: count }, (__, n) => ({ timeMs: first + n, text: `line ${first + n}` })),
      dropped,
    });
    const events = at.runtime.live[0]?.events;
    events?.onLog(part(1, 3, 0));
    events?.onLog(part(10, 2, 6));
    expect(await at.service.reports.log(LIVE, 0, 10)).toEqual({
      from: 0,
      lines: [
        { Time: 1, Text: 'line 1' },
        { Time: 2, Text: 'line 2' },
        { Time: 3, Text: 'line 3' },
        { Time: 10, Text: '… 6 lines were dropped here' },
        { Time: 10, Text: 'line 10' },
        { Time: 11, Text: 'line 11' },
      ],
      total: 6,
    });
  });
});

describe('a live run that is stopped without its user', () => {
  const notices = () => at.service.stops.unconfirmed(RUNNER);

  it('is announced until that is confirmed, and its figures and its log stay', async () => {
    await startLive({ live: { 1: [market('a', 100)] } });
    await print(100.01);
    at.runtime.live[0]?.events.onLog({ lines: [{ timeMs: 5, text: 'bought' }], dropped: 0 });
    await expect.poll(async () => (await orders('live-1'))[0]?.Status).toBe('Filled');
    at.trading.market.print('SPY', 103, 10);
    await at.restart();
    expect(await notices()).toMatchObject([{ ...LIVE, account: 'A', message: LIVE_TEXT }]);
    const stopped = await present('live-1');
    const equity = await at.service.reports.equity(LIVE);
    expect(stopped?.Status).toBe('Stopped');
    expect(stopped?.Returns?.Capital).toBeGreaterThan(0);
    expect(equity?.End).toBe(stopped?.Returns?.NetProfitLoss);
    expect(equity?.MaxDrawdown).toBe(stopped?.Returns?.MaxDrawdown);
    await at.service.stops.confirm(RUNNER, [{ Name: 'Cross', InstanceId: 'live-1' }]);
    expect(await notices()).toEqual([]);
  });

  it('is announced to connected clients at once', async () => {
    await startLive({});
    await at.service.stop();
    expect(at.pushes.findLast(({ name }) => name === 'strategyRunsStopped')?.body).toMatchObject({
      Items: [
        { Name: 'Cross', InstanceId: 'live-1', Message: expect.stringContaining('the server was stopped') },
      ],
    });
  });

  it('is announced when its code failed, with what became of its orders and positions', async () => {
    await startLive({ live: { 1: [market('a', 100)] } });
    at.runtime.live[0]?.events.onFault({ kind: 'runtime', message: 'x is not defined', line: 3, column: 0 });
    await at.status('live-1', 'RuntimeError');
    await expect.poll(notices).toMatchObject([
      {
        ...LIVE,
        message:
          'It ended with an error: x is not defined (line 3). Its open orders were cancelled; its positions stay.',
      },
    ]);
  });

  it('is not announced when it never traded, or finished by itself', async () => {
    await at.service.startLive(RUNNER, liveStart({ symbol: 'NOSUCH' }));
    await at.status('live-1', 'RuntimeError');
    await startLive({});
    at.runtime.live.at(-1)?.events.onFinished();
    await at.status('live-1', 'Completed');
    await at.service.stop();
    expect(await notices()).toEqual([]);
  });

  it('is not announced when its user stopped it', async () => {
    await startLive({});
    await at.service.stopRun(LIVE);
    await at.status('live-1', 'Stopped');
    expect(await notices()).toEqual([]);
  });
});

describe('the equity of a live run', () => {
  it('ends with its net profit, and has the drawdown of its figures', async () => {
    await startLive({ live: { 1: [market('a', 100)] } });
    await print(100.01);
    at.trading.market.print('SPY', 90, 10);
    await expect.poll(async () => (await present('live-1'))?.Returns?.MaxDrawdown ?? 0).toBeGreaterThan(900);
    at.trading.market.print('SPY', 101, 10);
    await at.service.stopRun(LIVE);
    const { Returns } = await at.status('live-1', 'Stopped');
    const equity = await at.service.reports.equity(LIVE);
    expect(equity?.End).toBe(Returns?.NetProfitLoss);
    expect(equity?.MaxDrawdown).toBe(Returns?.MaxDrawdown);
    expect(equity?.Values.at(-1)).toBe(equity?.End);
  });
});
