import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a page holds beside its elements, as counts. */
export interface HeldCounts {
  /** Listeners on `window` and `document`. */
  readonly listeners: number;
  readonly intervals: number;
  /** Timeouts that have not run yet. */
  readonly timeouts: number;
}

/** Counts listeners and timers from its start to `stop`. */
export class HeldResources {
  readonly #listeners = new Map<string, Set<unknown>>();
  readonly #intervals = new Set<unknown>();
  readonly #timeouts = new Set<unknown>();
  readonly #restores: (() => void)[] = [];

  constructor() {
    this.#watchListeners(window, 'window');
    this.#watchListeners(document, 'document');
    this.#watchTimers();
  }

  counts(): HeldCounts {
    const listeners = [...this.#listeners.values()].reduce((sum, held) => sum + held.size, 0);
    return { listeners, intervals: this.#intervals.size, timeouts: this.#timeouts.size };
  }

  stop(): void {
    for (const restore of this.#restores.splice(0)) restore();
  }

  #watchListeners(target: Window | Document, name: string): void {
    const { addEventListener: add, removeEventListener: remove } = target;
    const heldOf = (type: string, options: unknown): Set<unknown> => {
      const isCapture =
        options === true ||
        (typeof options === 'object' && options !== null && 'capture' in options && options.capture === true);
      const key = `${name} ${type} ${isCapture ? 'capture' : 'bubble'}`;
      const held = this.#listeners.get(key) ?? new Set();
      this.#listeners.set(key, held);
      return held;
    };
    target.addEventListener = function (this: unknown, ...args: Parameters<typeof add>) {
      heldOf(args[0], args[2]).add(args[1]);
      add.apply(target, args);
    } as typeof add;
    target.removeEventListener = function (this: unknown, ...args: Parameters<typeof remove>) {
      heldOf(args[0], args[2]).delete(args[1]);
      remove.apply(target, args);
    } as typeof remove;
    this.#restores.push(() => Object.assign(target, { addEventListener: add, removeEventListener: remove }));
  }

  #watchTimers(): void {
    const {
      setInterval: every,
      clearInterval: endInterval,
      setTimeout: later,
      clearTimeout: endTimeout,
    } = globalThis;
    const [intervals, timeouts] = [this.#intervals, this.#timeouts];
    const counted = {
      setInterval(...args: Parameters<typeof every>) {
        const timer = every(...args);
        intervals.add(timer);
        return timer;
      },
      clearInterval(timer?: Parameters<typeof endInterval>[0]) {
        intervals.delete(timer);
        endInterval(timer);
      },
      setTimeout(run: () => void, delayMs?: number, ...rest: unknown[]) {
        const timer = later(() => {
          timeouts.delete(timer);
          Reflect.apply(run, undefined, rest);
        }, delayMs);
        timeouts.add(timer);
        return timer;
      },
      clearTimeout(timer?: Parameters<typeof endTimeout>[0]) {
        timeouts.delete(timer);
        endTimeout(timer);
      },
    };
    Object.assign(globalThis, counted);
    this.#restores.push(() =>
      Object.assign(globalThis, {
        setInterval: every,
        clearInterval: endInterval,
        setTimeout: later,
        clearTimeout: endTimeout,
      }),
    );
  }
}

/** Frees everything that nothing refers to. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  // The flag adds the function to contexts that are made from now on.
  const collect = runInNewContext('gc') as () => void;
  collect();
}
