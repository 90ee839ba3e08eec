import { tinykeys } from 'tinykeys';
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

/** Runs a command, or shows why it is disabled. */
function runByKey(commands: CommandRegistry, id: string): void {
  const command = commands.get(id);
  if (command?.isEnabled?.({}) === false) command.explain?.({});
  else void commands.run(id);
}

/** Binds the keys of all commands in a browser window, again whenever commands come or go. Returns how to end that. */
export function bindCommandKeys(
  target: Window,
  commands: CommandRegistry,
  isBlocked: () => boolean,
): () => void {
  let unbind = () => {};
  const bind = () => {
    unbind();
    unbind = tinykeys(
      target,
      Object.fromEntries(
        commands.all().flatMap(({ id, key, otherKey }) => {
          const run = (event: KeyboardEvent): void => {
            // What has the focus may have used the key itself: a grid moves its columns by the keys that move windows.
            if (isBlocked() || event.defaultPrevented) return;
            event.preventDefault();
            runByKey(commands, id);
          };
          return [key, otherKey].flatMap((each) => (each === undefined ? [] : [[each, run]]));
        }),
      ),
      { ignore: isTyping },
    );
  };
  bind();
  const off = commands.subscribe(bind);
  return () => {
    off();
    unbind();
  };
}
