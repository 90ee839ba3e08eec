import type { Desk } from '../desk-context.ts';
import { statesByTool } from '../workspace/tool-states.ts';
import type { StoredWindow, WorkspaceContent } from '../workspace/workspace-state.ts';

/** The windows of a workspace that have a tool. */
export function windowsOf({ LayoutData }: WorkspaceContent): readonly StoredWindow[] {
  return Object.values(LayoutData).filter((window) => window !== undefined);
}

/** Calls the tools whose windows the user has closed. */
export function reportClosed({ plugins, platform }: Desk, windows: readonly StoredWindow[]): void {
  for (const [plugin, states] of statesByTool(windows, plugins)) plugin.onClosed?.(states, platform);
}
