import type { PluginManifest } from './types.ts';
import { validateManifest } from './validate-registry.ts';

/** A plugin of any state type. It only ever receives state that its own schema has accepted. */
export type AnyPlugin = PluginManifest<unknown>;

/** Declares a tool, and lets TypeScript infer the type of its state. */
export function definePlugin<State>(manifest: PluginManifest<State>): AnyPlugin {
  // Safe as long as state reaches a plugin only through its own `state` definition, which the shell keeps to.
  return manifest as unknown as AnyPlugin;
}

/** The tools of the workstation, in the order they were given. */
export interface PluginRegistry {
  readonly all: readonly AnyPlugin[];
  get(id: string): AnyPlugin | undefined;
}

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
  }
  return { all: [...byId.values()], get: (id) => byId.get(id) };
}
