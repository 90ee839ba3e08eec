import { createContext, useContext, useSyncExternalStore } from 'react';
import { plugins } from '../../plugins/index.ts';
import { createPlatform } from '../client/create-platform.ts';
import type { SessionState } from '../client/types.ts';
import { hasPermission } from '../domain/permissions.ts';
import { createCommandRegistry, type AnyPlugin, type CommandRegistry, type ToolPlatform } from '../plugin-api/index.ts';
import { createToaster, type Toaster } from '../ui/index.ts';
import { createDialogs, type DialogService } from './dialogs/dialog-service.tsx';
import { createOpenWindows, type OpenWindows } from './windows/window-controller.ts';
import { firstWorkspaces } from './workspace/workspace-state.ts';
import { createWorkspaceStore, type WorkspaceStore } from './workspace/workspace-store.ts';

/** Everything the shell works with, put together once. */
export interface Desk {
  readonly platform: ToolPlatform;
  readonly commands: CommandRegistry;
  readonly dialogs: DialogService;
  readonly toaster: Toaster;
  readonly workspaces: WorkspaceStore;
  readonly windows: OpenWindows;
  readonly plugins: typeof plugins;
  /** Takes over the signed-in user's workspaces. */
  enter(): void;
}

const NO_DEMO_TRADING = 'Trading is not supported during Demo Session. Consider subscribing to enable trading.';
/** Where saved text that could not be read is kept, in the browser's own storage. */
const UNREADABLE_KEY = 'tapedeck.unreadable-workspaces';

export function createDesk(): Desk {
  const client = createPlatform({ baseUrl: location.origin });
  const commands = createCommandRegistry();
  const toaster = createToaster();
  const dialogs = createDialogs(toaster, client.symbols);
  const platform: ToolPlatform = {
    ...client, commands, dialogs,
    canTrade(symbol) {
      if (client.session.get().isDemo) return { ok: false, message: NO_DEMO_TRADING };
      if (symbol.startsWith('$') || symbol.startsWith('~')) return { ok: false, message: `${symbol} can't be traded: it is an index.` };
      return { ok: true };
    },
  };
  const workspaces = createWorkspaceStore(client.settings, (text) => {
    try { localStorage.setItem(UNREADABLE_KEY, text); } catch { /* Storage is full or blocked: the notice is all we can do. */ }
  });
  const enter = () => {
    const session = client.session.get();
    const tools = ['market-view', 'trade-manager'].flatMap((id) => plugins.get(id) ?? []).filter((plugin) => isOffered(plugin, session));
    const notice = workspaces.restore(() => firstWorkspaces(tools.map((plugin) => ({ id: plugin.id, version: plugin.state.migrations.length, data: plugin.state.initial }))));
    if (notice !== null) toaster.show({ message: notice, tone: 'warning' });
  };
  for (const plugin of plugins.all) for (const command of plugin.platformCommands?.(platform) ?? []) commands.register(command);
  return { platform, commands, dialogs, toaster, workspaces, windows: createOpenWindows(), plugins, enter };
}

/** True when the tool may be added by this user at all (permission is asked in the window itself). */
export function isOffered(plugin: AnyPlugin, session: SessionState): boolean {
  return !(plugin.isHiddenInDemo && session.isDemo);
}

export function isPermitted(plugin: AnyPlugin, session: SessionState): boolean {
  return plugin.permission === null || hasPermission(session.permissionMask, plugin.permission);
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk must be used inside the desk.');
  return desk;
}

export function useSessionState(): SessionState {
  const { session } = useDesk().platform;
  return useSyncExternalStore((listener) => session.subscribe(listener), () => session.get());
}
