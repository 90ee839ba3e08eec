import { beforeEach, describe, expect, test } from 'vitest';
import type { Body, MessageName } from '../../protocol/index.ts';
import { Requests } from '../connection/requests.ts';
import { symbolInfo } from '../testing/fixtures.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { Freshness, STALE_SLACK_MS } from './freshness.ts';
import { createSymbolStore, type SymbolStoreCore } from './symbol-store.ts';

const STATED_AGE_MS = 15_000;
const LIMIT_MS = STATED_AGE_MS + STALE_SLACK_MS;
let clock: ManualClock;
let isReady: boolean;
let staleAfterMs: number;
let freshness: Freshness;
let store: SymbolStoreCore;
let requests: Requests;
let woken: string[][];

const settle = () => new Promise((resolve) => setImmediate(resolve));
const stale = (...symbols: string[]) => symbols.filter((symbol) => store.staleness(symbol).isStale);
const alive = () => store.onStreaming({ name: 'feedAlive', body: { ExchangeTime: 1 } });
const quote = (S: string, TS = 2000) =>
  store.onStreaming({ name: 'quote', body: { S, B: 1, BS: 1, BE: 'N', A: 2, AS: 2, AE: 'Q', TS } });
const accept = (Symbol: string, Result: Body<'subscriptionResponse'>['Result'] = 'Subscribed') =>
  store.onStreaming({ name: 'subscriptionResponse', body: { Symbol, Type: 'Quote', Result } });
/** The streaming socket comes (back), and the server accepts everything. */
function connect(...symbols: string[]): void {
  isReady = true;
  freshness.check();
  store.onStreamingReady();
  for (const symbol of symbols) accept(symbol);
}
function drop(): void {
  isReady = false;
  freshness.check();
}
/** Time in which the server keeps saying that its market flows. */
function flowFor(ms: number): void {
  for (let passedMs = 0; passedMs < ms; passedMs += 5_000) {
    clock.advance(5_000);
    alive();
  }
}

beforeEach(async () => {
  clock = createManualClock();
  isReady = false;
  staleAfterMs = STATED_AGE_MS;
  woken = [];
  const requestIds: number[] = [];
  const connection = {
    sendReady(name: MessageName, body: unknown) {
      if (name === 'symbolsInfo') requestIds.push((body as { Id: number }).Id);
      return true;
    },
  };
  requests = new Requests(connection, clock);
  freshness = new Freshness({ clock, isReady: () => isReady, staleAfterMs: () => staleAfterMs });
  store = createSymbolStore({
    clock,
    streaming: connection,
    requests,
    freshness,
    account: () => 'D-1',
    exchangeMs: () => 1_700_000_000_000,
  });
  freshness.begin();
  store.watch(['A', 'B']);
  store.subscribe(['A', 'B'], 500, (changed) => woken.push([...changed].sort()));
  await settle();
  requests.answer({
    Id: requestIds[0] ?? 0,
    Result: 'Ok',
    HasMore: false,
    Items: [symbolInfo('A'), symbolInfo('B')],
  });
  await settle();
});

