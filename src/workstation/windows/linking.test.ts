import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  defineState,
  definePlugin,
  instrumentContext,
  type LinkContext,
  type LinkGroup,
  type PluginManifest,
  type ToolPlatform,
} from '../../plugin-api/index.ts';
import { undoOf } from '../workspace/testing.ts';
import { createWorkspaceStore } from '../workspace/workspace-store.ts';
import { addWorkspace, putWindow, workspaceOf, type StoredWindow } from '../workspace/workspace-state.ts';
import { createOpenWindows } from './open-windows.ts';
import { createWindow, type WindowController } from './window-controller.ts';

interface State {
  readonly Symbol: string;
  readonly Linked: boolean;
}
const interval: LinkContext = { type: 'tapedeck.interval', timeFrame: '1D', barSize: '5' };
const crosshair: LinkContext = { type: 'tapedeck.crosshair', timeMs: 5 };

const manifest = (change: Partial<PluginManifest<State>> = {}) =>
  definePlugin<State>({
    id: 'chart',
    title: 'Chart',
    summary: 'Test',
    icon: () => null,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState<State>({
      schema: v.object({ Symbol: v.string(), Linked: v.boolean() }),
      initial: { Symbol: 'SPY', Linked: false },
      migrations: [],
    }),
    linking: {
      sends: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'],
      receives: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'],
    },
    commands: [],
    toolbar: ['link'],
    titleOf: () => 'Chart',
    helpTopic: 'chart',
    savedItemType: null,
    load: async () => ({ default: () => null }),
    ...change,
  });
/** What the bus never touches. */
const platform = {} as ToolPlatform;

let windows: ReturnType<typeof createOpenWindows>;
let store: ReturnType<typeof createWorkspaceStore>;
beforeEach(() => {
  windows = createOpenWindows();
  store = createWorkspaceStore({ workspace: () => null, storeWorkspace: () => {} }, () => {});
  store.change((draft) => {
    addWorkspace(draft, 'One');
    addWorkspace(draft, 'Two');
  });
});

/** A window that shows the symbols it receives, as tools do. */
function open(
  key: 'Window1' | 'Window2' | 'Window3' | 'Window4',
  link: LinkGroup,
  { symbol = 'SPY', workspaceId = 1, plugin = manifest(), listens = true } = {},
) {
  const stored: StoredWindow = { Tool: plugin.id, version: 0, data: { Symbol: symbol, Linked: false }, link };
  const window = createWindow({
    workspaceId,
    key,
    plugin,
    stored,
    platform,
    store,
    windows,
    undo: undoOf(store),
  });
  const received: (readonly [LinkContext, string])[] = [];
  const listen = () =>
    window.onContext((context, how) => {
      received.push([context, how]);
      if (context.type === 'fdc3.instrument') window.update({ Symbol: context.id.ticker });
    });
  if (listens) listen();
  windows.add(window);
  return { window, received, listen };
}
const symbolOf = (window: WindowController) => (window.getState() as State).Symbol;
const linkedOf = (window: WindowController) => (window.getState() as State).Linked;

describe('linked windows', () => {
  test('of one group and workspace receive from one another; others do not', () => {
    const source = open('Window1', 2);
    const same = open('Window2', 2);
    const other = open('Window3', 3);
    const alone = open('Window4', 0);
    const elsewhere = open('Window1', 2, { workspaceId: 2 });
    source.window.publish(instrumentContext('AAPL'));
    expect([source, same, other, alone, elsewhere].map(({ received }) => received.length)).toEqual([
      0, 1, 0, 0, 0,
    ]);
    expect(same.received[0]).toEqual([instrumentContext('AAPL'), 'linked']);
  });
  test('receive and send only the contexts that their manifest declares', () => {
    const deaf = open('Window1', 1, {
      plugin: manifest({ linking: { sends: [], receives: ['tapedeck.interval'] } }),
    });
    const source = open('Window2', 1);
    source.window.publish(instrumentContext('AAPL'));
    source.window.publish(interval);
    deaf.window.publish(instrumentContext('MSFT'));
    expect(deaf.received.map(([{ type }]) => type)).toEqual(['tapedeck.interval']);
    expect(source.received).toEqual([]);
  });
  test('a window that joins takes the symbol and the interval of its group at once, and no crosshair', () => {
    const source = open('Window1', 4);
    const late = open('Window2', 0);
    open('Window3', 4);
    for (const context of [instrumentContext('AAPL'), interval, crosshair, instrumentContext('MSFT')])
      source.window.publish(context);
    late.window.setLinkGroup(4);
    expect(late.received.map(([context]) => context)).toEqual([instrumentContext('MSFT'), interval]);
    expect(symbolOf(late.window)).toBe('MSFT');
  });
  test('after a reload the group is about what its windows show', () => {
    open('Window1', 4, { symbol: 'NVDA' });
    const late = open('Window2', 0);
    late.window.setLinkGroup(4);
    expect(symbolOf(late.window)).toBe('NVDA');
  });
  test('what a group was about ends when the last window leaves it', () => {
    const source = open('Window1', 4);
    source.window.publish(instrumentContext('AAPL'));
    source.window.setLinkGroup(0);
    const late = open('Window2', 0, { symbol: 'IBM' });
    late.window.setLinkGroup(4);
    expect([late.received, symbolOf(late.window)]).toEqual([[], 'IBM']);
  });
  test('a tool that is added takes the symbol of its group, also when it loads later', () => {
    const source = open('Window1', 1);
    source.window.publish(instrumentContext('AAPL'));
    windows.expect('1:Window2');
    const late = open('Window2', 1, { listens: false });
    late.listen();
    expect(symbolOf(late.window)).toBe('AAPL');
  });
  test('a window that comes back on screen keeps what it shows', () => {
    const source = open('Window1', 1);
    source.window.publish(instrumentContext('AAPL'));
    expect(open('Window2', 1, { symbol: 'IBM' }).received).toEqual([]);
  });
});

