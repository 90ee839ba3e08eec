import { createContext, useContext } from 'react';
import type { SessionState } from '../client/types.ts';
import {
  meetsPermission,
  useSession,
  type AnyPlugin,
  type KeyedCommandRegistry,
  type ToolPlatform,
} from '../plugin-api/index.ts';
import type { Toaster } from '../ui/index.ts';
import type { DialogService } from './dialogs/dialog-service.tsx';
import type { Announcer } from './shell/announcer.ts';
import type { ConnectionTimes } from './shell/connection-times.ts';
import type { DeskSymbolRoute } from './shell/symbol-route.ts';
import type { DeskPlugins } from './third-party/desk-plugins.ts';
import type { OpenWindows } from './windows/open-windows.ts';
import type { PopoutToasts } from './windows/popout-toasts.ts';
import type { Docks } from './workspace/docks.ts';
import type { UndoHistory } from './workspace/undo-history.ts';
import type { PopoutPlaces } from './workspace/popout-places.ts';
import type { WorkspacesState } from './workspace/workspace-state.ts';
import type { WorkspaceStore } from './workspace/workspace-store.ts';

/** Everything the shell works with; `createDesk` composes it once. */
export interface Desk {
  readonly platform: ToolPlatform;
  readonly commands: KeyedCommandRegistry;
  readonly dialogs: DialogService;
  readonly toaster: Toaster;
  /** The messages in browser windows of tools. */
  readonly popoutToasts: PopoutToasts;
  readonly workspaces: WorkspaceStore;
  readonly windows: OpenWindows;
  readonly docks: Docks;
  readonly undo: UndoHistory;
  readonly popoutPlaces: PopoutPlaces;
  /** Announcements for screen readers that are not shown. */
  readonly announcer: Announcer;
  readonly connectionTimes: ConnectionTimes;
  readonly route: DeskSymbolRoute;
  readonly plugins: DeskPlugins;
  /** The page goes: what was changed last is stored. */
  leavePage(): void;
  /** Takes over the signed-in user's workspaces. */
  enter(): void;
  /** The session is over: nothing of its workspaces stays, in this window or in those that were popped out. */
  clear(): void;
  /** Puts other workspaces on screen in place of these. */
  showWorkspaces(state: WorkspacesState): void;
  /** Takes over workspaces that were changed elsewhere, part by part: unchanged parts stay, changed windows load their new state. */
  takeOverWorkspaces(state: WorkspacesState): void;
  /** Gives what an older release has stored without a window, in this JSON text of workspaces, to its tools. */
  takeStatesWithoutWindow(text: string): void;
}

/** True when this user may add the tool to a window. Whether the user may use it is checked in the window. */
export function isOffered(plugin: AnyPlugin, session: Pick<SessionState, 'isDemo'>): boolean {
  return !(plugin.isHiddenInDemo && session.isDemo);
}

/** Whether the user's permissions include that of the tool. */
export function isPermitted(plugin: AnyPlugin, session: Pick<SessionState, 'permissionMask'>): boolean {
  return meetsPermission(session.permissionMask, plugin.permission);
}

/** Provides the services of the workstation to its components. */
export const DeskContext = createContext<Desk | null>(null);

/** The services of the workstation. Throws outside of `DeskContext`. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk must be used inside the desk.');
  return desk;
}

/** The session without its connections, whose latencies change every few seconds: a heartbeat renders nothing. */
export type SessionFacts = Omit<SessionState, 'connections'>;
const factsOf = ({ connections: _connections, ...facts }: SessionState): SessionFacts => facts;

/** The session; renders again when one of its facts changes. */
export function useSessionState(): SessionFacts {
  return useSession(useDesk().platform, factsOf);
}

/** State and latency of the three sockets; renders again every few seconds. */
export function useConnections(): SessionState['connections'] {
  return useSession(useDesk().platform, ({ connections }) => connections);
}
