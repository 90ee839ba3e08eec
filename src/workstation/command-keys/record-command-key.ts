import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { keyForm, keyText } from '../../ui/index.ts';

/** What is read of a press of a key. */
export type PressedKey = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Which keys may be keys of commands, for the user. */
export const COMMAND_KEY_RULE = `Press ${keyText('Ctrl')} with a letter, a digit or Enter, a function key, or Alt with Shift or ${keyText('Ctrl')} and an arrow key`;

/** Keys that a browser keeps for itself, that change or copy text, or that open the menu of what has the focus. */
const RESERVED = new Set(
  [
    ...['N', 'T', 'W', 'R', 'I', 'J'].map((letter) => `$mod+Shift+Key${letter}`),
    ...['N', 'T', 'W', 'R', 'Q', 'C', 'V', 'X', 'A'].map((letter) => `$mod+Key${letter}`),
    ...['F5', 'F11', 'F12', 'Alt+F4', '$mod+F4', '$mod+F5', 'Shift+F10'],
  ].map(keyForm),
);

/** The keys that `recordedCommandKey` writes: with the modifiers in its order. */
const COMMAND_KEYS = [
  /^(?:\$mod\+)?(?:Control\+)?(?:Alt\+)?(?:Shift\+)?F(?:[1-9]|1\d|2[0-4])$/,
  /^(?:\$mod\+|Control\+|\$mod\+Control\+)(?:Shift\+)?(?:Key[A-Z]|Digit\d|Enter)$/,
  /^(?:\$mod\+|Control\+|\$mod\+Control\+)?Alt\+Shift\+(?:Arrow(?:Left|Right|Up|Down)|PageUp|PageDown)$/,
  /^(?:\$mod\+|Control\+|\$mod\+Control\+)Alt\+(?:Arrow(?:Left|Right|Up|Down)|PageUp|PageDown)$/,
];

/** True for a key as `recordedCommandKey` writes it. */
export const isCommandKey = (key: string): boolean =>
  COMMAND_KEYS.some((form) => form.test(key)) && !RESERVED.has(keyForm(key));

/**
 * The key of a press in tinykeys syntax, or why it cannot be the key of a command. By the place on the keyboard, so that
 * Shift and other layouts change nothing. Shift or Alt with a letter are order keys and drawing keys, and a letter alone
 * starts a symbol; with Ctrl and Alt many keyboards type a character.
 */
export function recordedCommandKey(press: PressedKey, isApple: boolean): Result<string, string> {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = press;
  const held: readonly (readonly [boolean, string])[] = [
    [isApple ? metaKey : ctrlKey, '$mod'],
    [isApple ? ctrlKey : metaKey, isApple ? 'Control' : 'Meta'],
    [altKey, 'Alt'],
    [shiftKey, 'Shift'],
  ];
  const key = [...held.flatMap(([isHeld, name]) => (isHeld ? [name] : [])), code].join('+');
  if (RESERVED.has(keyForm(key)))
    return err(`${keyText(key)} belongs to the browser or to text. ${COMMAND_KEY_RULE}.`);
  return isCommandKey(key) ? ok(key) : err(`${COMMAND_KEY_RULE}.`);
}
