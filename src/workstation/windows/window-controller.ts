import {
  restoreState,
  serializeState,
  type AnyPlugin,
  type LinkContext,
  type LinkContextType,
  type LinkGroup,
  type ToolPlatform,
  type ToolWindow,
} from '../../plugin-api/index.ts';
import type { WindowKey } from '../../../layouts/index.ts';
import { putWindow, workspaceOf, type StoredWindow } from '../workspace/workspace-state.ts';
import { shareEqual } from '../workspace/share-equal.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';
import { isLinkGroup } from './link-groups.ts';

/** A tool in a window, as the shell sees it. */
export interface WindowController extends ToolWindow<unknown> {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  /** True when the stored state could not be used and the tool starts from its defaults. */
  readonly hasLostState: boolean;
  title(): string;
  setActive(isActive: boolean): void;
  /** Hands a context to the tool; kept for it while the tool is still on its way. */
  receive(context: LinkContext, how: 'linked' | 'given'): void;
  /** True for the stored window that it started from or wrote last: any other came from elsewhere. */
  isOwn(stored: StoredWindow): boolean;
  /** Loads the stored state of the window: content of another window, or of another tab. False if it could not be read; the defaults are used then. */
  adopt(stored: StoredWindow): boolean;
}

/** What a window needs of the bus between linked windows. */
export interface LinkBus {
  deliver(from: WindowController, context: LinkContext): void;
  join(window: WindowController): void;
}

export function windowIdOf(workspaceId: number, key: WindowKey): string {
  return `${workspaceId}:${key}`;
}

export interface WindowOptions {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  readonly stored: StoredWindow;
  readonly platform: ToolPlatform;
  readonly store: WorkspaceStore;
  readonly windows: LinkBus;
}

/** Brings a stored window to life. Its state stays in the workspace store, so that moving the window loses nothing. */
export function createWindow({
  workspaceId,
  key,
  plugin,
  stored,
  platform,
  store,
  windows,
}: WindowOptions): WindowController {
  const restored = restoreState(plugin.state, { version: stored.version, data: stored.data });
  let group: LinkGroup = isLinkGroup(stored.link) ? stored.link : 0;
  let state: unknown = withLinked(restored.ok ? restored.value : plugin.state.initial, group);
  let isActive = true;
  let title: string | null = null;
  const listeners = new Set<() => void>();
  const contextListeners = new Set<(context: LinkContext, how: 'linked' | 'given') => void>();
  const waiting = new Map<LinkContextType, readonly [LinkContext, 'linked' | 'given']>();
  let own = stored;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const adopt = (next: StoredWindow): boolean => {
    const read = restoreState(plugin.state, { version: next.version, data: next.data });
    own = next;
    group = isLinkGroup(next.link) ? next.link : 0;
    state = shareEqual(state, withLinked(read.ok ? read.value : plugin.state.initial, group));
    tell();
    return read.ok;
  };
  /** What came into the store from elsewhere counts, also before it has been drawn. */
  const catchUp = () => {
    const now = workspaceOf(store.getState(), workspaceId)?.LayoutData[key];
    if (now !== undefined && now !== own && now.Tool === plugin.id) adopt(now);
  };
  const save = () => {
    const next: StoredWindow = { Tool: plugin.id, ...serializeState(plugin.state, state), link: group };
    own = next;
    store.change((draft) => putWindow(draft, workspaceId, key, next));
    tell();
  };
  const window: WindowController = {
    id: windowIdOf(workspaceId, key),
    workspaceId,
    key,
    plugin,
    platform,
    hasLostState: !restored.ok,
    getState: () => state,
    update(change) {
      catchUp();
      state = withLinked({ ...Object(state), ...change }, group);
      save();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isActive: () => isActive,
    setActive(next) {
      if (next !== isActive) {
        isActive = next;
        tell();
      }
    },
    title: () => title ?? plugin.titleOf(state),
    setTitle(next) {
      if (next !== title) {
        title = next;
        tell();
      }
    },
    publish(context) {
      if (plugin.linking.sends.includes(context.type)) windows.deliver(window, context);
    },
    onContext(listener) {
      contextListeners.add(listener);
      const kept = [...waiting.values()];
      waiting.clear();
      for (const [context, how] of kept) listener(context, how);
      return () => contextListeners.delete(listener);
    },
    receive(context, how) {
      if (contextListeners.size === 0) waiting.set(context.type, [context, how]);
      for (const listener of [...contextListeners]) listener(context, how);
    },
    isOwn: (candidate) => candidate === own,
    adopt,
    isLinked: () => group !== 0,
    setLinked(next) {
      if (next !== (group !== 0)) window.setLinkGroup(next ? 1 : 0);
    },
    linkGroup: () => group,
    setLinkGroup(next) {
      catchUp();
      if (next === group) return;
      group = next;
      state = withLinked(state, group);
      save();
      windows.join(window);
    },
  };
  return window;
}

/** The state's own word of its link (spec: Linked) says what is so. */
function withLinked(state: unknown, group: LinkGroup): unknown {
  const isOn = group !== 0;
  return typeof state === 'object' &&
    state !== null &&
    'Linked' in state &&
    typeof state.Linked === 'boolean' &&
    state.Linked !== isOn
    ? { ...state, Linked: isOn }
    : state;
}
