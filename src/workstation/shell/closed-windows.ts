import type { Desk } from '../desk-context.ts';
import { statesByTool } from '../workspace/tool-states.ts';
import {
  toolsIn,
  workspaceOf,
  type StoredWindow,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';

/** Calls the tools whose windows the user has closed. */
export function reportClosed({ plugins, platform }: Desk, windows: readonly StoredWindow[]): void {
  for (const [plugin, states] of statesByTool(windows, plugins)) plugin.onClosed?.(states, platform);
}

/** The windows with a tool that a change has closed, or whose workspace it has deleted. */
export function closedBetween(before: WorkspacesState, after: WorkspacesState): readonly StoredWindow[] {
  return before.Workspaces.flatMap((workspace) => {
    const kept = workspaceOf(after, workspace.Id)?.LayoutData ?? {};
    const closed = Object.entries(workspace.LayoutData).filter(([key]) => !(key in kept));
    return toolsIn({ LayoutData: Object.fromEntries(closed) });
  });
}
