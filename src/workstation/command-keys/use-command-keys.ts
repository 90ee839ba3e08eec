import { useMemo, useState } from 'react';
import type { Command } from '../../plugin-api/index.ts';
import { keyForm, keyText } from '../../ui/index.ts';
import { isPermitted, type Desk } from '../desk-context.ts';
import { groupsOf } from '../help/key-map.ts';
import { withChosenKeys, withKey, type ChosenKeys } from './chosen-keys.ts';

/** A line of the editor. */
export interface CommandKeyRow {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** In tinykeys syntax; empty = none. */
  readonly key: string;
  /** Whether the user has chosen the key, or that there is none. */
  readonly isChosen: boolean;
}

/** The lines of the editor and what changes them. */
export interface CommandKeys {
  readonly rows: readonly CommandKeyRow[];
  readonly hasChosen: boolean;
  /** What else the last change did; empty = nothing. */
  readonly notice: string;
  /** Gives a command a key; null = none. */
  set(id: string, key: string | null): void;
  /** Gives a command its default key again. */
  reset(id: string): void;
  replace(keys: ChosenKeys): void;
  chosen(): ChosenKeys;
  /** Stores the keys. Rejects with an Error whose message can be shown. */
  save(): Promise<void>;
}

/** Commands whose keys the user may choose: all but those that need arguments, those of tools without permission, and the order keys, which have an editor of their own. */
function editableCommands({ commands, plugins, platform }: Desk): readonly Command[] {
  const session = platform.session.get();
  const forbidden = plugins.all.filter((plugin) => !isPermitted(plugin, session)).map(({ id }) => `${id}.`);
  return commands
    .registered()
    .filter(
      ({ id, needsArguments }) =>
        needsArguments !== true &&
        !id.startsWith('order.keys') &&
        !forbidden.some((prefix) => id.startsWith(prefix)),
    );
}

/** The keys of the commands, changed without effect until they are saved. */
export function useCommandKeys(desk: Desk, onChanged: (isChanged: boolean) => void): CommandKeys {
  const { settings } = desk.platform;
  const commands = useMemo(() => editableCommands(desk), [desk]);
  const groupOf = useMemo(() => groupsOf(desk.plugins.all), [desk]);
  const [chosen, setChosen] = useState<ChosenKeys>(() => settings.saved.get().commandKeys);
  const [notice, setNotice] = useState('');
  const keyed = useMemo(() => withChosenKeys(commands, chosen), [commands, chosen]);
  const change = (next: ChosenKeys, text = '') => {
    setChosen(next);
    setNotice(text);
    onChanged(JSON.stringify(next) !== JSON.stringify(settings.saved.get().commandKeys));
  };
  const set = (id: string, key: string | null) => {
    const loser = key === null ? undefined : ownerOf(keyed, id, key);
    change(
      withKey(commands, chosen, id, key),
      loser === undefined || key === null
        ? ''
        : `${keyText(key)} was the key of “${loser.title}”, which has none now.`,
    );
  };
  return {
    rows: keyed.map((command) => ({
      id: command.id,
      title: command.title,
      group: groupOf(command),
      key: command.key ?? '',
      isChosen: Object.hasOwn(chosen, command.id),
    })),
    hasChosen: Object.keys(chosen).length > 0,
    notice,
    set,
    reset: (id) => set(id, commands.find((command) => command.id === id)?.key ?? null),
    replace: (keys) => change(keys),
    chosen: () => chosen,
    save: () => settings.save({ commandKeys: chosen }),
  };
}

/** Another command that has the key as the only one, so that it would have none. */
const ownerOf = (commands: readonly Command[], id: string, key: string): Command | undefined =>
  commands.find(
    (command) => command.id !== id && command.key !== undefined && keyForm(command.key) === keyForm(key),
  );
