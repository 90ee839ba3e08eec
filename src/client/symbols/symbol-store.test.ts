import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Body, MessageName } from '../../protocol/index.ts';
import { Requests } from '../connection/requests.ts';
import { symbolInfo } from '../testing/fixtures.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { Freshness } from './freshness.ts';
import { Notifier } from './notifier.ts';
import { RELEASE_DELAY_MS } from './symbol-records.ts';
import { createSymbolStore, type SymbolStoreCore } from './symbol-store.ts';
import { applyInfo, applyTrade, emptyRecord, type SymbolInfo } from './symbol-entry.ts';

interface Sent {
  readonly name: MessageName;
  readonly body: unknown;
}
let clock: ManualClock;
let sent: Sent[];
let isOpen: boolean;
let requests: Requests;
let store: SymbolStoreCore;

const trade = (S: string, P: number, TV: number, TS = 2000): Body<'trade'> => ({
  S,
  P,
  V: 10,
  TV,
  X: 'NSDQ',
  TS,
});
const quote = (S: string, B: number, A: number, TS = 2000): Body<'quote'> => ({
  S,
  B,
  BS: 1,
  BE: 'N',
  A,
  AS: 2,
  AE: 'Q',
  TS,
});
const tick = (body: Body<'trade'>) => store.onStreaming({ name: 'trade', body });
const microtasks = () => new Promise((resolve) => setImmediate(resolve));
const infoRequests = () =>
  sent.filter(({ name }) => name === 'symbolsInfo').map(({ body }) => body as Body<'symbolsInfo'>);
const named = (name: MessageName) =>
  sent.filter((each) => each.name === name).map(({ body }) => body as { Symbol: string; Type: string });
async function answer(items: SymbolInfo[]): Promise<void> {
  const request = infoRequests().at(-1);
  if (request) requests.answer({ Id: request.Id, Result: 'Ok', HasMore: false, Items: items });
  await microtasks();
}

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  isOpen = true;
  const connection = {
    sendReady: (name: MessageName, body: unknown) => isOpen && sent.push({ name, body }) > 0,
  };
  requests = new Requests(connection, clock);
  store = createSymbolStore({
    clock,
    streaming: connection,
    requests,
    freshness: new Freshness({ clock, isReady: () => isOpen, staleAfterMs: () => 15_000 }),
    account: () => 'D-1',
    exchangeMs: () => 1_700_000_000_000,
  });
});

describe('watching', () => {
  test('two watchers of a symbol are one subscription, which outlives the last by a grace time', async () => {
    const first = store.watch(['AAPL']);
    const second = store.watch(['AAPL']);
    await microtasks();
    expect(named('subscribe').map(({ Type }) => Type)).toEqual(['Trade', 'Quote']);
    first();
    first();
    second();
    clock.advance(RELEASE_DELAY_MS - 1);
    expect(named('unsubscribe')).toEqual([]);
    clock.advance(1);
    expect(named('unsubscribe').map(({ Type }) => Type)).toEqual(['Trade', 'Quote']);
    expect(store.get('AAPL')).toBeUndefined();
  });

  test('a window that closes and opens again within the grace time sends nothing', async () => {
    const release = store.watch(['AAPL']);
    await microtasks();
    await answer([symbolInfo('AAPL')]);
    const before = sent.length;
    release();
    clock.advance(RELEASE_DELAY_MS / 2);
    store.watch(['AAPL']);
    clock.advance(RELEASE_DELAY_MS * 2);
    await microtasks();
    expect(sent).toHaveLength(before);
    expect(store.get('AAPL')?.state).toBe('live');
  });

  test('what is watched before the sockets are open is subscribed when they are', async () => {
    isOpen = false;
    store.watch(['AAPL']);
    await microtasks();
    expect(sent).toEqual([]);
    isOpen = true;
    store.onStreamingReady();
    requests.onReady();
    store.onDataReady();
    await microtasks();
    expect(sent.map(({ name }) => name)).toEqual(['subscribe', 'subscribe', 'symbolsInfo']);
  });

  test('thousands of symbols are subscribed in turns, each once, also after a new socket; those let go meanwhile are not', async () => {
    const list = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
    store.watch(list);
    const release = store.watch(['GONE']);
    await microtasks();
    const inFirstTurn = named('subscribe').length;
    expect([inFirstTurn > 0, inFirstTurn < 1_000]).toEqual([true, true]);
    release();
    for (let turn = 0; turn < 5; turn++) clock.advance(1);
    expect(named('subscribe').map(({ Symbol, Type }) => `${Symbol} ${Type}`)).toEqual(
      list.flatMap((symbol) => [`${symbol} Trade`, `${symbol} Quote`]),
    );
    sent.length = 0;
    store.onStreamingReady();
    for (let turn = 0; turn < 5; turn++) clock.advance(1);
    expect(new Set(named('subscribe').map(({ Symbol }) => Symbol))).toEqual(new Set(list));
    expect(named('subscribe')).toHaveLength(2_000);
  });

  test('symbols watched during an outage of the data socket are loaded again, so that a high of that time is known', async () => {
    store.watch(['AAPL', 'NOPE']);
    await microtasks();
    await answer([symbolInfo('AAPL', { High: 101 })]);
    store.onDataReady();
    await microtasks();
    expect(infoRequests().at(-1)?.Symbols).toEqual(['AAPL']);
    await answer([symbolInfo('AAPL', { High: 107, Timestamp: 9000 })]);
    expect([infoRequests().length, store.get('AAPL')?.high, store.get('NOPE')?.state]).toEqual([
      2,
      107,
      'unknown',
    ]);
  });

  test('1,200 symbols are loaded in batches, so that the first are known soon', async () => {
    store.watch(Array.from({ length: 1_200 }, (_, index) => `S${index}`));
    await microtasks();
    for (let round = 0; round < 3; round++) await answer([]);
    expect(infoRequests().map(({ Symbols }) => Symbols.length)).toEqual([500, 500, 200]);
  });

  test('a symbol that is loaded and watched is requested once; when the load is cancelled, it is requested for its watchers', async () => {
    const abort = new AbortController();
    store.watch(['AAPL']);
    const loading = store.load(['AAPL'], abort.signal);
    await microtasks();
    expect(infoRequests()).toHaveLength(1);
    abort.abort();
    await expect(loading).rejects.toThrow();
    await microtasks();
    expect(infoRequests().map(({ Symbols }) => Symbols)).toEqual([['AAPL'], ['AAPL']]);
    await answer([symbolInfo('AAPL')]);
    expect(store.get('AAPL')?.state).toBe('live');
  });

  test('load resolves to the symbols that the server does not know, and requests only what is not known yet', async () => {
    const first = store.load(['AAPL', 'NOPE']);
    await answer([symbolInfo('AAPL')]);
    expect(await first).toEqual({ unknown: ['NOPE'] });
    const second = store.load(['AAPL', 'MSFT']);
    expect(infoRequests().at(-1)?.Symbols).toEqual(['MSFT']);
    await answer([symbolInfo('MSFT')]);
    expect(await second).toEqual({ unknown: [] });
  });
});

