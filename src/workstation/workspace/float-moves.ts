import { Action, Actions } from 'flexlayout-react';

/**
 * Follows a floating panel while it is moved or resized. The docking library ends a move with the position that React has last painted; on a busy machine
 * that is behind the pointer, and the panel would be stored where the user has not left it.
 */
export class FloatMoves {
  readonly #latest = new Map<unknown, unknown>();

  /** The action itself, or the end of a move with the position that the panel has on screen. */
  followed(action: Action): Action {
    if (action.type !== Actions.MOVE_FLOAT) return action;
    const { layoutId, rect } = action.data;
    if (action.isAdjusting()) {
      this.#latest.set(layoutId, rect);
      return action;
    }
    const latest = this.#latest.get(layoutId) ?? rect;
    this.#latest.delete(layoutId);
    return new Action(Actions.MOVE_FLOAT, { layoutId, rect: latest }).setAdjusting(false);
  }
}
