import type { Toaster } from '../ui/index.ts';

/** A page that lost its server fails to load many parts at once: one message is enough for this long. */
const QUIET_MS = 10_000;

/**
 * Says so when a part of the page cannot be loaded, which otherwise looks like a command that does nothing. Vite sends the event for every
 * `import()` that fails. Returns how to end it.
 */
export function reportLoadFailures(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  toaster: Pick<Toaster, 'show'>,
  nowMs: () => number,
): () => void {
  let lastMs = -Infinity;
  const onFailure = () => {
    if (nowMs() - lastMs < QUIET_MS) return;
    lastMs = nowMs();
    toaster.show({
      message: 'A part of the page could not be loaded. Check the connection, then reload the page.',
      tone: 'error',
    });
  };
  page.addEventListener('vite:preloadError', onFailure);
  return () => page.removeEventListener('vite:preloadError', onFailure);
}
