import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a page holds beside its elements, as counts. */
export interface HeldCounts {
  /** Listeners on `window` and `document`. */
  readonly listeners: number;
  readonly intervals: number;
  /** Timeouts that have not run yet. */
  readonly timeouts: number;
  /** Animation frames that were requested and have not come yet: a loop always has one. */
  readonly frames: number;
}

/** An object with timers: the globals, or the window of a document. */
type Host = Pick<
  typeof globalThis,
  | 'setInterval'
  | 'clearInterval'
  | 'setTimeout'
  | 'clearTimeout'
  | 'requestAnimationFrame'
  | 'cancelAnimationFrame'
>;

/** Counts listeners, timers and animation frames from its start to `stop`. */
export class HeldResources {
  readonly #listeners = new Map<string, Set<unknown>>();
  readonly #intervals = new Set<unknown>();
  readonly #timeouts = new Set<unknown>();
  readonly #frames = new Set<unknown>();
  readonly #restores: (() => void)[] = [];

  constructor() {
    this.#watchListeners(window, 'window');
    this.#watchListeners(document, 'document');
    // Code that follows its element into another browser window uses the window of the element's document, which is another object here.
    for (const host of new Set<Host>([globalThis, document.defaultView ?? globalThis])) {
      this.#watchTimers(host);
      this.#watchFrames(host);
    }
  }

  counts(): HeldCounts {
    const listeners = [...this.#listeners.values()].reduce((sum, held) => sum + held.size, 0);
    return {
      listeners,
      intervals: this.#intervals.size,
      timeouts: this.#timeouts.size,
      frames: this.#frames.size,
    };
  }

  stop(): void {
    for (const restore of this.#restores.splice(0).reverse()) restore();
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

  #watchTimers(host: Host): void {
    const {
      setInterval: every,
      clearInterval: endInterval,
      setTimeout: later,
      clearTimeout: endTimeout,
    } = host;
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
    Object.assign(host, counted);
    this.#restores.push(() =>
      Object.assign(host, {
        setInterval: every,
        clearInterval: endInterval,
        setTimeout: later,
        clearTimeout: endTimeout,
      }),
    );
  }

  #watchFrames(host: Host): void {
    const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = host;
    const frames = this.#frames;
    Object.assign(host, {
      requestAnimationFrame(run: FrameRequestCallback) {
        const frame = request((timeMs) => {
          frames.delete(frame);
          run(timeMs);
        });
        frames.add(frame);
        return frame;
      },
      cancelAnimationFrame(frame: number) {
        frames.delete(frame);
        cancel(frame);
      },
    });
    this.#restores.push(() =>
      Object.assign(host, { requestAnimationFrame: request, cancelAnimationFrame: cancel }),
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
