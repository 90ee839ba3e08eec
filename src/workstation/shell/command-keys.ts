import { createKeybindingsHandler } from 'tinykeys';
import type { CommandRegistry } from '../../plugin-api/index.ts';

/** Checks for methods, not with `instanceof`: elements of another browser window have classes of their own. */
function isTextField(target: EventTarget | null): boolean {
  return (
    target !== null &&
    'matches' in target &&
    typeof target.matches === 'function' &&
    Boolean(target.matches('[contenteditable],input,select,textarea'))
  );
}
const isUndoOrRedo = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key);

/** True for keys that belong to the text being typed: all but Ctrl, Cmd and function keys; undo and redo too. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing) return true;
  if (!isTextField(event.target)) return false;
  return isUndoOrRedo(event) || (!event.ctrlKey && !event.metaKey && !/^F\d+$/.test(event.key));
}

/** The search of commands: its key acts in a panel as well, so that Escape behind it closes the search and not the panel. */
export const PALETTE_COMMAND = 'palette.open';

/** Goes to the orders that programs request: its key acts in a panel as well, which the requests may lie above. */
export const ORDER_REQUESTS_COMMAND = 'order-requests.go';
const IN_PANELS: readonly string[] = [PALETTE_COMMAND, ORDER_REQUESTS_COMMAND];

/** A panel that has the focus keeps its keys. */
const isInPanel = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  typeof target.closest === 'function' &&
  target.closest('[data-panel]') !== null;

/** Runs a command, or shows why it is disabled. */
function runByKey(commands: CommandRegistry, id: string): void {
  const command = commands.get(id);
  if (command?.isEnabled?.({}) === false) command.explain?.({});
  else void commands.run(id);
}

/** Handles the keys of the commands that there are now. */
function keyHandler(commands: CommandRegistry, isBlocked: () => boolean): (event: KeyboardEvent) => void {
  const bindings = commands.all().flatMap(({ id, key, otherKey }) => {
    const run = (event: KeyboardEvent): void => {
      // What has the focus may have used the key itself: a grid moves its columns by the keys that move windows.
      if (isBlocked() || event.defaultPrevented) return;
      if (!IN_PANELS.includes(id) && isInPanel(event.target)) return;
      event.preventDefault();
      runByKey(commands, id);
    };
    return [key, otherKey].flatMap((each) => (each === undefined ? [] : [[each, run] as const]));
  });
  return createKeybindingsHandler(Object.fromEntries(bindings), { ignore: isTyping });
}

/**
 * Runs commands by their keys in a browser window; returns how to end that. Keys are read at the first press after commands came or went: a desk registers
 * its commands one after another, and reading all keys for each of them took a tenth of its start.
 */
export function bindCommandKeys(
  target: Window,
  commands: CommandRegistry,
  isBlocked: () => boolean,
): () => void {
  let handler: ((event: KeyboardEvent) => void) | null = null;
  const handle = (event: KeyboardEvent): void => {
    handler ??= keyHandler(commands, isBlocked);
    handler(event);
  };
  target.addEventListener('keydown', handle);
  const off = commands.subscribe(() => {
    handler = null;
  });
  return () => {
    off();
    target.removeEventListener('keydown', handle);
  };
}
