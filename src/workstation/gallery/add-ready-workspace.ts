import { lone, tidy, type LayoutPart, type WindowKey } from '../../../layouts/index.ts';
import {
  meetsPermission,
  restoreState,
  serializeState,
  type AnyPlugin,
  type PluginRegistry,
  type ReadyPart,
  type ReadyWorkspace,
  type SessionState,
} from '../../plugin-api/index.ts';
import type { Proposal } from '../workspace/undo-steps.ts';
import {
  arrange,
  insertWorkspace,
  workspaceWithTool,
  type StoredWindow,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';

/** What decides which tools a ready workspace gets. */
export interface GalleryDesk {
  readonly plugins: Pick<PluginRegistry, 'get'>;
  readonly session: Pick<SessionState, 'isDemo' | 'permissionMask' | 'market'>;
}

/** The tools of a ready workspace, in the order of their windows. */
export function toolsOf(part: ReadyPart): readonly string[] {
  if ('tool' in part) return [part.tool];
  return ('row' in part ? part.row : part.column).flatMap(toolsOf);
}

/** Whether this user may have the tool. */
function isAvailable(plugin: AnyPlugin | undefined, { session }: GalleryDesk): plugin is AnyPlugin {
  return (
    plugin !== undefined &&
    !(plugin.isHiddenInDemo && session.isDemo) &&
    meetsPermission(session.permissionMask, plugin.permission)
  );
}

/** Adds a ready workspace, without the tools that this user may not have, and those of which there may be one window only and another workspace has it. */
export function readyWorkspaceStep(ready: ReadyWorkspace, desk: GalleryDesk): Proposal {
  return {
    title: `Add workspace ${ready.title}`,
    workspaceId: null,
    apply(draft) {
      const keys = (function* names(): Generator<WindowKey, never> {
        for (let number = 1; ; number++) yield `Window${number}`;
      })();
      const LayoutData: Record<WindowKey, StoredWindow> = {};
      const tree = layoutOf(ready.content, (part) => {
        const window = storedWindow(draft, part, desk);
        if (window === null) return null;
        const key = keys.next().value;
        LayoutData[key] = window;
        return key;
      });
      const id = insertWorkspace(draft, { Name: ready.title, Layout: '1r1c', LayoutData, Sizes: {} });
      const root = tree === null ? null : tidy(tree);
      if (root !== null) arrange(draft, id, root);
    },
  };
}

/** Titles of the tools that are left out because another workspace has their only window, with the name of that workspace. */
export function toolsElsewhere(
  ready: ReadyWorkspace,
  { plugins }: Pick<GalleryDesk, 'plugins'>,
  state: WorkspacesState,
): readonly { readonly title: string; readonly workspace: string }[] {
  return toolsOf(ready.content).flatMap((tool) => {
    const plugin = plugins.get(tool);
    const workspace = plugin?.isSingleton === true ? workspaceWithTool(state, tool) : undefined;
    return plugin === undefined || workspace === undefined
      ? []
      : { title: plugin.title, workspace: workspace.Name };
  });
}

type ToolPart = Extract<ReadyPart, { tool: string }>;

/** The layout of the parts for which `keyOf` has a window; null when there is none. */
function layoutOf(part: ReadyPart, keyOf: (part: ToolPart) => WindowKey | null): LayoutPart | null {
  const { weight } = part;
  if ('tool' in part) {
    const key = keyOf(part);
    return key === null ? null : lone(key, weight);
  }
  const isRow = 'row' in part;
  const children = (isRow ? part.row : part.column).flatMap((each) => layoutOf(each, keyOf) ?? []);
  return children.length === 0 ? null : { direction: isRow ? 'row' : 'column', weight, children };
}

function storedWindow(draft: WorkspacesState, part: ToolPart, desk: GalleryDesk): StoredWindow | null {
  const plugin = desk.plugins.get(part.tool);
  if (!isAvailable(plugin, desk)) return null;
  if (plugin.isSingleton && workspaceWithTool(draft, plugin.id) !== undefined) return null;
  const { market } = desk.session;
  const first = market === null ? undefined : plugin.firstState?.(market);
  const state = { ...Object(first ?? plugin.state.initial), ...part.state };
  const stored = serializeState(plugin.state, state);
  const { version, data } = restoreState(plugin.state, stored).ok
    ? stored
    : serializeState(plugin.state, plugin.state.initial);
  return { Tool: plugin.id, version, data, link: 1 };
}
