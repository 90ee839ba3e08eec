import { plugins as installedPlugins } from '../../plugins/index.ts';
import { createPlatform } from '../client/create-platform.ts';
import { reportLater } from '../client/observable.ts';
import { createLazyExternalLink } from '../client/trading-api/lazy-external-link.ts';
import { loadExternalLink } from '../client/trading-api/load-external-link.ts';
import { readSettings, writeSettings } from '../client/settings/user-settings.ts';
import type { Platform, SessionState } from '../client/types.ts';
import {
  createCommandRegistry,
  deskColumns,
  deskStudies,
  symbolTradeVerdict,
  tradeVerdict,
  type AnyPlugin,
  type CommandRegistry,
  type PluginRegistry,
  type ToolPlatform,
} from '../plugin-api/index.ts';
import { basePath, createToaster } from '../ui/index.ts';
import { windowsOf } from '../../layouts/index.ts';
import { isOffered, isPermitted, type Desk } from './desk-context.ts';
import { createDialogs } from './dialogs/dialog-service.tsx';
import { createAnnouncer } from './shell/announcer.ts';
import { bindCommandKeys } from './shell/command-keys.ts';
import { createConnectionTimes } from './shell/connection-times.ts';
import { openTool, showTool } from './shell/open-tool.ts';
import { createSymbolRoute } from './shell/symbol-route.ts';
import { offerUndo } from './shell/undo-toast.ts';
import { bindSymbolTyping } from './shell/symbol-typing.ts';
import { createDeskPlugins } from './third-party/desk-plugins.ts';
import { furnishPopout } from './windows/furnish-popout.ts';
import { createOpenWindows } from './windows/open-windows.ts';
import { createPlaces, type Places } from './windows/places.ts';
import { createPopoutToasts } from './windows/popout-toasts.ts';
import { storedTitle } from './windows/stored-title.ts';
import { windowIdOf } from './windows/window-controller.ts';
import { createDocks, type Docks } from './workspace/docks.ts';
import { firstWorkspaces, type FirstTool } from './workspace/first-workspaces.ts';
import { registerPlatformCommands, startTools } from './tool-faults.ts';
import { whenRegistered } from './help/run-when-registered.ts';
import { followWorkspaces } from './workspace/follow-workspaces.ts';
import { createPlacedTools } from './workspace/placed-tools.ts';
import { MaximisedWindows } from './workspace/maximised-windows.ts';
import { onScreen, PopoutPlaces } from './workspace/popout-places.ts';
import { shareEqual } from './workspace/share-equal.ts';
import type { ChangeOf, Side } from './workspace/undo-change-schema.ts';
import { createUndoHistory } from './workspace/undo-history.ts';
import { storeSteps, takeSteps } from './workspace/undo-session.ts';
import { NO_WORKSPACES, workspaceOf, type WorkspacesState } from './workspace/workspace-state.ts';
import { followChosenKeys } from './command-keys/follow-chosen-keys.ts';
import { createWorkspaceStore, type WorkspaceStore } from './workspace/workspace-store.ts';

/** Where saved text that could not be read is kept, in the browser's own storage. */
const UNREADABLE_KEY = 'tapedeck.unreadable-workspaces';

/** Composes the shell, with the installed tools unless others are given. Opens no connection yet. */
export function createDesk(installed: PluginRegistry = installedPlugins): Desk {
  const client = createPlatform({
    baseUrl: `${location.origin}${basePath()}`,
    externalBroker: createLazyExternalLink(loadExternalLink),
  });
  const commands = createCommandRegistry();
  followChosenKeys(commands, client.settings);
  const toaster = createToaster();
  const places = createPlaces(window);
  // A dialog opens in the browser window that has the focus.
  const popoutToasts = createPopoutToasts({ main: toaster, create: createToaster, placeNow: places.body });
  const dialogs = createDialogs(popoutToasts, client, places.body);
  client.tradingApi.onProblem(({ title, lines }) => void dialogs.alert({ title, message: lines.join('\n') }));
  const windows = createOpenWindows();
  const workspaces = createWorkspaceStore(client.settings, keepUnreadable);
  const undo = createUndoHistory({
    workspaces,
    ...documentsOf(client),
    popouts: { travel: (change, side) => docks.travelPopouts(onThisScreen(change, side), side) },
    applySettings: (values) => saveSettings(client, values, toaster),
  });
  const announcer = createAnnouncer();
  const popoutPlaces = new PopoutPlaces({
    storage: () => localStorage,
    userId: () => client.session.get().userId,
    nowMs: Date.now,
  });
  const parts = {
    client,
    commands,
    toaster,
    popoutToasts,
    dialogs,
    windows,
    workspaces,
    undo,
    popoutPlaces,
    plugins: createDeskPlugins(installed),
  };
  const docks = createDeskDocks(parts, places, announcer);
  const route = createSymbolRoute({
    basePath: basePath(),
    location,
    history: globalThis.history,
    session: globalThis.sessionStorage,
    local: globalThis.localStorage,
    userId: () => client.session.get().userId,
  });
  const platform = createToolPlatform(parts, docks, route, places);
  registerPlatformCommands(parts.plugins, platform, commands);
  return {
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
    popoutPlaces,
    announcer,
    connectionTimes: createConnectionTimes(client.session, () => Date.now()),
    plugins: parts.plugins,
    ...createLife({ ...parts, docks, platform }, places),
  };
}

