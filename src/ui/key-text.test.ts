import { expect, test } from 'vitest';
import { keyText } from './key-text.ts';

test.each([
  ['$mod+k', 'Ctrl+K', '⌘K'],
  ['$mod+Shift+Enter', 'Ctrl+Shift+Enter', '⇧⌘↩'],
  ['Ctrl+Z', 'Ctrl+Z', '⌘Z'],
  ['Shift+KeyB', 'Shift+B', '⇧B'],
  ['Alt+Digit1', 'Alt+1', '⌥1'],
  ['Control+Alt+ArrowUp', 'Ctrl+Alt+ArrowUp', '⌃⌥ArrowUp'],
  ['F9', 'F9', 'F9'],
  ['Control+Space', 'Ctrl+Space', '⌃Space'],
  ['Ctrl', 'Ctrl', '⌘'],
  ['Alt+Shift', 'Alt+Shift', '⌥⇧'],
  ['Del', 'Del', '⌦'],
])('writes %s as %s, on a Mac as %s', (key, other, apple) => {
  expect([keyText(key, false), keyText(key, true)]).toEqual([other, apple]);
});
