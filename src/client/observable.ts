import type { Readable } from './types.ts';

/** Calls every listener; one that throws does not stop the others. */
export function notifyAll(listeners: Iterable<() => void>): void {
  for (const listener of [...listeners]) {
    try {
      listener();
    } catch (error) {
      reportLater(error);
    }
  }
}

/** Raises an error outside the present call, where the host's own handler sees it. */
export function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** A value that notifies its listeners when it is replaced. */
export interface Observable<Value> extends Readable<Value> {
  set(value: Value): void;
}

/** Creates an observable value. Setting the same value again notifies nobody. */
export function createObservable<Value>(initial: Value): Observable<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      notifyAll(listeners);
    },
    subscribe(listener) {
      // Wrapped, so that the same function may listen twice and each is removed on its own.
      const subscription = () => listener();
      listeners.add(subscription);
      return () => void listeners.delete(subscription);
    },
  };
}
