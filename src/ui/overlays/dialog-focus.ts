/** Focus handling of dialogs: the element focused on opening, and the one on closing. */

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const FIELD =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), [role="combobox"], select:not(:disabled)';
const CONTROL = 'button:not(:disabled), a[href], [tabindex="0"]';

/** The control that last had the focus outside of any dialog: a dialog opened from another one that is gone comes back to it. */
const lastOutside = new WeakMap<Document, Element>();
const followed = new WeakSet<Document>();

function follow(document: Document): void {
  if (followed.has(document)) return;
  followed.add(document);
  const note = (target: EventTarget | null) => {
    if (target instanceof Element && target !== document.body && target.closest(DIALOG) === null)
      lastOutside.set(document, target);
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
 * Focuses a control synchronously as its dialog opens. The library does so a frame later, and a key that is pressed within that frame would
 * reach the element behind the dialog: Enter would act on a row and not on "OK". Returns true when there is no control and the library
 * should choose; false when the focus is set.
 */
export function focusAtOnce(control: HTMLElement | null): boolean {
  control?.focus();
  return control === null;
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
