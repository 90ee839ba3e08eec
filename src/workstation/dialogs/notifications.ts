import { createStore, type StoreApi } from 'zustand/vanilla';

/** How long the popup stays after the last notification, ms. */
const AUTO_HIDE_MS = 15_000;
/** Notifications kept at most; the oldest go first. */
export const MAX_KEPT = 200;

/** A message in the list of the bell. `timestampMs` is UTC ms. A message replaces the one with the same `key`; null = it replaces none. */
export interface Notification {
  readonly id: number;
  readonly timestampMs: number;
  readonly text: string;
  readonly key: string | null;
}

/** The messages of the bell and the state of its popup. */
export interface NotificationsState {
  /** Those not dismissed, oldest first, so that a new one moves none that is on screen. */
  readonly items: readonly Notification[];
  readonly isOpen: boolean;
  /** Those up to this id were in a popup that has hidden; they stay in the list of the bell. */
  readonly seenUpTo: number;
  /** Opened by hand: the popup shows all, and stays. */
  readonly isKept: boolean;
  /** Announcement for screen readers: the newest, with the number so far. */
  readonly newest: { readonly text: string; readonly count: number };
}

/** The messages of the bell: adds, shows and dismisses them. */
export interface Notifications {
  readonly store: StoreApi<NotificationsState>;
  add(notification: { readonly text: string; readonly timestampMs: number; readonly key?: string }): void;
  dismiss(id: number): void;
  /** Dismisses what the popup shows. */
  dismissShown(): void;
  dismissAll(): void;
  /** Opens the popup until it is closed, or closes it; what is not dismissed stays. */
  toggle(): void;
  /** The pointer or the focus is in the popup: it does not hide under them. */
  hold(isHeld: boolean): void;
}

interface Timers {
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number) => void;
}

/** What the popup shows: all when it was opened by hand, else what no popup has shown before. */
export function shownNow({
  items,
  seenUpTo,
  isKept,
}: Pick<NotificationsState, 'items' | 'seenUpTo' | 'isKept'>): readonly Notification[] {
  return isKept ? items : items.filter(({ id }) => id > seenUpTo);
}

/** The notifications that were not dismissed, and whether their popup is up. */
export function createNotifications({ setTimeout, clearTimeout }: Timers): Notifications {
  const store = createStore<NotificationsState>(() => ({
    items: [],
    isOpen: false,
    seenUpTo: 0,
    isKept: false,
    newest: { text: '', count: 0 },
  }));
  let lastId = 0;
  let timer: number | null = null;
  let isHeld = false;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const close = () => {
    stop();
    isHeld = false;
    store.setState({ isOpen: false, isKept: false, seenUpTo: lastId });
  };
  const arm = () => {
    stop();
    const { isOpen, isKept } = store.getState();
    if (!isHeld && !isKept && isOpen) timer = setTimeout(close, AUTO_HIDE_MS);
  };
  const keep = (items: readonly Notification[]) => {
    store.setState({ items });
    if (store.getState().isOpen && shownNow(store.getState()).length === 0) close();
  };

  return {
    store,
    add({ text, timestampMs, key = null }) {
      const { items, newest } = store.getState();
      const others = key === null ? items : items.filter((item) => item.key !== key);
      store.setState({
        items: [...others, { id: ++lastId, timestampMs, text, key }].slice(-MAX_KEPT),
        isOpen: true,
        newest: { text, count: newest.count + 1 },
      });
      arm();
    },
    dismiss: (id) => keep(store.getState().items.filter((item) => item.id !== id)),
    dismissShown() {
      const shown = new Set(shownNow(store.getState()));
      keep(store.getState().items.filter((item) => !shown.has(item)));
    },
    dismissAll: () => keep([]),
    toggle() {
      if (store.getState().isOpen) {
        close();
        return;
      }
      store.setState({ isOpen: true, isKept: true });
    },
    hold(next) {
      if (next === isHeld) return;
      isHeld = next;
      arm();
    },
  };
}
