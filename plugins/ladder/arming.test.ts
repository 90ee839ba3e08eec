import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { armedLabel, Arming, IDLE_LIMIT_MS } from './arming.ts';

type Parts = ConstructorParameters<typeof Arming>[0];

/** Session and order service whose account the test changes. */
function fakePlatform() {
  const listeners = new Set<() => void>();
  let account = 'DEMO-1';
  const messages: string[] = [];
  const readable = (value: () => object) => ({
    get: value,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  // Only what arming reads is there.
  const platform = {
    session: readable(() => ({ userId: 'u', account, isLive: false })),
    tradingApi: readable(() => ({ api: 'Own', tradingAccount: null })),
    dialogs: { toast: ({ message }: { message: string }) => messages.push(message) },
  } as unknown as Parts;
  return {
    platform,
    messages,
    listeners,
    choose(next: string) {
      account = next;
      for (const listener of listeners) listener();
    },
  };
}
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an armed ladder is named in the menu bar until it is switched off', () => {
  const { platform } = fakePlatform();
  const arming = new Arming(platform, globalThis);
  const label = armedLabel(arming);
  expect(label.get()).toBeNull();
  arming.arm('1:Window1', { symbol: 'SPY', quantity: 100 });
  arming.arm('1:Window2', { symbol: 'AAPL', quantity: 100 });
  expect(label.get()?.hint).toContain('the ladder of SPY, AAPL');
  arming.disarm('1:Window1');
  expect([arming.isArmed('1:Window1'), arming.isArmed('1:Window2')]).toEqual([false, true]);
  arming.disarmAll(null);
  expect(label.get()).toBeNull();
});

test('another account switches every ladder off, with a message', () => {
  const { platform, messages, choose } = fakePlatform();
  const arming = new Arming(platform, globalThis);
  arming.arm('1:Window1', { symbol: 'SPY', quantity: 100 });
  choose('DEMO-1');
  expect(arming.isArmed('1:Window1')).toBe(true);
  choose('DEMO-2');
  expect([arming.isArmed('1:Window1'), messages]).toEqual([
    false,
    ['The account changed: ladder clicks open the order ticket again.'],
  ]);
});

test('ten minutes without a click switch it off; a click begins them again', () => {
  const { platform, messages } = fakePlatform();
  const arming = new Arming(platform, globalThis);
  arming.arm('1:Window1', { symbol: 'SPY', quantity: 100 });
  vi.advanceTimersByTime(IDLE_LIMIT_MS - 1);
  arming.touch();
  vi.advanceTimersByTime(IDLE_LIMIT_MS - 1);
  expect(arming.isArmed('1:Window1')).toBe(true);
  vi.advanceTimersByTime(1);
  expect([arming.isArmed('1:Window1'), messages.length]).toEqual([false, 1]);
});

test('at the end of a session nothing of it is left', () => {
  const { platform, listeners } = fakePlatform();
  const arming = new Arming(platform, globalThis);
  arming.arm('1:Window1', { symbol: 'SPY', quantity: 100 });
  arming.dispose();
  expect([arming.get().size, listeners.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
});
