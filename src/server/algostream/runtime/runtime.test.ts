import { getPriority } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { backtest as backtestHere } from '../../../domain/strategy/testing/run-strategy.ts';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import { createStrategyRuntime } from './index.ts';
import {
  backtestJob,
  barRows,
  DAYS,
  liveJob,
  messageOf,
  MINUTES,
  NO_LIMITS,
  runToEnd,
  testData,
} from './testing/jobs.ts';
import { SCHED_IDLE, SCHED_NORMAL, schedulingPolicy } from './testing/scheduling.ts';
import type { LiveEvents, LiveRequest, StrategyFault } from './types.ts';

const runtime = createStrategyRuntime({ stuckMs: 2_000 });
const user = runtime.forUser('anna', 'backtest');
afterAll(() => runtime.close());

const CROSS = `
symbol('SPY');
const fast = trend(sma(param('fast', 10))), slow = sma(param('slow', 50));
onBar((bar: Bar) => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goShort();
});`;

const untyped = CROSS.replace(': Bar', '');

describe('a description', () => {
  it('describes the declarations of the code and its parameters', async () => {
    const described = await user.describe(
      { code: `bars('5 minutes');${CROSS}`, parameters: 'slow = 30\nQuantity = 7' },
      'AAPL',
    );
    expect(described).toMatchObject({
      ok: true,
      value: {
        primarySymbol: 'AAPL',
        barMinutes: 5,
        order: { quantity: 7 },
        trend: { name: 'SMA', period: 10 },
        trade: null,
        warmUpBars: 29,
      },
    });
  });

  it.each<[string, string, Partial<StrategyFault>]>([
    [
      'code that is no TypeScript',
      'const a: number = 1;\nconst b = ;',
      { kind: 'syntax', line: 2, column: 11, message: 'Expression expected' },
    ],
    [
      'more than types',
      'let a = 1;\n  enum Side { Buy }',
      { kind: 'syntax', line: 2, column: 3, message: 'TypeScript enum is not supported in strip-only mode' },
    ],
    [
      'a name twice',
      'const a: number = 1;\nconst a = 2;',
      { kind: 'syntax', line: 2, column: 7, message: "Identifier 'a' has already been declared" },
    ],
    [
      'an import',
      "import fs from 'fs';",
      { kind: 'syntax', line: 1, column: 16, message: expect.stringMatching(/^only your own files can be/) },
    ],
    [
      'an await at the top',
      'let a = 1;\nawait a;',
      { kind: 'syntax', line: 2, message: 'top-level await is not supported in a strategy' },
    ],
    [
      'a name that is not there',
      "\n\n  const a: string = 'x', b = foo(a);",
      { kind: 'runtime', line: 3, column: 30, message: 'ReferenceError: foo is not defined' },
    ],
    [
      'a declaration that cannot be',
      "bars('1 minute');\nsymbol('');",
      { kind: 'syntax', line: 2, column: 1, message: "a symbol is expected, such as 'SPY': ''" },
    ],
    ['something thrown that is no error', "throw 'up'", { kind: 'runtime', message: 'thrown: up' }],
  ])('of %s is a fault at its place', async (_, code, fault) => {
    const described = await user.describe({ code, parameters: '' }, 'SPY');
    expect(described).toMatchObject({ ok: false, error: fault });
  });

  it('names the line of parameters that cannot be read', async () => {
    expect(await user.describe({ code: CROSS, parameters: 'fast = 5\nslow = many' })).toMatchObject({
      ok: false,
      error: { kind: 'syntax', message: 'Parameters, line 2: slow must be a number: many' },
    });
  });
});

