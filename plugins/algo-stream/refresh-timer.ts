/** Calls `read` on the first `changed` at once, and from then on at most once in `everyMs`; the last change is never left out. */
export function createRefreshTimer(
  read: () => void,
  everyMs: number,
  clock: { now(): number } = performance,
): { changed(): void; stop(): void } {
  let lastMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    changed() {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          lastMs = clock.now();
          read();
        },
        Math.max(0, lastMs + everyMs - clock.now()),
      );
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
