/** A queue that runs one task after another. */
export interface Lane {
  /** Tasks that wait or run. */
  waiting(): number;
  /** Adds a task; `onFailed` is called when it has thrown. */
  enqueue(work: () => Promise<void>, onFailed: () => void): void;
}

/** A lane that drops its waiting tasks once it is closed. */
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