describe('the tape', () => {
  test('delivers every print to each listener as it comes, a late one too, after the record has it', () => {
    const received: [string, number, number | undefined][] = [];
    store.watch(['A', 'B']);
    const listen = (name: string) =>
      store.onTrade('A', (print) => received.push([name, print.TV, store.get('A')?.volume]));
    const ends = [listen('first'), listen('second')];
    tick(trade('A', 10, 100));
    tick(trade('B', 10, 500));
    tick(trade('A', 11, 90, 1000));
    expect(received).toEqual([
      ['first', 100, 100],
      ['second', 100, 100],
      ['first', 90, 100],
      ['second', 90, 100],
    ]);
    ends[0]?.();
    ends[0]?.();
    tick(trade('A', 10, 110));
    expect(received.slice(4)).toEqual([['second', 110, 110]]);
  });

  test('delivers no prints of a symbol that is not watched', () => {
    const received: number[] = [];
    store.onTrade('A', ({ TV }) => received.push(TV));
    tick(trade('A', 10, 100));
    expect(received).toEqual([]);
  });
});

describe('notifying views', () => {
  test('10,000 ticks within one cadence notify a view once, with the symbols that changed', () => {
    const woken: string[][] = [];
    store.watch(['A', 'B', 'C']);
    store.subscribe(['A', 'B', 'C'], 500, (changed) => woken.push([...changed].sort()));
    tick(trade('A', 1, 1));
    clock.advance(0);
    expect(woken).toEqual([['A']]);
    for (let index = 0; index < 10_000; index++)
      tick(trade(index % 2 ? 'A' : 'B', 10 + (index % 7), 10 + index));
    clock.advance(499);
    expect(woken).toHaveLength(1);
    clock.advance(1);
    expect(woken).toEqual([['A'], ['A', 'B']]);
    clock.advance(5000);
    expect(woken).toHaveLength(2);
  });

  test('only views of a changed symbol are notified, and symbols without a view start no timer', () => {
    const counts = { a: 0, b: 0, frame: 0 };
    store.watch(['A', 'B', 'HIDDEN']);
    store.subscribe(['A'], 500, () => counts.a++);
    store.subscribe(['B'], 500, () => counts.b++);
    store.subscribe(['A'], 'frame', () => counts.frame++);
    const timers = clock.timerCount();
    for (let index = 1; index <= 5000; index++) tick(trade('HIDDEN', 5, index));
    expect(clock.timerCount()).toBe(timers);
    for (let index = 1; index <= 1000; index++) {
      tick(trade('A', 5, index));
      clock.advance(1);
    }
    clock.advance(1000);
    expect(counts.b).toBe(0);
    expect(counts.a).toBeGreaterThanOrEqual(2);
    expect(counts.a).toBeLessThanOrEqual(4);
    expect(counts.frame).toBeGreaterThanOrEqual(60);
    expect(counts.frame).toBeLessThanOrEqual(66);
  });

  test('one timer serves all views of a cadence', () => {
    store.watch(['A']);
    for (let index = 0; index < 200; index++) store.subscribe(['A'], 500, () => {});
    const timers = clock.timerCount();
    tick(trade('A', 5, 1));
    expect(clock.timerCount()).toBe(timers + 1);
  });

  test('animation frames are used where the host has them', () => {
    const frames: (() => void)[] = [];
    const notifier = new Notifier({ ...clock, requestFrame: (callback) => void frames.push(callback) });
    let count = 0;
    notifier.subscribe(['A'], 'frame', () => count++);
    notifier.mark('A');
    notifier.mark('A');
    expect([frames.length, count]).toEqual([1, 0]);
    frames[0]?.();
    expect(count).toBe(1);
  });

  test('a released view is not notified, even when another view releases it during the same flush', () => {
    let calls = 0;
    store.watch(['A']);
    const releases: (() => void)[] = [];
    store.subscribe(['A'], 500, () => releases.forEach((release) => release()));
    releases.push(store.subscribe(['A'], 500, () => calls++));
    tick(trade('A', 5, 1));
    clock.advance(500);
    tick(trade('A', 6, 2));
    clock.advance(500);
    expect(calls).toBe(0);
  });
});

