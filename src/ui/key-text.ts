/** The platforms whose command key is ⌘, as tinykeys distinguishes them for `$mod`. */
const APPLE = /Mac|iPod|iPhone|iPad/;
/** Whether this platform's command key is ⌘. */
export const IS_APPLE = typeof navigator === 'object' && APPLE.test(navigator.platform);

/** Modifiers in the order in which each platform writes them. */
const APPLE_MODIFIERS: readonly (readonly [string, string])[] = [
  ['Control', '⌃'],
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Mod', '⌘'],
];
const APPLE_KEYS: Readonly<Record<string, string>> = { Enter: '↩', Backspace: '⌫', Del: '⌦', Delete: '⌦' };

/** `Ctrl` in our own texts means the platform's command key, which tinykeys calls `$mod`. */
const canonical = (part: string): string =>
  part === '$mod' || part === 'Ctrl' || part === 'Meta' ? 'Mod' : part;

/** `KeyB` and `b` are `B`. */
const keyName = (part: string): string => {
  const code = /^(?:Key|Digit)([A-Z0-9])$/.exec(part)?.[1];
  return code ?? (part.length === 1 ? part.toUpperCase() : part);
};

/** A key as users of the platform read it: `$mod+Shift+k` is `Ctrl+Shift+K`, on a Mac `⇧⌘K`. Menus' `Ctrl+Z` is read the same way. */
export function keyText(key: string, isApple: boolean = IS_APPLE): string {
  const parts = key.split('+').map(canonical);
  // Modifiers alone are held while something else is done.
  const isModifier = APPLE_MODIFIERS.some(([name]) => name === parts.at(-1));
  const last = isModifier ? '' : keyName(parts.pop() ?? '');
  if (!isApple)
    return [...parts.map((part) => (part === 'Mod' || part === 'Control' ? 'Ctrl' : part)), last]
      .filter(Boolean)
      .join('+');
  const modifiers = APPLE_MODIFIERS.filter(([name]) => parts.includes(name)).map(([, sign]) => sign);
  return [...modifiers, APPLE_KEYS[last] ?? last].join('');
}

/** The hint of a button that has a key, such as `Run (Ctrl+Enter)`; without a key the text alone. */
export const hintWithKey = (text: string, key: string | undefined): string =>
  key === undefined ? text : `${text} (${keyText(key)})`;

/** One form for all spellings of a key: `$mod+k` and `Control+KeyK` have the same. To compare keys, not to show them. */
export const keyForm = (key: string): string => keyText(key, false).split('+').sort().join('+');

/** The key by which Tab moves the focus out of a code editor, as Monaco has it on each platform; for `keyText`. */
export const LEAVE_EDITOR_KEY = IS_APPLE ? 'Control+Shift+M' : 'Ctrl+M';
