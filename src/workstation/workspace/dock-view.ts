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
import { undockedWindows, type BorderSide, type PinnedBorder, type Undocked } from './undocked.ts';

/** How the windows of a workspace lie, as it is stored: each has a place in the tree, and some are shown elsewhere. */
export interface DeskLayout {
  readonly tree: LayoutGroup;
  readonly undocked: Undocked;
}

/** Windows in a frame of their own: a browser window, with `rect` on the screens, or a floating panel, with `rect` within the workspace; px. */
export interface Panel {
  readonly id: string;
  readonly tree: LayoutGroup;
  readonly rect: IJsonRect;
}

/** How a workspace is shown in this page; never stored with it. */
export interface DockView {
  readonly maximised: { readonly key: WindowKey; readonly scope: 'window' | 'row' } | null;
  /** Browser windows with windows of the workspace, which keep their places in the layout. */
  readonly popouts: readonly Panel[];
  /** Pinned windows that are open, over the layout. */
  readonly open: ReadonlySet<WindowKey>;
  /** Size of the workspace on screen, px; null while it is not known. */
  readonly size: PanelSize | null;
}

/** Width and height, px. */
export type PanelSize = Pick<IJsonRect, 'width' | 'height'>;

/** Every window is at its place and none is maximised. */
export const PLAIN_VIEW: DockView = { maximised: null, popouts: [], open: new Set(), size: null };

/** What is on screen, and where. */
export interface Visible {
  /** What is in the layout; null when every window is elsewhere. */
  readonly tree: LayoutGroup | null;
  /** Windows that a maximised row hides; they stay mounted. */
  readonly hidden: readonly WindowKey[];
  /** The window whose stack is maximised. */
  readonly maximised: WindowKey | null;
  readonly floats: readonly Panel[];
  readonly borders: readonly PinnedBorder[];
  readonly popouts: readonly Panel[];
}

/** Where a window is shown. */
export type Area =
  | { readonly kind: 'layout' }
  | { readonly kind: 'float' | 'popout'; readonly id: string }
  | { readonly kind: 'border'; readonly side: BorderSide };

/** The windows that are in browser windows. */
export const poppedOf = ({ popouts }: Pick<DockView, 'popouts'>): ReadonlySet<WindowKey> =>
  new Set(popouts.flatMap(({ tree }) => windowsOf(tree)));

/** Id of a floating panel: its windows change while it is there, and it is another panel then. */
export const floatIdOf = (tree: LayoutGroup): string => `float-${windowsOf(tree)[0] ?? ''}`;

/** What of a layout is on screen, and where. */
export function visibleOf({ tree, undocked }: DeskLayout, view: DockView): Visible {
  const popped = poppedOf(view);
  const away = new Set([...popped, ...undockedWindows(undocked)]);
  return {
    ...visibleTree(withoutWindows(tree, away), view.maximised),
    floats: undocked.Floats.flatMap(({ Tree, Left: x, Top: y, Width: width, Height: height }) => {
      const shown = withoutWindows(Tree, popped);
      const rect = rectWithin({ x, y, width, height }, view.size);
      return shown === null ? [] : { id: floatIdOf(Tree), tree: shown, rect };
    }),
    borders: undocked.Borders.flatMap((border) => {
      const Windows = border.Windows.filter((key) => !popped.has(key));
      return Windows.length === 0 ? [] : { ...border, Windows };
    }),
    popouts: view.popouts,
  };
}

/** A panel that would be outside of the workspace, in it. The stored place stays, for when the workspace is larger again. */
function rectWithin({ x, y, width, height }: IJsonRect, size: PanelSize | null): IJsonRect {
  if (size === null) return { x, y, width, height };
  const shown = { width: Math.min(width, size.width), height: Math.min(height, size.height) };
  return {
    x: Math.max(0, Math.min(x, size.width - shown.width)),
    y: Math.max(0, Math.min(y, size.height - shown.height)),
    ...shown,
  };
}

