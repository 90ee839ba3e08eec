import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { windowKeysOf } from '../../../layouts/index.ts';
import {
  meetsPermission,
  restoreState,
  serializeState,
  type AnyPlugin,
  type Dialogs,
  type PlacedTools,
  type PluginRegistry,
  type ToolPlatform,
} from '../../plugin-api/index.ts';
import { showWindow } from './places-to-go.ts';
import type { Docks } from '../workspace/docks.ts';
import {
  addWorkspace,
  currentOf,
  putWindow,
  selectWindow,
  shownWindows,
  uniqueName,
  workspaceWithTool,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';
import { newWindowState } from '../workspace/new-window-state.ts';
import type { UndoHistory } from '../workspace/undo-history.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';

/** The workspaces that opening a tool changes, and what shows the reason when it is refused. */
export interface OpenToolDeps {
  readonly workspaces: WorkspaceStore;
  readonly plugins: Pick<PluginRegistry, 'get'>;
  readonly platform: Pick<ToolPlatform, 'session' | 'settings'>;
  readonly dialogs: Pick<Dialogs, 'toast' | 'confirm'>;
  readonly undo: Pick<UndoHistory, 'perform'>;
  /** Takes the focus to the window. */
  readonly docks: Docks;
  /** The window of the tool to show when there are several. */
  readonly nearestOf: PlacedTools['nearestOf'];
}

/** The tool, if this user has permission; else null after a message with the reason. */
function permitted(
  { plugins, platform, dialogs }: Pick<OpenToolDeps, 'plugins' | 'platform' | 'dialogs'>,
  toolId: string,
): AnyPlugin | null {
  const plugin = plugins.get(toolId);
  const session = platform.session.get();
  if (plugin === undefined || (plugin.isHiddenInDemo && session.isDemo)) {
    dialogs.toast({ message: `The tool ${toolId} is not available here.`, tone: 'warning' });
    return null;
  }
  if (!meetsPermission(session.permissionMask, plugin.permission)) {
    dialogs.toast({
      message: `You don't have permissions to access ${plugin.title}. Consider subscribing to get access to ${plugin.title}`,
      tone: 'warning',
    });
    return null;
  }
  return plugin;
}

/**
 * Shows the tool's window that the user sees or used last, else the first one that is in its layout. One that waits for room comes into
 * the last window, as "Bring back tool" does it. Opens one where there is none.
 */
export async function showTool(deps: OpenToolDeps, toolId: string): Promise<void> {
  const places = deps.workspaces.getState().Workspaces.flatMap((workspace) =>
    windowKeysOf(workspace.LayoutData)
      .filter((key) => workspace.LayoutData[key]?.Tool === toolId)
      .map((key) => ({ workspace, key, isShown: shownWindows(workspace).includes(key) })),
  );
  const nearest = deps.nearestOf(toolId)?.id;
  const place =
    places.find(({ workspace, key }) => windowIdOf(workspace.Id, key) === nearest) ??
    places.find(({ isShown }) => isShown) ??
    places[0];
  if (place === undefined) await openTool(deps, toolId);
  else showWindow(deps, place.workspace, place.key);
}

/** Reports that a tool which may have one window only has it already, and goes there if the user chooses so. */
export async function offerToGoThere(
  deps: OpenToolDeps,
  { id, title }: Pick<AnyPlugin, 'id' | 'title'>,
  workspaceName: string,
): Promise<void> {
  const isGoing = await deps.dialogs.confirm({
    title,
    message: `${title} is already in workspace ${workspaceName}.`,
    yes: 'Go there',
    no: 'Ok',
  });
  if (isGoing) await showTool(deps, id);
}

/** Puts a tool with a state of its own into an empty window, or into a new workspace. Resolves with the window's id, or null after a message with the reason. */
export async function openTool(
  deps: OpenToolDeps,
  toolId: string,
  state: object = {},
): Promise<string | null> {
  const { workspaces, undo, docks } = deps;
  const plugin = permitted(deps, toolId);
  if (plugin === null) return null;
  const holder = plugin.isSingleton ? workspaceWithTool(workspaces.getState(), plugin.id) : undefined;
  if (holder !== undefined) {
    await offerToGoThere(deps, plugin, holder.Name);
    return null;
  }
  const first = newWindowState(plugin, deps.platform.settings.get());
  const stored = serializeState(plugin.state, { ...Object(first), ...state });
  // What the tool could not read again would only make it start from its defaults later.
  const { version, data } = restoreState(plugin.state, stored).ok
    ? stored
    : serializeState(plugin.state, first);
  let id: string | null = null;
  const apply = (draft: WorkspacesState) => {
    const isEmpty = (workspace: ReturnType<typeof currentOf>) =>
      workspace === undefined
        ? undefined
        : shownWindows(workspace).find((key) => workspace.LayoutData[key] === undefined);
    if (isEmpty(currentOf(draft)) === undefined)
      addWorkspace(
        draft,
        uniqueName(
          draft.Workspaces.map(({ Name }) => Name),
          plugin.title,
        ),
      );
    const workspace = currentOf(draft);
    const key = isEmpty(workspace);
    if (workspace === undefined || key === undefined) return;
    id = windowIdOf(workspace.Id, key);
    selectWindow(draft, workspace.Id, key);
    putWindow(draft, workspace.Id, key, { Tool: plugin.id, version, data, link: 1 });
  };
  undo.perform({ title: `Add ${plugin.title}`, workspaceId: null, apply });
  if (id !== null) focusWindow(docks, id);
  return id;
}
