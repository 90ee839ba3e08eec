import { describe, expect, test } from 'vitest';
import { DEFAULT_KEYS } from '../hotkey-list.ts';
import { MAX_KEYS } from './key-rows.ts';
import { readKeysFile, writeKeysFile } from './keys-file.ts';

const file = (keys: readonly unknown[], change: object = {}) =>
  JSON.stringify({ Format: 'tapedeck-order-keys', Version: 1, Keys: keys, ...change });

describe('a file of order keys', () => {
  test('is read as it was written', () => {
    expect(readKeysFile(writeKeysFile(DEFAULT_KEYS))).toEqual({
      ok: true,
      value: { keys: DEFAULT_KEYS, problems: [] },
    });
  });

  test('gives the keys that are sound, and says what is wrong with the others', () => {
    const read = readKeysFile(
      file([
        { Key: 'Shift+KeyB', Text: 'Buy 100 at ask' },
        { Key: 'Control+KeyB', Text: 'Buy 100 at ask' },
        { Key: 'Shift+KeyS', Text: 'Sell everything' },
        { Text: 'Cancel all' },
        'Cancel all',
        { Key: 'Numpad0', Text: 'Cancel all', Note: 'of a later version' },
      ]),
    );
    expect(read).toEqual({
      ok: true,
      value: {
        keys: [
          { key: 'Shift+KeyB', text: 'Buy 100 at ask' },
          { key: 'Numpad0', text: 'Cancel all' },
        ],
        problems: [
          'Key 2: "Control+KeyB" cannot be an order key.',
          expect.stringMatching(/^Key 3: Expected a size: .* in place of "everything"\.$/),
          'Key 4 has no "Key" and "Text".',
          'Key 5 has no "Key" and "Text".',
        ],
      },
    });
  });

  test('gives no more keys than a user may have', () => {
    const many = Array.from({ length: MAX_KEYS + 5 }, () => ({ Key: 'Numpad0', Text: 'Cancel all' }));
    const read = readKeysFile(file(many));
    expect(read.ok ? [read.value.keys.length, read.value.problems] : read).toEqual([
      MAX_KEYS,
      [`Only the first ${MAX_KEYS} keys were taken.`],
    ]);
  });

  test.each([
    ['', 'This file is damaged: it is no JSON text.'],
    ['{"Format":', 'This file is damaged: it is no JSON text.'],
    ['null', 'This file has no order keys: it was not exported here.'],
    [file([], { Format: 'other' }), 'This file has no order keys: it was not exported here.'],
    [
      file([], { Version: 2 }),
      'This file was exported from a later version of Tapedeck. Update this one first.',
    ],
  ])('%s is refused', (text, error) => {
    expect(readKeysFile(text)).toEqual({ ok: false, error });
  });
});
