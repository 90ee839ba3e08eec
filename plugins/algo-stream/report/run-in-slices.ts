import type { Steps } from '../../../src/domain/collections/steps.ts';

/** How long a slice may take, ms: half a frame. */
const SLICE_MS = 8;
/** Steps between two readings of the clock. */
const STEPS_PER_READING = 64;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** Runs long work in slices, so that the page stays responsive. Null when the signal was aborted before the end. */
export async function runInSlices<Value>(steps: Steps<Value>, signal: AbortSignal): Promise<Value | null> {
  let startedMs = performance.now();
  for (let count = 1; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return value;
    if (count % STEPS_PER_READING !== 0 || performance.now() - startedMs < SLICE_MS) continue;
    await nextTurn();
    if (signal.aborted) return null;
    startedMs = performance.now();
  }
}