describe('a backtest', () => {
  it('has the orders that the same rules have outside of the isolate', async () => {
    const { end, orders } = await runToEnd(user, backtestJob(CROSS));
    expect(end.outcome).toBe('completed');
    const here = backtestHere(untyped, MINUTES.data, MINUTES.sessions).orders;
    expect(orders.length).toBeGreaterThan(50);
    expect(
      orders.map(({ id, status, side, quantity, fillPrice, fillMs, sentMs, reason }) => [
        Number(id),
        status,
        side,
        quantity,
        fillPrice,
        fillMs,
        sentMs,
        reason,
      ]),
    ).toEqual(
      here.map(({ number, status, side, quantity, fillPrice, fillMs, sentMs, reason }) => [
        number,
        status,
        side,
        quantity,
        fillPrice,
        fillMs,
        sentMs,
        reason,
      ]),
    );
  });

  it('is the same again with the same code, parameters and data, random numbers included', async () => {
    const code =
      'onBar(() => { const draw = Math.random(); log(draw); if (draw < 0.1) goLong(1 + Math.floor(Math.random() * 100)); else if (draw > 0.9) goFlat(); });';
    const [first, second, other] = [
      await runToEnd(user, backtestJob(code)),
      await runToEnd(user, backtestJob(code)),
      await runToEnd(user, backtestJob(`${code} `)),
    ];
    expect(first.orders.length).toBeGreaterThan(50);
    // How often progress was reported depends on the machine.
    expect({ ...second, shares: [] }).toEqual({ ...first, shares: [] });
    expect(other.log).not.toEqual(first.log);
  });

  it('knows no clock but the bars', async () => {
    const { log } = await runToEnd(
      user,
      backtestJob(
        "bars('day'); onBar((bar) => { if (bar.index < 2) log(Date.now() === bar.endMs, new Date().getTime() === bar.endMs, new Date(0).getHours(), new Date().constructor === Date, Date() === String(new Date())); });",
        DAYS,
      ),
    );
    expect(log).toEqual(['true true 0 true true', 'true true 0 true true']);
  });

  it('begins at the requested first row, with studies warmed up', async () => {
    const { log } = await runToEnd(
      user,
      backtestJob(
        'const mean = sma(50); onBar((bar) => { if (log2 < 1) log(bar.index, mean.last > 0); log2 += 1; }); let log2 = 0;',
        { firstIndex: 100 },
      ),
    );
    expect(log).toEqual(['100 true']);
  });

  it('reports its progress, rising from 0 to 1', async () => {
    const { shares, end } = await runToEnd(
      user,
      backtestJob('onBar(() => { let sum = 0; for (let n = 0; n < 400000; n += 1) sum += n % 7; });'),
    );
    expect(end.outcome).toBe('completed');
    expect(shares.length).toBeGreaterThan(2);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  }, 60_000);

  it('that is cancelled ends at once, and says nothing more', async () => {
    const lines: string[] = [];
    const running = user.backtest(
      backtestJob('onBar(() => { for (let n = 0; n < 1e6; n += 1); log(1); });'),
      { onLog: (part) => lines.push(...part.lines.map(({ text }) => text)) },
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    running.cancel();
    expect(await running.done).toEqual({ outcome: 'cancelled' });
    expect(messageOf(await runToEnd(user, backtestJob('onBar(() => {});')))).toBe('completed');
    expect(lines).toEqual([]);
  });

  it('keeps the orders before an error, and reports its line', async () => {
    const { end, orders } = await runToEnd(
      user,
      backtestJob(
        'let n = 0;\nonBar(() => {\n  n += 1; if (n === 3) goLong(5);\n  if (n === 10) {\n    null.x;\n  }\n});',
      ),
    );
    expect(end).toMatchObject({
      outcome: 'failed',
      fault: {
        kind: 'runtime',
        line: 5,
        column: 10,
        message: "TypeError: Cannot read properties of null (reading 'x')",
      },
    });
    expect(orders).toEqual([]);
  });

  it('keeps to the limits of its start', async () => {
    const { orders } = await runToEnd(
      user,
      backtestJob(CROSS, {
        limits: { ...NO_LIMITS, shareLimit: 30, intervals: [{ startMinute: 600, endMinute: 630 }] },
      }),
    );
    expect(new Set(orders.map(({ reason }) => reason))).toContain('Outside of the trading intervals');
    let position = 0;
    const positions = orders
      .filter(({ status }) => status === 'Filled')
      .map(({ side, quantity }) => (position += side === 'Buy' ? quantity : -quantity));
    expect(new Set(positions.map(Math.abs))).toEqual(new Set([0, 30]));
  });

  it('runs beside others of the same user', async () => {
    const ends = await Promise.all(Array.from({ length: 5 }, () => runToEnd(user, backtestJob(CROSS))));
    expect(new Set(ends.map(({ orders }) => JSON.stringify(orders))).size).toBe(1);
  });
});

interface RecordedEvents extends LiveEvents {
  readonly requests: LiveRequest[];
  readonly log: string[];
  readonly faults: StrategyFault[];
  finished: number;
}

function recordEvents(): RecordedEvents {
  const events: RecordedEvents = {
    requests: [],
    log: [],
    faults: [],
    finished: 0,
    onRequests: (batch) => events.requests.push(...batch),
    onLog: ({ lines }) => events.log.push(...lines.map(({ text }) => text)),
    onFault: (fault) => events.faults.push(fault),
    onFinished: () => {
      events.finished += 1;
    },
  };
  return events;
}

const QUOTE = { bid: 99.99, ask: 100.01, timeMs: MINUTES.data.timeMs[101] ?? 0 };

describe('a live run', () => {
  it('sends orders, receives their changes, and reports nothing after it is stopped', async () => {
    const events = recordEvents();
    const started = await user.live(
      liveJob(
        "onBar((bar) => { log(bar.index, position.quantity); if (position.isFlat && !hasOpenOrders()) buy(10, { price: 99.5 }); }); onEnd(() => log('end'));",
      ),
      events,
    );
    if (!started.ok) throw new Error(started.error.message);
    started.value.deliver(sliceColumns(MINUTES.data, 100, 101), QUOTE);
    await expect
      .poll(() => events.requests)
      .toEqual([
        { kind: 'send', id: '1', side: 'Buy', type: 'Limit', quantity: 10, price: 99.5, stopPrice: 0 },
      ]);
    started.value.orderChanged({
      id: '1',
      status: 'Filled',
      filledQuantity: 10,
      fill: { quantity: 10, price: 99.5, liquidity: 'A' },
      reason: '',
      timeMs: QUOTE.timeMs,
    });
    started.value.deliver(sliceColumns(MINUTES.data, 101, 103), QUOTE);
    await expect.poll(() => events.log).toEqual(['100 0', '101 10', '102 10']);
    started.value.stop();
    started.value.deliver(sliceColumns(MINUTES.data, 103, 104), QUOTE);
    expect((await runToEnd(user, backtestJob('onBar(() => {});'))).end.outcome).toBe('completed');
    expect([events.log.length, events.faults.length, events.finished]).toEqual([3, 0, 0]);
  });

  it('ends itself with finish', async () => {
    const events = recordEvents();
    const started = await user.live(liveJob("onBar(() => { finish('done for today'); });"), events);
    if (!started.ok) throw new Error(started.error.message);
    started.value.deliver(sliceColumns(MINUTES.data, 100, 102), QUOTE);
    await expect.poll(() => events.finished).toBe(1);
    expect(events.log).toEqual(['done for today']);
  });

  it('that throws is over, with the line', async () => {
    const events = recordEvents();
    const started = await user.live(liveJob('onBar(() => {\n  boom();\n});'), events);
    if (!started.ok) throw new Error(started.error.message);
    started.value.deliver(sliceColumns(MINUTES.data, 100, 101), QUOTE);
    await expect
      .poll(() => events.faults)
      .toMatchObject([{ kind: 'runtime', line: 2, message: 'ReferenceError: boom is not defined' }]);
  });

  it('does not start when its code does not', async () => {
    expect(await user.live(liveJob('onBar(() => {'), recordEvents())).toMatchObject({
      ok: false,
      error: { kind: 'syntax' },
    });
  });
});

describe('the process of a user', () => {
  it('is one for all runs of the user, goes when there are none, and comes back', async () => {
    const brief = createStrategyRuntime({ idleMs: 200 });
    const bert = brief.forUser('bert', 'backtest');
    expect(brief.forUser('bert', 'backtest')).toBe(bert);
    expect(bert.pid).toBeUndefined();
    await runToEnd(bert, backtestJob('onBar(() => {});'));
    const first = bert.pid;
    await runToEnd(bert, backtestJob('onBar(() => {});'));
    expect(bert.pid).toBe(first);
    await expect.poll(() => bert.pid).toBeUndefined();
    expect(messageOf(await runToEnd(bert, backtestJob('onBar(() => {});')))).toBe('completed');
    expect(bert.pid).not.toBe(first);
    await brief.close();
  });

  it('has a lower priority than the server, a live one a higher priority than one of backtests', async () => {
    const anna = { live: runtime.forUser('anna', 'live'), backtest: runtime.forUser('anna', 'backtest') };
    await anna.live.live(liveJob('onBar(() => {});'), recordEvents());
    await runToEnd(anna.backtest, backtestJob('onBar(() => {});'));
    expect(anna.live.pid).not.toBe(anna.backtest.pid);
    const [live, backtest] = [anna.live.pid, anna.backtest.pid].map((pid) => getPriority(pid ?? 0));
    expect(live).toBeGreaterThan(getPriority());
    expect(backtest).toBeGreaterThan(live ?? Infinity);
    await expect.poll(() => schedulingPolicy(anna.backtest.pid)).toBe(SCHED_IDLE);
    expect(schedulingPolicy(anna.live.pid)).toBe(SCHED_NORMAL);
  });

  it('receives data in pieces, and every row of it', async () => {
    const { data, sessions } = testData(20_000, 1);
    const sum = data.close.reduce((all, close) => all + close, 0);
    const lines: string[] = [];
    const { done } = user.backtest(
      {
        ...backtestJob(
          'let sum = 0; let rows = 0; onBar((bar) => { sum += bar.close; rows += 1; }); onEnd(() => log(rows, sum));',
        ),
        data: barRows(data),
        sessions,
        firstIndex: 0,
      },
      { onLog: (part) => lines.push(...part.lines.map(({ text }) => text)) },
    );
    expect(await done).toMatchObject({ outcome: 'completed', equity: { endE4: 0 } });
    expect(lines).toEqual([`20000 ${Math.round(sum * 1e6) / 1e6}`]);
  });

  it('is refused when too many users have one', async () => {
    const small = createStrategyRuntime({ maxProcesses: 1 });
    await runToEnd(small.forUser('a', 'backtest'), backtestJob('onBar(() => {});'));
    expect(messageOf(await runToEnd(small.forUser('b', 'backtest'), backtestJob('onBar(() => {});')))).toBe(
      'strategies of 1 users are running already: try again later',
    );
    await small.close();
    expect(messageOf(await runToEnd(small.forUser('a', 'backtest'), backtestJob('onBar(() => {});')))).toBe(
      'the server stops',
    );
  });

  it("that dies ends the runs in it with a fault each, and nobody else's", async () => {
    const [mine, other] = [runtime.forUser('carl', 'backtest'), runtime.forUser('dora', 'backtest')];
    const events = recordEvents();
    await mine.live(liveJob('onBar(() => {});'), events);
    const long = backtestJob('onBar(() => { for (let n = 0; n < 1e6; n += 1); });');
    const [lost, safe] = [runToEnd(mine, long), runToEnd(other, backtestJob(CROSS))];
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    process.kill(mine.pid ?? 0, 'SIGKILL');
    expect(messageOf(await lost)).toContain(
      'the process that runs your strategies was ended, and this run with it',
    );
    expect(events.faults).toHaveLength(1);
    expect(messageOf(await safe)).toBe('completed');
    expect(messageOf(await runToEnd(mine, backtestJob('onBar(() => {});')))).toBe('completed');
  });
});
