import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ARMED_IDLE_MS, Arming, canArm, type ArmingPlatform } from './arming.ts';

const TEXTS = {
  key: 'keys',
  accountChanged: 'account',
  symbolChanged: 'symbol',
  focusLost: 'focus',
  connectionLost: 'connection',
  idle: 'idle',
};

const OPEN = { trading: { status: 'open' }, streaming: { status: 'open' }, data: { status: 'open' } };

let session: { userId: string; account: string | null; isLive: boolean; connections: typeof OPEN };
let tradingApi: { api: string; tradingAccount: string | null };
let listeners: Set<() => void>;
let focusListeners: Set<() => void>;
let messages: string[];
let arming: Arming;

const changed = () => listeners.forEach((listener) => listener());

beforeEach(() => {
  vi.useFakeTimers();
  session = { userId: 'u', account: 'DEMO-1', isLive: false, connections: OPEN };
  tradingApi = { api: 'Own', tradingAccount: null };
  listeners = new Set();
  focusListeners = new Set();
  messages = [];
  const joined = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  // Only what arming reads is there.
  const platform = {
    session: { get: () => session, subscribe: joined(listeners) },
    tradingApi: { get: () => tradingApi, subscribe: joined(new Set()) },
    dialogs: { toast: ({ message }: { message: string }) => messages.push(message) },
    onFocusLost: joined(focusListeners),
  } as unknown as ArmingPlatform;
  arming = new Arming(platform, TEXTS);
  return () => {
    arming.dispose();
    vi.useRealTimers();
  };
});

describe('what is armed', () => {
  test.each([
    ['account', { account: 'DEMO-2' }],
    ['user', { userId: 'other' }],
    ['kind of account', { isLive: true }],
  ])('is off with another %s, with a message', (_part, change) => {
    arming.arm('w1', { symbol: 'SPY' });
    changed();
    expect(arming.isArmed('w1')).toBe(true);
    session = { ...session, ...change };
    changed();
    expect([arming.isArmed('w1'), messages]).toEqual([false, ['account']]);
  });

  test('is off after ten minutes without use; a use restarts them', () => {
    arming.arm('w1', { symbol: 'SPY' });
    vi.advanceTimersByTime(ARMED_IDLE_MS - 1);
    arming.touch();
    vi.advanceTimersByTime(ARMED_IDLE_MS - 1);
    expect(arming.isArmed('w1')).toBe(true);
    vi.advanceTimersByTime(1);
    expect([arming.isArmed('w1'), messages]).toEqual([false, ['idle']]);
  });

  test('is off when no browser window has the focus; what is off says nothing', () => {
    focusListeners.forEach((listener) => listener());
    arming.arm('w1', { symbol: 'SPY' });
    arming.arm('w2', { symbol: 'AAPL' });
    focusListeners.forEach((listener) => listener());
    expect([arming.get().size, messages]).toEqual([0, ['focus']]);
  });

  test.each(['trading', 'streaming'])(
    'is off when the %s connection is lost, with a message, and stays off when it is back',
    (name) => {
      arming.arm('w1', { symbol: 'SPY' });
      arming.arm('w2', { symbol: 'AAPL' });
      session = { ...session, connections: { ...OPEN, [name]: { status: 'waiting' } } };
      changed();
      expect([arming.get().size, messages]).toEqual([0, ['connection']]);
      session = { ...session, connections: OPEN };
      changed();
      expect([arming.get().size, messages]).toEqual([0, ['connection']]);
    },
  );

  test('stays armed while the connection for history alone is lost', () => {
    arming.arm('w1', { symbol: 'SPY' });
    session = { ...session, connections: { ...OPEN, data: { status: 'waiting' } } };
    changed();
    expect([arming.isArmed('w1'), messages]).toEqual([true, []]);
  });

  test('is off with another symbol of its window, and stays with the same', () => {
    arming.arm('w1', { symbol: 'SPY' });
    arming.arm('w2', { symbol: 'SPY' });
    arming.update('w1', { symbol: 'SPY' });
    expect(arming.isArmed('w1')).toBe(true);
    arming.update('w1', { symbol: 'AAPL' });
    expect([arming.isArmed('w1'), arming.isArmed('w2'), messages]).toEqual([false, true, ['symbol']]);
  });

  test('is never armed by an update', () => {
    arming.update('w1', { symbol: 'SPY' });
    expect(arming.isArmed('w1')).toBe(false);
  });

  test('leaves nothing at the end of a session', () => {
    arming.arm('w1', { symbol: 'SPY' });
    arming.dispose();
    expect([arming.get().size, listeners.size, focusListeners.size, vi.getTimerCount()]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe('a mode can be armed', () => {
  const check = (symbol?: string) => {
    const shown: unknown[] = [];
    // Only what the check reads is there.
    const platform = {
      session: { get: () => session },
      canTrade: (traded?: string) =>
        traded === 'XYZ' ? { ok: false, message: 'Symbol not permitted' } : { ok: true },
      dialogs: { toast: ({ message, key }: { message: string; key: string }) => shown.push([key, message]) },
    } as unknown as Parameters<typeof canArm>[0];
    return [canArm(platform, 'keys', symbol), shown];
  };

  test('with an account, the permission to trade its symbol and a connection', () => {
    expect([check(), check('SPY')]).toEqual([
      [true, []],
      [true, []],
    ]);
  });

  test('not without them, and says why', () => {
    expect(check('XYZ')).toEqual([false, [['keys', 'Symbol not permitted']]]);
    session = { ...session, account: null };
    expect(check('SPY')).toEqual([false, [['keys', 'Choose an account first.']]]);
    session = { ...session, account: 'D', connections: { ...OPEN, trading: { status: 'waiting' } } };
    expect(check('SPY')).toEqual([
      false,
      [['keys', 'There is no connection to the server. Arm when it is back.']],
    ]);
  });
});
