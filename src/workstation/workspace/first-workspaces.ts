import { lone, type LayoutGroup } from '../../../layouts/index.ts';
import { FREE_LAYOUT, SCHEMA_VERSION, type Workspace, type WorkspacesState } from './workspace-state.ts';

/** A tool of the first workspace. `data` is its state in the form of the tool's `version`. */
export interface FirstTool {
  readonly id: string;
  readonly version: number;
  readonly data: unknown;
}

/** Prices at the top, orders and positions below them; the ticket beside both, as high as the desk: all of it is in sight. */
const FIRST_TREE: LayoutGroup = {
  direction: 'row',
  weight: 100,
  children: [
    {
      direction: 'column',
      weight: 76,
      children: [lone('Window1', 60), lone('Window2', 40)],
    },
    lone('Window3', 24),
  ],
};

/** The desk of someone who comes for the first time: up to three tools, the most important first. */
export function firstWorkspaces(tools: readonly FirstTool[]): WorkspacesState {
  const LayoutData: Workspace['LayoutData'] = {};
  tools.slice(0, 3).forEach((tool, index) => {
    LayoutData[`Window${index + 1}`] = {
      Tool: tool.id,
      version: tool.version,
      data: tool.data,
      link: 1,
    };
  });
  const layout =
    tools.length < 2
      ? { Layout: '1r1c' }
      : tools.length === 2
        ? { Layout: '2r1c' }
        : { Layout: FREE_LAYOUT, Tree: FIRST_TREE };
  return {
    SchemaVersion: SCHEMA_VERSION,
    Workspaces: [{ Id: 1, Name: 'Workspace 1', ...layout, LayoutData, Sizes: {} }],
    Current: 1,
  };
}
