import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObservable } from '../../client/observable.ts';
import type { ToolChannelPermission } from '../../tool-channel/index.ts';
import { ToolSession, type ToolSessionOptions, type ToolSessionState } from './tool-session.ts';
import type { ThirdPartyState } from './third-party-state.ts';

type Context = Parameters<Parameters<ToolSessionOptions['window']['onContext']>[0]>[0];

/** A session with a port, a window and prices that the test drives. */
function open(
  permissions: readonly ToolChannelPermission[] = [],
  commands: readonly string[] = [],
  settings: ToolSessionOptions['settings'] = null,
) {
  const sent: Record<string, unknown>[] = [];
  const states: ToolSessionState[] = [];
  const watched = new Set<string>();
  const published: Context[] = [];
  const activity = new Set<() => void>();
  let receive: (event: { data: unknown }) => void = () => {};
  let give: (context: Context) => void = () => {};
  let state: ThirdPartyState = { Symbol: 'QQQ', Linked: true, Stored: '{"a":1}' };
  const test = {
    isActive: true,
    isClosed: false,
    nowMs: 0,
    states,
    watched,
    published,
    get stored() {
      return state.Stored;
    },
    sent: (type: string) => sent.filter((message) => message['type'] === type),
    raw: (data: unknown) => receive({ data }),
    call: (name: string, args: object = {}, id = 1) =>
      receive({ data: JSON.stringify({ type: 'call', id, name, args }) }),
    link: (symbol: string) => give({ type: 'fdc3.instrument', id: { ticker: symbol } }),
    setActive(isActive: boolean) {
      test.isActive = isActive;
      for (const listener of activity) listener();
    },
    pass(ms: number) {
      test.nowMs += ms;
      vi.advanceTimersByTime(ms);
    },
    session: undefined as unknown as ToolSession,
  };
  const symbols = {
    watch(names: readonly string[]) {
      for (const name of names) watched.add(name);
      return () => names.forEach((name) => watched.delete(name));
    },
    subscribe: () => () => {},
    get: (symbol: string) =>
      symbol === 'SPY' ? { last: 100, bid: 99, ask: 0, previousClose: 98 } : undefined,
    staleness: () => ({ isStale: false }),
  };
  test.session = new ToolSession({
    permissions,
    commands,
    settings,
    // Only what a session uses.
    window: {
      getState: () => state,
      update: (change: Partial<ThirdPartyState>) => {
        state = { ...state, ...change };
      },
      publish: (context: Context) => published.push(context),
      onContext(listener: (context: Context) => void) {
        give = listener;
        return () => {};
      },
      isActive: () => test.isActive,
      subscribe(listener: () => void) {
        activity.add(listener);
        return () => activity.delete(listener);
      },
      platform: { symbols, settings: { subscribe: () => () => {} } },
    } as unknown as ToolSessionOptions['window'],
    port: {
      postMessage: (text: string) => sent.push(JSON.parse(text)),
      addEventListener: (_type: string, listener: typeof receive) => {
        receive = listener;
      },
      start: () => {},
      close: () => {
        test.isClosed = true;
      },
    } as unknown as ToolSessionOptions['port'],
    theme: () => ({ name: 'dark', colors: {} }),
    onState: (next) => states.push(next),
    nowMs: () => test.nowMs,
  });
  return test;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = () => vi.advanceTimersByTimeAsync(0);

test('starts a tool with its permissions, and with the linked symbol only if it may read that', () => {
  expect(open().sent('start')).toMatchObject([{ permissions: [], symbol: null }]);
  expect(open(['link:read']).sent('start')).toMatchObject([{ permissions: ['link:read'], symbol: 'QQQ' }]);
});

test.each([
  ['quotes.set', { symbols: ['SPY'] }, 'quotes'],
  ['bars', { symbol: 'SPY', size: '1d', count: 1 }, 'bars'],
  ['watchLists', {}, 'watch-lists:read'],
  ['storage.get', {}, 'storage'],
  ['storage.set', { json: '1' }, 'storage'],
  ['link.set', { symbol: 'SPY' }, 'link:write'],
])('refuses %s without its permission, and does nothing', async (name, args, permission) => {
  const tool = open();
  tool.call(name, args);
  await settled();
  expect(tool.sent('answer')).toEqual([]);
  expect(tool.sent('refusal')).toEqual([
    {
      type: 'refusal',
      id: 1,
      message: `${name} needs the permission ${permission}. Add it to "permissions" in tool.json.`,
    },
  ]);
  expect([tool.watched.size, tool.published, tool.stored]).toEqual([0, [], '{"a":1}']);
});

test('sends quotes while the window is on screen, and watches nothing while it is not', async () => {
  const tool = open(['quotes']);
  tool.call('quotes.set', { symbols: ['spy', 'SPY'] });
  await settled();
  expect(tool.sent('quotes')).toMatchObject([
    { quotes: [{ symbol: 'SPY', last: 100, bid: 99, ask: null, previousClose: 98, company: null }] },
  ]);
  expect([...tool.watched]).toEqual(['SPY']);
  tool.setActive(false);
  expect(tool.watched.size).toBe(0);
  tool.setActive(true);
  expect([...tool.watched]).toEqual(['SPY']);
  tool.session.dispose();
  expect([tool.watched.size, tool.isClosed]).toEqual([0, true]);
});

test('passes the linked symbol in both directions', async () => {
  const tool = open(['link:read', 'link:write']);
  tool.link('MSFT');
  expect(tool.sent('link')).toEqual([{ type: 'link', symbol: 'MSFT' }]);
  tool.call('link.set', { symbol: 'aapl' });
  await settled();
  expect(tool.published).toMatchObject([{ id: { ticker: 'AAPL' } }]);
});

test('stores a value with the window, once a second at most, and when the window goes', async () => {
  const tool = open(['storage']);
  tool.call('storage.set', { json: '{"a":2}' });
  tool.call('storage.set', { json: '{"a":3}' });
  tool.call('storage.get');
  await settled();
  expect(tool.sent('answer').at(-1)).toMatchObject({ value: '{"a":3}' });
  expect(tool.stored).toBe('{"a":1}');
  tool.pass(1_000);
  expect(tool.stored).toBe('{"a":3}');
  tool.call('storage.set', { json: '4' });
  await settled();
  tool.session.dispose();
  expect(tool.stored).toBe('4');
});

test.each([
  ['{', 'What a tool stores must be JSON.'],
  [JSON.stringify('x'.repeat(65_536)), 'A tool stores at most 65536 characters of JSON with a window.'],
])('refuses to store what is not JSON or too long', async (json, message) => {
  const tool = open(['storage']);
  tool.call('storage.set', { json });
  await settled();
  expect(tool.sent('refusal')).toMatchObject([{ message }]);
  tool.pass(2_000);
  expect(tool.stored).toBe('{"a":1}');
});

test('ends a tool that floods the channel, and reads nothing of it afterwards', () => {
  const tool = open(['link:write']);
  for (let count = 0; count < 300; count += 1) tool.call('link.set', { symbol: 'SPY' }, count + 1);
  expect(tool.states).toEqual([
    { kind: 'stopped', reason: 'It sent more than 200 messages within a second.' },
  ]);
  // The first calls were carried out; those above the number that may wait were refused.
  expect([tool.isClosed, tool.published.length]).toEqual([true, 16]);
});

test('ends a tool whose message is none, and keeps one whose call does not exist', () => {
  const tool = open();
  tool.call('order.send', { symbol: 'SPY' });
  expect([tool.states, tool.sent('refusal').length]).toEqual([[], 1]);
  tool.raw({ type: 'ready' });
  expect(tool.states).toEqual([{ kind: 'stopped', reason: 'It sent a message that is no text.' }]);
});

test('reports a tool that does not answer for 5 seconds, and shows it again when it answers', () => {
  const tool = open();
  tool.raw('{"type":"ready"}');
  tool.pass(4_000);
  expect(tool.states).toEqual([{ kind: 'running' }]);
  tool.pass(2_000);
  expect(tool.states.at(-1)).toEqual({ kind: 'silent' });
  const [ping] = tool.sent('ping');
  tool.raw(JSON.stringify({ type: 'pong', id: 99 }));
  expect(tool.states.at(-1)).toEqual({ kind: 'silent' });
  tool.raw(JSON.stringify({ type: 'pong', id: ping?.['id'] }));
  expect(tool.states.at(-1)).toEqual({ kind: 'running' });
});

test('does not ping a tool that is not on screen', () => {
  const tool = open();
  tool.setActive(false);
  tool.pass(60_000);
  expect([tool.states, tool.sent('ping').length]).toEqual([[], 1]);
});

test('gives the tool the commands that it declares, and no others', () => {
  const tool = open([], ['next-list']);
  expect(tool.sent('start')).toMatchObject([{ commands: ['next-list'] }]);
  tool.session.runCommand('next-list');
  tool.session.runCommand('delete-all');
  expect(tool.sent('command')).toEqual([{ type: 'command', id: 'next-list' }]);
});

test('starts a tool with the values of its settings, sends each change, and nothing after its end', () => {
  const values = createObservable<{ readonly days: number }>({ days: 5 });
  const tool = open(['settings'], [], values);
  expect(tool.sent('start')).toMatchObject([{ settings: { days: 5 } }]);
  values.set({ days: 6 });
  expect(tool.sent('settings')).toEqual([{ type: 'settings', values: { days: 6 } }]);
  tool.session.dispose();
  values.set({ days: 7 });
  expect(tool.sent('settings')).toHaveLength(1);
  expect(open(['quotes']).sent('start')).toMatchObject([{ settings: null }]);
});
