import type { Command, CommandRegistry } from './types.ts';

/** Creates an empty registry, from which menus, buttons, keys and the palette run commands by id. */
export function createCommandRegistry(): CommandRegistry {
  const commands = new Map<string, Command>();
  const listeners = new Set<() => void>();
  let list: readonly Command[] | null = null;

  function changed(): void {
    list = null;
    for (const listener of [...listeners]) listener();
  }

  return {
    register(command) {
      if (commands.has(command.id))
        throw new Error(
          `The command "${command.id}" is registered already. Remove the first one or choose another id.`,
        );
      commands.set(command.id, command);
      changed();
      return () => {
        // A later command of the same id is not this one's to remove.
        if (commands.get(command.id) !== command) return;
        commands.delete(command.id);
        changed();
      };
    },
    get: (id) => commands.get(id),
    all: () => (list ??= [...commands.values()]),
    async run(id, args = {}) {
      const command = commands.get(id);
      if (!command) throw new Error(`There is no command "${id}".`);
      if (command.isEnabled && !command.isEnabled(args)) return false;
      await command.run(args);
      return true;
    },
    subscribe(listener) {
      const entry = () => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
