/** A workspace's four possible windows. */
export type WindowKey = 'Window1' | 'Window2' | 'Window3' | 'Window4';
/** The windows that a workspace can have, in the order in which they are filled. */
export const WINDOW_KEYS: readonly WindowKey[] = ['Window1', 'Window2', 'Window3', 'Window4'];

/** A window that takes `weight` shares of its row or column. */
export interface WindowCell {
  readonly window: WindowKey;
  readonly weight: number;
}
/** Cells side by side (`row`) or stacked (`column`). */
export interface LayoutGroup {
  readonly direction: 'row' | 'column';
  readonly weight: number;
  readonly children: readonly LayoutPart[];
}

/** A node of a layout: a window, or windows in a row or column. */
export type LayoutPart = WindowCell | LayoutGroup;

/** One of the layouts offered by the layout button. `code` is its code in the specification. */
export interface WindowLayout {
  readonly code: string;
  readonly title: string;
  readonly root: LayoutGroup;
}

const isWindow = (part: LayoutPart): part is WindowCell => 'window' in part;

/** The windows of a layout part in reading order. */
export function windowsOf(part: LayoutPart): readonly WindowKey[] {
  return isWindow(part) ? [part.window] : part.children.flatMap(windowsOf);
}
