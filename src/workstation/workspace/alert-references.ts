import { restoreState, serializeState, type AnyPlugin } from '../../plugin-api/index.ts';
import { toolsIn, type StoredWindow, type WorkspaceContent } from './workspace-state.ts';

type PluginOf = (toolId: string) => AnyPlugin | undefined;

/** Ids of the alert documents that the windows of a workspace refer to. States that cannot be read refer to none. */
export function alertIdsOf(content: WorkspaceContent, pluginOf: PluginOf): readonly string[] {
  const ids = toolsIn(content).flatMap((window) => {
    const state = pluginOf(window.Tool)?.state;
    if (state?.alerts === undefined) return [];
    const read = restoreState(state, { version: window.version, data: window.data });
    return read.ok ? state.alerts.idsOf(read.value) : [];
  });
  return [...new Set(ids)];
}

/** A workspace whose windows refer to new alert ids, by the old ones. Windows of unknown tools and unreadable states stay as they are. */
export function withAlertIds<Content extends WorkspaceContent>(
  content: Content,
  newIds: ReadonlyMap<string, string>,
  pluginOf: PluginOf,
): Content {
  const changed = (window: StoredWindow): StoredWindow => {
    const state = pluginOf(window.Tool)?.state;
    if (state?.alerts === undefined) return window;
    const read = restoreState(state, { version: window.version, data: window.data });
    if (!read.ok) return window;
    return { ...window, ...serializeState(state, state.alerts.withIds(read.value, newIds)) };
  };
  return {
    ...content,
    LayoutData: Object.fromEntries(
      Object.entries(content.LayoutData).map(([key, window]) => [
        key,
        window === undefined ? window : changed(window),
      ]),
    ),
  };
}
