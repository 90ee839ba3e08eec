import type { IJsonRect } from 'flexlayout-react';
import {
  hiddenByRow,
  stackOf,
  stacksOf,
  windowsOf,
  withoutWindows,
  type LayoutGroup,
  type WindowKey,
  type WindowStack,
} from '../../../layouts/index.ts';

/** How a workspace is looked at now; never stored. */
export interface DockView {
  readonly maximised: { readonly key: WindowKey; readonly scope: 'window' | 'row' } | null;
  /** Windows in browser windows of their own, and where on the screens. */
  readonly popped: ReadonlyMap<WindowKey, IJsonRect>;
}

/** Every window is docked and none is maximised. */
export const PLAIN_VIEW: DockView = { maximised: null, popped: new Map() };

/** What of a tree is on screen in the desk: null when every window is elsewhere. */
export interface Visible {
  readonly tree: LayoutGroup | null;
  /** Windows that a maximised row hides; they stay mounted. */
  readonly hidden: readonly WindowKey[];
  /** The window whose stack is maximised. */
  readonly maximised: WindowKey | null;
}

/** The part of a layout that is on screen, and the windows that a maximised one hides. */
export function visibleOf(tree: LayoutGroup, { maximised, popped }: DockView): Visible {
  const docked = withoutWindows(tree, new Set(popped.keys()));
  if (docked === null || maximised === null || stackOf(docked, maximised.key) === undefined)
    return { tree: docked, hidden: [], maximised: null };
  if (maximised.scope === 'window') return { tree: docked, hidden: [], maximised: maximised.key };
  const hidden = hiddenByRow(docked, maximised.key) ?? [];
  return { tree: withoutWindows(docked, new Set(hidden)), hidden, maximised: null };
}

/** Names a layout by its rows, columns and windows, whatever their sizes. */
export const shapeOf = (tree: LayoutGroup | null): string =>
  JSON.stringify(tree, (name, value: unknown) => (name === 'weight' ? undefined : value));

/** The stack that a window is in on screen, with those of its windows that are not popped out. */
const visibleStack = ({ tree }: Visible, key: WindowKey): WindowStack | undefined =>
  tree === null ? undefined : stackOf(tree, key);

/** True for a window that is popped out, or on top of its stack and hidden by no maximised one. */
export function isShownIn(tree: LayoutGroup, view: DockView, key: WindowKey): boolean {
  if (view.popped.has(key)) return true;
  const visible = visibleOf(tree, view);
  const stack = visibleStack(visible, key);
  return stack?.selected === key && (visible.maximised === null || stack.windows.includes(visible.maximised));
}

/** True for a window that shares its place with others. */
export function isStackedIn(tree: LayoutGroup, view: DockView, key: WindowKey): boolean {
  return !view.popped.has(key) && (visibleStack(visibleOf(tree, view), key)?.windows.length ?? 0) > 1;
}

/** True for each window of the stack that is maximised. */
export function isMaximisedIn(tree: LayoutGroup, view: DockView, key: WindowKey): boolean {
  const visible = visibleOf(tree, view);
  return (
    visible.maximised !== null && visibleStack(visible, visible.maximised)?.windows.includes(key) === true
  );
}

/** The window after or before another one in its stack, around the end. */
export function nextInStack(tree: LayoutGroup, key: WindowKey, step: 1 | -1): WindowKey | null {
  const windows = stackOf(tree, key)?.windows ?? [];
  return windows.at((windows.indexOf(key) + step) % windows.length) ?? null;
}

/** How many windows and stacks are not popped out. */
export function dockedCounts(
  tree: LayoutGroup,
  view: DockView,
): { readonly windows: number; readonly stacks: number } {
  const docked = withoutWindows(tree, new Set(view.popped.keys()));
  return docked === null
    ? { windows: 0, stacks: 0 }
    : { windows: windowsOf(docked).length, stacks: stacksOf(docked).length };
}
