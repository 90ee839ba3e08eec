import type { PluginManifest } from './types.ts';
import { validateManifest } from './validate-registry.ts';

/** A plugin of any state type. It only ever receives state that its own schema has accepted. */
export type AnyPlugin = PluginManifest<unknown>;

/**
 * Declares a tool, and lets TypeScript infer the type of its state.
 *
 * @example
 * ```tsx
 * import { Hash } from 'lucide-react';
 * import * as v from 'valibot';
 * import { definePlugin, defineState } from '@tapedeck/plugin-api';
 *
 * export const counter = definePlugin<{ readonly Count: number }>({
 *   id: 'counter',
 *   title: 'Counter',
 *   summary: 'Counts clicks',
 *   icon: Hash,
 *   permission: null,
 *   isSingleton: false,
 *   isHiddenInDemo: false,
 *   state: defineState<{ readonly Count: number }>({
 *     schema: v.object({ Count: v.number() }),
 *     initial: { Count: 0 },
 *     migrations: [],
 *   }),
 *   linking: { sends: [], receives: [] },
 *   commands: [{ id: 'reset', title: 'Reset', run: (window) => window.update({ Count: 0 }) }],
 *   toolbar: ['reset'],
 *   titleOf: ({ Count }) => `Counter: ${Count}`,
 *   helpTopic: 'counter',
 *   savedItemType: null,
 *   load: async () => ({ default: () => <p>Counter</p> }),
 * });
 * ```
 */
export function definePlugin<State>(manifest: PluginManifest<State>): AnyPlugin {
  // Safe as long as state reaches a plugin only through its own `state` definition, which the shell keeps to.
  return manifest as unknown as AnyPlugin;
}

/** The tools of the workstation, in the order they were given. */
export interface PluginRegistry {
  readonly all: readonly AnyPlugin[];
  get(id: string): AnyPlugin | undefined;
}

/** Ids of the tools whose manifests declare settings. */
export const toolsWithSettings = new Set<string>();

/** Creates the registry. Throws with a list of problems for duplicate ids and contradictory manifests. */
export function createPluginRegistry(plugins: readonly AnyPlugin[]): PluginRegistry {
  const byId = new Map<string, AnyPlugin>();
  for (const plugin of plugins) {
    if (byId.has(plugin.id))
      throw new Error(`Two plugins have the id "${plugin.id}". Give one of them another.`);
    const problems = validateManifest(plugin);
    if (problems.length > 0)
      throw new Error(`The plugin "${plugin.id}" is not declared well: ${problems.join(' ')}`);
    byId.set(plugin.id, plugin);
    if (plugin.settings !== undefined) toolsWithSettings.add(plugin.id);
  }
  return { all: [...byId.values()], get: (id) => byId.get(id) };
}
