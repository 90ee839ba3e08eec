import { describe, expect, it } from 'vitest';
import { eventLoopBusyShare, SpareTime } from './spare-time.ts';

describe('SpareTime', () => {
  it('permits every slice on a quiet event loop', () => {
    const spare = new SpareTime(() => 0.3);
    expect([0, 25, 50].map((nowMs) => spare.permitsWork(nowMs))).toEqual([true, true, true]);
  });

  it('permits one slice every 250 ms on a busy event loop', () => {
    const spare = new SpareTime(() => 0.95);
    const permitted = Array.from({ length: 41 }, (_, index) => index * 25).filter((nowMs) =>
      spare.permitsWork(nowMs),
    );
    expect(permitted).toEqual([0, 250, 500, 750, 1_000]);
  });

  it('permits work again as soon as the event loop is quiet', () => {
    let busyShare = 1;
    const spare = new SpareTime(() => busyShare);
    expect([spare.permitsWork(0), spare.permitsWork(25)]).toEqual([true, false]);
    busyShare = 0;
    expect(spare.permitsWork(50)).toBe(true);
  });

  it('sees a blocked event loop as busier than an idle one', async () => {
    const busyShare = eventLoopBusyShare();
    await new Promise((resolve) => setTimeout(resolve, 20));
    busyShare();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const idle = busyShare();
    const untilMs = performance.now() + 50;
    while (performance.now() < untilMs);
    await new Promise((resolve) => setImmediate(resolve));
    expect(busyShare()).toBeGreaterThan(idle);
  });
});
