import {
  freeWindowKey,
  isStack,
  isWindowKey,
  stacksOf,
  windowsOf,
  type LayoutGroup,
  type LayoutPart,
  type WindowKey,
  type WindowStack,
} from './types.ts';

/** Reads and changes trees of windows. The moves themselves are made by the docking library. Every outcome is tidy. */

/** The side of a window or of the whole workspace at which another window is put. */
export type Side = 'left' | 'right' | 'up' | 'down';

/** Splitter positions: weights of each group's children, by the group's path (`root`, `root-0`, ...). */
export type Sizes = Readonly<Record<string, readonly number[]>>;

const weigh = <Part extends LayoutPart>(part: Part, weight: number): Part => ({ ...part, weight });
const total = (parts: readonly LayoutPart[]): number => parts.reduce((sum, part) => sum + part.weight, 0);

/** No group of one, no group of its parent's direction, nothing empty; null when no window is left. */
function tidyPart(part: LayoutPart): LayoutPart | null {
  if (isStack(part)) return part.windows.length === 0 ? null : part;
  const children = part.children.flatMap((child): readonly LayoutPart[] => {
    const tidied = tidyPart(child);
    if (tidied === null) return [];
    if (isStack(tidied) || tidied.direction !== part.direction) return [tidied];
    const sum = total(tidied.children) || 1;
    return tidied.children.map((grandchild) => weigh(grandchild, (tidied.weight * grandchild.weight) / sum));
  });
  const [only] = children;
  if (only === undefined) return null;
  return children.length === 1 ? weigh(only, part.weight) : { ...part, children };
}

/** The tree in its shortest form; null when it holds no window. The root is always a group. */
export function tidy(root: LayoutPart): LayoutGroup | null {
  const part = tidyPart(root);
  if (part === null) return null;
  return isStack(part) ? { direction: 'row', weight: 100, children: [weigh(part, 100)] } : weigh(part, 100);
}

function mapStacks(part: LayoutGroup, change: (stack: WindowStack) => WindowStack): LayoutGroup {
  return {
    ...part,
    children: part.children.map((child) => (isStack(child) ? change(child) : mapStacks(child, change))),
  };
}

/** A stack without some of its windows. Where the selected one goes, the one that takes its place is selected. */
function withoutKeys(stack: WindowStack, keys: ReadonlySet<WindowKey>): WindowStack {
  const windows = stack.windows.filter((key) => !keys.has(key));
  if (windows.length === stack.windows.length) return stack;
  const index = stack.windows.slice(0, stack.windows.indexOf(stack.selected)).filter((key) => !keys.has(key));
  const selected = keys.has(stack.selected)
    ? (windows[Math.min(index.length, windows.length - 1)] ?? stack.selected)
    : stack.selected;
  return { ...stack, windows, selected };
}

/** The tree without some of its windows; null when none is left. */
export function withoutWindows(root: LayoutGroup, keys: ReadonlySet<WindowKey>): LayoutGroup | null {
  return keys.size === 0 ? root : tidy(mapStacks(root, (stack) => withoutKeys(stack, keys)));
}

/** The stack that a window is in. */
export function stackOf(root: LayoutGroup, key: WindowKey): WindowStack | undefined {
  return stacksOf(root).find(({ windows }) => windows.includes(key));
}

/** Two windows change places. */
export function swapWindowsOf(root: LayoutGroup, first: WindowKey, second: WindowKey): LayoutGroup {
  const renamed = (key: WindowKey): WindowKey => (key === first ? second : key === second ? first : key);
  return mapStacks(root, (stack) => ({
    ...stack,
    windows: stack.windows.map(renamed),
    selected: renamed(stack.selected),
  }));
}

/** Selects a window in its stack. */
export function withSelected(root: LayoutGroup, key: WindowKey): LayoutGroup {
  const stack = stackOf(root, key);
  if (stack === undefined || stack.selected === key) return root;
  return mapStacks(root, (other) => (other === stack ? { ...other, selected: key } : other));
}