describe('a symbol given to one window', () => {
  test('is loaded there, linked or not, and its group follows', () => {
    const source = open('Window1', 3);
    const peer = open('Window2', 3);
    const alone = open('Window3', 0);
    windows.give(source.window, instrumentContext('QQQ'));
    windows.give(alone.window, instrumentContext('IWM'));
    expect([source, peer, alone].map(({ window }) => symbolOf(window))).toEqual(['QQQ', 'QQQ', 'IWM']);
    expect([source.received[0]?.[1], peer.received[0]?.[1]]).toEqual(['given', 'linked']);
  });
  test('that a list takes in is no symbol of its group', () => {
    const list = open('Window1', 3, {
      plugin: manifest({
        linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'], current: () => [] },
      }),
    });
    const peer = open('Window2', 3);
    windows.give(list.window, instrumentContext('QQQ'));
    expect([list.received.length, peer.received.length]).toEqual([1, 0]);
  });
  test('and is refused by a tool that receives none', () => {
    const deaf = open('Window1', 1, { plugin: manifest({ linking: { sends: [], receives: [] } }) });
    windows.give(deaf.window, instrumentContext('QQQ'));
    expect(deaf.received).toEqual([]);
  });
  test('requested by the address goes to the window used last, else to the first that shows one', () => {
    windows.request(instrumentContext('QQQ'));
    const source = open('Window1', 0);
    const second = open('Window2', 0);
    expect([symbolOf(source.window), symbolOf(second.window)]).toEqual(['QQQ', 'SPY']);
    windows.setFocused(second.window.id);
    windows.request(instrumentContext('IWM'));
    expect([symbolOf(source.window), symbolOf(second.window)]).toEqual(['QQQ', 'IWM']);
  });
});

describe('the link of a window', () => {
  test('of the toggle is group 1, and any group counts as linked', () => {
    const { window } = open('Window1', 0);
    window.setLinked(true);
    expect([window.linkGroup(), window.isLinked()]).toEqual([1, true]);
    window.setLinkGroup(6);
    window.setLinked(true);
    expect(window.linkGroup()).toBe(6);
    window.setLinked(false);
    expect([window.linkGroup(), window.isLinked()]).toEqual([0, false]);
  });
  test('is stored, and the Linked of the state stays true to it', () => {
    const { window } = open('Window1', 7);
    expect(linkedOf(window)).toBe(true);
    window.setLinkGroup(0);
    expect([linkedOf(window), workspaceOf(store.getState(), 1)?.LayoutData.Window1]).toEqual([
      false,
      { Tool: 'chart', version: 0, data: { Symbol: 'SPY', Linked: false }, link: 0 },
    ]);
    window.update({ Linked: true });
    expect(linkedOf(window)).toBe(false);
  });
  test('notifies the subscribers of the window', () => {
    const { window } = open('Window1', 0);
    const listener = vi.fn();
    window.subscribe(listener);
    window.setLinkGroup(2);
    expect(listener).toHaveBeenCalled();
  });
});

describe('a window whose stored content was changed elsewhere', () => {
  const put = (window: WindowController, data: unknown, link: LinkGroup) =>
    store.change((draft) => putWindow(draft, 1, window.key, { Tool: 'chart', version: 0, data, link }));
  const storedOf = (window: WindowController) => workspaceOf(store.getState(), 1)?.LayoutData[window.key];

  test('continues from it, and notifies its tool', () => {
    const { window } = open('Window1', 2);
    window.update({ Symbol: 'IBM' });
    put(window, { Symbol: 'AAPL', Linked: true }, 3);
    const stored = storedOf(window);
    const listener = vi.fn();
    window.subscribe(listener);
    expect([
      stored !== undefined && window.isOwn(stored),
      stored !== undefined && window.adopt(stored),
    ]).toEqual([false, true]);
    expect([
      symbolOf(window),
      window.linkGroup(),
      listener.mock.calls.length,
      stored !== undefined && window.isOwn(stored),
    ]).toEqual(['AAPL', 3, 1, true]);
  });

  test('keeps that when the tool changes something before it was drawn', () => {
    const { window } = open('Window1', 2);
    window.update({ Symbol: 'IBM' });
    put(window, { Symbol: 'AAPL', Linked: false }, 0);
    window.update({});
    expect([symbolOf(window), storedOf(window)]).toEqual([
      'AAPL',
      { Tool: 'chart', version: 0, data: { Symbol: 'AAPL', Linked: false }, link: 0 },
    ]);
  });

  test('continues from the defaults when it cannot be read, and returns false', () => {
    const { window } = open('Window1', 0);
    window.update({ Symbol: 'IBM' });
    put(window, { Symbol: 5 }, 0);
    const stored = storedOf(window);
    expect(stored !== undefined && window.adopt(stored)).toBe(false);
    expect(symbolOf(window)).toBe('SPY');
  });

  test('keeps the objects of its state that say the same', () => {
    const { window } = open('Window1', 0);
    window.update({ Symbol: 'IBM' });
    const before = window.getState();
    put(window, { Symbol: 'IBM', Linked: false }, 0);
    const stored = storedOf(window);
    if (stored !== undefined) window.adopt(stored);
    expect(window.getState()).toBe(before);
  });
});
