/** When the user last pressed a key, a button or the screen in this page; null = not yet. */
let lastMs: number | null = null;
let isWatched = false;

const note = (): void => {
  lastMs = Date.now();
};

/** When the user last pressed a key or a pointer in this page, host UTC ms; null = not since the first call, or outside of a browser. */
export function lastInputMs(): number | null {
  if (!isWatched && typeof window !== 'undefined') {
    isWatched = true;
    // Before any handler that sends an order.
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, note, { capture: true, passive: true });
  }
  return lastMs;
}
