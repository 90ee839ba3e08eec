import { beforeEach, describe, expect, test } from 'vitest';
import { Requests } from '../connection/requests.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { Freshness } from './freshness.ts';
import { createSymbolStore, type SymbolStoreCore } from './symbol-store.ts';

let clock: ManualClock;
let store: SymbolStoreCore;

beforeEach(() => {
  clock = createManualClock();
  const connection = { sendReady: () => true };
  store = createSymbolStore({
    clock,
    streaming: connection,
    requests: new Requests(connection, clock),
    freshness: new Freshness({ clock, isReady: () => true, staleAfterMs: () => 15_000 }),
    account: () => 'D-1',
    exchangeMs: () => 1_700_000_000_000,
  });
});

describe('the trading status', () => {
  const status = (Status: 'Halted' | 'Trading', Reason?: string) =>
    store.onStreaming({
      name: 'tradingStatus',
      body: { Symbol: 'A', Status, TS: 1, ...(Reason === undefined ? {} : { Reason }) },
    });
  const subscribed = (Type: 'Trade' | 'Quote') =>
    store.onStreaming({ name: 'subscriptionResponse', body: { Symbol: 'A', Type, Result: 'Subscribed' } });

  test('notifies views of a halt and of its end, and of no repetition', () => {
    const seen: (boolean | undefined)[] = [];
    store.watch(['A']);
    store.subscribe(['A'], 500, () => seen.push(store.get('A')?.isHalted));
    for (const each of ['Halted', 'Halted', 'Trading'] as const) {
      status(each);
      clock.advance(1_000);
    }
    expect(seen).toEqual([true, false]);
  });

  test('notifies views of the reason of a halt and of a new one; its end leaves none', () => {
    const seen: (string | undefined)[] = [];
    store.watch(['A']);
    store.subscribe(['A'], 500, () => seen.push(store.get('A')?.haltReason));
    status('Halted', 'News pending');
    for (const reason of ['News pending', 'News released', undefined]) {
      clock.advance(1_000);
      status(reason === undefined ? 'Trading' : 'Halted', reason);
    }
    clock.advance(1_000);
    expect(seen).toEqual(['News pending', 'News released', '']);
  });

  test('of before an outage ends when the subscription is confirmed again without a halt, and stays with one', () => {
    const seen: (boolean | undefined)[] = [];
    store.watch(['A']);
    status('Halted');
    store.onStreamingReady();
    store.subscribe(['A'], 0, () => seen.push(store.get('A')?.isHalted));
    subscribed('Trade');
    status('Halted');
    subscribed('Quote');
    clock.advance(10);
    expect([seen, store.get('A')?.isHalted]).toEqual([[], true]);
    store.onStreamingReady();
    subscribed('Trade');
    expect(store.get('A')?.isHalted).toBe(true);
    subscribed('Quote');
    clock.advance(10);
    expect([seen, store.get('A')?.isHalted]).toEqual([[false], false]);
  });
});
