import { createContext, useContext } from 'react';
import { plugins as installedPlugins } from '../../plugins/index.ts';
import { createPlatform } from '../client/create-platform.ts';
import { createLazyExternalLink } from '../client/trading-api/lazy-external-link.ts';
import type { SessionState } from '../client/types.ts';
import {
  createCommandRegistry,
  meetsPermission,
  symbolTradeVerdict,
  tradeVerdict,
  type AnyPlugin,
  type CommandRegistry,
  type PluginRegistry,
  type ToolPlatform,
  useSession,
} from '../plugin-api/index.ts';
import { createToaster, type Toaster } from '../ui/index.ts';
import { createDialogs, type DialogService } from './dialogs/dialog-service.tsx';
import { createAnnouncer, type Announcer } from './shell/announcer.ts';
import { createConnectionTimes, type ConnectionTimes } from './shell/connection-times.ts';
import { bindCommandKeys } from './shell/command-keys.ts';
import { keepToolState, openTool, showTool } from './shell/open-tool.ts';
import { bindSymbolTyping } from './shell/symbol-typing.ts';
import { createSymbolRoute, type DeskSymbolRoute } from './shell/symbol-route.ts';
import { furnishPopout } from './windows/furnish-popout.ts';
import { createPlaces } from './windows/places.ts';
import { createPopoutToasts, type PopoutToasts } from './windows/popout-toasts.ts';
import { createOpenWindows, type OpenWindows } from './windows/open-windows.ts';
import { windowIdOf } from './windows/window-controller.ts';
import { createDocks, type Docks } from './workspace/docks.ts';
import { firstWorkspaces } from './workspace/first-workspaces.ts';
import { followWorkspaces } from './workspace/follow-workspaces.ts';
import { placeKept } from './workspace/kept-tools.ts';
import { createPlacedTools } from './workspace/placed-tools.ts';
import { shareEqual } from './workspace/share-equal.ts';
import { createUndoHistory, type UndoHistory } from './workspace/undo-history.ts';
import { NO_WORKSPACES, type WorkspacesState } from './workspace/workspace-state.ts';
import { createWorkspaceStore, type WorkspaceStore } from './workspace/workspace-store.ts';

/** Everything the shell works with, put together once. */
export interface Desk {
  readonly platform: ToolPlatform;
  readonly commands: CommandRegistry;
  readonly dialogs: DialogService;
  readonly toaster: Toaster;
  /** The messages in browser windows of tools. */
  readonly popoutToasts: PopoutToasts;
  readonly workspaces: WorkspaceStore;
  readonly windows: OpenWindows;
  readonly docks: Docks;
  readonly undo: UndoHistory;
  /** Announcements for screen readers that are not shown. */
  readonly announcer: Announcer;
  readonly connectionTimes: ConnectionTimes;
  readonly route: DeskSymbolRoute;
  readonly plugins: PluginRegistry;
  /** Takes over the signed-in user's workspaces. */
  enter(): void;
  /** The session is over: nothing of its workspaces stays, in this window or in those that were popped out. */
  clear(): void;
  /** Puts other workspaces on screen in place of these. */
  showWorkspaces(state: WorkspacesState): void;
  /** Takes over workspaces that were changed elsewhere, part by part: unchanged parts stay, changed windows load their new state. */
  takeOverWorkspaces(state: WorkspacesState): void;
}

/** The tools of a first desk, the most important first. */
const FIRST_TOOLS: readonly string[] = ['market-view', 'trade-manager', 'order-entry'];
/** Where saved text that could not be read is kept, in the browser's own storage. */
const UNREADABLE_KEY = 'tapedeck.unreadable-workspaces';

