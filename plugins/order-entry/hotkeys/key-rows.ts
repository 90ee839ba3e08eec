import { parseOrderKey, printOrderKey } from '../../../src/domain/hotkeys/index.ts';
import type { Command } from '../../../src/plugin-api/index.ts';
import { keyForm, keyText } from '../../../src/ui/index.ts';
import type { BoundKey } from '../hotkey-list.ts';

/** A line of the editor. */
export interface KeyRow extends BoundKey {
  /** Of the line, not stored. */
  readonly id: number;
}

/** What is wrong with a line; null = nothing. */
export interface RowProblems {
  readonly key: string | null;
  readonly text: string | null;
}

/** The most keys of a user. */
export const MAX_KEYS = 50;

/** Titles of the workstation's commands by their keys. The order keys themselves are left out. */
export function takenKeys(commands: readonly Command[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const { id, key, otherKey, title } of commands)
    for (const each of id.startsWith('order.keys') ? [] : [key, otherKey])
      if (each !== undefined) taken.set(keyForm(each), title);
  return taken;
}

/** What is wrong with each line: no key, a key that something else has, a text that is not understood. */
export function problemsOf(
  rows: readonly KeyRow[],
  taken: ReadonlyMap<string, string>,
): readonly RowProblems[] {
  const counts = new Map<string, number>();
  for (const { key } of rows) counts.set(keyForm(key), (counts.get(keyForm(key)) ?? 0) + 1);
  return rows.map(({ key, text }) => {
    return { key: keyProblem(key, counts, taken), text: textProblem(text) };
  });
}

function textProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter what the key does';
  const parsed = parseOrderKey(text);
  return parsed.ok ? null : parsed.error.message;
}

function keyProblem(
  key: string,
  counts: ReadonlyMap<string, number>,
  taken: ReadonlyMap<string, string>,
): string | null {
  if (key === '') return 'Choose a key';
  const title = taken.get(keyForm(key));
  if (title !== undefined) return `${keyText(key)} is the key of "${title}"`;
  return (counts.get(keyForm(key)) ?? 0) > 1 ? `${keyText(key)} is the key of two lines` : null;
}

/** The keys as they are stored, with texts in their canonical form. */
export const keysOfRows = (rows: readonly KeyRow[]): readonly BoundKey[] =>
  rows.map(({ key, text }) => {
    const parsed = parseOrderKey(text);
    return { key, text: parsed.ok ? printOrderKey(parsed.value) : text };
  });