function visibleTree(
  docked: LayoutGroup | null,
  maximised: DockView['maximised'],
): Pick<Visible, 'tree' | 'hidden' | 'maximised'> {
  if (docked === null || maximised === null || stackOf(docked, maximised.key) === undefined)
    return { tree: docked, hidden: [], maximised: null };
  if (maximised.scope === 'window') return { tree: docked, hidden: [], maximised: maximised.key };
  const hidden = hiddenByRow(docked, maximised.key) ?? [];
  return { tree: withoutWindows(docked, new Set(hidden)), hidden, maximised: null };
}

/** Where a window is shown, or would be if no other one were maximised. */
export function areaOf(layout: DeskLayout, view: DockView, key: WindowKey): Area {
  const holds = ({ tree }: Panel): boolean => windowsOf(tree).includes(key);
  const popout = view.popouts.find(holds);
  if (popout !== undefined) return { kind: 'popout', id: popout.id };
  const float = layout.undocked.Floats.find(({ Tree }) => windowsOf(Tree).includes(key));
  if (float !== undefined) return { kind: 'float', id: floatIdOf(float.Tree) };
  const border = layout.undocked.Borders.find(({ Windows }) => Windows.includes(key));
  return border === undefined ? { kind: 'layout' } : { kind: 'border', side: border.Side };
}

/** The tree on screen in an area; null for a border, which has none, and for an area without windows. */
export function shownTree(visible: Visible, area: Area): LayoutGroup | null {
  if (area.kind === 'layout') return visible.tree;
  if (area.kind === 'border') return null;
  const panels = area.kind === 'float' ? visible.floats : visible.popouts;
  return panels.find(({ id }) => id === area.id)?.tree ?? null;
}

/** The stack that a window is in on screen, with those of its windows that are not elsewhere. */
function visibleStack(layout: DeskLayout, view: DockView, key: WindowKey): WindowStack | undefined {
  const tree = shownTree(visibleOf(layout, view), areaOf(layout, view, key));
  return tree === null ? undefined : stackOf(tree, key);
}

/** True for a window that is on top of its stack and hidden by no maximised one, or pinned and open. */
export function isShownIn(layout: DeskLayout, view: DockView, key: WindowKey): boolean {
  const area = areaOf(layout, view, key);
  if (area.kind === 'border') return view.open.has(key);
  const stack = visibleStack(layout, view, key);
  if (stack?.selected !== key) return false;
  const { maximised } = visibleOf(layout, view);
  return area.kind !== 'layout' || maximised === null || stack.windows.includes(maximised);
}

/** True for a window that shares its place with others. */
export function isStackedIn(layout: DeskLayout, view: DockView, key: WindowKey): boolean {
  return (visibleStack(layout, view, key)?.windows.length ?? 0) > 1;
}

/** True for each window of the stack that is maximised. */
export function isMaximisedIn(layout: DeskLayout, view: DockView, key: WindowKey): boolean {
  const { tree, maximised } = visibleOf(layout, view);
  return maximised !== null && tree !== null && stackOf(tree, maximised)?.windows.includes(key) === true;
}

/** The window after or before another one in its stack on screen, around the end. */
export function nextInStack(
  layout: DeskLayout,
  view: DockView,
  key: WindowKey,
  step: 1 | -1,
): WindowKey | null {
  const windows = visibleStack(layout, view, key)?.windows ?? [];
  return windows.length < 2 ? null : (windows.at((windows.indexOf(key) + step) % windows.length) ?? null);
}

/** How many windows and stacks are in the layout. */
export function dockedCounts(
  layout: DeskLayout,
  view: DockView,
): { readonly windows: number; readonly stacks: number } {
  const { tree, hidden } = visibleOf(layout, { ...view, maximised: null });
  return tree === null
    ? { windows: 0, stacks: 0 }
    : { windows: windowsOf(tree).length + hidden.length, stacks: stacksOf(tree).length };
}