/** Puts a window that is not in the tree on top of the stack of another one. */
export function stackedOn(root: LayoutGroup, target: WindowKey, added: WindowKey): LayoutGroup {
  const stack = stackOf(root, target);
  if (stack === undefined || stackOf(root, added) !== undefined) return root;
  return mapStacks(root, (other) =>
    other === stack ? { ...other, windows: [...other.windows, added], selected: added } : other,
  );
}

/** Puts a part in the place of the stack that a window is in. */
export function withPartAt(root: LayoutGroup, key: WindowKey, part: LayoutPart): LayoutGroup {
  const visit = (group: LayoutGroup): LayoutGroup => ({
    ...group,
    children: group.children.map((child) =>
      !isStack(child) ? visit(child) : child.windows.includes(key) ? weigh(part, child.weight) : child,
    ),
  });
  return tidy(visit(root)) ?? root;
}

/** Where a window lies, as shares of the whole. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The place of every stack. */
export function placesOf(root: LayoutGroup): ReadonlyMap<WindowStack, Place> {
  const places = new Map<WindowStack, Place>();
  const visit = (part: LayoutPart, place: Place): void => {
    if (isStack(part)) {
      places.set(part, place);
      return;
    }
    const sum = total(part.children);
    let done = 0;
    part.children.forEach((child) => {
      const start = sum > 0 ? done / sum : 0;
      done += child.weight;
      const end = sum > 0 ? done / sum : 0;
      const width = place.right - place.left;
      const height = place.bottom - place.top;
      visit(
        child,
        part.direction === 'row'
          ? { ...place, left: place.left + width * start, right: place.left + width * end }
          : { ...place, top: place.top + height * start, bottom: place.top + height * end },
      );
    });
  };
  visit(root, { left: 0, top: 0, right: 1, bottom: 1 });
  return places;
}

/** The window that is visible on one side of another: that of the stack which shares the longest stretch of the edge. */
export function neighbourOf(root: LayoutGroup, key: WindowKey, side: Side): WindowKey | null {
  const places = placesOf(root);
  const stack = stackOf(root, key);
  const source = stack === undefined ? undefined : places.get(stack);
  if (source === undefined) return null;
  const isAcross = side === 'left' || side === 'right';
  const edge = { left: source.left, right: source.right, up: source.top, down: source.bottom }[side];
  let best: WindowKey | null = null;
  let longest = 1e-6;
  for (const [other, place] of places) {
    const facing = { left: place.right, right: place.left, up: place.bottom, down: place.top }[side];
    if (other === stack || Math.abs(facing - edge) > 1e-6) continue;
    const shared = isAcross
      ? Math.min(source.bottom, place.bottom) - Math.max(source.top, place.top)
      : Math.min(source.right, place.right) - Math.max(source.left, place.left);
    if (shared > longest) {
      best = other.selected;
      longest = shared;
    }
  }
  return best;
}

/** The same windows in the same stacks, rows and columns, whatever their sizes and whichever of a stack is selected. */
export function isSameShape(first: LayoutPart, second: LayoutPart): boolean {
  if (isStack(first) || isStack(second))
    return (
      isStack(first) &&
      isStack(second) &&
      first.windows.length === second.windows.length &&
      first.windows.every((key, index) => key === second.windows[index])
    );
  return (
    first.direction === second.direction &&
    first.children.length === second.children.length &&
    first.children.every((child, index) => {
      const twin = second.children[index];
      return twin !== undefined && isSameShape(child, twin);
    })
  );
}

/** The windows that must go so that a window's row has all the height of its column; null when it is in no column. */
export function hiddenByRow(root: LayoutGroup, key: WindowKey): readonly WindowKey[] | null {
  const visit = (part: LayoutPart): readonly WindowKey[] | null => {
    if (isStack(part)) return null;
    const mine = part.children.find((child) => windowsOf(child).includes(key));
    if (mine === undefined) return null;
    return part.direction === 'column' && part.children.length > 1
      ? part.children.filter((child) => child !== mine).flatMap(windowsOf)
      : visit(mine);
  };
  return visit(root);
}

