import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../src/plugin-api/index.ts';
import { followHeldOrders, heldLabel, HeldOrders, MAX_LATE_MS, type HoldingPlatform } from './held-orders.ts';

let nowMs: number;
let timers: Map<number, { readonly atMs: number; readonly run: () => void }>;
let owner: { userId: string; account: string; isLive: boolean };
let listeners: (() => void)[];
let events: string[];
let held: HeldOrders;

beforeEach(() => {
  nowMs = 1_000;
  timers = new Map();
  owner = { userId: 'u', account: 'D1', isLive: false };
  listeners = [];
  events = [];
  const subscribe = (listener: () => void) => {
    listeners.push(listener);
    return () => {};
  };
  const platform = {
    session: { get: () => owner, subscribe },
    tradingApi: { get: () => ({ api: 'Own', tradingAccount: null }), subscribe },
    // Only what holding uses is there.
  } as unknown as HoldingPlatform;
  let lastTimer = 0;
  held = new HeldOrders(platform, {
    performance: { now: () => nowMs },
    setTimeout: ((run: () => void, delayMs = 0) => {
      timers.set(++lastTimer, { atMs: nowMs + delayMs, run });
      return lastTimer;
    }) as unknown as typeof setTimeout,
    clearTimeout: ((id: number) => void timers.delete(id)) as unknown as typeof clearTimeout,
  });
});

/** The clock reaches a time, and the timers that are due by then fire. */
function passTo(atMs: number): void {
  nowMs = atMs;
  for (const [id, timer] of timers)
    if (timer.atMs <= nowMs) {
      timers.delete(id);
      timer.run();
    }
}
/** Holds an order; returns its id. */
const hold = (text: string, holdMs = 2_000): number => {
  held.hold({
    text,
    ticketId: null,
    holdMs,
    send: () => events.push(`sent ${text}`),
    onUndone: (reason) => events.push(`undone ${text}: ${reason ?? 'by the user'}`),
  });
  return held.get().at(-1)?.id ?? 0;
};

describe('an order that waits', () => {
  test('is sent once when its time is over, and not before', () => {
    hold('a');
    expect(held.get()).toMatchObject([{ text: 'a', sendsAtMs: 3_000 }]);
    passTo(2_999);
    expect(events).toEqual([]);
    passTo(3_000);
    passTo(9_000);
    expect([events, held.get()]).toEqual([['sent a'], []]);
  });

  test('is never sent after it was undone', () => {
    const id = hold('a');
    held.undo(id);
    held.sendNow(id);
    passTo(9_000);
    expect(events).toEqual(['undone a: by the user']);
  });

  test('is sent once when it is sent early', () => {
    const id = hold('a');
    held.sendNow(id);
    held.sendNow(id);
    passTo(9_000);
    expect(events).toEqual(['sent a']);
  });

  test.each([
    ['account', { account: 'D2' }],
    ['user', { userId: 'v' }],
    ['kind of account', { isLive: true }],
  ])('is undone when the %s changes, with the reason', (_, change) => {
    hold('a');
    owner = { ...owner, ...change };
    for (const listener of listeners) listener();
    passTo(9_000);
    expect(events).toEqual(['undone a: The account changed.']);
  });

  test('stays when something else of the session changes', () => {
    hold('a');
    for (const listener of listeners) listener();
    expect(held.get()).toHaveLength(1);
  });

  test('is undone when its timer fires late, as after a sleep of the computer', () => {
    hold('a');
    passTo(3_000 + MAX_LATE_MS + 1);
    hold('b');
    passTo(nowMs + 2_000 + MAX_LATE_MS);
    expect(events).toEqual(['undone a: The page could not send it in time.', 'sent b']);
  });

  test('waits beside others, each with its own time', () => {
    hold('a', 3_000);
    hold('b', 1_000);
    passTo(2_000);
    expect(events).toEqual(['sent b']);
    hold('c');
    held.undoAll('The page was left.');
    passTo(9_000);
    expect(events).toEqual(['sent b', 'undone a: The page was left.', 'undone c: The page was left.']);
  });
});

test('the menu bar shows orders that wait, and Escape is a command only while there are any', () => {
  const commands = new Map<string, Command>();
  const register = (command: Command) => {
    commands.set(command.id, command);
    return () => void commands.delete(command.id);
  };
  // Only what following uses is there.
  const end = followHeldOrders({ commands: { register } } as never, held);
  const label = heldLabel(held);
  expect([label.get(), commands.size]).toEqual([null, 0]);
  hold('Buy 1 SPY at market');
  expect(label.get()?.label).toBe('ORDER WAITS');
  hold('Sell 2 SPY at market');
  expect(label.get()).toMatchObject({
    label: '2 ORDERS WAIT',
    hint: expect.stringContaining('Buy 1 SPY at market, Sell 2 SPY at market'),
  });
  expect(commands.get('order.undo-held')?.key).toBe('Escape');
  void commands.get('order.undo-held')?.run({});
  expect([events.length, label.get(), commands.size]).toEqual([2, null, 0]);
  hold('a');
  void commands.get('order.send-held')?.run({});
  expect(events.at(-1)).toBe('sent a');
  hold('b');
  end();
  expect(commands.size).toBe(0);
});
