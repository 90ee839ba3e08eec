import { err, ok, type Result } from '../../../src/domain/assert/assert.ts';

/** What is read of a press of a key. */
export type PressedKey = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const LETTER_OR_DIGIT = /^(?:Key[A-Z]|Digit\d)$/;
const NUMBER_PAD = /^Numpad(?:\d|Add|Subtract|Multiply|Divide|Decimal)$/;
const ORDER_KEY =
  /^(?:(?:Alt\+|Shift\+|Alt\+Shift\+)(?:Key[A-Z]|Digit\d)|Numpad(?:\d|Add|Subtract|Multiply|Divide|Decimal))$/;

/** Which keys may be order keys, for the user. */
export const KEY_RULE = 'Press Shift or Alt with a letter or a digit, or a key of the number pad';

/**
 * The key of a press in tinykeys syntax, or why it is no order key. By the place on the keyboard, so that Shift and other layouts change nothing. Keys
 * with Ctrl and function keys also act while text is typed, where an order key must not; a letter alone starts a symbol.
 */
export function recordedKey({
  code,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: PressedKey): Result<string, string> {
  if (ctrlKey || metaKey || /^F\d+$/.test(code))
    return err(`Keys with Ctrl and function keys also act while you type. ${KEY_RULE}.`);
  const hasModifier = altKey || shiftKey;
  if (NUMBER_PAD.test(code) && !hasModifier) return ok(code);
  if (!LETTER_OR_DIGIT.test(code) || !hasModifier) return err(`${KEY_RULE}.`);
  return ok(`${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`);
}

/** True for a key as `recordedKey` writes it. */
export const isOrderKey = (key: string): boolean => ORDER_KEY.test(key);
