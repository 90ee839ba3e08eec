import { describe, expect, it } from 'vitest';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { LiveBars } from './live-bars.ts';

const session =
  sessionOn('2026-03-02') ??
  (() => {
    throw new Error('no session');
  })();
const OPEN_MS = session.openMs;
const trade = (seconds: number, priceE4: number, size = 1) => ({
  timeMs: OPEN_MS + seconds * 1000,
  priceE4,
  size,
});
const clock = (seconds: number) => ({
  exchangeMs: () => OPEN_MS + seconds * 1000,
  sessionDay: () => session,
});

describe('bars of a live run', () => {
  it('makes a bar of every trade for a strategy of trades', () => {
    expect(new LiveBars(0, null).add(trade(1.5, 77, 3))).toEqual([
      { timeMs: OPEN_MS + 1500, openE4: 77, highE4: 77, lowE4: 77, closeE4: 77, volume: 3 },
    ]);
  });

  it('ends a bar with the first trade of a later bar, and continues the bar that was forming', () => {
    const bars = new LiveBars(5, {
      timeMs: OPEN_MS,
      openE4: 10,
      highE4: 30,
      lowE4: 9,
      closeE4: 20,
      volume: 100,
    });
    expect(bars.add(trade(10, 40))).toEqual([]);
    expect(bars.add(trade(299, 8))).toEqual([]);
    expect(bars.add(trade(300, 12))).toEqual([
      { timeMs: OPEN_MS, openE4: 10, highE4: 40, lowE4: 8, closeE4: 8, volume: 102 },
    ]);
    expect(bars.add(trade(1200, 13))).toEqual([
      { timeMs: OPEN_MS + 300_000, openE4: 12, highE4: 12, lowE4: 12, closeE4: 12, volume: 1 },
    ]);
  });

  it('ends a bar at the second clock check, so that a late trade still counts', () => {
    const bars = new LiveBars(1, null);
    bars.add(trade(5, 10));
    expect(bars.checkClock(clock(59))).toEqual([]);
    expect(bars.checkClock(clock(60))).toEqual([]);
    expect(bars.add(trade(59.9, 11))).toEqual([]);
    expect(bars.checkClock(clock(61))).toEqual([
      { timeMs: OPEN_MS, openE4: 10, highE4: 11, lowE4: 10, closeE4: 11, volume: 2 },
    ]);
    expect(bars.checkClock(clock(62))).toEqual([]);
    // A trade of a delivered bar changes no bar and starts none.
    expect(bars.add(trade(59.95, 99))).toEqual([]);
    expect(bars.add(trade(70, 12))).toEqual([]);
  });

  it('of a day end with the session', () => {
    const bars = new LiveBars(1440, null);
    bars.add(trade(5, 10));
    expect(bars.checkClock(clock(3600))).toEqual([]);
    expect(bars.checkClock(clock(390 * 60))).toEqual([]);
    expect(bars.checkClock(clock(390 * 60 + 1))).toMatchObject([{ timeMs: newYorkMs('2026-03-02', 0) }]);
  });
});