describe('prices', () => {
  test('are fresh while the server reports a flowing market, with or without ticks', () => {
    connect('A', 'B');
    flowFor(600_000);
    expect([stale('A', 'B'), freshness.feed.get()]).toEqual([[], { isStale: false, sinceMs: null }]);
  });

  test('go stale together when the server stops reporting a flowing market, and their views are notified', () => {
    connect('A', 'B');
    flowFor(30_000);
    const atMs = clock.nowMs();
    clock.advance(LIMIT_MS);
    expect(stale('A', 'B')).toEqual([]);
    woken = [];
    clock.advance(1_500);
    expect(stale('A', 'B')).toEqual(['A', 'B']);
    expect(woken).toEqual([['A', 'B']]);
    expect(freshness.feed.get()).toEqual({ isStale: true, sinceMs: atMs });
    expect(store.staleness('A').ageMs).toBe(LIMIT_MS + 1_500);
    alive();
    expect([stale('A', 'B'), freshness.feed.get().isStale]).toEqual([[], false]);
    clock.advance(500);
    expect(woken).toHaveLength(2);
  });

  test('that tick are fresh without a report of the server; the others are not', () => {
    connect('A', 'B');
    for (let second = 0; second < 30; second++) {
      clock.advance(1_000);
      quote('A', 2000 + second);
    }
    expect(stale('A', 'B')).toEqual(['B']);
  });

  test('are stale at once when the connection is lost, and until each is confirmed by the next one', () => {
    connect('A', 'B');
    woken = [];
    drop();
    expect([stale('A', 'B'), freshness.feed.get().isStale]).toEqual([['A', 'B'], true]);
    clock.advance(500);
    expect(woken).toEqual([['A', 'B']]);
    connect('A');
    expect([stale('A', 'B'), freshness.feed.get().isStale]).toEqual([['B'], false]);
    quote('B', 1);
    expect(stale('A', 'B')).toEqual([]);
  });

  test('of a symbol whose subscription was refused are not confirmed by the server reports', () => {
    connect('A');
    accept('B', 'NoPermission');
    flowFor(60_000);
    expect(stale('A', 'B')).toEqual(['B']);
  });

  test('follow the stated age of the settings while they are shown', () => {
    connect('A', 'B');
    clock.advance(10_000);
    expect(stale('A')).toEqual([]);
    staleAfterMs = 5_000;
    expect(stale('A')).toEqual(['A']);
    staleAfterMs = 3_600_000;
    clock.advance(3_000_000);
    expect([stale('A'), freshness.feed.get().isStale]).toEqual([[], false]);
  });

  test('are stale when the machine wakes, until the next report of the server', () => {
    connect('A', 'B');
    clock.sleep(3_600_000);
    expect([stale('A', 'B'), freshness.feed.get().isStale]).toEqual([['A', 'B'], true]);
    alive();
    expect(stale('A', 'B')).toEqual([]);
  });

  test("do not stay fresh for an hour because the host's clock was set back by one", () => {
    connect('A', 'B');
    clock.setBack(3_600_000);
    clock.advance(LIMIT_MS + 2_000);
    expect([stale('A', 'B'), freshness.feed.get().isStale]).toEqual([['A', 'B'], true]);
  });

  test('are not stale while there are none', () => {
    drop();
    store.watch(['C']);
    expect([store.staleness('C'), store.staleness('NEVER WATCHED')]).toEqual([
      { isStale: false, ageMs: null },
      { isStale: false, ageMs: null },
    ]);
  });
});

describe('the feed', () => {
  test('has the stated age to connect at the beginning of a session', () => {
    expect([freshness.feed.get().isStale, stale('A')]).toEqual([false, []]);
    clock.advance(LIMIT_MS + 1_000);
    expect([freshness.feed.get().isStale, stale('A')]).toEqual([true, ['A']]);
  });

  test('notifies of changes only, and is not stale without a signed-in user', () => {
    let changes = 0;
    freshness.feed.subscribe(() => changes++);
    connect('A', 'B');
    flowFor(60_000);
    expect(changes).toBe(0);
    drop();
    clock.advance(60_000);
    expect(changes).toBe(1);
    freshness.end();
    expect([changes, freshness.feed.get()]).toEqual([2, { isStale: false, sinceMs: null }]);
  });

  test('is checked once a second, and not at all while no user is signed in', () => {
    let checks = 0;
    freshness.onChecked(() => checks++);
    clock.advance(10_000);
    expect(checks).toBe(10);
    freshness.end();
    clock.advance(10_000);
    expect(checks).toBe(11);
  });
});

test('a load that fails is repeated while the symbol is watched', async () => {
  const sent: { Symbols: string[] }[] = [];
  const asks = new Requests(
    {
      sendReady: (name, body) =>
        name === 'symbolsInfo' && sent.push(body as unknown as { Symbols: string[] }) > 0,
    },
    clock,
  );
  const slow = createSymbolStore({
    clock,
    streaming: { sendReady: () => true },
    requests: asks,
    freshness,
    account: () => 'D-1',
    exchangeMs: () => 1_700_000_000_000,
  });
  slow.watch(['SLOW']);
  await settle();
  clock.advance(30_000);
  await settle();
  expect(sent).toHaveLength(1);
  clock.advance(15_000);
  await settle();
  expect(sent.map(({ Symbols }) => Symbols)).toEqual([['SLOW'], ['SLOW']]);
  asks.answer({ Id: 2, Result: 'Ok', HasMore: false, Items: [symbolInfo('SLOW')] });
  await settle();
  expect(slow.get('SLOW')?.state).toBe('live');
  clock.advance(60_000);
  await settle();
  expect(sent).toHaveLength(2);
});
