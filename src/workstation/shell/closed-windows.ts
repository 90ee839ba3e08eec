import type { Desk } from '../desk-context.ts';
import { statesByTool } from '../workspace/tool-states.ts';
import type { StoredWindow } from '../workspace/workspace-state.ts';

/** Calls the tools whose windows the user has closed. */
export function reportClosed({ plugins, platform }: Desk, windows: readonly StoredWindow[]): void {
  for (const [plugin, states] of statesByTool(windows, plugins)) plugin.onClosed?.(states, platform);
}
