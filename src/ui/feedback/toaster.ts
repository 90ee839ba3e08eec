import type { Toast as Base } from '@base-ui/react/toast';

export type ToastTone = 'neutral' | 'success' | 'warning' | 'error';
export interface ToastOptions {
  readonly message: string;
  readonly tone: ToastTone;
  /** A toast of the same key that is still up takes the new message, so that one thing has one toast. */
  readonly key?: string;
  /** A button in the toast; pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** How long a toast stays, ms. */
const TOAST_MS = 15_000;
/** Toasts up at the same time. */
export const MAX_TOASTS = 3;
/** Messages that come within this of the last ones are shown together, ms. */
export const GATHER_MS = 250;

type Manager = Pick<ReturnType<typeof Base.createToastManager>, 'add' | 'close' | 'update'>;
export interface Toaster {
  show(options: ToastOptions): void;
  /** Closes all, e.g. when the session ends. */
  clear(): void;
}

/** What a toast carries for its view. */
export interface ToastData {
  /** Its place in the message strip, 0 to MAX_TOASTS - 1: kept while it is up, so that nothing moves under the pointer. */
  readonly slot: number;
}

interface Up {
  readonly id: string;
  readonly slot: number;
  readonly key: string | undefined;
}

const SLOTS: readonly number[] = Array.from({ length: MAX_TOASTS }, (_, index) => index);
const freeSlot = (up: readonly Up[]): number =>
  SLOTS.find((each) => up.every(({ slot }) => slot !== each)) ?? 0;

const textFields = (message: string, tone: ToastTone) => ({
  description: message,
  type: tone,
  timeout: TOAST_MS,
  priority: tone === 'error' ? ('high' as const) : ('low' as const),
});

/**
 * Shows messages through a toast manager: at most MAX_TOASTS at once, the oldest making room. However many come at once,
 * the page does a bounded amount of work: what comes in quick succession is gathered, and what has no room is counted.
 */
export function createToastQueue(
  manager: Manager,
  {
    setTimeout,
    nowMs,
  }: { readonly setTimeout: (run: () => void, ms: number) => unknown; readonly nowMs: () => number },
): Toaster {
  let up: Up[] = [];
  let waiting: ToastOptions[] = [];
  let lastMs = -Infinity;
  let isScheduled = false;

  const show = ({ message, tone, key, action }: ToastOptions) => {
    const fields = {
      ...textFields(message, tone),
      actionProps:
        action === undefined
          ? undefined
          : {
              children: action.label,
              onClick: () => {
                action.run();
                manager.close(id);
              },
            },
    };
    const known = key === undefined ? undefined : up.find((toast) => toast.key === key);
    if (known !== undefined) {
      const { id: own } = known;
      manager.update(own, fields);
      return;
    }
    while (up.length >= MAX_TOASTS) {
      const oldest = up.shift();
      if (oldest !== undefined) manager.close(oldest.id);
    }
    const data: ToastData = { slot: freeSlot(up) };
    const id: string = manager.add({
      ...fields,
      data,
      onClose: () => {
        up = up.filter((toast) => toast.id !== id);
      },
    });
    up.push({ id, key, ...data });
  };

  const flush = () => {
    isScheduled = false;
    lastMs = nowMs();
    // Of several messages of one key only the last counts; errors are never the ones left out.
    const latest = waiting.filter(
      (options, index) =>
        options.key === undefined || !waiting.some((later, at) => at > index && later.key === options.key),
    );
    waiting = [];
    const room = latest.length <= MAX_TOASTS ? MAX_TOASTS : MAX_TOASTS - 1;
    const chosen = new Set([...latest.filter(({ tone }) => tone === 'error').slice(-room)]);
    for (const options of latest.toReversed()) if (chosen.size < room) chosen.add(options);
    for (const options of latest) if (chosen.has(options)) show(options);
    const more = latest.length - chosen.size;
    if (more > 0)
      show({ message: `${more} more message${more === 1 ? '' : 's'}`, tone: 'neutral', key: 'more' });
  };

  return {
    show(options) {
      waiting.push(options);
      if (isScheduled) return;
      const leftMs = lastMs + GATHER_MS - nowMs();
      if (leftMs <= 0) return flush();
      isScheduled = true;
      setTimeout(flush, leftMs);
    },
    clear() {
      waiting = [];
      for (const { id } of up.splice(0)) manager.close(id);
    },
  };
}
