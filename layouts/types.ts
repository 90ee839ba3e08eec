/** The name of a window within its workspace: `Window1`, `Window2`, ... */
export type WindowKey = `Window${number}`;

/** A place of a layout: one window, or several on top of each other of which one is selected. It takes `weight` shares of its row or column. */
export interface WindowStack {
  /** In the order of the tabs; never empty. */
  readonly windows: readonly WindowKey[];
  readonly selected: WindowKey;
  readonly weight: number;
}
/** Places side by side (`row`) or one above the other (`column`). */
export interface LayoutGroup {
  readonly direction: 'row' | 'column';
  readonly weight: number;
  readonly children: readonly LayoutPart[];
}

/** A node of a layout: a stack of windows, or parts in a row or column. */
export type LayoutPart = WindowStack | LayoutGroup;

/** One of the layouts offered by the layout button. `code` is its code in the specification. */
export interface WindowLayout {
  readonly code: string;
  readonly title: string;
  readonly root: LayoutGroup;
}

/** A place with one window. */
export const lone = (window: WindowKey, weight: number): WindowStack => ({
  windows: [window],
  selected: window,
  weight,
});

/** True for a stack of windows, false for a row or column. */
export const isStack = (part: LayoutPart): part is WindowStack => 'windows' in part;

const KEY = /^Window[1-9]\d{0,4}$/;
/** True for the name of a window. For values from outside. */
export const isWindowKey = (value: unknown): value is WindowKey =>
  typeof value === 'string' && KEY.test(value);

const numberOf = (key: WindowKey): number => Number(key.slice('Window'.length));
/** The names of the windows of a record, in the order of their numbers. */
export function windowKeysOf(record: Readonly<Record<string, unknown>>): readonly WindowKey[] {
  return Object.keys(record)
    .filter(isWindowKey)
    .sort((first, second) => numberOf(first) - numberOf(second));
}

/** The first name that is not taken. */
export function freeWindowKey(taken: Iterable<WindowKey>): WindowKey {
  const used = new Set(taken);
  for (let number = 1; ; number++) if (!used.has(`Window${number}`)) return `Window${number}`;
}

/** The stacks of a layout part in reading order. */
export function stacksOf(part: LayoutPart): readonly WindowStack[] {
  return isStack(part) ? [part] : part.children.flatMap(stacksOf);
}

/** The windows of a layout part in reading order. */
export function windowsOf(part: LayoutPart): readonly WindowKey[] {
  return stacksOf(part).flatMap(({ windows }) => windows);
}
