import { WINDOW_KEYS, type LayoutGroup } from '../../../layouts/index.ts';
import { FREE_LAYOUT, SCHEMA_VERSION, type Workspace, type WorkspacesState } from './workspace-state.ts';

export interface FirstTool { readonly id: string; readonly version: number; readonly data: unknown }

/** Prices wide at the top with the ticket beside them; orders and positions below, as wide as the desk. */
const FIRST_TREE: LayoutGroup = {
  direction: 'column', weight: 100, children: [
    { direction: 'row', weight: 60, children: [{ window: 'Window1', weight: 74 }, { window: 'Window3', weight: 26 }] },
    { window: 'Window2', weight: 40 },
  ],
};

/** The desk of someone who comes for the first time: up to three tools, the most important first. */
export function firstWorkspaces(tools: readonly FirstTool[]): WorkspacesState {
  const LayoutData: Workspace['LayoutData'] = {};
  tools.slice(0, 3).forEach((tool, index) => {
    const key = WINDOW_KEYS[index];
    if (key !== undefined) LayoutData[key] = { Tool: tool.id, version: tool.version, data: tool.data, link: 1 };
  });
  const layout = tools.length < 2 ? { Layout: '1r1c' } : tools.length === 2 ? { Layout: '2r1c' } : { Layout: FREE_LAYOUT, Tree: FIRST_TREE };
  return { SchemaVersion: SCHEMA_VERSION, Workspaces: [{ Id: 1, Name: 'Workspace 1', ...layout, LayoutData, Sizes: {} }], Current: 1, SavedLayouts: [] };
}
