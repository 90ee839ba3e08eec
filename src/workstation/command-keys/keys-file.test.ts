import { expect, test } from 'vitest';
import { readKeysFile, writeKeysFile } from './keys-file.ts';

test('a file that was written is read again, with keys of commands that are not there', () => {
  const keys = { 'palette.open': '$mod+KeyP', 'edit.redo': null, 'a-tool-elsewhere.open': 'F2' };
  expect(readKeysFile(writeKeysFile(keys))).toEqual({ ok: true, value: { keys, problems: [] } });
});

test('what cannot be a key is left out and named; the rest is read', () => {
  const text = JSON.stringify({
    Format: 'tapedeck-command-keys',
    Version: 1,
    Keys: { 'palette.open': '$mod+KeyW', 'order.place': 'F2', 'edit.undo': 7, 'edit.redo': 'F2' },
  });
  expect(readKeysFile(text)).toEqual({
    ok: true,
    value: {
      keys: { 'order.place': 'F2' },
      problems: [
        '"palette.open" cannot have the key "$mod+KeyW".',
        '"edit.undo" cannot have the key 7.',
        '"edit.redo" cannot have F2, which "order.place" has.',
      ],
    },
  });
});

test.each([
  ['{', 'This file is damaged: it is no JSON text.'],
  [
    '{"Format":"tapedeck-order-keys","Version":1,"Keys":[]}',
    'This file has no keyboard shortcuts: it was not exported here.',
  ],
  [
    '{"Format":"tapedeck-command-keys","Version":2,"Keys":{}}',
    'This file was exported from a later version of Tapedeck. Update this one first.',
  ],
])('%s is refused with the reason', (text, error) => {
  expect(readKeysFile(text)).toEqual({ ok: false, error });
});
