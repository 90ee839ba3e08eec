import type { Command, CommandRegistry } from './types.ts';

/** Gives commands their keys, such as those that the user has chosen. Changes nothing else of them. */
export type KeyChoice = (commands: readonly Command[]) => readonly Command[];

/** A registry whose owner may give the commands other keys. */
export interface KeyedCommandRegistry extends CommandRegistry {
  /** From now on `get` and `all` have the commands as `choice` makes them. */
  setKeys(choice: KeyChoice): void;
  /** The commands with the keys that they were registered with. */
  registered(): readonly Command[];
}

/** Creates an empty registry, from which menus, buttons, keys and the palette run commands by id. */
export function createCommandRegistry(): KeyedCommandRegistry {
  const commands = new Map<string, Command>();
  const listeners = new Set<() => void>();
  let choice: KeyChoice | null = null;
  /** The commands with their keys, made when they are first read after a change. */
  let keyed: ReadonlyMap<string, Command> | null = null;
  let list: readonly Command[] | null = null;

  const withKeys = (): ReadonlyMap<string, Command> =>
    choice === null
      ? commands
      : (keyed ??= new Map(choice([...commands.values()]).map((command) => [command.id, command])));

  function changed(): void {
    keyed = null;
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
    setKeys(next) {
      choice = next;
      changed();
    },
    registered: () => [...commands.values()],
    get: (id) => withKeys().get(id),
    all: () => (list ??= [...withKeys().values()]),
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
