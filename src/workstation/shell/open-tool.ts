import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { restoreState, serializeState, type Dialogs, type PluginRegistry, type ToolPlatform } from '../../plugin-api/index.ts';
import { hasPermission } from '../../domain/permissions.ts';
import type { Docks } from '../workspace/docks.ts';
import { addWorkspace, currentOf, putWindow, shownWindows, uniqueName, workspaceWithTool } from '../workspace/workspace-state.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';

export interface OpenToolDeps {
  readonly workspaces: WorkspaceStore;
  readonly plugins: Pick<PluginRegistry, 'get'>;
  readonly platform: Pick<ToolPlatform, 'session'>;
  readonly dialogs: Pick<Dialogs, 'toast' | 'alert'>;
  /** Takes the focus to the window. */
  readonly docks: Docks;
}

/** Puts a tool with a state of its own into an empty window, or into a new workspace. Resolves with the window's id, or null after telling why not. */
export async function openTool({ workspaces, plugins, platform, dialogs, docks }: OpenToolDeps, toolId: string, state: object = {}): Promise<string | null> {
  const plugin = plugins.get(toolId);
  const session = platform.session.get();
  if (plugin === undefined || (plugin.isHiddenInDemo && session.isDemo)) {
    dialogs.toast({ message: `The tool ${toolId} is not available here.`, tone: 'warning' });
    return null;
  }
  if (plugin.permission !== null && !hasPermission(session.permissionMask, plugin.permission)) {
    dialogs.toast({ message: `You don't have permissions to access ${plugin.title}. Consider subscribing to get access to ${plugin.title}`, tone: 'warning' });
    return null;
  }
  const holder = plugin.isSingleton ? workspaceWithTool(workspaces.getState(), plugin.id) : undefined;
  if (holder !== undefined) {
    await dialogs.alert({ title: plugin.title, message: `${plugin.title} is already in workspace ${holder.Name}.` });
    return null;
  }
  const stored = serializeState(plugin.state, { ...Object(plugin.state.initial), ...state });
  // What the tool could not read again would only make it start from its defaults later.
  const { version, data } = restoreState(plugin.state, stored).ok ? stored : serializeState(plugin.state, plugin.state.initial);
  let id: string | null = null;
  workspaces.change((draft) => {
    const isEmpty = (workspace: ReturnType<typeof currentOf>) => workspace === undefined ? undefined : shownWindows(workspace).find((key) => workspace.LayoutData[key] === undefined);
    if (isEmpty(currentOf(draft)) === undefined) addWorkspace(draft, uniqueName(draft.Workspaces.map(({ Name }) => Name), plugin.title));
    const workspace = currentOf(draft);
    const key = isEmpty(workspace);
    if (workspace === undefined || key === undefined) return;
    id = windowIdOf(workspace.Id, key);
    putWindow(draft, workspace.Id, key, { Tool: plugin.id, version, data, link: 1 });
  });
  if (id !== null) focusWindow(docks, id);
  return id;
}
