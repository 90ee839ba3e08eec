import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand';

/** A dialog on the screen. */
export interface OpenDialog {
  readonly id: number;
  readonly node: ReactNode;
  /** Body of the browser window that the dialog opens in; null for the workstation's own. */
  readonly place: HTMLElement | null;
  /** Closes the dialog without an answer, after it has failed. */
  giveUp(): void;
}

/** The open dialogs, oldest first. */
export class DialogStack {
  readonly store: StoreApi<readonly OpenDialog[]> = createStore<readonly OpenDialog[]>(() => []);
  readonly #placeNow: () => HTMLElement | null;
  #lastId = 0;

  /** `placeNow` returns the place of a dialog that opens now. */
  constructor(placeNow: () => HTMLElement | null) {
    this.#placeNow = placeNow;
  }

  /** Opens a dialog. Resolves with its answer, or with `noAnswer()` when the dialog failed. */
  show<Value>(
    render: (close: (value: Value) => void) => ReactNode,
    noAnswer: () => NoInfer<Value>,
  ): Promise<Value> {
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const close = (value: Value) => {
        this.store.setState(
          this.store.getState().filter((open) => open.id !== id),
          true,
        );
        resolve(value);
      };
      const opened: OpenDialog = {
        id,
        node: render(close),
        place: this.#placeNow(),
        giveUp: () => close(noAnswer()),
      };
      this.store.setState([...this.store.getState(), opened], true);
    });
  }

  /** Opens a dialog whose answer is null when it is left or has failed. */
  showOptional<Value>(render: (close: (value: Value | null) => void) => ReactNode): Promise<Value | null> {
    return this.show<Value | null>(render, () => null);
  }

  clear(): void {
    this.store.setState([], true);
  }
}