/** A step of undo with the browser windows that it opens on a screen that is there. */
const onThisScreen = (change: ChangeOf<'popouts'>, side: Side): ChangeOf<'popouts'> => ({
  ...change,
  [side]: change[side].map(({ Tree, Rect }) => ({ Tree, Rect: onScreen(Rect, window.screen) })),
});

/** The documents that undo changes. */
const documentsOf = ({ alertDocuments, sharedDrawings, savedDocuments }: Platform) => ({
  alerts: alertDocuments,
  drawings: sharedDrawings,
  saves: savedDocuments,
});

/** The parts of the desk that are made before its docks. */
interface Parts extends Pick<
  Desk,
  | 'commands'
  | 'toaster'
  | 'popoutToasts'
  | 'dialogs'
  | 'windows'
  | 'workspaces'
  | 'undo'
  | 'popoutPlaces'
  | 'plugins'
> {
  readonly client: Platform;
}

function keepUnreadable(text: string): void {
  try {
    localStorage.setItem(UNREADABLE_KEY, text);
  } catch {
    // Storage is full or blocked: the notice is all we can do.
  }
}

function createDeskDocks(parts: Parts, places: Places, announcer: Desk['announcer']): Docks {
  const {
    workspaces,
    undo,
    popoutPlaces,
    toaster,
    popoutToasts,
    commands,
    dialogs,
    windows,
    client,
    plugins,
  } = parts;
  const docks = createDocks({
    workspaces,
    undo,
    places: popoutPlaces,
    maximised: new MaximisedWindows({
      storage: () => sessionStorage,
      userId: () => client.session.get().userId,
    }),
    titleOf: (workspaceId, key) =>
      storedTitle(plugins, workspaceOf(workspaces.getState(), workspaceId)?.LayoutData[key]),
    onBlocked: () =>
      toaster.show({
        message:
          'The browser did not open another window. Allow pop-up windows for this page, then try again.',
        tone: 'warning',
        key: 'blocked',
        ...(commands.get('window.reopen')?.isEnabled?.({}) === true
          ? { action: { label: 'Try again', run: () => void commands.run(REOPEN) } }
          : {}),
      }),
    onClose: (workspaceId, key) =>
      void commands.run('window.close', { windowId: windowIdOf(workspaceId, key) }),
    onMoved: (title) => announcer.say(`${title} moved`),
    onPopout: (popout) => {
      const ends = [
        places.enter(popout),
        popoutToasts.add(popout.document.body),
        furnishPopout(popout),
        beforeUnload(() => {
          docks.keepPlaces();
          popoutPlaces.leave();
        }),
        bindCommandKeys(popout, commands, dialogs.hasModal),
        bindSymbolTyping(popout, {
          windows,
          dialogs,
          isBlocked: dialogs.hasModal,
          isPermitted: (plugin) => isPermitted(plugin, client.session.get()),
        }),
      ];
      return () => ends.forEach((end) => end());
    },
  });
  return docks;
}

/** Saves settings of a step of undo. What is not valid in them takes its default, as in stored settings. */
function saveSettings(
  { settings }: Pick<Platform, 'settings'>,
  values: Readonly<Record<string, unknown>>,
  toaster: Pick<Desk['toaster'], 'show'>,
): void {
  const read = readSettings(writeSettings({ ...settings.saved.get(), ...values }));
  const change = Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(values, name)));
  settings.save(change).catch((cause: unknown) =>
    toaster.show({
      message: cause instanceof Error ? cause.message : 'The settings were not saved. Try again.',
      tone: 'error',
    }),
  );
}

/** Runs before the docking library closes the browser windows of a page that goes. Returns the function that ends it. */
function beforeUnload(run: () => void): () => void {
  addEventListener('beforeunload', run, { capture: true });
  return () => removeEventListener('beforeunload', run, { capture: true });
}

