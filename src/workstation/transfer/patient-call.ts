import { failureText, isPassing } from '../../client/connection/http-api.ts';

/** A call is repeated this long after a failure that may pass, ms: the server answers a number of calls a minute. */
const RETRY_MS = 5_000;
/** Attempts: together longer than that minute. */
const MAX_ATTEMPTS = 15;

/** The user has ended an export or an import. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Throws once the user has ended the work. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled('Cancelled');
}

/**
 * Makes a call until it succeeds. Rejects with `Cancelled`, or with an Error whose message can be shown: at once for a failure that does not pass,
 * and when the server cannot be reached.
 */
export async function patientCall<Value>(call: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    throwIfCancelled(signal);
    try {
      return await call();
    } catch (error) {
      const isBusy = isPassing(error) && error instanceof Error && 'status' in error && error.status !== 0;
      if (!isBusy || attempt >= MAX_ATTEMPTS) throw new Error(failureText(error), { cause: error });
    }
    await pause(signal);
  }
}

/** Ends early when the work is cancelled. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, RETRY_MS);
    signal.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
