/** Serves one piece of work after another. */
export interface Lane {
  /** Pieces that wait or are being served. */
  waiting(): number;
  /** `onFailed` answers for a piece that threw. */
  enqueue(work: () => Promise<void>, onFailed: () => void): void;
}

/** A lane whose work is dropped once it is closed. */
export function createLane(options: {
  readonly isClosed: () => boolean;
  readonly onError: (error: unknown) => void;
}): Lane {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    waiting: () => waiting,
    enqueue(work, onFailed) {
      waiting += 1;
      last = last
        .then(() => (options.isClosed() ? undefined : work()))
        .catch((error: unknown) => {
          options.onError(error);
          onFailed();
        })
        .finally(() => {
          waiting -= 1;
        });
    },
  };
}
