import { useMemo, useRef, useState } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { boundKeys, DEFAULT_KEYS, type BoundKey } from '../hotkey-list.ts';
import { keysOfRows, MAX_KEYS, problemsOf, takenKeys, type KeyRow, type RowProblems } from './key-rows.ts';

/** The lines of the editor and what changes them. */
export interface KeyRows {
  readonly rows: readonly KeyRow[];
  readonly problems: readonly RowProblems[];
  readonly canAdd: boolean;
  readonly canSave: boolean;
  add(): void;
  change(id: number, part: Partial<BoundKey>): void;
  remove(id: number): void;
  replace(keys: readonly BoundKey[]): void;
  /** Stores the lines. Rejects with an Error whose message can be shown. */
  save(): Promise<void>;
}

const sameKeys = (a: readonly BoundKey[], b: readonly BoundKey[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The order keys of the user as lines, checked at each change. `onChanged` is called when they differ from the stored ones, or no longer do. */
export function useKeyRows(platform: ToolPlatform, onChanged: (isChanged: boolean) => void): KeyRows {
  const nextId = useRef(0);
  const rowOf = ({ key, text }: BoundKey): KeyRow => ({ id: nextId.current++, key, text });
  const [rows, setRows] = useState<readonly KeyRow[]>(() => boundKeys(platform).map(rowOf));
  const commands = useReadable(useMemo(() => commandsOf(platform), [platform]));
  const taken = useMemo(() => takenKeys(commands), [commands]);
  const problems = problemsOf(rows, taken);
  const set = (next: readonly KeyRow[]) => {
    setRows(next);
    onChanged(!sameKeys(keysOfRows(next), boundKeys(platform)));
  };
  return {
    rows,
    problems,
    canAdd: rows.length < MAX_KEYS,
    canSave: problems.every(({ key, text }) => key === null && text === null),
    add: () => set([...rows, rowOf({ key: '', text: '' })]),
    change: (id, part) => set(rows.map((row) => (row.id === id ? { ...row, ...part } : row))),
    remove: (id) => set(rows.filter((row) => row.id !== id)),
    replace: (keys) => set(keys.map(rowOf)),
    save() {
      const keys = keysOfRows(rows);
      // Who has the keys of the workstation gets those of a later version, too.
      return platform.settings.save({ orderKeys: sameKeys(keys, DEFAULT_KEYS) ? null : keys });
    },
  };
}

const commandsOf = ({ commands }: ToolPlatform) => ({
  get: () => commands.all(),
  subscribe: (listener: () => void) => commands.subscribe(listener),
});
