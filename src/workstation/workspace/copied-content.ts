import { copyStored, type AnyPlugin } from '../../plugin-api/index.ts';
import type { StoredWindow, WorkspaceContent } from './workspace-state.ts';

/** What a copy of a workspace starts with: its windows, each as its tool wants a copy of it. Windows of unknown tools stay as they are. */
export function copiedContent<Content extends WorkspaceContent>(
  content: Content,
  pluginOf: (toolId: string) => AnyPlugin | undefined,
): Content {
  const copied = (window: StoredWindow): StoredWindow => {
    const plugin = pluginOf(window.Tool);
    return plugin === undefined
      ? window
      : { ...window, ...copyStored(plugin.state, { version: window.version, data: window.data }) };
  };
  return {
    ...content,
    LayoutData: Object.fromEntries(
      Object.entries(content.LayoutData).map(([key, window]) => [
        key,
        window === undefined ? window : copied(window),
      ]),
    ),
  };
}
