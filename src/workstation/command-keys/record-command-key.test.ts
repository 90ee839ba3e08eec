import { expect, test } from 'vitest';
import { COMMAND_KEY_RULE, isCommandKey, recordedCommandKey, type PressedKey } from './record-command-key.ts';

const press = (code: string, held: Partial<PressedKey> = {}): PressedKey => ({
  code,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});
const ctrl = { ctrlKey: true };

test.each([
  [press('KeyB', ctrl), '$mod+KeyB'],
  [press('Digit1', { ...ctrl, shiftKey: true }), '$mod+Shift+Digit1'],
  [press('Enter', ctrl), '$mod+Enter'],
  [press('F2'), 'F2'],
  [press('F7', { altKey: true, shiftKey: true }), 'Alt+Shift+F7'],
  [press('ArrowLeft', { ...ctrl, altKey: true }), '$mod+Alt+ArrowLeft'],
  [press('PageDown', { altKey: true, shiftKey: true }), 'Alt+Shift+PageDown'],
])('%o is recorded as %s, and read again from a file', (pressed, key) => {
  expect(recordedCommandKey(pressed, false)).toEqual({ ok: true, value: key });
  expect(isCommandKey(key)).toBe(true);
});

test('on a Mac the command key is the modifier, and Control another one', () => {
  expect(recordedCommandKey(press('KeyB', { metaKey: true }), true)).toEqual({
    ok: true,
    value: '$mod+KeyB',
  });
  expect(recordedCommandKey(press('KeyB', ctrl), true)).toEqual({ ok: true, value: 'Control+KeyB' });
});

test.each([
  press('KeyB'),
  press('KeyB', { shiftKey: true }),
  press('KeyB', { altKey: true }),
  press('KeyE', { ...ctrl, altKey: true }),
  press('KeyB', { metaKey: true }),
  press('ArrowLeft', ctrl),
  press('Space', ctrl),
])('%o types text, belongs to orders or moves the cursor, and is refused', (pressed) => {
  expect(recordedCommandKey(pressed, false)).toEqual({ ok: false, error: `${COMMAND_KEY_RULE}.` });
});

test.each([press('KeyW', ctrl), press('KeyC', ctrl), press('F5'), press('F10', { shiftKey: true })])(
  '%o belongs to the browser or to text, and is refused',
  (pressed) => {
    const read = recordedCommandKey(pressed, false);
    expect(read.ok ? '' : read.error).toMatch(/belongs to the browser or to text\. Press Ctrl with/);
  },
);

test.each(['KeyB', 'Shift+KeyB', '$mod+KeyW', '$mod+', 'Alt+ArrowLeft', 'F25', '__proto__'])(
  '"%s" of a file is no key of a command',
  (key) => {
    expect(isCommandKey(key)).toBe(false);
  },
);
