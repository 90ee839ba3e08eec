/** Room under the messages of the page, for something else that comes up in their corner. */

/** Of the page that is used here. */
export interface LiftPage {
  readonly documentElement: { readonly style: { setProperty(name: string, value: string): void } };
  querySelector(
    selector: string,
  ): {
    addEventListener(type: 'pointerleave', listener: () => void, options: { once: boolean }): void;
  } | null;
}

const wanted = new WeakMap<object, number>();

function lift(page: LiftPage, px: number): void {
  const isWaiting = wanted.has(page);
  wanted.set(page, px);
  if (isWaiting) return;
  const apply = () => {
    page.documentElement.style.setProperty('--toasts-lift', `${wanted.get(page) ?? 0}px`);
    wanted.delete(page);
  };
  // A message never moves from under the pointer that is about to press its button.
  const hovered = page.querySelector('[data-toasts]:hover');
  if (hovered === null) apply();
  else hovered.addEventListener('pointerleave', apply, { once: true });
}

/** Moves the messages up by so much, until the returned function is called. */
export function liftToasts(px: number, page: LiftPage = document): () => void {
  lift(page, px);
  return () => lift(page, 0);
}
