import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand';
import { leaveBy } from './leave-by.ts';

/** A dialog on the screen. */
export interface OpenDialog {
  readonly id: number;
  readonly node: ReactNode;
  /** Body of the browser window that the dialog opens in; null for the workstation's own. */
  readonly place: HTMLElement | null;
  /** False for a panel: the windows behind it stay in use. */
  readonly isModal: boolean;
  /** Closes the dialog without an answer, after it has failed. */
  giveUp(): void;
  /** Closes the dialog as the user does by Escape: one with unsaved input may question that. */
  leave(): void;
}

/** The open dialogs, oldest first. */
export class DialogStack {
  readonly store: StoreApi<readonly OpenDialog[]> = createStore<readonly OpenDialog[]>(() => []);
  /** Returns the place of a dialog that opens now. */
  readonly placeNow: () => HTMLElement | null;
  #lastId = 0;

  constructor(placeNow: () => HTMLElement | null) {
    this.placeNow = placeNow;
  }

  /** Whether a dialog is open that keeps the keys from the windows. */
  hasModal(): boolean {
    return this.store.getState().some(({ isModal }) => isModal);
  }

  /** Opens a dialog. Resolves with its answer, or with `noAnswer()` when the dialog failed or was left. `mayLeave`: whether it may be left now. */
  show<Value>(
    render: (close: (value: Value) => void, leave: () => void) => ReactNode,
    noAnswer: () => NoInfer<Value>,
    mayLeave?: () => Promise<boolean>,
    isModal = true,
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
      const giveUp = () => close(noAnswer());
      const leave = leaveBy(giveUp, mayLeave);
      const place = this.placeNow();
      const opened: OpenDialog = { id, node: render(close, leave), place, isModal, giveUp, leave };
      this.store.setState([...this.store.getState(), opened], true);
    });
  }

  /** Opens a dialog whose answer is null when it is left or has failed. */
  showOptional<Value>(render: (close: (value: Value | null) => void) => ReactNode): Promise<Value | null> {
    return this.show<Value | null>(render, () => null);
  }

  /** The page of the workstation's own window gives way to another one: its dialogs are left, the newest first. Panels and those of other browser windows stay. */
  leaveAll(): void {
    for (const { place, isModal, leave } of this.store.getState().toReversed())
      if (place === null && isModal) leave();
  }

  clear(): void {
    this.store.setState([], true);
  }
}
