import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ExchangeQuote,
  MarketListener,
  Quote,
  SessionListener,
  Trade,
} from '../../market/market-data.ts';
import { CLOSE_TOO_SLOW } from '../../../protocol/index.ts';
import type { Peer } from '../sockets/peer.ts';
import { FanOut, FLUSH_MS, QUOTE_MS } from './fan-out.ts';
import {
  CONFLATE_ABOVE_BYTES,
  CONFLATED_FLUSH_MS,
  createOutbox,
  CUT_ABOVE_BYTES,
  CUT_ANSWERS_ABOVE_BYTES,
} from './outbox.ts';

const trade = (symbol: string, totalVolume: number): Trade => ({
  symbol,
  priceE4: 1_000_000,
  size: 100,
  totalVolume,
  exchange: 'N',
  timeMs: 1,
});
const quote = (symbol: string, bidE4: number): Quote => ({
  symbol,
  bidE4,
  bidSize: 100,
  bidExchange: 'N',
  askE4: bidE4 + 100,
  askSize: 200,
  askExchange: 'Q',
  timeMs: 1,
});

/** A peer that keeps what was written, one entry a write. */
function fakePeer() {
  const writes: string[] = [];
  const closed: number[] = [];
  const state = { buffered: 0, isOpen: true };
  const peer: Peer = {
    address: 'test',
    userAgent: '',
    cookieToken: undefined,
    isOpen: () => state.isOpen,
    send: (text) => writes.push(text),
    writeFrames: (frames) => writes.push(frames),
    bufferedBytes: () => state.buffered,
    cut: () => {},
    close: (code) => closed.push(code),
  };
  return {
    peer,
    writes,
    closed,
    state,
    seen: (pattern: RegExp) => [...writes.join('').matchAll(pattern)].map((match) => match[1]),
  };
}

function fakeMarket() {
  const listeners = new Map<string, MarketListener>();
  const sessionListeners = new Set<SessionListener>();
  let watches = 0;
  let exchanges: ExchangeQuote[] = [];
  return {
    market: {
      watch(symbol: string, listener: MarketListener) {
        if (symbol === 'NOPE') return undefined;
        watches += 1;
        listeners.set(symbol, listener);
        return () => listeners.delete(symbol);
      },
      depth: () => exchanges,
      onSession(listener: SessionListener) {
        sessionListeners.add(listener);
        return () => sessionListeners.delete(listener);
      },
    },
    halt(symbol: string, isHalted: boolean) {
      for (const listener of sessionListeners) listener.onHalt?.(symbol, isHalted, 7, '');
    },
    sessionListenerCount: () => sessionListeners.size,
    show(symbol: string, quotes: ExchangeQuote[]) {
      exchanges = quotes;
      listeners.get(symbol)?.onQuote?.(quote(symbol, 1_000_000));
    },
    trade: (symbol: string, totalVolume: number) =>
      listeners.get(symbol)?.onTrade?.(trade(symbol, totalVolume)),
    quote: (symbol: string, bidE4: number) => listeners.get(symbol)?.onQuote?.(quote(symbol, bidE4)),
    watching: () => [...listeners.keys()],
    watches: () => watches,
  };
}

