import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, liveJob, messageOf, MINUTES, runToEnd } from './testing/jobs.ts';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import type { StrategyFault } from './types.ts';

const runtime = createStrategyRuntime({ stuckMs: 1_500, graceMs: 1_000, silentMs: 5_000, memoryMb: 64 });
const eve = runtime.forUser('eve', 'backtest');
const innocent = runtime.forUser('ivan', 'backtest');
/** For code that ends, but computes for long: a slow machine must not take it for stuck. */
const patientRuntime = createStrategyRuntime({
  stuckMs: 20_000,
  graceMs: 1_000,
  silentMs: 30_000,
  memoryMb: 64,
});
const patient = patientRuntime.forUser('pat', 'backtest');
/**
 * For code that takes memory. The clock of an isolate is that of the wall, and after such code the process clears up on both processors: half
 * a second without a bar says nothing about the next run.
 */
const memoryRuntime = createStrategyRuntime({
  stuckMs: 2_000,
  graceMs: 1_000,
  silentMs: 5_000,
  memoryMb: 64,
});
const greedy = memoryRuntime.forUser('greta', 'backtest');
afterAll(async () => {
  await runtime.close();
  await patientRuntime.close();
  await memoryRuntime.close();
});

const GOOD =
  'const fast = sma(5), slow = sma(20); onBar(() => { if (crossesAbove(fast, slow)) goLong(10); else if (crossesBelow(fast, slow)) goFlat(); });';
let wanted: unknown;
beforeAll(async () => {
  wanted = (await runToEnd(patient, backtestJob(GOOD))).orders;
});

const bar = (code: string): string => `onBar((bar) => {\n${code}\n});`;
const run = async (code: string): Promise<string> => messageOf(await runToEnd(eve, backtestJob(code)));

/** By the watch, by the limit of memory, by the language itself, or, when an engine out of memory holds everything up, by the end of the process. */
const STOPPED =
  /^(the code ran for (1\.5|2) s without reaching the next bar|the code needs more than 64 MB of memory|RangeError: (Array buffer allocation failed|Invalid (string|array|typed array) length.*)|a strategy used up the memory.*|the process that runs your strategies stopped answering and was ended)$/;

describe('code that does not end', () => {
  it.each([
    ['an endless loop at the top', 'while (true);'],
    ['an endless loop in a handler', bar('for (;;);')],
    ['an endless loop behind a try', bar('for (;;) { try { for (;;); } catch {} finally { for (;;); } }')],
    ['an endless loop in onEnd', 'onBar(() => {}); onEnd(() => { for (;;); });'],
    ['microtasks without end', bar('(function again() { Promise.resolve().then(again); })(); finish();')],
    ['microtasks without end at the top', '(async () => { for (;;) await 0; })(); onBar(() => {});'],
    ['a regular expression without end', bar("/^(a+)+$/.test('a'.repeat(60) + 'b');")],
    ['a getter without end', 'order({ get quantity() { for (;;); } });'],
    ['an endless iterator', bar('Math.max(...{ *[Symbol.iterator]() { for (;;) yield 1n; } });')],
    [
      'a thrown error that never ends being read',
      "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e;",
    ],
    [
      'a sort that never agrees',
      bar(
        'const list = Array.from({ length: 3e5 }, (_, n) => -n); for (;;) list.sort(() => Math.random() - 0.5);',
      ),
    ],
  ])(
    '%s is stopped',
    async (_, code) => {
      expect(await run(code)).toMatch(STOPPED);
    },
    60_000,
  );
});

describe('code that takes memory', () => {
  it.each([
    ['lists', bar('const all = []; for (;;) all.push(new Array(1000).fill(0.5));')],
    ['text', bar("let text = 'x'; for (;;) text += text + Math.random();")],
    ['buffers', bar('const all = []; for (;;) all.push(new Float64Array(1e6).fill(1));')],
    ['a map', bar('const all = new Map(); for (let n = 0;; n += 1) all.set(n, { n });')],
    [
      'closures at the top',
      'let chain = () => 0; for (;;) { const last = chain; const data = new Array(100).fill(last); chain = () => data; }',
    ],
  ])(
    'as %s is ended with a fault',
    async (_, code) => {
      expect(messageOf(await runToEnd(greedy, backtestJob(code)))).toMatch(STOPPED);
      // The user can run the next strategy at once.
      expect(messageOf(await runToEnd(greedy, backtestJob('onBar(() => {});')))).toBe('completed');
    },
    60_000,
  );
});

