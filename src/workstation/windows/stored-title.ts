import { restoreState, type PluginRegistry } from '../../plugin-api/index.ts';
import { titleOfState } from '../tool-faults.ts';
import type { StoredWindow } from '../workspace/workspace-state.ts';

/** What a window is called that has not been shown yet: the title of its stored state, the name of the tool if that cannot be read, the tool's id if it is not installed. */
export function storedTitle(plugins: Pick<PluginRegistry, 'get'>, stored: StoredWindow | undefined): string {
  if (stored === undefined) return 'Empty';
  const plugin = plugins.get(stored.Tool);
  if (plugin === undefined) return stored.Tool;
  const state = restoreState(plugin.state, { version: stored.version, data: stored.data });
  return state.ok ? titleOfState(plugin, state.value) : plugin.title;
}
