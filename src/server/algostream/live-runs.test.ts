import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Permission } from '../../domain/permissions.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

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
const TRADES: Script = { barMinutes: 0 };
const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
/** Prints a trade and waits until the strategy has processed it. */
const print = async (price: number): Promise<void> => {
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', price, 10);
  await new Promise((resolve) => setTimeout(resolve, 25));
};
const start = async (script: Script, change = {}): Promise<void> => {
  expect(await at.service.startLive(RUNNER, liveStart({ ...TRADES, ...script }, change))).toBeUndefined();
  await at.status('live-1', 'Running');
};
const storedOrders = async (instanceId = 'live-1') =>
  (await at.service.orders({ ...KEY, instanceId }, 0, 999))?.orders ?? [];
const reasons = () => at.runtime.live[0]?.changes.map(({ id, status, reason }) => [id, status, reason]);

describe('a live run', () => {
  it('gets trades within milliseconds with the quote, and its requests become orders of the account', async () => {
    await start({ live: { 2: [send('one', { type: 'Limit', price: 100.02 })] } });
    await print(100.01);
    await print(100.02);
    const [run] = at.runtime.live;
    expect(run?.rows.map(({ close }) => close)).toEqual([100.01, 100.02]);
    expect(run?.quotes.at(-1)).toEqual({ bid: 100, ask: 100.02 });
    const order = at.trading.view().orders.at(-1);
    expect(order).toMatchObject({
      symbol: 'SPY',
      side: 'Buy',
      type: 'Limit',
      quantity: 100,
      fill: 100,
      averagePriceE4: 1_000_200,
      userId: 'u',
      destination: 'SMART',
      route: 'AUTO',
      tif: 'Day',
    });
    expect(order?.clientId).toMatch(/^algo-[\w-]{16}-1$/);
    expect(
      run?.changes.map(({ id, status, filledQuantity, fill }) => [id, status, filledQuantity, fill]),
    ).toEqual([
      ['one', 'Accepted', 0, null],
      ['one', 'Filled', 100, { quantity: 100, price: 100.02, liquidity: 'R' }],
    ]);
    expect(
      at.pushes.flatMap(({ name, body }) =>
        name === 'strategyStockOrder' ? [[body.Account, body.Order.Status, body.Order.FillPrice]] : [],
      ),
    ).toEqual([
      ['A', 'Sent', 0],
      ['A', 'Sent', 0],
      ['A', 'Filled', 100.02],
    ]);
    expect(await storedOrders()).toMatchObject([
      { Status: 'Filled', Quantity: 100, FillPrice: 100.02, GrossAmount: -10002, Capital: 10002 },
    ]);
    expect(await at.service.stopRun(KEY)).toBeUndefined();
    const stopped = await at.status('live-1', 'Stopped');
    expect([stopped.Returns?.Capital, stopped.Returns?.TradeCount, at.logged]).toEqual([10_002, 0, []]);
  });

  it('receives finished bars only, after the bars that its studies need', async () => {
    await start({ barMinutes: 1, warmUpBars: 5 });
    const [run] = at.runtime.live;
    expect(run?.job.warmUp.close).toEqual(new Float64Array([100.55, 100.56, 100.57, 100.58, 100.59]));
    await print(100.7);
    await print(100.8);
    expect(run?.rows).toEqual([]);
    at.trading.market.nowMs += 60_000;
    await print(100.9);
    expect(run?.rows).toEqual([
      { timeMs: at.trading.market.session.openMs + 60 * 60_000, close: 100.8, volume: 20 },
    ]);
  });

  it('cancels its open orders when it is stopped, and leaves the positions and all other orders', async () => {
    const manual = await at.trading.send({ type: 'Limit', priceE4: 990_000 });
    await start({ live: { 1: [send('held')], 2: [send('rests', { type: 'Limit', price: 99 })] } });
    await print(100.01);
    await print(100.01);
    const rests = at.trading.view().orders.find(({ clientId }) => clientId.endsWith('-2'));
    expect(rests?.completedMs).toBeNull();
    await at.service.stopRun(KEY);
    expect(at.trading.order(rests?.orderId ?? '').status).toBe('Cancelled');
    expect(at.trading.order(manual[0]?.orderId ?? '').completedMs).toBeNull();
    expect(at.trading.view().positions).toMatchObject([{ symbol: 'SPY', longQuantity: 100 }]);
    expect((await storedOrders()).map(({ Status }) => Status)).toEqual(['Filled', 'Cancelled']);
    expect([at.runtime.live[0]?.isStopped, at.trading.market.watcherCount('SPY') <= 1]).toEqual([true, true]);
    // A run that is over receives nothing (the scripted runtime would throw), and its requests are ignored.
    at.runtime.live[0]?.events.onRequests([send('late')]);
    await print(100.01);
    expect(at.trading.view().orders.filter(({ clientId }) => clientId.startsWith('algo-'))).toHaveLength(2);
    expect(await at.service.stopRun(KEY)).toBe('Strategy is not running');
  });

  it('may cancel its own orders only', async () => {
    const [manual] = await at.trading.send({ type: 'Limit', priceE4: 990_000 });
    await start({
      live: {
        1: [send('rests', { type: 'Limit', price: 99 })],
        2: [
          { kind: 'cancel', id: 'rests' },
          { kind: 'cancel', id: manual?.orderId ?? '' },
          { kind: 'cancel', id: manual?.clientId ?? '' },
        ],
      },
    });
    await print(100.01);
    await print(100.01);
    expect(reasons()).toEqual([
      ['rests', 'Accepted', ''],
      ['rests', 'Cancelled', ''],
    ]);
    expect(at.trading.order(manual?.orderId ?? '').completedMs).toBeNull();
  });

  it('receives the reason when the risk checks refuse an order', async () => {
    await start({ live: { 1: [send('big', { quantity: 900_000 })] } });
    await print(100.01);
    const [, status, reason] = reasons()?.[0] ?? [];
    expect([status, reason?.length ?? 0]).toEqual(['Rejected', expect.any(Number)]);
    expect(await storedOrders()).toMatchObject([{ Status: 'Rejected', FillPrice: 0 }]);
  });

  it.each<[string, LiveRequest]>([
    // The code of a strategy is not bound to these types.
    ['no side', send('x', { side: 'Steal' as 'Buy' })],
    ['a peg', send('x', { type: 'Pegged' })],
    ['NaN shares', send('x', { quantity: NaN })],
    ['half a share', send('x', { quantity: 0.5 })],
    ['too many', send('x', { quantity: 1e9 })],
    ['a negative price', send('x', { type: 'Limit', price: -1 })],
    ['an endless price', send('x', { type: 'Limit', price: Infinity })],
    ['a price of five decimals', send('x', { type: 'Limit', price: 1.00001 })],
    ['a long id', send('x'.repeat(65))],
  ])('sends no order of %s', async (_order, request) => {
    await start({ live: { 1: [request] } });
    const before = at.trading.view().orders.length;
    await print(100.01);
    expect(at.runtime.live[0]?.changes).toMatchObject([{ status: 'Rejected' }]);
    expect([at.trading.view().orders.length, await storedOrders()]).toEqual([before, []]);
  });

  it('ends after an impossible request of its runtime, and the server continues', async () => {
    await start({});
    // A request whose property throws; the types do not allow it.
    const hostile = Object.defineProperty({ kind: 'send' }, 'id', {
      get() {
        throw new Error('thrown');
      },
    });
    at.runtime.live[0]?.events.onRequests([hostile as LiveRequest]);
    expect((await at.status('live-1', 'RuntimeError')).Message).toBe(
      'The order of the strategy cannot be executed.',
    );
  });

  it('keeps to its share limit, open orders counted, and may always reduce its position', async () => {
    const limit = (id: string, quantity: number) => send(id, { type: 'Limit', price: 99, quantity });
    await start(
      {
        live: {
          1: [send('a', { quantity: 100 }), limit('b', 60), limit('c', 60)],
          2: [{ kind: 'cancel', id: 'b' }],
          3: [send('d', { side: 'Sell', quantity: 100 })],
        },
      },
      { ShareLimit: 200 },
    );
    await print(100.01);
    await print(100.01);
    await print(100.01);
    expect(reasons()?.filter(([, status]) => status !== 'Accepted')).toEqual([
      ['c', 'Rejected', 'The share limit is reached'],
      ['a', 'Filled', ''],
      ['b', 'Cancelled', ''],
      ['d', 'Filled', ''],
    ]);
  });

  it("keeps to its dollar limit at the order's price or the last one", async () => {
    await start(
      {
        live: {
          1: [
            send('a', { quantity: 10 }),
            send('b', { quantity: 11 }),
            send('c', { type: 'Limit', price: 50, quantity: 21 }),
          ],
        },
      },
      { DollarLimit: 1000.2 },
    );
    await print(100.01);
    expect(
      reasons()
        ?.filter(([, status]) => status === 'Rejected')
        .map(([id, , reason]) => [id, reason]),
    ).toEqual([
      ['b', 'The dollar limit is reached'],
      ['c', 'The dollar limit is reached'],
    ]);
  });

  it('ends with the line of a fault, or by its own word, and its open orders with it', async () => {
    await start({
      live: { 1: [send('rests', { type: 'Limit', price: 99 })] },
      faultAt: { at: 2, fault: { kind: 'runtime', message: 'no such thing', line: 3, column: 0 } },
    });
    await print(100.01);
    await print(100.01);
    expect((await at.status('live-1', 'RuntimeError')).Message).toBe('no such thing (line 3)');
    expect(at.trading.view().orders.at(-1)?.status).toBe('Cancelled');
    await at.service.startLive(RUNNER, liveStart({ ...TRADES, finishAt: 1 }, { InstanceId: 'live-2' }));
    await at.status('live-2', 'Running');
    await print(100.01);
    await at.status('live-2', 'Completed');
  });

  it('is stopped by the kill switch of its account, and does not start while it is on', async () => {
    await start({ live: { 1: [send('rests', { type: 'Limit', price: 99 })] } });
    await print(100.01);
    await at.trading.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    expect((await at.status('live-1', 'Stopped')).Message).toBe(
      'Stopped: the account holder has stopped trading of the account.',
    );
    expect(at.trading.view().orders.at(-1)?.status).toBe('Cancelled');
    await at.service.startLive(RUNNER, liveStart(TRADES, { InstanceId: 'live-2' }));
    expect((await at.status('live-2', 'Stopped')).Message).toContain('holder has stopped trading');
    expect(at.runtime.live).toHaveLength(1);
  });

  it('needs a permission to trade what it trades, a known symbol and route', async () => {
    await at.storage.repositories.users.update('u', { permissionMask: Permission.AlgoTrading });
    const message = async (instanceId: string, script: Script): Promise<string> => {
      await at.service.startLive(RUNNER, liveStart({ ...TRADES, ...script }, { InstanceId: instanceId }));
      return (await at.status(instanceId, 'RuntimeError')).Message;
    };
    expect(await message('a', {})).toBe('Trading not permitted');
    expect(await message('b', { symbol: 'NOSUCH' })).toBe('Symbol not found: NOSUCH');
    await at.storage.repositories.users.update('u', {
      permissionMask: Permission.AlgoTrading + Permission.Stocks,
    });
    expect(
      await message('c', {
        describe: {
          order: { quantity: 1, route: 'ELSEWHERE', destination: 'SMART', type: 'Market', price: 0 },
        },
      }),
    ).toBe('Unknown route');
    expect(at.runtime.live).toEqual([]);
  });

  it('is not there for a demo user, and ends when its user may not use AlgoStream any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await at.restart();
      await at.storage.repositories.users.update('u', { isDemo: true });
      expect(await at.service.startLive(RUNNER, liveStart(TRADES))).toBe(
        'Trading is not supported during Demo Session. Consider subscribing to enable trading.',
      );
      await at.storage.repositories.users.update('u', { isDemo: false });
      await start({});
      await at.storage.repositories.users.update('u', { permissionMask: Permission.Stocks });
      vi.advanceTimersByTime(5_000);
      expect((await at.status('live-1', 'Stopped')).Message).toBe(
        'Stopped: the user may no longer use AlgoStream.',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops when an execution of it is busted or corrected, for its figures are no longer right', async () => {
    const listeners: Parameters<typeof at.trading.brokerage.listen>[1][] = [];
    const listen = at.trading.brokerage.listen.bind(at.trading.brokerage);
    vi.spyOn(at.trading.brokerage, 'listen').mockImplementation((account, listener) => {
      listeners.push(listener);
      return listen(account, listener);
    });
    await start({ live: { 1: [send('a')] } });
    await print(100.01);
    const report = at.trading.view().reports.findLast(({ reportType }) => reportType === 'OrderExecuted');
    if (report) for (const listener of listeners) listener.onReport({ ...report, reportType: 'OrderBusted' });
    expect((await at.status('live-1', 'RuntimeError')).Message).toContain('busted or corrected');
  });
});

