import type { Command } from '../../plugin-api/index.ts';
import { keyForm } from '../../ui/index.ts';

/** Keys that the user has chosen, by the id of the command; null = the command has none. */
export type ChosenKeys = Readonly<Record<string, string | null>>;

/**
 * The commands with the keys of the user. A key acts for one command: one that was chosen is no longer the key of the
 * command that has it by default. Where two commands were given the same, as on two machines, the first has it.
 */
export function withChosenKeys(commands: readonly Command[], chosen: ChosenKeys): readonly Command[] {
  const owners = new Map<string, string>();
  for (const { id } of commands) {
    const key = chosen[id];
    if (typeof key === 'string' && !owners.has(keyForm(key))) owners.set(keyForm(key), id);
  }
  return commands.map((command) => {
    const { key, otherKey, ...rest } = command;
    const mine = chosen[command.id];
    const keep = (each: string | undefined) =>
      each !== undefined && (owners.get(keyForm(each)) ?? command.id) === command.id ? each : undefined;
    const shown = mine === undefined ? keep(key) : keep(mine ?? undefined);
    const other = mine === undefined ? keep(otherKey) : undefined;
    if (shown === key && other === otherKey) return command;
    return { ...rest, ...(shown ? { key: shown } : {}), ...(other ? { otherKey: other } : {}) };
  });
}

/**
 * The choice after a command got a key, or none. Who had the key before has none now. A command that has its default key
 * again is left out, so that it follows a default of a later version.
 */
export function withKey(
  commands: readonly Command[],
  chosen: ChosenKeys,
  id: string,
  key: string | null,
): ChosenKeys {
  const next = new Map(Object.entries(chosen));
  const initial = commands.find((command) => command.id === id)?.key ?? null;
  const isInitial = isSameKey(key, initial);
  if (isInitial) next.delete(id);
  else next.set(id, key);
  if (key === null) return Object.fromEntries(next);
  for (const [other, theirs] of next) if (other !== id && isSameKey(theirs, key)) next.set(other, null);
  // A key that is chosen wins over the defaults of other commands; one that is a default must be removed from them.
  for (const command of isInitial ? commands : [])
    if (command.id !== id && !next.has(command.id) && hasKey(command, key)) next.set(command.id, null);
  return Object.fromEntries(next);
}

const isSameKey = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : keyForm(a) === keyForm(b);

const hasKey = ({ key, otherKey }: Command, wanted: string): boolean =>
  [key, otherKey].some((each) => each !== undefined && isSameKey(each, wanted));
