import type { PluginManifest, ToolPlatform, ToolWindow } from '../../../src/plugin-api/index.ts';

/** A window for a tool that is shown in passing, in a dialog: its state lives as long as it does, it is linked to none, and what it shows does not go into the address. */
export function passingWindow<State>(
  platform: ToolPlatform,
  manifest: Pick<PluginManifest<State>, 'id' | 'commands'>,
  id: string,
  initial: State,
): ToolWindow<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const toolPlatform: ToolPlatform = {
    ...platform,
    route: { ...platform.route, select: () => {} },
    commands: {
      ...platform.commands,
      // The shell knows only windows of a workspace: the tool's own commands are run here.
      async run(commandId, args = {}) {
        const command = manifest.commands.find((each) => `${manifest.id}.${each.id}` === commandId);
        if (command === undefined || args.windowId !== id) return platform.commands.run(commandId, args);
        if (command.isEnabled?.(window) === false) return false;
        await command.run(window, args);
        return true;
      },
    },
  };
  const window: ToolWindow<State> = {
    id,
    platform: toolPlatform,
    getState: () => state,
    update(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isActive: () => true,
    setTitle: () => {},
    publish: () => {},
    onContext: () => () => {},
    isLinked: () => false,
    setLinked: () => {},
    linkGroup: () => 0,
    setLinkGroup: () => {},
  };
  return window;
}