describe('code that breaks out of bounds', () => {
  it('by deep recursion is a fault with its line', async () => {
    const { end } = await runToEnd(
      eve,
      backtestJob('function down() { return 1 + down(); }\nonBar(() => { down(); });'),
    );
    expect(end).toMatchObject({
      outcome: 'failed',
      fault: { message: 'RangeError: Maximum call stack size exceeded', line: 1 },
    });
  });

  it.each([
    ['Array.prototype.push = () => 0;', 'TypeError: Cannot assign to read only property'],
    ['Object.prototype.status = 1;', 'TypeError: Cannot add property status, object is not extensible'],
    ['Math.round = () => 1;', 'TypeError: Cannot assign to read only property'],
    ['globalThis.Math = {};', "TypeError: Cannot assign to read only property 'Math'"],
    ['globalThis.Float64Array = Array;', 'TypeError: Cannot assign to read only property'],
    [
      'Object.getPrototypeOf(Float64Array.prototype).set = () => {};',
      'TypeError: Cannot assign to read only property',
    ],
    [
      'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });',
      'TypeError: Cannot assign to read only property',
    ],
    [
      'Object.defineProperty(Number, "isInteger", { value: () => true });',
      'TypeError: Cannot redefine property: isInteger',
    ],
    ['Function.prototype.call = () => {};', 'TypeError: Cannot assign to read only property'],
    [
      'Error.prepareStackTrace = () => "strategy.ts:1:1";',
      'TypeError: Cannot add property prepareStackTrace',
    ],
    ['Error.stackTraceLimit = 0;', 'TypeError: Cannot assign to read only property'],
    ['globalThis.buy = () => {};', "TypeError: Cannot assign to read only property 'buy'"],
    ['position.quantity = 5;', 'TypeError: Cannot set property quantity of'],
    ['close.last = 5;', 'TypeError: Cannot set property last of'],
    ['bar.close = 5;', 'TypeError: Cannot set property close of'],
    ['buy.call = 1;', "TypeError: Cannot assign to read only property 'call' of function"],
  ])('by changing what is not its own is a fault: %s', async (code, message) => {
    const outcome = await runToEnd(eve, backtestJob(bar(`  ${code}`)));
    expect(outcome.end).toMatchObject({ outcome: 'failed', fault: { kind: 'runtime', line: 2 } });
    expect(messageOf(outcome)).toContain(message);
  });

  it('finds no machine: no modules, processes, network, timers, shared memory, host clock or second realm', async () => {
    const names = [
      'require',
      'process',
      'global',
      'Buffer',
      'fetch',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'performance',
      'WebAssembly',
      'SharedArrayBuffer',
      'Atomics',
      'Intl',
      'WeakRef',
      'FinalizationRegistry',
      'XMLHttpRequest',
      'WebSocket',
      'Worker',
      'document',
      'Temporal',
      'ShadowRealm',
      'gc',
      'ivm',
      'import_meta',
    ];
    const { log, end } = await runToEnd(
      eve,
      backtestJob(
        `onBar(() => { log([${names.map((name) => `typeof ${name}`).join(', ')}].join()); log((function () { return this; })() === undefined, new Function('return typeof process + typeof require')()); finish(); });`,
      ),
    );
    expect(end.outcome).toBe('completed');
    expect(new Set(log[0]?.split(','))).toEqual(new Set(['undefined']));
    expect(log[1]).toBe('true undefinedundefined');
  });

  it('cannot load a module', async () => {
    const { log } = await runToEnd(
      eve,
      backtestJob(
        "import('node:fs').then(() => log('loaded'), (problem) => log('refused')); onBar(() => {}); onEnd(() => log('end'));",
      ),
    );
    expect(log).not.toContain('loaded');
  });

  it('cannot end the process through what errors carry', async () => {
    expect(
      await run(
        bar(
          'try { null.x; } catch (problem) { problem.constructor.constructor("return process")().exit(); }',
        ),
      ),
    ).toBe('ReferenceError: process is not defined');
  });
});

