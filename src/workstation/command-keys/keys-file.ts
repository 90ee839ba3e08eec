import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { keyForm, keyText } from '../../ui/index.ts';
import type { ChosenKeys } from './chosen-keys.ts';
import { isCommandKey } from './record-command-key.ts';

/** What a file of keyboard shortcuts begins with, so that another JSON file is recognised as such. */
const FORMAT = 'tapedeck-command-keys';
const VERSION = 1;
/** More than all commands of a workstation with many tools. */
const MAX_KEYS = 1000;

const fileShape = v.object({
  Format: v.literal(FORMAT),
  Version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  Keys: v.record(v.string(), v.unknown()),
});

/** The keys of a file, and what of it was left out. */
export interface KeysFile {
  readonly keys: ChosenKeys;
  readonly problems: readonly string[];
}

/** The text of a file with these keys; `docs/command-keys.md` describes it. */
export const writeKeysFile = (keys: ChosenKeys): string =>
  `${JSON.stringify({ Format: FORMAT, Version: VERSION, Keys: keys }, null, 2)}\n`;

/** Reads a file of keyboard shortcuts. Damaged entries are left out and reported; those of unknown commands are kept. */
export function readKeysFile(text: string): Result<KeysFile, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err('This file is damaged: it is no JSON text.');
  }
  const file = v.safeParse(fileShape, raw);
  if (!file.success) return err('This file has no keyboard shortcuts: it was not exported here.');
  if (file.output.Version > VERSION)
    return err('This file was exported from a later version of Tapedeck. Update this one first.');
  const entries = Object.entries(file.output.Keys);
  const keys = new Map<string, string | null>();
  /** Ids of the commands by the form of their keys. */
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const [id, key] of entries.slice(0, MAX_KEYS)) {
    const other = typeof key === 'string' ? owners.get(keyForm(key)) : undefined;
    if (other !== undefined)
      problems.push(`"${id.slice(0, 100)}" cannot have ${keyText(String(key))}, which "${other}" has.`);
    else if (id.length <= 100 && (key === null || (typeof key === 'string' && isCommandKey(key)))) {
      keys.set(id, key);
      if (key !== null) owners.set(keyForm(key), id);
    } else problems.push(`"${id.slice(0, 100)}" cannot have the key ${JSON.stringify(key).slice(0, 40)}.`);
  }
  if (entries.length > MAX_KEYS) problems.push(`Only the first ${MAX_KEYS} keys were taken.`);
  return ok({ keys: Object.fromEntries(keys), problems });
}