describe('the record of a symbol', () => {
  test('trades move last, tick, high, low, volume and volume-weighted price', () => {
    const record = emptyRecord('A');
    applyInfo(record, symbolInfo('A'), 0);
    applyTrade(record, trade('A', 102, 2000, 1100), 7);
    expect(record).toMatchObject({
      last: 102,
      lastSize: 10,
      tick: 1,
      high: 102,
      low: 98,
      volume: 2000,
      vwap: 101,
      timeMs: 1100,
      receivedAtMs: 7,
    });
    applyTrade(record, trade('A', 97, 2010, 1200), 8);
    expect(record).toMatchObject({ last: 97, tick: -1, high: 102, low: 97 });
    const { version } = record;
    expect(applyTrade(record, trade('A', 50, 1500, 1150), 9)).toEqual({
      changed: false,
      isNewSession: false,
    });
    expect(record).toMatchObject({ last: 97, version });
  });

  test('a volume that starts again at 0 starts a new day and requests fresh info', async () => {
    store.watch(['A']);
    await microtasks();
    await answer([symbolInfo('A')]);
    tick(trade('A', 105, 50, 90_000));
    expect(store.get('A')).toMatchObject({ previousClose: 100, open: 105, high: 105, low: 105, volume: 50 });
    await microtasks();
    expect(infoRequests()).toHaveLength(2);
  });

  test('info that comes after trades keeps what is newer and fills in the day before them', () => {
    const record = emptyRecord('A');
    applyTrade(record, trade('A', 104, 1500, 3000), 0);
    applyInfo(record, symbolInfo('A', { Volume: 1000, VWAP: 100, High: 101, Low: 98, Timestamp: 2000 }), 0);
    expect(record).toMatchObject({
      last: 104,
      volume: 1500,
      high: 104,
      low: 98,
      open: 99,
      previousClose: 97,
      state: 'live',
    });
    expect(record.vwap).toBeCloseTo((100 * 1000 + 104 * 500) / 1500, 9);
  });

  test('the value of an index, a quote without sizes, is its last price', () => {
    store.watch(['$IDX']);
    const value = (B: number, TS: number) => ({ ...quote('$IDX', B, B, TS), BS: 0, AS: 0 });
    store.onStreaming({ name: 'quote', body: value(500, 5000) });
    store.onStreaming({ name: 'quote', body: value(498, 6000) });
    expect(store.get('$IDX')).toMatchObject({ last: 498, high: 500, low: 498, tick: -1, bid: 498, ask: 498 });
  });

  test('an older quote does not replace a newer one', () => {
    store.watch(['A']);
    store.onStreaming({ name: 'quote', body: quote('A', 10, 11, 5000) });
    store.onStreaming({ name: 'quote', body: quote('A', 1, 2, 4000) });
    expect(store.get('A')).toMatchObject({ bid: 10, ask: 11, bidExchange: 'N', askExchange: 'Q' });
  });

  propertyTest.prop([
    fc.array(fc.record({ price: fc.integer({ min: 1, max: 500 }), size: fc.integer({ min: 1, max: 900 }) }), {
      minLength: 1,
      maxLength: 60,
    }),
  ])('any series of trades gives the day its extremes, sum and average', (prints) => {
    const record = emptyRecord('A');
    let volume = 0;
    let worth = 0;
    prints.forEach(({ price, size }, index) => {
      volume += size;
      worth += price * size;
      applyTrade(record, { S: 'A', P: price, V: size, TV: volume, X: '', TS: index + 1 }, 0);
    });
    const prices = prints.map(({ price }) => price);
    expect(record).toMatchObject({
      high: Math.max(...prices),
      low: Math.min(...prices),
      volume,
      open: prices[0],
      last: prices.at(-1),
    });
    expect(record.vwap).toBeCloseTo(worth / volume, 6);
  });
});