function createToolPlatform(parts: Parts, docks: Docks, route: Desk['route'], places: Places): ToolPlatform {
  const { client, commands, dialogs, workspaces, undo, windows, plugins } = parts;
  const placed = createPlacedTools({
    workspaces,
    pluginOf: plugins.get,
    windowOf: windows.get,
    idOf: windowIdOf,
    undo,
    recentIds: () => windows.recentIds(),
  });
  const nearestOf = (toolId: string) => placed.nearestOf(toolId);
  const deps = { workspaces, undo, plugins, platform: client, dialogs, docks, nearestOf };
  return {
    ...client,
    // The client is a class: a spread has its fields and leaves out its methods.
    dispose() {
      places.dispose();
      client.dispose();
    },
    commands,
    dialogs,
    route,
    tools: {
      windowsOf: (toolId) => placed.windowsOf(toolId),
      nearestOf,
      open: (toolId, state) => openTool(deps, toolId, state),
      show: (toolId) => showTool(deps, toolId),
    },
    columns: plugins.all.flatMap((plugin) => deskColumns(plugin)),
    studies: plugins.all.flatMap((plugin) => deskStudies(plugin)),
    joinSteps({ title, message, key }, run) {
      const step = undo.join(title, run);
      if (step !== null && message !== undefined) offerUndo(parts, step, message, key);
    },
    canTrade: (symbol) =>
      symbol === undefined
        ? tradeVerdict(client.session.get())
        : symbolTradeVerdict(symbol, client.session.get(), client.symbols),
    onFocusLost: (listener) => places.onFocusLost(listener),
    activeElement: places.activeElement,
  };
}

/** What happens to the workspaces when a user signs in and out, and when they change elsewhere. */
function createLife(
  parts: Parts & { readonly docks: Docks; readonly platform: ToolPlatform },
  places: Places,
): Pick<
  Desk,
  'leavePage' | 'enter' | 'clear' | 'showWorkspaces' | 'takeOverWorkspaces' | 'takeStatesWithoutWindow'
> {
  const { client, toaster, commands, workspaces, undo, popoutPlaces, plugins, docks, platform } = parts;
  /** What ends the tools' background work; null while signed out. */
  let running: readonly (() => void)[] | null = null;
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
  const takeStatesWithoutWindow = (text: string) => {
    if (text.includes('"Kept"'))
      import('./workspace/states-without-window.ts').then(
        ({ handStatesOver }) => handStatesOver(text, plugins, platform),
        reportLater,
      );
  };
  client.settings.followWorkspaces((text) => {
    const isShown = followWorkspaces(text, workspaces.getState(), takeOverWorkspaces);
    if (isShown) takeStatesWithoutWindow(text);
    return isShown;
  }, places.isUsed);
  return {
    leavePage() {
      docks.flush();
      client.settings.leave();
      const { userId } = client.session.get();
      if (userId !== null) storeSteps(sessionStorage, userId, undo.steps());
    },
    enter() {
      leave();
      const notice = restoreWorkspaces(workspaces, plugins, client.session.get());
      if (notice !== null) toaster.show({ message: notice, tone: 'warning' });
      // Another account of the same user is the same session.
      running ??= startTools(plugins, platform);
      takeStatesWithoutWindow(client.settings.workspace() ?? '');
      takeSteps(sessionStorage, () => client.session.get().userId, undo);
      const out = popoutPlaces.offer(workspaces.getState()).flatMap(({ tree }) => windowsOf(tree));
      if (out.length === 0) return;
      // The command comes with the shell and its docks. Before, a click on the offer would open nothing.
      void whenRegistered(commands, REOPEN).then(() => {
        if (running !== null) offerPopouts(out.length, toaster, commands);
      });
    },
    clear() {
      for (const end of running ?? []) end();
      running = null;
      showWorkspaces(NO_WORKSPACES);
    },
    showWorkspaces,
    takeOverWorkspaces,
    takeStatesWithoutWindow,
  };
}

/** The command that opens them. */
const REOPEN = 'window.reopen';

/** Offers to open windows again that were in browser windows of their own: a browser opens them only after a click. */
function offerPopouts(
  count: number,
  toaster: Pick<Desk['toaster'], 'show'>,
  commands: Pick<CommandRegistry, 'run'>,
): void {
  toaster.show({
    message:
      count === 1
        ? 'One window was in a browser window of its own.'
        : `${count} windows were in browser windows of their own.`,
    tone: 'neutral',
    key: 'popouts',
    stays: true,
    action: { label: 'Open again', run: () => void commands.run('window.reopen') },
  });
}

/** Loads the stored workspaces, or the first desk of a new user. Returns a notice when something stored could not be used. */
function restoreWorkspaces(
  workspaces: WorkspaceStore,
  plugins: PluginRegistry,
  session: SessionState,
): string | null {
  return workspaces.restore(() => firstWorkspaces(firstTools(plugins, session)));
}

/** The tools of a first desk that this user may have, the most important first. */
function firstTools(plugins: PluginRegistry, session: SessionState): readonly FirstTool[] {
  return plugins.all
    .filter((plugin) => plugin.firstDeskPlace !== undefined && isOffered(plugin, session))
    .toSorted((before, after) => (before.firstDeskPlace ?? 0) - (after.firstDeskPlace ?? 0))
    .map((plugin) => ({
      id: plugin.id,
      version: plugin.state.migrations.length,
      data: firstStateOf(plugin, session.market),
    }));
}

function firstStateOf(plugin: AnyPlugin, market: SessionState['market']): unknown {
  const state = market === null ? undefined : plugin.firstState?.(market);
  return state ?? plugin.state.initial;
}
