interface Waiter {
  readonly grant: () => void;
}

/** Longest work of one slice, ms. */
export const SLICE_MS = 2;

/**
 * Gives slices of long work to one caller per turn of the event loop, so that orders and ticks are served in between. Users take
 * turns, and the requests of one user take turns within the user's share.
 */
export class FairTurns {
  /** First user first: a user who is granted a slice goes to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  #isScheduled = false;

  /** Resolves when the caller may work for one slice. Resolves at once when the signal is aborted: the caller checks it. */
  next(userId: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#remove(userId, waiter);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      const ofUser = this.#waiting.get(userId);
      if (ofUser) ofUser.push(waiter);
      else this.#waiting.set(userId, [waiter]);
      this.#schedule();
    });
  }

  #remove(userId: string, waiter: Waiter): void {
    const left = this.#waiting.get(userId)?.filter((other) => other !== waiter);
    if (left && left.length > 0) this.#waiting.set(userId, left);
    else this.#waiting.delete(userId);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const [first] = this.#waiting;
      if (!first) return;
      const [userId, waiters] = first;
      this.#waiting.delete(userId);
      const waiter = waiters.shift();
      if (waiters.length > 0) this.#waiting.set(userId, waiters);
      waiter?.grant();
      this.#schedule();
    });
  }
}

/** Whether a reader may continue: reading takes half of a slice, and encoding the other half. */
export function readingTime(): () => boolean {
  const endMs = performance.now() + SLICE_MS / 2;
  return () => performance.now() < endMs;
}

/** The pace of one request's work: resolves at once while its slice lasts, else when it is granted the next. */
export function createPace(turns: FairTurns, userId: string, signal: AbortSignal): () => Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endMs) return;
    await turns.next(userId, signal);
    endMs = performance.now() + SLICE_MS;
  };
}
