import { expect, test } from 'vitest';
import { isOrderKey, recordedKey } from './record-key.ts';
import { keysOfRows, problemsOf, takenKeys } from './key-rows.ts';

const PRESS = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  ['KeyB', { shiftKey: true }, 'Shift+KeyB'],
  ['Digit1', { altKey: true }, 'Alt+Digit1'],
  ['KeyZ', { altKey: true, shiftKey: true }, 'Alt+Shift+KeyZ'],
  ['Numpad5', {}, 'Numpad5'],
  ['NumpadAdd', {}, 'NumpadAdd'],
  // A letter starts a symbol, and the rest would act while text is typed or belongs to the page.
  ['KeyB', {}, null],
  ['KeyB', { ctrlKey: true, shiftKey: true }, null],
  ['KeyB', { metaKey: true }, null],
  ['F9', { shiftKey: true }, null],
  ['Numpad5', { shiftKey: true }, null],
  ['Slash', { shiftKey: true }, null],
  ['ArrowUp', { altKey: true }, null],
])('a press of %s with %j is recorded as %s', (code, held, key) => {
  const recorded = recordedKey({ ...PRESS, code, ...held });
  expect(recorded.ok ? recorded.value : null).toBe(key);
  if (key !== null) expect(isOrderKey(key)).toBe(true);
});

test.each(['KeyB', 'Control+KeyB', 'Shift+F9', 'Shift+', '', 'Shift+Alt+KeyB', 'Numpad55'])(
  '"%s" is no order key',
  (key) => {
    expect(isOrderKey(key)).toBe(false);
  },
);

const run = () => {};
const COMMANDS = [
  { id: 'a', title: 'Ladder', key: 'Shift+l', run },
  { id: 'b', title: 'Back', key: 'F2', otherKey: 'Shift+Alt+KeyB', run },
  { id: 'order.keys.1', title: 'Order key: Cancel all', key: 'Shift+KeyX', run },
];

test('a key of the workstation in any spelling, a key of two lines, a missing one and a text are problems', () => {
  const rows = [
    { id: 0, key: 'Shift+KeyL', text: 'Cancel all' },
    { id: 1, key: 'Alt+Shift+KeyB', text: 'Cancel all' },
    { id: 2, key: 'Shift+KeyX', text: 'Cancel all' },
    { id: 3, key: 'Shift+KeyQ', text: 'Cancel' },
    { id: 4, key: 'Shift+KeyQ', text: 'cancel ALL' },
    { id: 5, key: '', text: 'Cancel all' },
    { id: 6, key: '', text: 'Cancel all' },
  ];
  expect(problemsOf(rows, takenKeys(COMMANDS))).toEqual([
    { key: 'Shift+L is the key of "Ladder"', text: null },
    { key: 'Alt+Shift+B is the key of "Back"', text: null },
    { key: null, text: null },
    { key: 'Shift+Q is the key of two lines', text: 'Expected "last", "symbol" or "all" at the end' },
    { key: 'Shift+Q is the key of two lines', text: null },
    { key: 'Choose a key', text: null },
    { key: 'Choose a key', text: null },
  ]);
});

test('texts are stored in their canonical form', () => {
  expect(keysOfRows([{ id: 0, key: 'Numpad0', text: 'buy 1,000 AT ask+0.02 ioc' }])).toEqual([
    { key: 'Numpad0', text: 'Buy 1000 at ask + 0.02 IOC' },
  ]);
});
