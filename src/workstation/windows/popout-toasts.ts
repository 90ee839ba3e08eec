import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Toaster, ToastOptions } from '../../ui/index.ts';

/** The messages of one browser window of a tool; `place` is its body. */
export interface PlacedToaster {
  readonly id: number;
  readonly place: HTMLElement;
  readonly toaster: Toaster;
}

/** Shows short messages in the browser window that the user is looking at. */
export interface PopoutToasts {
  readonly store: StoreApi<readonly PlacedToaster[]>;
  /** A browser window was opened; returns what to do when it closes. */
  add(place: HTMLElement): () => void;
  /** Shows a message in the browser window in use. */
  show(options: ToastOptions): void;
}

interface PopoutToastsDeps {
  /** The toaster of the main browser window. */
  readonly main: Pick<Toaster, 'show'>;
  readonly create: () => Toaster;
  /** The body of the tool's browser window in use; null in the main one. */
  readonly placeNow: () => HTMLElement | null;
}

/** Messages for a desk of several browser windows: the message for an action, with its Undo, is shown where the action was. */
export function createPopoutToasts({ main, create, placeNow }: PopoutToastsDeps): PopoutToasts {
  const store = createStore<readonly PlacedToaster[]>(() => []);
  let lastId = 0;
  return {
    store,
    add(place) {
      const id = ++lastId;
      store.setState([...store.getState(), { id, place, toaster: create() }], true);
      return () =>
        store.setState(
          store.getState().filter((placed) => placed.id !== id),
          true,
        );
    },
    show(options) {
      const place = placeNow();
      (store.getState().find((placed) => placed.place === place)?.toaster ?? main).show(options);
    },
  };
}
