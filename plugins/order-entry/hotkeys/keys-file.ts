import * as v from 'valibot';
import { err, ok, type Result } from '../../../src/domain/assert/assert.ts';
import { parseOrderKey } from '../../../src/domain/hotkeys/index.ts';
import type { BoundKey } from '../hotkey-list.ts';
import { MAX_KEYS } from './key-rows.ts';
import { isOrderKey } from './record-key.ts';

/** What a file of order keys begins with, so that another JSON file is recognised as such. */
const FORMAT = 'tapedeck-order-keys';
const VERSION = 1;

const fileShape = v.object({
  Format: v.literal(FORMAT),
  Version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  Keys: v.array(v.unknown()),
});
const keyShape = v.object({ Key: v.string(), Text: v.string() });

/** The keys of a file, and what of it was left out. */
export interface KeysFile {
  readonly keys: readonly BoundKey[];
  readonly problems: readonly string[];
}

/** The text of a file with these keys; `docs/order-keys.md` describes it. */
export const writeKeysFile = (keys: readonly BoundKey[]): string =>
  `${JSON.stringify(
    { Format: FORMAT, Version: VERSION, Keys: keys.map(({ key, text }) => ({ Key: key, Text: text })) },
    null,
    2,
  )}\n`;

/** Reads a file of order keys. Keys that are damaged are left out and reported; the others are taken. */
export function readKeysFile(text: string): Result<KeysFile, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err('This file is damaged: it is no JSON text.');
  }
  const file = v.safeParse(fileShape, raw);
  if (!file.success) return err('This file has no order keys: it was not exported here.');
  if (file.output.Version > VERSION)
    return err('This file was exported from a later version of Tapedeck. Update this one first.');
  const read = file.output.Keys.map((entry, index) => readKey(entry, `Key ${index + 1}`));
  const keys = read.flatMap((each) => (each.ok ? [each.value] : []));
  const problems = read.flatMap((each) => (each.ok ? [] : [each.error]));
  return ok(
    keys.length <= MAX_KEYS
      ? { keys, problems }
      : {
          keys: keys.slice(0, MAX_KEYS),
          problems: [...problems, `Only the first ${MAX_KEYS} keys were taken.`],
        },
  );
}

function readKey(entry: unknown, name: string): Result<BoundKey, string> {
  const parsed = v.safeParse(keyShape, entry);
  if (!parsed.success) return err(`${name} has no "Key" and "Text".`);
  const { Key: key, Text: text } = parsed.output;
  if (!isOrderKey(key)) return err(`${name}: "${key.slice(0, 40)}" cannot be an order key.`);
  const command = parseOrderKey(text);
  return command.ok ? ok({ key, text }) : err(`${name}: ${command.error.message}.`);
}
