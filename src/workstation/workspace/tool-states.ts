import {
  restoreState,
  type AnyPlugin,
  type PluginRegistry,
  type StoredState,
} from '../../plugin-api/index.ts';

/** The state of a tool as it is stored, in a window or without one. */
export interface StoredToolState extends StoredState {
  readonly Tool: string;
}

/** The states by tool. Tools that are not installed and states that cannot be read are left out. */
export function statesByTool(
  stored: readonly StoredToolState[],
  plugins: Pick<PluginRegistry, 'get'>,
): ReadonlyMap<AnyPlugin, readonly unknown[]> {
  const states = new Map<AnyPlugin, unknown[]>();
  for (const { Tool, version, data } of stored) {
    const plugin = plugins.get(Tool);
    const read = plugin && restoreState(plugin.state, { version, data });
    if (plugin === undefined || read?.ok !== true) continue;
    states.set(plugin, [...(states.get(plugin) ?? []), read.value]);
  }
  return states;
}