describe('code that gives back what it should not', () => {
  it.each([
    [
      'a promise',
      bar('return Promise.resolve();'),
      'a handler must be synchronous: async functions and promises are not awaited',
    ],
    [
      'an async handler',
      'onBar(async () => {});',
      'a handler must be synchronous: async functions and promises are not awaited',
    ],
    [
      'a thenable whose then throws',
      bar("return { get then() { throw new Error('looked'); } };"),
      'a handler must be synchronous: async functions and promises are not awaited',
    ],
    ['a proxy that throws', bar("return new Proxy({}, { has() { throw new Error('trap'); } });"), 'trap'],
    [
      'an error whose text throws',
      bar('throw Object.defineProperty(new Error(), "message", { get() { throw 1; } });'),
      'the code threw a value that cannot be read',
    ],
    [
      'an error whose stack lies',
      bar("const e = new Error('x'); e.stack = 'at strategy.ts:99999999999:1'; throw e;"),
      'x',
    ],
    ['an endless text', bar("throw new Error('x'.repeat(1e6));"), 'x'.repeat(500)],
    ['an object thrown', bar('throw { toString() { throw 1; } };'), 'thrown: object'],
    ['a symbol thrown', bar('throw Symbol("s");'), 'thrown: Symbol(s)'],
    [
      'no number as quantity',
      bar('buy(Number.NaN);'),
      'a quantity is a whole number from 1 to 1,000,000: NaN',
    ],
    [
      'a quantity that changes its mind',
      bar('buy({ valueOf() { return 5; } });'),
      'a quantity is a whole number from 1 to 1,000,000: object',
    ],
    [
      'a price that is none',
      bar('buy(1, { price: Number.NaN });'),
      'a price is more than 0 and at most 100,000: NaN',
    ],
  ])(
    '%s is a fault with a readable message',
    async (_, code, message) => expect(await run(code)).toBe(message),
    60_000,
  );

  it('more orders than a run may have are reported as a fault', async () => {
    const end = await runToEnd(patient, backtestJob(bar('for (;;) buy(1).cancel();')));
    expect(messageOf(end)).toBe('more than 100,000 orders in one run');
  }, 60_000);

  it('says a little of a great deal', async () => {
    const { log, end } = await runToEnd(
      patient,
      backtestJob(bar("if (bar.index === 0) for (let n = 0; n < 5000; n += 1) log('y'.repeat(100000 + n));")),
    );
    expect(end.outcome).toBe('completed');
    expect(log).toHaveLength(1_000);
    expect(Math.max(...log.map((line) => line.length))).toBe(500);
  }, 60_000);
});

it('ends a live run that gets stuck, and lets the user run the next strategy', async () => {
  const faults: StrategyFault[] = [];
  const started = await eve.live(liveJob('onBar(() => { for (;;); });'), {
    onRequests: () => {},
    onLog: () => {},
    onFault: (fault) => faults.push(fault),
    onFinished: () => {},
  });
  if (!started.ok) throw new Error(started.error.message);
  started.value.deliver(sliceColumns(MINUTES.data, 100, 101), {
    bid: 1,
    ask: 2,
    timeMs: MINUTES.data.timeMs[101] ?? 0,
  });
  await expect
    .poll(() => faults)
    .toMatchObject([{ kind: 'runtime', message: 'the code ran for 1.5 s without reaching the next bar' }]);
  expect((await runToEnd(eve, backtestJob(GOOD))).orders).toEqual(wanted);
});

it('ends a live run that sends orders without end', async () => {
  const faults: StrategyFault[] = [];
  const started = await patient.live(
    liveJob('onBar(() => { for (let n = 0; n < 900; n += 1) buy(1, { price: 1 }); });'),
    {
      onRequests: () => {
        throw new Error('requested');
      },
      onLog: () => {},
      onFault: (fault) => faults.push(fault),
      onFinished: () => {},
    },
  );
  if (!started.ok) throw new Error(started.error.message);
  started.value.deliver(sliceColumns(MINUTES.data, 100, 101), {
    bid: 1,
    ask: 2,
    timeMs: MINUTES.data.timeMs[101] ?? 0,
  });
  await expect.poll(() => faults.length).toBe(1);
  expect(faults[0]?.message).toBe('the code sent more than 500 orders and cancellations at once');
});

it('nobody else notices any of it', async () => {
  const [outcome] = await Promise.all([
    runToEnd(innocent, backtestJob(GOOD)),
    run(bar('const all = []; for (;;) all.push(new Array(1000).fill(0.5));')),
    run('while (true);'),
  ]);
  expect(outcome.orders).toEqual(wanted);
}, 60_000);
