import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFeedPulse, FLOW_LIMIT_MS, PULSE_MS } from './feed-pulse.ts';

/** A market whose clock runs with the host's until it is paused. */
function fakeMarket({ reportsFlow = true }: { reportsFlow?: boolean } = {}) {
  const state = { isPaused: false, pausedMs: 0, isHanging: false, flowedMs: 0, hadEvents: false };
  return {
    state,
    market: {
      exchangeMs: () => (state.isPaused ? state.pausedMs : Date.now()),
      ...(reportsFlow ? { flowedAtMs: () => (state.isHanging ? state.flowedMs : Date.now()) } : {}),
    },
    fanOut: {
      takeHadEvents() {
        const had = state.hadEvents;
        state.hadEvents = false;
        return had;
      },
    },
  };
}

const beats = (frames: string[]) => frames.filter((frame) => frame.includes('"ExchangeTime"')).length;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createFeedPulse', () => {
  it('sends to every client every five seconds while the market flows, and not to one that has left', () => {
    const { market, fanOut } = fakeMarket();
    const pulse = createFeedPulse(market, fanOut, Date.now);
    const first: string[] = [];
    const second: string[] = [];
    const leave = pulse.join((frame) => first.push(frame));
    pulse.join((frame) => second.push(frame));
    vi.advanceTimersByTime(2 * PULSE_MS);
    leave();
    vi.advanceTimersByTime(PULSE_MS);
    expect([beats(first), beats(second)]).toEqual([2, 3]);
  });

  it('sends nothing while the replay is paused, and continues afterwards', () => {
    const { market, fanOut, state } = fakeMarket();
    const frames: string[] = [];
    createFeedPulse(market, fanOut, Date.now).join((frame) => frames.push(frame));
    state.isPaused = true;
    state.pausedMs = Date.now();
    vi.advanceTimersByTime(4 * PULSE_MS);
    expect(frames).toEqual([]);
    state.isPaused = false;
    vi.advanceTimersByTime(2 * PULSE_MS);
    expect(beats(frames)).toBe(2);
  });

  it('sends nothing when the adapter hangs though its clock runs', () => {
    const { market, fanOut, state } = fakeMarket();
    const frames: string[] = [];
    createFeedPulse(market, fanOut, Date.now).join((frame) => frames.push(frame));
    state.flowedMs = Date.now();
    state.isHanging = true;
    vi.advanceTimersByTime(FLOW_LIMIT_MS);
    const before = beats(frames);
    vi.advanceTimersByTime(4 * PULSE_MS);
    expect([before, beats(frames)]).toEqual([2, 2]);
  });

  it('uses the events of an adapter that does not report its flow', () => {
    const { market, fanOut, state } = fakeMarket({ reportsFlow: false });
    const frames: string[] = [];
    createFeedPulse(market, fanOut, Date.now).join((frame) => frames.push(frame));
    vi.advanceTimersByTime(2 * PULSE_MS);
    expect(frames).toEqual([]);
    state.hadEvents = true;
    vi.advanceTimersByTime(6 * PULSE_MS);
    // The beat that saw the event, and those within the limit after it.
    expect(beats(frames)).toBe(1 + FLOW_LIMIT_MS / PULSE_MS);
  });

  it('runs no timer without clients', () => {
    const { market, fanOut } = fakeMarket();
    const pulse = createFeedPulse(market, fanOut, Date.now);
    const leave = pulse.join(() => {});
    expect(vi.getTimerCount()).toBe(1);
    leave();
    expect(vi.getTimerCount()).toBe(0);
    pulse.join(() => {});
    pulse.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
