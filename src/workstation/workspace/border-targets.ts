import { Actions, BorderNode, type Model } from 'flexlayout-react';
import { borderIdOf } from './dock-model.ts';
import { BORDER_SIDES } from './undocked.ts';

/** The drag has ended: by a drop or Escape, or its element is gone, and the pointer is reported again. */
const END_EVENTS = ['dragend', 'drop', 'pointerdown', 'pointermove'] as const;

/**
 * The borders without windows, which are on screen only while a window is dragged: dropped there, it is pinned. A border with windows is always
 * on screen.
 */
export class BorderTargets {
  readonly #model: () => Model;
  #end: (() => void) | undefined;

  constructor(model: () => Model) {
    this.#model = model;
  }

  /** A window is dragged: the borders are there until the drag ends in one of these browser windows. */
  show(browserWindows: readonly Window[]): void {
    this.#end?.();
    // A browser gives up a drag when what is dragged moves within `dragstart`.
    const timer = setTimeout(() => this.#set(true), 0);
    const end = (): void => {
      clearTimeout(timer);
      for (const each of browserWindows)
        for (const type of END_EVENTS) each.removeEventListener(type, end, { capture: true });
      this.#end = undefined;
      // The library takes the drop first.
      setTimeout(() => {
        if (this.#end === undefined) this.#set(false);
      }, 0);
    };
    for (const each of browserWindows)
      for (const type of END_EVENTS) each.addEventListener(type, end, { capture: true });
    this.#end = end;
  }

  /** Ends what was begun: the desk is taken off the screen. */
  stop(): void {
    this.#end?.();
  }

  #set(isShown: boolean): void {
    const model = this.#model();
    for (const id of BORDER_SIDES.map(borderIdOf)) {
      const border = model.getNodeById(id);
      const isEmpty = border instanceof BorderNode && border.getChildren().length === 0;
      if (isEmpty && border.isShowing() !== isShown)
        model.doAction(Actions.updateNodeAttributes(id, { show: isShown }));
    }
  }
}
