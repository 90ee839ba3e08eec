import { instrumentContext, type AnyPlugin, type Dialogs } from '../../plugin-api/index.ts';
import { showsOneSymbol, type OpenWindows } from '../windows/open-windows.ts';

/** Elements that take letters themselves: fields, and lists in which a letter chooses. */
const TAKES_LETTERS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="alertdialog"]';

/** What typing a letter in a window without a field in focus works with. */
export interface SymbolTypingDeps {
  readonly windows: Pick<OpenWindows, 'get' | 'give'>;
  readonly dialogs: Pick<Dialogs, 'symbolLookup'>;
  /** False for a tool that stands there without its content. */
  readonly isPermitted: (plugin: AnyPlugin) => boolean;
  /** A dialog is open: its keys are its own. */
  readonly isBlocked: () => boolean;
}

type TypedKey = Pick<
  KeyboardEvent,
  | 'key'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>;

/** True for a key that can begin a symbol. Letters with Shift are keys of commands; a dollar sign may need it. */
function beginsSymbol(event: Omit<TypedKey, 'target'>): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== '$');
  return (
    /^[a-z$]$/i.test(event.key) &&
    !hasModifier &&
    !event.repeat &&
    !event.isComposing &&
    !event.defaultPrevented
  );
}

/** Id of the window in which a letter was typed outside of any field; null elsewhere. Elements may belong to another browser window, so `instanceof` cannot be used. */
export function typedWindow(event: TypedKey): string | null {
  const { target } = event;
  if (!beginsSymbol(event) || target === null) return null;
  if (!('closest' in target) || typeof target.closest !== 'function') return null;
  if (target.closest(TAKES_LETTERS) !== null) return null;
  const frame: unknown = target.closest('[data-window-id]');
  return typeof frame === 'object' &&
    frame !== null &&
    'getAttribute' in frame &&
    typeof frame.getAttribute === 'function'
    ? String(frame.getAttribute('data-window-id'))
    : null;
}

/** A letter typed in a window, outside of any field, opens the symbol lookup with it; the symbol goes to that window. Returns how to end that. */
export function bindSymbolTyping(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  { windows, dialogs, isBlocked, isPermitted }: SymbolTypingDeps,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const id = typedWindow(event);
    const window = id === null || isBlocked() ? undefined : windows.get(id);
    if (
      window === undefined ||
      !isPermitted(window.plugin) ||
      !window.plugin.linking.receives.includes('fdc3.instrument')
    )
      return;
    event.preventDefault();
    // A list says itself which symbols it does not take; a window about one symbol would be left with nothing.
    void dialogs
      .symbolLookup({
        title: window.plugin.title,
        initial: event.key.toUpperCase(),
        isTyped: true,
        mustExist: showsOneSymbol(window),
      })
      .then((symbol) => {
        const now = windows.get(window.id);
        if (symbol !== null && now !== undefined) windows.give(now, instrumentContext(symbol));
      });
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}