describe('a live run over a restart', () => {
  it('is not taken up by itself: it is stopped, its open orders are cancelled, and its orders are what the account has', async () => {
    await start({ live: { 1: [send('a'), send('rests', { type: 'Limit', price: 99 })] } });
    await print(100.01);
    // As after a crash: the stored orders are older than the journal.
    await at.storage.repositories.strategies.clearOrders(KEY);
    await at.restart();
    const [instance] = (await at.service.personalStrategies(RUNNER))[0]?.Instances ?? [];
    expect(instance).toMatchObject({
      Status: 'Stopped',
      Message: expect.stringContaining('does not resume by itself'),
    });
    expect(
      (await storedOrders()).map(({ Status, Quantity, FillPrice }) => [Status, Quantity, FillPrice]),
    ).toEqual([
      ['Filled', 100, 100.02],
      ['Cancelled', 100, 0],
    ]);
    expect(at.trading.view().orders.at(-1)?.status).toBe('Cancelled');
    expect(at.trading.view().positions).toMatchObject([{ longQuantity: 100 }]);
  });

  it('continues under its id when it is started again, with its orders and the remaining position', async () => {
    await start({ live: { 1: [send('a')] } });
    await print(100.01);
    await at.service.stopRun(KEY);
    // The user sells some of the position manually in between.
    await at.trading.send({ side: 'Sell', source: 'Close', quantity: 30 });
    at.pushes.length = 0;
    await start({ live: { 1: [send('b', { side: 'Sell', quantity: 70 })] } });
    expect(at.runtime.live[1]?.job).toMatchObject({
      position: 70,
      fills: [{ side: 'Buy', quantity: 100, price: 100.02, liquidity: 'R' }],
    });
    await print(100.01);
    expect((await storedOrders()).map(({ Side, Quantity }) => [Side, Quantity])).toEqual([
      ['Buy', 100],
      ['Sell', 70],
    ]);
    expect(
      at.trading
        .view()
        .orders.map(({ clientId }) => /^algo-.*-(\d+)$/.exec(clientId)?.[1])
        .filter(Boolean),
    ).toEqual(['1', '2']);
    expect(at.trading.view().positions[0]?.longQuantity).toBe(0);
  });

  it('is stopped with the server, which waits for it', async () => {
    await start({ live: { 1: [send('rests', { type: 'Limit', price: 99 })] } });
    await print(100.01);
    await at.service.stop();
    expect(at.trading.view().orders.at(-1)?.status).toBe('Cancelled');
    expect(await at.storage.repositories.strategies.instance(KEY)).toMatchObject({ status: 'Stopped' });
    expect(await at.service.startLive(RUNNER, liveStart(TRADES))).toBe(
      'The server is not taking starts now; try again in a moment.',
    );
  });
});
