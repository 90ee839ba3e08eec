import './workspace/testing.ts';
import { produce } from 'immer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Permission } from '../domain/permissions.ts';
import { type Desk } from './desk-context.ts';
import { createDesk } from './create-desk.ts';
import { defaultToolbar } from './shell/default-toolbar.ts';
import { createDock } from './workspace/workspace-dock.ts';
import { bringDocks } from './workspace/docks.ts';
import { addWorkspace, NO_WORKSPACES } from './workspace/workspace-state.ts';
import { deleteStep } from './workspace/undo-steps.ts';

bringDocks(createDock);

const TRADES_ALL = Permission.Stocks | Permission.OptionChain;

const OPTION = 'AAPL  260116C00150000';
let desk: Desk;
beforeEach(() => {
  // What a browser gives and this process has not; nothing is opened by putting the desk together.
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:1', pathname: '/' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: { body: null } }));
  const page = { visibilityState: 'visible', querySelector: () => null };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  desk = createDesk();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the end of a session leaves no workspace, no window and no step to undo', () => {
  desk.showWorkspaces(
    produce(NO_WORKSPACES, (draft) => {
      addWorkspace(draft, 'One');
      addWorkspace(draft, 'Two');
    }),
  );
  desk.undo.perform(deleteStep(desk.workspaces.getState(), 2));
  expect(desk.docks.dockOf(1).workspaceId).toBe(1);
  expect(desk.undo.last()).toBeDefined();
  desk.clear();
  expect(desk.workspaces.getState()).toEqual(NO_WORKSPACES);
  expect([desk.docks.all(), desk.undo.last()]).toEqual([[], undefined]);
});

test.each(['$SPX', '~SUM'])('the desk lets nobody trade %s', (symbol) => {
  grant(TRADES_ALL);
  expect(desk.platform.canTrade(symbol)).toEqual({ ok: false, message: expect.stringContaining(symbol) });
  expect(desk.platform.canTrade('SPX')).toEqual({ ok: true });
});

/** Gives the signed-in user these permission bits. */
function grant(permissionMask: number): void {
  const { session } = desk.platform;
  vi.spyOn(session, 'get').mockReturnValue({ ...session.get(), permissionMask });
}

test('the desk offers no trade to a user without the permission bit of the symbol', () => {
  grant(Permission.Chart);
  expect(desk.platform.canTrade('AAPL')).toEqual({ ok: false, message: 'No permission to trade equities' });
  expect(desk.platform.canTrade()).toEqual({ ok: false, message: 'Trading not permitted' });
  grant(Permission.Stocks);
  expect([desk.platform.canTrade('AAPL').ok, desk.platform.canTrade(OPTION).ok]).toEqual([true, false]);
});

test.each([
  'order.place',
  'order.buy',
  'order.sell',
  'order.short',
  'order.replace',
  'order.hotkeys',
  'order.edit-keys',
  'order.cancel',
  'order.cancel-all',
  'order.flatten',
  'order.flatten-all',
])('%s is disabled for a user whose permission bits allow no trade', (id) => {
  const { session } = desk.platform;
  const isEnabled = (permissionMask: number) => {
    vi.spyOn(session, 'get').mockReturnValue({ ...session.get(), account: 'D-1', permissionMask });
    return desk.commands.get(id)?.isEnabled?.({ orderId: 'o1', symbol: 'AAPL' }) ?? true;
  };
  expect([isEnabled(Permission.Chart), isEnabled(Permission.Stocks)]).toEqual([false, true]);
});

test('the desk lets nobody trade a symbol that the server does not know, nor what no route takes', () => {
  const { symbols, session } = desk.platform;
  grant(TRADES_ALL);
  // Only its state is read of the record.
  const get = vi
    .spyOn(symbols, 'get')
    .mockImplementation(
      (symbol) => (symbol === 'TSL' ? { state: 'unknown' } : undefined) as ReturnType<typeof symbols.get>,
    );
  expect(desk.platform.canTrade('TSL')).toEqual({
    ok: false,
    message: expect.stringContaining('no such symbol'),
  });
  expect(desk.platform.canTrade('TSLA')).toEqual({ ok: true });
  get.mockRestore();
  const now = session.get();
  const route = vi.spyOn(session, 'get').mockReturnValue({
    ...now,
    routes: [{ Destination: 'SIM', Routes: ['SMART'], Stock: true, Option: false }],
  });
  expect(desk.platform.canTrade('AAPL')).toEqual({ ok: true });
  expect(desk.platform.canTrade(OPTION)).toEqual({ ok: false, message: expect.stringContaining('options') });
  route.mockRestore();
});

test('the toolbar of a new user has Market View, Market Maker, MarketScreen and Chart', () => {
  expect(desk.platform.settings.get().toolbarItems).toBeNull();
  expect(defaultToolbar(desk.plugins)).toEqual(['market-view', 'market-maker', 'market-screen', 'chart']);
});
