import type { PluginManifest } from './types.ts';
import { validateManifest } from './validate-registry.ts';

/** A plugin whose state type only itself knows. The shell hands it nothing but what its own schema let through. */
export type AnyPlugin = PluginManifest<unknown>;

/** Declares a tool. */
export function definePlugin<State>(manifest: PluginManifest<State>): AnyPlugin {
  // Safe as long as state reaches a plugin only through its own `state` definition, which the shell keeps to.
  return manifest as unknown as AnyPlugin;
}

/** The tools of the workstation, in the order they were given. */
export interface PluginRegistry {
  readonly all: readonly AnyPlugin[];
  get(id: string): AnyPlugin | undefined;
}

/** Collects tools. Throws for an id that is taken and for a manifest that contradicts itself, naming what is wrong. */
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
