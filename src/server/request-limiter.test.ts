import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import type { Urgency } from './market/market-data.ts';
import { RequestLimiter } from './request-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const limiterOf = (perMinute: number): RequestLimiter =>
  new RequestLimiter({ perMinute, nowMs: () => Date.now() });

/** Lets the limiter work until a time, ms from the present one. */
const pass = (timeMs: number): Promise<unknown> => vi.advanceTimersByTimeAsync(timeMs);

describe('RequestLimiter', () => {
  it('admits a visible request before the background requests that wait', async () => {
    const limiter = limiterOf(2);
    const admitted: string[] = [];
    const request = (name: string, urgency: Urgency): void =>
      void limiter.admit(urgency).then(() => admitted.push(name));
    request('first history', 'background');
    request('second history', 'background');
    request('third history', 'background');
    request('chart', 'visible');
    await pass(0);
    expect(admitted).toEqual(['first history', 'chart']);
    await pass(60_000);
    expect(admitted).toEqual(['first history', 'chart', 'second history']);
  });

  it('keeps a part of the limit for visible requests', async () => {
    const limiter = limiterOf(10);
    let background = 0;
    for (let count = 0; count < 20; count += 1)
      void limiter.admit('background').then(() => (background += 1));
    await pass(59_999);
    expect(background).toBe(6);
    let visible = 0;
    for (let count = 0; count < 20; count += 1) void limiter.admit('visible').then(() => (visible += 1));
    await pass(0);
    expect(visible).toBe(4);
    expect(limiter.waitingCount('visible')).toBe(16);
  });

  it('never admits more than the limit in any minute, and admits everything in the end', async () => {
    const arrivals = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 20_000 }),
        urgency: fc.constantFrom<Urgency>('visible', 'background'),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 8 }), async (requests, perMinute) => {
        const limiter = limiterOf(perMinute);
        const admittedMs: number[] = [];
        for (const { afterMs, urgency } of requests) {
          await pass(afterMs);
          void limiter.admit(urgency).then(() => admittedMs.push(Date.now()));
        }
        await pass(60_000 * (requests.length + 1));
        expect(admittedMs).toHaveLength(requests.length);
        for (const [index, timeMs] of admittedMs.entries())
          expect(timeMs - (admittedMs[index - perMinute] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
      }),
      { numRuns: 40 },
    );
  });

  it('holds everything back while it is paused', async () => {
    const limiter = limiterOf(10);
    limiter.pauseFor(5_000);
    let admitted = 0;
    void limiter.admit('visible').then(() => (admitted += 1));
    await pass(4_999);
    expect(admitted).toBe(0);
    await pass(1);
    expect(admitted).toBe(1);
  });

  it('rejects what waits, and what comes later, once it is stopped', async () => {
    const limiter = limiterOf(1);
    await limiter.admit('visible');
    const waiting = limiter.admit('visible');
    limiter.stop();
    await expect(waiting).rejects.toThrow('stopped');
    await expect(limiter.admit('visible')).rejects.toThrow('stopped');
  });
});