const VOLUMES = /"TV":(\d+)/g;
const BIDS = /"B":([\d.]+)/g;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('FanOut', () => {
  it('watches a symbol once for all clients and stops with the last of them', () => {
    const { market, watching, watches } = fakeMarket();
    const fanOut = new FanOut(market, Date.now);
    const first = createOutbox(fakePeer().peer);
    const second = createOutbox(fakePeer().peer);
    fanOut.subscribe(first, 'SPY', 'Trade');
    fanOut.subscribe(first, 'SPY', 'Quote');
    fanOut.subscribe(second, 'SPY', 'Trade');
    expect(watches()).toBe(1);
    fanOut.unsubscribe(first, 'SPY', 'Trade');
    fanOut.unsubscribe(first, 'SPY', 'Quote');
    expect(watching()).toEqual(['SPY']);
    fanOut.unsubscribe(second, 'SPY', 'Trade');
    expect(watching()).toEqual([]);
    expect(fanOut.watchedCount).toBe(0);
  });

  it('returns false for a symbol that the market does not know', () => {
    const fanOut = new FanOut(fakeMarket().market, Date.now);
    expect(fanOut.subscribe(createOutbox(fakePeer().peer), 'NOPE', 'Trade')).toBe(false);
  });

  it('sends every trade, in order, in one write per flush', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Trade');
    for (let volume = 1; volume <= 50; volume += 1) source.trade('SPY', volume);
    expect(client.writes).toHaveLength(0);
    vi.advanceTimersByTime(FLUSH_MS);
    expect(client.writes).toHaveLength(1);
    expect(client.seen(VOLUMES)).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)));
  });

  it('sends a halt and its end once to each client of the symbol, behind the trades that wait, and nothing to others', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const [both, exchanges, other] = [fakePeer(), fakePeer(), fakePeer()];
    const outbox = createOutbox(both.peer);
    for (const type of ['Trade', 'Quote', 'Bbo'] as const) fanOut.subscribe(outbox, 'SPY', type);
    fanOut.subscribe(createOutbox(exchanges.peer), 'SPY', 'Bbo');
    fanOut.subscribe(createOutbox(other.peer), 'QQQ', 'Trade');
    source.trade('SPY', 50);
    source.halt('SPY', true);
    source.halt('SPY', false);
    const events = /"(TV":50|Status":"[A-Za-z]+"),/g;
    expect(both.seen(events)).toEqual(['TV":50', 'Status":"Halted"', 'Status":"Trading"']);
    expect(exchanges.writes[0]).toContain('{"T":309,"Symbol":"SPY","Status":"Halted","TS":7}');
    expect([exchanges.writes.length, other.writes]).toEqual([2, []]);
    fanOut.stop();
    expect(source.sessionListenerCount()).toBe(0);
  });

  it('sends the newest quote only, at most one per symbol in its interval', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Quote');
    for (let tick = 1; tick <= 100; tick += 1) {
      source.quote('SPY', tick * 10_000);
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    const bids = client.seen(BIDS).map(Number);
    expect(bids.length).toBeLessThanOrEqual(500 / QUOTE_MS + 2);
    expect(bids.length).toBeGreaterThanOrEqual(500 / QUOTE_MS - 1);
    expect(bids.at(-1)).toBe(100);
    expect(bids).toEqual(bids.toSorted((a, b) => a - b));
  });

  it('sends a client the quotes of all its symbols in one write, and other clients theirs at other times', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const clients = Array.from({ length: 10 }, fakePeer);
    const symbols = ['SPY', 'QQQ', 'IWM', 'GLD'];
    for (const client of clients) {
      const outbox = createOutbox(client.peer);
      for (const symbol of symbols) fanOut.subscribe(outbox, symbol, 'Quote');
    }
    const writesAt: number[] = [];
    for (let ms = 0; ms < 10 * QUOTE_MS; ms += FLUSH_MS) {
      // A symbol at a time: in the interval of a client each of them moves.
      const symbol = symbols[(ms / FLUSH_MS) % symbols.length] ?? '';
      source.quote(symbol, 1_000_000 + ms);
      const before = clients.reduce((sum, { writes }) => sum + writes.length, 0);
      vi.advanceTimersByTime(FLUSH_MS);
      writesAt.push(clients.reduce((sum, { writes }) => sum + writes.length, 0) - before);
    }
    // Ten clients in five groups: two have their turn at each flush.
    expect(new Set(writesAt.slice(QUOTE_MS / FLUSH_MS))).toEqual(new Set([2]));
    for (const { writes } of clients) expect(writes.length).toBeLessThanOrEqual(10);
  });

  it('sends every client the newest quote after the last one has come, whatever its turn', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const clients = Array.from({ length: 7 }, fakePeer);
    for (const client of clients) fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Quote');
    source.quote('SPY', 1_000_000);
    vi.advanceTimersByTime(2 * FLUSH_MS);
    source.quote('SPY', 1_010_000);
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    expect(clients.map((client) => client.seen(BIDS).at(-1))).toEqual(clients.map(() => '101'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('runs no timer while nothing is queued', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    fanOut.subscribe(createOutbox(fakePeer().peer), 'SPY', 'Trade');
    expect(vi.getTimerCount()).toBe(0);
    source.trade('SPY', 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(2 * FLUSH_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends a slow client the newest trade of each symbol, and every trade again once it has caught up', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    const outbox = createOutbox(client.peer);
    fanOut.subscribe(outbox, 'SPY', 'Trade');
    fanOut.subscribe(outbox, 'QQQ', 'Trade');
    client.state.buffered = CONFLATE_ABOVE_BYTES + 1;
    source.trade('SPY', 1);
    vi.advanceTimersByTime(FLUSH_MS);
    client.writes.length = 0;
    for (let volume = 2; volume <= 40; volume += 1) {
      source.trade('SPY', volume);
      source.trade('QQQ', volume * 1000);
    }
    vi.advanceTimersByTime(CONFLATED_FLUSH_MS + FLUSH_MS);
    expect(client.seen(VOLUMES)).toEqual(['40', '40000']);
    client.state.buffered = 0;
    vi.advanceTimersByTime(FLUSH_MS);
    client.writes.length = 0;
    source.trade('SPY', 41);
    source.trade('SPY', 42);
    vi.advanceTimersByTime(FLUSH_MS);
    expect(client.seen(VOLUMES)).toEqual(['41', '42']);
  });

  it('disconnects a client that is too far behind', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Trade');
    client.state.buffered = CUT_ABOVE_BYTES + 1;
    source.trade('SPY', 1);
    vi.advanceTimersByTime(FLUSH_MS);
    expect(client.closed).toEqual([CLOSE_TOO_SLOW]);
  });

  it('drops a closed client, with whatever it had not read', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Trade');
    client.state.buffered = CONFLATE_ABOVE_BYTES + 1;
    source.trade('SPY', 1);
    client.state.isOpen = false;
    vi.advanceTimersByTime(2 * FLUSH_MS);
    expect(client.writes).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('quotes of the exchanges', () => {
  const at = (exchange: string, bidE4: number): ExchangeQuote => ({
    exchange,
    bidE4,
    bidSize: 100,
    askE4: bidE4 + 100,
    askSize: 200,
  });
  const CHANGES = /"X":"(\w+)","B":([\d.]+)/g;
  const changes = (client: ReturnType<typeof fakePeer>) =>
    [...client.writes.join('').matchAll(CHANGES)].map(([, exchange, bid]) => `${exchange} ${bid}`);

  it('are sent when they change, each exchange by itself, and as zero when an exchange leaves', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    source.show('SPY', [at('N', 1_000_000), at('P', 990_000)]);
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Bbo');
    source.show('SPY', [at('N', 1_000_000), at('P', 995_000)]);
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    expect(changes(client)).toEqual(['P 99.5']);
    source.show('SPY', [at('P', 995_000)]);
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    expect(changes(client)).toEqual(['P 99.5', 'N 0']);
    source.show('SPY', [at('P', 995_000)]);
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    expect(changes(client)).toHaveLength(2);
    expect(client.seen(/"BE":"(\w+)"/g)).toEqual([]);
  });

  it('are measured for each client from what it was sent', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const clients = [fakePeer(), fakePeer()];
    source.show('SPY', [at('N', 1_000_000)]);
    for (const client of clients) fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Bbo');
    // Between the turn of one client and that of the other the exchange changes again.
    source.show('SPY', [at('N', 1_010_000)]);
    vi.advanceTimersByTime(FLUSH_MS);
    source.show('SPY', [at('N', 1_000_000)]);
    vi.advanceTimersByTime(2 * QUOTE_MS);
    expect(clients.map((client) => changes(client))).toEqual([['N 101', 'N 100'], []]);
  });

  it('come as the newest of a burst', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const client = fakePeer();
    fanOut.subscribe(createOutbox(client.peer), 'SPY', 'Bbo');
    for (let cents = 0; cents < 100; cents += 1) source.show('SPY', [at('N', 1_000_000 + cents * 100)]);
    vi.advanceTimersByTime(QUOTE_MS + FLUSH_MS);
    expect(changes(client)).toEqual(['N 100.99']);
  });

  it('keep the symbol watched while they have a subscriber', () => {
    const source = fakeMarket();
    const fanOut = new FanOut(source.market, Date.now);
    const outbox = createOutbox(fakePeer().peer);
    fanOut.subscribe(outbox, 'SPY', 'Bbo');
    fanOut.subscribe(outbox, 'SPY', 'Trade');
    fanOut.unsubscribe(outbox, 'SPY', 'Trade');
    expect(source.watching()).toEqual(['SPY']);
    fanOut.unsubscribe(outbox, 'SPY', 'Bbo');
    expect(source.watching()).toEqual([]);
  });
});

describe('an answer', () => {
  it('is not added to what a client does not read, beyond a bound', () => {
    const client = fakePeer();
    const outbox = createOutbox(client.peer);
    client.state.buffered = CUT_ANSWERS_ABOVE_BYTES;
    outbox.sendNow('one');
    client.state.buffered += 1;
    outbox.sendNow('two');
    expect([client.writes, client.closed]).toEqual([['one'], [CLOSE_TOO_SLOW]]);
  });
});
