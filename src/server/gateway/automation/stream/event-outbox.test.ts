import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  EVENT_CONFLATE_ABOVE_BYTES,
  EVENT_CUT_ABOVE_BYTES,
  EVENT_FLUSH_MS,
  EventOutbox,
} from './event-outbox.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TIME = '2026-03-02T15:30:00.000Z';
const quote = (symbol: string, bid: string) => ({
  symbol,
  bid,
  bidSize: 100,
  ask: null,
  askSize: 0,
  time: TIME,
});
const trade = (symbol: string, volume: number) => ({
  symbol,
  price: '100.00',
  size: 100,
  volume,
  exchange: 'N',
  time: TIME,
});

/** A reader that keeps what was written, and how far it is behind. */
function reader() {
  const written: string[] = [];
  const state = { buffered: 0, cuts: 0 };
  const outbox = new EventOutbox({
    write: (text) => written.push(text),
    bufferedBytes: () => state.buffered,
    cut: () => {
      state.cuts += 1;
    },
  });
  return {
    outbox,
    state,
    written,
    seen: (pattern: RegExp) => [...written.join('').matchAll(pattern)].map(([, found]) => found),
  };
}
const VOLUMES = /"volume":(\d+)/g;
const BIDS = /"bid":"([\d.]+)"/g;

describe('the outbox of a stream', () => {
  it('writes the newest quote of each symbol and every trade, in one write, as server-sent events', () => {
    const { outbox, written, seen } = reader();
    for (const bid of ['1.00', '2.00', '3.00']) outbox.addQuote(quote('SPY', bid));
    for (const volume of [1, 2, 3]) outbox.addTrade(trade('SPY', volume));
    outbox.addQuote(quote('QQQ', '9.00'));
    expect(written).toEqual([]);
    vi.advanceTimersByTime(EVENT_FLUSH_MS);
    expect(written).toHaveLength(1);
    expect(seen(BIDS)).toEqual(['3.00', '9.00']);
    expect(seen(VOLUMES)).toEqual(['1', '2', '3']);
    expect(written[0]).toContain(`event: quote\ndata: ${JSON.stringify(quote('QQQ', '9.00'))}\n\n`);
  });

  it('keeps the newest quote and trade of each symbol for a reader that is behind, and writes them once it has caught up', () => {
    const { outbox, state, written, seen } = reader();
    state.buffered = EVENT_CONFLATE_ABOVE_BYTES + 1;
    for (let count = 1; count <= 500; count += 1) {
      outbox.addTrade(trade('SPY', count));
      outbox.addTrade(trade('QQQ', count * 1_000));
      outbox.addQuote(quote('SPY', `${count}.00`));
    }
    vi.advanceTimersByTime(10 * EVENT_FLUSH_MS);
    expect(written).toEqual([]);
    state.buffered = 0;
    vi.advanceTimersByTime(EVENT_FLUSH_MS);
    expect(seen(VOLUMES)).toEqual(['500', '500000']);
    expect(seen(BIDS)).toEqual(['500.00']);
  });

  it('bounds the trades that wait for a flush', () => {
    const { outbox, seen } = reader();
    for (let count = 1; count <= 5_000; count += 1) outbox.addTrade(trade('SPY', count));
    vi.advanceTimersByTime(EVENT_FLUSH_MS);
    expect(seen(VOLUMES).length).toBeLessThanOrEqual(1_000);
    expect(seen(VOLUMES).at(-1)).toBe('5000');
  });

  it('writes order reports and heartbeats at once, and cuts a reader that is too far behind for them', () => {
    const { outbox, state, written } = reader();
    outbox.send('heartbeat', { time: TIME });
    expect(written).toEqual([`event: heartbeat\ndata: {"time":"${TIME}"}\n\n`]);
    state.buffered = EVENT_CUT_ABOVE_BYTES + 1;
    outbox.send('heartbeat', { time: TIME });
    outbox.send('heartbeat', { time: TIME });
    expect([written.length, state.cuts]).toEqual([1, 1]);
  });

  it('runs no timer while nothing waits, and none once it is closed', () => {
    const { outbox, written } = reader();
    expect(vi.getTimerCount()).toBe(0);
    outbox.addTrade(trade('SPY', 1));
    expect(vi.getTimerCount()).toBe(1);
    outbox.close();
    outbox.addTrade(trade('SPY', 2));
    expect(vi.getTimerCount()).toBe(0);
    expect(written).toEqual([]);
  });
});
