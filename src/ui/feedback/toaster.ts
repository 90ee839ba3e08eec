import type { Toast as Base } from '@base-ui/react/toast';

/** How urgent a message is: sets its colour, and errors are read out at once. */
export type ToastTone = 'neutral' | 'success' | 'warning' | 'error';
/** A message to show. */
export interface ToastOptions {
  readonly message: string;
  readonly tone: ToastTone;
  /** A toast of the same key that is still up takes the new message, so that one thing has one toast. */
  readonly key?: string;
  /** It stays until the user closes it or presses its button. Left out = it goes after 15 s. */
  readonly stays?: boolean;
  /** A button in the toast; pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** How long a toast stays, ms. */
const TOAST_MS = 15_000;
/** Toasts up at the same time. */
export const MAX_TOASTS = 3;
/** Messages that wait for a region at most; older ones give way. */
const MAX_HELD = 50;
/** Messages that come within this of the last ones are shown together, ms. */
export const GATHER_MS = 250;

type Manager = Pick<ReturnType<typeof Base.createToastManager>, 'add' | 'close' | 'update'>;
/** Shows short messages in a corner of the page. */
export interface Toaster {
  /** The manager of the region that draws the messages is there: those that wait are shown. Returns what to call when the region goes. */
  attach(manager: Manager): () => void;
  show(options: ToastOptions): void;
  /** Closes the toast of a key, if it is up or about to be. */
  close(key: string): void;
  /** Closes all, e.g. when the session ends. */
  clear(): void;
}

/** What a toast carries for its view. */
export interface ToastData {
  /** Its place in the message strip, 0 to MAX_TOASTS - 1: kept while it is up, so that nothing moves under the pointer. */
  readonly slot: number;
}

/** A toast on the page. */
interface Up {
  readonly id: string;
  readonly slot: number;
  readonly key: string | undefined;
}

const SLOTS: readonly number[] = Array.from({ length: MAX_TOASTS }, (_, index) => index);
const freeSlot = (up: readonly Up[]): number =>
  SLOTS.find((each) => up.every(({ slot }) => slot !== each)) ?? 0;

const textFields = ({ message, tone, stays = false }: ToastOptions) => ({
  description: message,
  type: tone,
  // 0: it does not go by itself.
  timeout: stays ? 0 : TOAST_MS,
  priority: tone === 'error' ? ('high' as const) : ('low' as const),
});

/** What the queue needs of the machine. */
interface Timing {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly nowMs: () => number;
}

/**
 * Shows messages through a toast manager: at most MAX_TOASTS at once, the oldest making room. However many come at once,
 * the page does a bounded amount of work: what comes in quick succession is gathered, and what has no room is counted.
 */
class ToastQueue implements Toaster {
  readonly #timing: Timing;
  #up: Up[] = [];
  #waiting: ToastOptions[] = [];
  #lastMs = -Infinity;
  #isScheduled = false;

  /** Undefined while no region draws the messages. */
  #manager: Manager | undefined;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  readonly attach = (manager: Manager): (() => void) => {
    this.#manager = manager;
    if (this.#waiting.length > 0 && !this.#isScheduled) this.#flush();
    return () => {
      if (this.#manager !== manager) return;
      this.#manager = undefined;
      this.#up = [];
    };
  };

  readonly show = (options: ToastOptions): void => {
    this.#waiting.push(options);
    if (this.#manager === undefined) {
      this.#waiting = this.#waiting.slice(-MAX_HELD);
      return;
    }
    if (this.#isScheduled) return;
    const leftMs = this.#lastMs + GATHER_MS - this.#timing.nowMs();
    if (leftMs <= 0) {
      this.#flush();
      return;
    }
    this.#isScheduled = true;
    const { setTimeout } = this.#timing;
    setTimeout(() => this.#flush(), leftMs);
  };

  readonly close = (key: string): void => {
    this.#waiting = this.#waiting.filter((waiting) => waiting.key !== key);
    for (const toast of this.#up) if (toast.key === key) this.#manager?.close(toast.id);
  };

  readonly clear = (): void => {
    this.#waiting = [];
    for (const { id } of this.#up.splice(0)) this.#manager?.close(id);
  };

  #flush(): void {
    this.#isScheduled = false;
    const manager = this.#manager;
    if (manager === undefined) return;
    this.#lastMs = this.#timing.nowMs();
    const latest = latestOfKeys(this.#waiting);
    this.#waiting = [];
    const chosen = chooseToasts(latest);
    for (const options of latest) if (chosen.has(options)) this.#put(manager, options);
    const more = latest.length - chosen.size;
    if (more > 0)
      this.#put(manager, {
        message: `${more} more message${more === 1 ? '' : 's'}`,
        tone: 'neutral',
        key: 'more',
      });
  }

  #put(manager: Manager, options: ToastOptions): void {
    const { key, action } = options;
    const known = key === undefined ? undefined : this.#up.find((toast) => toast.key === key);
    const run = () => {
      action?.run();
      manager.close(known?.id ?? id);
    };
    const fields = {
      ...textFields(options),
      actionProps: action === undefined ? undefined : { children: action.label, onClick: run },
    };
    let id = '';
    if (known !== undefined) {
      manager.update(known.id, fields);
      return;
    }
    this.#makeRoom(manager);
    const data: ToastData = { slot: freeSlot(this.#up) };
    id = manager.add({
      ...fields,
      data,
      onClose: () => {
        this.#up = this.#up.filter((toast) => toast.id !== id);
      },
    });
    this.#up.push({ id, key, ...data });
  }

  #makeRoom(manager: Manager): void {
    while (this.#up.length >= MAX_TOASTS) {
      const oldest = this.#up.shift();
      if (oldest !== undefined) manager.close(oldest.id);
    }
  }
}

/** Of several messages of one key only the last counts. */
const latestOfKeys = (messages: readonly ToastOptions[]): readonly ToastOptions[] =>
  messages.filter(
    ({ key }, index) => key === undefined || !messages.some((later, at) => at > index && later.key === key),
  );

/** The messages that are shown; errors are never the ones left out. */
function chooseToasts(messages: readonly ToastOptions[]): ReadonlySet<ToastOptions> {
  const room = messages.length <= MAX_TOASTS ? MAX_TOASTS : MAX_TOASTS - 1;
  const chosen = new Set(messages.filter(({ tone }) => tone === 'error').slice(-room));
  for (const options of messages.toReversed()) if (chosen.size < room) chosen.add(options);
  return chosen;
}

/** The queue in front of a region of messages. */
export const createToastQueue = (timing: Timing): Toaster => new ToastQueue(timing);

/** Makes the queue of messages that a `ToastRegion` shows; usable outside React. */
export const createToaster = (): Toaster =>
  createToastQueue({ setTimeout: (run, ms) => setTimeout(run, ms), nowMs: () => performance.now() });