/** Puts the shell together, with the installed tools unless others are given. Opens no connection yet. */
export function createDesk(plugins: PluginRegistry = installedPlugins): Desk {
  const client = createPlatform({
    baseUrl: location.origin,
    externalBroker: createLazyExternalLink(
      async () => (await import('../client/external-broker/external-link.ts')).createExternalLink,
      'External broker',
    ),
  });
  const commands = createCommandRegistry();
  const toaster = createToaster();
  const places = createPlaces(window);
  // A dialog opens in the browser window that has the focus.
  const popoutToasts = createPopoutToasts({ own: toaster, create: createToaster, placeNow: places.body });
  const dialogs = createDialogs(popoutToasts, client, places.body);
  client.tradingApi.onProblem(({ title, lines }) => void dialogs.alert({ title, message: lines.join('\n') }));
  const windows = createOpenWindows();
  const route = createSymbolRoute({
    location,
    history: globalThis.history,
    session: globalThis.sessionStorage,
    local: globalThis.localStorage,
    userId: () => client.session.get().userId,
  });
  const toolDeps = () => ({ workspaces, plugins, platform: client, dialogs, docks });
  const platform: ToolPlatform = {
    ...client,
    commands,
    dialogs,
    route,
    tools: {
      windowsOf: (toolId) => placed.windowsOf(toolId),
      statesOf: (toolId) => placed.statesOf(toolId),
      open: (toolId, state) => openTool(toolDeps(), toolId, state),
      keep: (toolId, state) => keepToolState(toolDeps(), toolId, state),
      show: (toolId) => showTool(toolDeps(), toolId),
    },
    canTrade: (symbol) =>
      symbol === undefined
        ? tradeVerdict(client.session.get())
        : symbolTradeVerdict(symbol, client.session.get(), client.symbols),
  };
  const workspaces = createWorkspaceStore(
    client.settings,
    (text) => {
      try {
        localStorage.setItem(UNREADABLE_KEY, text);
      } catch {
        /* Storage is full or blocked: the notice is all we can do. */
      }
    },
    (draft) => placeKept(draft, plugins.get),
  );
  const placed = createPlacedTools({
    workspaces,
    pluginOf: plugins.get,
    windowOf: windows.get,
    idOf: windowIdOf,
  });
  const undo = createUndoHistory(workspaces);
  const isBlocked = () => dialogs.stack.getState().length > 0;
  const docks = createDocks({
    workspaces,
    undo,
    onBlocked: () =>
      toaster.show({
        message:
          'The browser did not open another window. Allow pop-up windows for this page, then try again.',
        tone: 'warning',
      }),
    onPopout: (popout) => {
      const ends = [
        places.enter(popout),
        popoutToasts.add(popout.document.body),
        furnishPopout(popout),
        bindCommandKeys(popout, commands, isBlocked),
        bindSymbolTyping(popout, {
          windows,
          dialogs,
          isBlocked,
          isPermitted: (plugin) => isPermitted(plugin, client.session.get()),
        }),
      ];
      return () => ends.forEach((end) => end());
    },
  });
  const leave = () => {
    docks.clear();
    undo.clear();
  };
  const showWorkspaces = (state: WorkspacesState) => {
    leave();
    workspaces.show(state);
  };
  const takeOverWorkspaces = (state: WorkspacesState) =>
    workspaces.show(shareEqual(workspaces.getState(), state));
  client.settings.followWorkspaces(
    (text) => followWorkspaces(text, workspaces.getState(), takeOverWorkspaces),
    places.isUsed,
  );
  const enter = () => {
    leave();
    const session = client.session.get();
    const tools = FIRST_TOOLS.flatMap((id) => plugins.get(id) ?? []).filter((plugin) =>
      isOffered(plugin, session),
    );
    const notice = workspaces.restore(() =>
      firstWorkspaces(
        tools.map((plugin) => ({
          id: plugin.id,
          version: plugin.state.migrations.length,
          data: firstStateOf(plugin, session.market),
        })),
      ),
    );
    if (notice !== null) toaster.show({ message: notice, tone: 'warning' });
    // Another account of the same user is the same session.
    running ??= plugins.all.flatMap((plugin) => plugin.onPlatform?.(platform) ?? []);
  };
  let running: readonly (() => void)[] | null = null;
  const clear = () => {
    for (const end of running ?? []) end();
    running = null;
    showWorkspaces(NO_WORKSPACES);
  };
  for (const plugin of plugins.all)
    for (const command of plugin.platformCommands?.(platform) ?? []) commands.register(command);
  const desk: Desk = {
    platform,
    commands,
    dialogs,
    toaster,
    popoutToasts,
    workspaces,
    windows,
    route,
    docks,
    undo,
    announcer: createAnnouncer(),
    connectionTimes: createConnectionTimes(client.session, () => Date.now()),
    plugins,
    enter,
    clear,
    showWorkspaces,
    takeOverWorkspaces,
  };
  return desk;
}

function firstStateOf(plugin: AnyPlugin, market: SessionState['market']): unknown {
  const state = market === null ? undefined : plugin.firstState?.(market);
  return state ?? plugin.state.initial;
}

/** True when the tool may be added by this user at all (permission is asked in the window itself). */
export function isOffered(plugin: AnyPlugin, session: Pick<SessionState, 'isDemo'>): boolean {
  return !(plugin.isHiddenInDemo && session.isDemo);
}

export function isPermitted(plugin: AnyPlugin, session: Pick<SessionState, 'permissionMask'>): boolean {
  return meetsPermission(session.permissionMask, plugin.permission);
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk must be used inside the desk.');
  return desk;
}

/** The session without its connections, whose latencies change every few seconds: a heartbeat renders nothing. */
export type SessionFacts = Omit<SessionState, 'connections'>;
const factsOf = ({ connections: _connections, ...facts }: SessionState): SessionFacts => facts;

export function useSessionState(): SessionFacts {
  return useSession(useDesk().platform, factsOf);
}

export function useConnections(): SessionState['connections'] {
  return useSession(useDesk().platform, ({ connections }) => connections);
}