/** The tree with the splitters where they were left. Sizes of another shape are ignored. */
export function withSizes(root: LayoutGroup, sizes: Sizes): LayoutGroup {
  const visit = (group: LayoutGroup, path: string): LayoutGroup => {
    const stored = sizes[path];
    const weights =
      stored?.length === group.children.length &&
      stored.every((size) => size >= 0) &&
      stored.some((size) => size > 0)
        ? stored
        : null;
    return {
      ...group,
      children: group.children.map((child, index) => {
        const sized = weigh(child, weights?.[index] ?? child.weight);
        return isStack(sized) ? sized : visit(sized, `${path}-${index}`);
      }),
    };
  };
  return visit(root, 'root');
}

/** Where the splitters of a tree are. Groups of one have none. */
export function sizesOfTree(root: LayoutGroup): Record<string, number[]> {
  const sizes: Record<string, number[]> = {};
  const visit = (group: LayoutGroup, path: string): void => {
    if (group.children.length > 1) sizes[path] = group.children.map((child) => child.weight);
    group.children.forEach((child, index) => {
      if (!isStack(child)) visit(child, `${path}-${index}`);
    });
  };
  visit(root, 'root');
  return sizes;
}

/**
 * The tree with other windows in its places, in reading order. Where there are fewer windows than places, those in front of their stacks get one first:
 * no window is to lie behind an empty one. Places beyond the given keys get names that none of them has.
 */
export function withWindows(root: LayoutGroup, keys: readonly WindowKey[]): LayoutGroup {
  const used = new Set(keys);
  const queue = [...keys];
  const next = (): WindowKey => {
    const key = queue.shift() ?? freeWindowKey(used);
    used.add(key);
    return key;
  };
  const places = windowsOf(root);
  const front = new Set(stacksOf(root).map(({ selected }) => selected));
  const behind = places.filter((place) => !front.has(place));
  const order =
    keys.length < places.length ? [...places.filter((place) => front.has(place)), ...behind] : places;
  const names = new Map(order.map((place) => [place, next()]));
  const named = (place: WindowKey): WindowKey => names.get(place) ?? place;
  return mapStacks(root, (stack) => ({
    ...stack,
    windows: stack.windows.map(named),
    selected: named(stack.selected),
  }));
}

/** So deep may a stored tree nest: more than the smallest usable windows leave room for. */
const MAX_DEPTH = 64;
/** So many windows may a stored tree hold: far more than fit a screen. */
const MAX_WINDOWS = 1000;

interface Unread {
  readonly windows?: unknown;
  readonly selected?: unknown;
  readonly weight?: unknown;
  readonly direction?: unknown;
  readonly children?: unknown;
}

/** True for a tree of at least one window, each there once, with usable weights. For values from outside. */
export function isLayoutTree(value: unknown): value is LayoutGroup {
  const seen = new Set<unknown>();
  const isNewWindow = (key: unknown): boolean => {
    if (!isWindowKey(key) || seen.has(key) || seen.size >= MAX_WINDOWS) return false;
    seen.add(key);
    return true;
  };
  const isStackOf = (windows: unknown, selected: unknown): boolean =>
    Array.isArray(windows) && windows.length > 0 && windows.every(isNewWindow) && windows.includes(selected);
  const isPart = (part: unknown, depth: number): boolean => {
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return false;
    const { windows, selected, weight, direction, children }: Unread = part;
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0) return false;
    if (windows !== undefined) return isStackOf(windows, selected);
    return (
      (direction === 'row' || direction === 'column') &&
      Array.isArray(children) &&
      children.length > 0 &&
      children.length <= MAX_WINDOWS &&
      children.every((child) => isPart(child, depth + 1))
    );
  };
  return typeof value === 'object' && value !== null && 'children' in value && isPart(value, 0);
}
