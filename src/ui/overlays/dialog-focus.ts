/** Where the focus goes when a dialog opens, and where it comes back to. */

/** Panels are dialogs that are not modal: the focus goes in and out of them, as it does with windows. */
const PANEL = '[data-panel]';
const DIALOG = `[role="dialog"]:not(${PANEL}), [role="alertdialog"]`;
/** What is gone when the focus comes back. */
const PASSING = `${DIALOG}, [role="menu"]`;
const FIELD =
  'input:not([type="hidden"], [hidden], :disabled), textarea:not(:disabled), [role="combobox"], select:not(:disabled)';
const CONTROL = 'button:not(:disabled), a[href], [tabindex="0"]';

/** The control that last had the focus outside of any dialog or menu: a dialog opened from another one that is gone comes back to it. */
const lastOutside = new WeakMap<Document, Element>();
/** The same without panels: what has the focus when a panel is left. */
const lastBehindPanels = new WeakMap<Document, Element>();
const followed = new WeakSet<Document>();

/** Elements of another browser window are of other classes. */
const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target;

/** Follows the focus in a browser window. */
export function follow(document: Document): void {
  if (followed.has(document)) return;
  followed.add(document);
  const note = (target: EventTarget | null) => {
    if (!isElement(target) || target === document.body || target.closest(PASSING) !== null) return;
    lastOutside.set(document, target);
    // The list of a field of a panel is elsewhere on the page.
    if (target.closest(`${PANEL}, [data-list-of-field]`) === null) lastBehindPanels.set(document, target);
  };
  note(document.activeElement);
  document.addEventListener('focusin', (event) => note(event.target));
}
if (typeof document !== 'undefined') follow(document);

/**
 * The field marked `data-autofocus`, else the first field; its text is selected, ready to be typed over, or with `data-autofocus="end"`
 * typed on behind. Null = there is none.
 */
export function firstField(body: HTMLElement | null): HTMLElement | null {
  const field =
    body?.querySelector<HTMLElement>('[data-autofocus]') ?? body?.querySelector<HTMLElement>(FIELD) ?? null;
  // In another browser window the field is of another class.
  if (field?.tagName === 'INPUT') {
    const input = field as HTMLInputElement;
    if (input.dataset['autofocus'] === 'end') input.setSelectionRange(input.value.length, input.value.length);
    else if (input.type === 'text' || input.type === 'search') input.select();
  }
  return field;
}

/** The first button or link of a dialog without fields; null = there is none. */
export const firstControl = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(CONTROL) ?? null;

/**
 * Gives a control the focus as its dialog opens, in the same turn. The dialog's own way is a frame later,
 * and a key pressed within that frame goes to what is behind the question: Enter on a row, not on "OK".
 * True = there is no control, the dialog shall find something itself; false = nothing is left to do.
 */
export function focusAtOnce(control: HTMLElement | null): boolean {
  control?.focus();
  return control === null;
}

/** Gives the focus to what had it last outside of panels; false when that is gone or cannot have it now. */
export function focusBehindPanels(document: Document): boolean {
  const element = lastBehindPanels.get(document);
  if (element?.isConnected !== true) return false;
  // It is an element of that document; an SVG element that had the focus can have it again as well.
  (element as HTMLElement).focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Back to the element that had the focus; true = whatever opened the dialog, which is right inside another one. */
export function returnTarget(popup: HTMLElement | null): HTMLElement | true {
  const document = popup?.ownerDocument ?? globalThis.document;
  const others = [...document.querySelectorAll(DIALOG)].filter(
    (dialog) => dialog !== popup && !dialog.contains(popup) && !popup?.contains(dialog),
  );
  const element = lastOutside.get(document);
  return others.length === 0 && element instanceof HTMLElement && element.isConnected ? element : true;
}
