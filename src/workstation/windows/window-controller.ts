import { restoreState, serializeState, type AnyPlugin, type LinkContext, type ToolPlatform, type ToolWindow } from '../../plugin-api/index.ts';
import type { WindowKey } from '../../../layouts/index.ts';
import { putWindow, type StoredWindow } from '../workspace/workspace-state.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';

/** A tool in a window, as the shell sees it. */
export interface WindowController extends ToolWindow<unknown> {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  /** True when the stored state could not be used and the tool starts from its defaults. */
  readonly hasLostState: boolean;
  title(): string;
  setActive(isActive: boolean): void;
  receive(context: LinkContext): void;
  /** True for the stored window that it started from or wrote last: any other came from elsewhere. */
  isOwn(stored: StoredWindow): boolean;
}

/** The windows on screen, and the bus between the linked ones. */
export interface OpenWindows {
  add(window: WindowController): () => void;
  get(id: string): WindowController | undefined;
  deliver(from: WindowController, context: LinkContext): void;
  /** Id of the window last used. */
  focusedId(): string | null;
  setFocused(id: string): void;
}

export function createOpenWindows(): OpenWindows {
  const open = new Map<string, WindowController>();
  let focused: string | null = null;
  return {
    add(window) {
      open.set(window.id, window);
      return () => { if (open.get(window.id) === window) open.delete(window.id); };
    },
    get: (id) => open.get(id),
    deliver(from, context) {
      for (const window of open.values()) {
        if (window !== from && window.workspaceId === from.workspaceId && window.isLinked() && window.plugin.linking.receives.includes(context.type)) window.receive(context);
      }
    },
    focusedId: () => focused,
    setFocused: (id) => { focused = id; },
  };
}

export function windowIdOf(workspaceId: number, key: WindowKey): string { return `${workspaceId}:${key}`; }

export interface WindowOptions {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  readonly stored: StoredWindow;
  readonly platform: ToolPlatform;
  readonly store: WorkspaceStore;
  readonly windows: OpenWindows;
}

/** Brings a stored window to life. Its state stays in the workspace store, so that moving the window loses nothing. */
export function createWindow({ workspaceId, key, plugin, stored, platform, store, windows }: WindowOptions): WindowController {
  const restored = restoreState(plugin.state, { version: stored.version, data: stored.data });
  let state: unknown = restored.ok ? restored.value : plugin.state.initial;
  let isLinked = stored.linked;
  let isActive = true;
  let title: string | null = null;
  const listeners = new Set<() => void>();
  const contextListeners = new Set<(context: LinkContext) => void>();
  let own = stored;
  const tell = () => { for (const listener of [...listeners]) listener(); };
  const save = () => {
    const next: StoredWindow = { Tool: plugin.id, ...serializeState(plugin.state, state), linked: isLinked };
    own = next;
    store.change((draft) => putWindow(draft, workspaceId, key, next));
    tell();
  };
  const window: WindowController = {
    id: windowIdOf(workspaceId, key), workspaceId, key, plugin, platform, hasLostState: !restored.ok,
    getState: () => state,
    update(change) { state = { ...Object(state), ...change }; save(); },
    subscribe(listener) { listeners.add(listener); return () => listeners.delete(listener); },
    isActive: () => isActive,
    setActive(next) { if (next !== isActive) { isActive = next; tell(); } },
    title: () => title ?? plugin.titleOf(state),
    setTitle(next) { if (next !== title) { title = next; tell(); } },
    publish(context) { if (isLinked && plugin.linking.sends.includes(context.type)) windows.deliver(window, context); },
    onContext(listener) { contextListeners.add(listener); return () => contextListeners.delete(listener); },
    receive(context) { for (const listener of [...contextListeners]) listener(context); },
    isOwn: (candidate) => candidate === own,
    isLinked: () => isLinked,
    setLinked(next) { if (next !== isLinked) { isLinked = next; save(); } },
  };
  return window;
}
