import { afterEach, expect, it, vi } from 'vitest';
import { Drain } from './drain.ts';
import { Health, MAX_COMMIT_MS, MAX_LAG_MS, MAX_MARKET_SILENCE_MS, type HealthParts } from './health.ts';

let health: Health | undefined;
afterEach(() => {
  health?.close();
  vi.useRealTimers();
});

const working: HealthParts['storage'] = { isHealthy: () => Promise.resolve(true), commitAgeMs: () => 0 };
const make = (change: Partial<HealthParts> = {}): Health =>
  (health = new Health({
    brokerage: { isReady: () => true },
    market: { exchangeMs: () => Date.now(), flowedAtMs: () => Date.now() },
    clock: { hostMs: () => Date.now() },
    storage: working,
    drain: { isDraining: false },
    runtime: {},
    ...change,
  }));

it('has nothing to report of a server that works', async () => {
  expect((await make().report()).problems).toEqual({});
});

it('names the order service and the database when they are away', async () => {
  const report = await make({
    brokerage: { isReady: () => false },
    storage: { ...working, isHealthy: () => Promise.reject(new Error('no connection')) },
  }).report();
  expect(report.problems).toEqual({
    journal: 'The order service is not ready.',
    storage: 'The database does not answer.',
  });
});

it('names a journal whose commit does not end', async () => {
  const report = (commitMs: number) =>
    make({ storage: { ...working, commitAgeMs: () => commitMs } }).report();
  expect((await report(MAX_COMMIT_MS)).problems).toEqual({});
  health?.close();
  expect((await report(MAX_COMMIT_MS + 1)).problems).toEqual({
    journal: 'The order journal has been writing for 3001 ms.',
  });
});

it('names the drain from its start, and a strategy runtime that fails', async () => {
  const drain = new Drain();
  const runtime = { problem: () => Promise.resolve('the process that starts them has ended') };
  const watched = make({ drain, runtime });
  expect((await watched.report()).problems).toEqual({
    strategies: 'Strategies cannot be run: the process that starts them has ended.',
  });
  drain.begin();
  expect((await watched.report()).problems.drain).toBe('The server restarts.');
});

const stop = (ms: number): void => {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
};

it('names an event loop that was stopped', async () => {
  const watched = make();
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop(MAX_LAG_MS + 200);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { problems, lagMsMax } = await watched.report();
  expect(lagMsMax).toBeGreaterThan(MAX_LAG_MS);
  expect(problems.eventLoop).toMatch(/^The event loop was stopped for \d+ ms\.$/);
});

it('names a feed that has stopped while the clock runs, and not a replay that is paused', async () => {
  vi.useFakeTimers();
  const startMs = Date.now();
  const hanging = make({ market: { exchangeMs: () => Date.now(), flowedAtMs: () => startMs } });
  vi.advanceTimersByTime(MAX_MARKET_SILENCE_MS + 2_000);
  expect((await hanging.report()).problems.market).toBe('The market data feed has stopped.');
  hanging.close();
  const paused = make({ market: { exchangeMs: () => startMs, flowedAtMs: () => startMs } });
  vi.advanceTimersByTime(MAX_MARKET_SILENCE_MS + 2_000);
  expect((await paused.report()).problems.market).toBeUndefined();
});
