import type { AnyPlugin, PluginRegistry } from '../../plugin-api/index.ts';

/** Third-party tools have ids of their own, which no installed tool has. */
export const THIRD_PARTY_PREFIX = 'third-party-';

/** The tools of the workstation: those that are installed, and the third-party tools of the server once their list has arrived. */
export interface DeskPlugins extends PluginRegistry {
  /** Calls the listener when third-party tools came or went; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Replaces the third-party tools. */
  setThirdParty(plugins: readonly AnyPlugin[]): void;
  /** Whether a tool that is not here may still come: a third-party one before their list has arrived. */
  mayCome(id: string): boolean;
}

/** The installed tools, without third-party ones yet. */
export function createDeskPlugins(installed: PluginRegistry): DeskPlugins {
  const listeners = new Set<() => void>();
  let all = installed.all;
  let isListed = false;
  let thirdParty: ReadonlyMap<string, AnyPlugin> = new Map();
  return {
    // React compares the list: it is a new one only when the tools have changed.
    get all() {
      return all;
    },
    get: (id) => installed.get(id) ?? thirdParty.get(id),
    subscribe(listener) {
      const entry = () => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    setThirdParty(plugins) {
      isListed = true;
      // Without third-party tools, before and now, the list stays the same one.
      if (plugins.length + thirdParty.size > 0) all = [...installed.all, ...plugins];
      thirdParty = new Map(plugins.map((plugin) => [plugin.id, plugin]));
      for (const listener of [...listeners]) listener();
    },
    mayCome: (id) => !isListed && id.startsWith(THIRD_PARTY_PREFIX),
  };
}
