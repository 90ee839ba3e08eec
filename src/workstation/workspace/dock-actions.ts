import { Action, Actions, TabSetNode, type Model } from 'flexlayout-react';
import { isWindowKey, windowsOf, type WindowKey } from '../../../layouts/index.ts';
import { dropped, floatDropped } from './dock-drops.ts';
import { withSizesOfModel } from './dock-model.ts';
import { dropOf } from './dock-moves.ts';
import type { DockState } from './dock-operations.ts';
import { withFloatAt, withFloatInFront, withSizesOnScreen } from './dock-sizes.ts';
import { visibleOf } from './dock-view.ts';

/** What the actions of the docking library make of a dock. */

/** What a locked layout does not do. */
export const CHANGES_LAYOUT: ReadonlySet<string> = new Set([
  Actions.ADJUST_WEIGHTS,
  Actions.ADJUST_BORDER_SPLIT,
  Actions.MOVE_NODE,
  Actions.MOVE_FLOAT,
  Actions.DOCK_FLOAT_TO_LAYOUT,
  Actions.DELETE_TAB,
]);
/** What the library carries out in the model on screen. */
export const IN_THE_MODEL: ReadonlySet<string> = new Set([
  Actions.ADJUST_WEIGHTS,
  Actions.ADJUST_BORDER_SPLIT,
  Actions.SET_ACTIVE_TABSET,
  Actions.MOVE_FLOAT,
  Actions.MOVE_FLOAT_TO_FRONT,
]);

/** The window that is selected in a stack of the model; that itself for a window. */
export function selectedIn(model: Model, id: unknown): WindowKey | null {
  const node = typeof id === 'string' ? model.getNodeById(id) : undefined;
  const key = node instanceof TabSetNode ? node.getSelectedNode()?.getId() : node?.getId();
  return isWindowKey(key) ? key : null;
}

/** The state after a window, a stack or a whole floating panel was dragged; null when it was none of these. */
export function dragged(
  state: DockState,
  model: Model,
  action: Action,
): { readonly key: WindowKey; readonly state: DockState } | null {
  if (action.type === Actions.MOVE_NODE) {
    const drop = dropOf(model, action);
    return drop === null ? null : { key: drop.key, state: dropped(state, drop) };
  }
  const float = visibleOf(state.layout, state.view).floats.find(({ id }) => id === action.data['layoutId']);
  if (float === undefined) return null;
  // Read as if one of its windows were dragged alone.
  const drop = dropOf(
    model,
    new Action(Actions.MOVE_NODE, { ...action.data, fromNode: windowsOf(float.tree)[0] }),
  );
  return drop === null ? null : { key: drop.key, state: floatDropped(state, float.id, drop) };
}

/** The state after the library has moved splitters or a floating panel in the model on screen; null for other actions, and while they are moving. */
export function adjusted(state: DockState, model: Model, action: Action): DockState | null {
  const { data } = action;
  switch (action.type) {
    case Actions.MOVE_FLOAT_TO_FRONT:
      return withFloatInFront(state, data['layoutId']);
    case Actions.MOVE_FLOAT:
      return action.isAdjusting() ? null : withFloatAt(state, data['layoutId'], data['rect']);
    case Actions.ADJUST_WEIGHTS:
    case Actions.ADJUST_BORDER_SPLIT:
      return action.isAdjusting()
        ? null
        : withSizesOnScreen(state, withSizesOfModel(visibleOf(state.layout, state.view), model));
    default:
      return null;
  }
}
