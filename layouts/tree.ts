import {
  WINDOW_KEYS,
  windowsOf,
  type LayoutGroup,
  type LayoutPart,
  type WindowCell,
  type WindowKey,
} from './types.ts';

/** Pure changes to a tree of windows: what dragging a title bar and the keys do. Every outcome is tidy and holds the same windows. */

/** The side of a window or of the whole workspace at which another window is put. */
export type Side = 'left' | 'right' | 'up' | 'down';

/** Splitter positions: weights of each group's children, by the group's path (`root`, `root-0`, ...). */
export type Sizes = Readonly<Record<string, readonly number[]>>;

const isCell = (part: LayoutPart): part is WindowCell => 'window' in part;
const directionOf = (side: Side): LayoutGroup['direction'] =>
  side === 'left' || side === 'right' ? 'row' : 'column';
const isBefore = (side: Side): boolean => side === 'left' || side === 'up';
const weigh = <Part extends LayoutPart>(part: Part, weight: number): Part => ({ ...part, weight });
const total = (parts: readonly LayoutPart[]): number => parts.reduce((sum, part) => sum + part.weight, 0);

/** No group of one, no group of its parent's direction, nothing empty; null when no window is left. */
function tidyPart(part: LayoutPart): LayoutPart | null {
  if (isCell(part)) return part;
  const children = part.children.flatMap((child): readonly LayoutPart[] => {
    const tidied = tidyPart(child);
    if (tidied === null) return [];
    if (isCell(tidied) || tidied.direction !== part.direction) return [tidied];
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
  return isCell(part) ? { direction: 'row', weight: 100, children: [weigh(part, 100)] } : weigh(part, 100);
}

function mapCells(part: LayoutPart, change: (cell: WindowCell) => LayoutPart): LayoutPart {
  return isCell(part)
    ? change(part)
    : { ...part, children: part.children.map((child) => mapCells(child, change)) };
}

/** The tree without some of its windows; null when none is left. */
export function withoutWindows(root: LayoutGroup, keys: ReadonlySet<WindowKey>): LayoutGroup | null {
  const drop = (part: LayoutPart): LayoutPart =>
    isCell(part)
      ? part
      : {
          ...part,
          children: part.children.filter((child) => !isCell(child) || !keys.has(child.window)).map(drop),
        };
  return keys.size === 0 ? root : tidy(drop(root));
}

/** Two windows change places. */
export function swapCells(root: LayoutGroup, first: WindowKey, second: WindowKey): LayoutGroup {
  const swapped = mapCells(root, (cell) =>
    cell.window === first
      ? { ...cell, window: second }
      : cell.window === second
        ? { ...cell, window: first }
        : cell,
  );
  return tidy(swapped) ?? root;
}

/** Takes a window from its place and puts it beside another, which gives it half of its own. */
export function moveBeside(root: LayoutGroup, moving: WindowKey, target: WindowKey, side: Side): LayoutGroup {
  const rest = moving === target ? null : withoutWindows(root, new Set([moving]));
  if (rest === null || !windowsOf(root).includes(moving) || !windowsOf(rest).includes(target)) return root;
  const split = mapCells(rest, (cell) => {
    if (cell.window !== target) return cell;
    const pair = [weigh(cell, 50), { window: moving, weight: 50 }];
    return {
      direction: directionOf(side),
      weight: cell.weight,
      children: isBefore(side) ? pair.reverse() : pair,
    };
  });
  return tidy(split) ?? root;
}

/** Takes a window from its place and gives it a whole edge of the desk. */
export function moveToEdge(root: LayoutGroup, moving: WindowKey, side: Side): LayoutGroup {
  const rest = withoutWindows(root, new Set([moving]));
  if (rest === null || !windowsOf(root).includes(moving)) return root;
  const isAlong = rest.direction === directionOf(side);
  const share = isAlong ? 100 / (rest.children.length + 1) : 50;
  const parts = [weigh(rest, 100 - share), { window: moving, weight: share }];
  return (
    tidy({ direction: directionOf(side), weight: 100, children: isBefore(side) ? parts.reverse() : parts }) ??
    root
  );
}

/** Where a window lies, as shares of the whole. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The place of every window. */
export function placesOf(root: LayoutGroup): ReadonlyMap<WindowKey, Place> {
  const places = new Map<WindowKey, Place>();
  const visit = (part: LayoutPart, place: Place): void => {
    if (isCell(part)) {
      places.set(part.window, place);
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

/** The window on one side of another: the one that shares the longest stretch of its edge. */
export function neighbourOf(root: LayoutGroup, key: WindowKey, side: Side): WindowKey | null {
  const places = placesOf(root);
  const source = places.get(key);
  if (source === undefined) return null;
  const isRow = directionOf(side) === 'row';
  const edge = { left: source.left, right: source.right, up: source.top, down: source.bottom }[side];
  let best: WindowKey | null = null;
  let longest = 1e-6;
  for (const [other, place] of places) {
    const facing = { left: place.right, right: place.left, up: place.bottom, down: place.top }[side];
    if (other === key || Math.abs(facing - edge) > 1e-6) continue;
    const shared = isRow
      ? Math.min(source.bottom, place.bottom) - Math.max(source.top, place.top)
      : Math.min(source.right, place.right) - Math.max(source.left, place.left);
    if (shared > longest) {
      best = other;
      longest = shared;
    }
  }
  return best;
}

/** What a key does: changes places with the neighbour on that side; where there is none, takes that edge of the desk. */
export function moveByKey(root: LayoutGroup, key: WindowKey, side: Side): LayoutGroup {
  const neighbour = neighbourOf(root, key, side);
  if (neighbour !== null) return swapCells(root, key, neighbour);
  const moved = moveToEdge(root, key, side);
  return isSameShape(moved, root) ? root : moved;
}

/** The same windows in the same rows and columns, whatever their sizes. */
export function isSameShape(first: LayoutPart, second: LayoutPart): boolean {
  if (isCell(first) || isCell(second))
    return isCell(first) && isCell(second) && first.window === second.window;
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
    if (isCell(part)) return null;
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
        return isCell(sized) ? sized : visit(sized, `${path}-${index}`);
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
      if (!isCell(child)) visit(child, `${path}-${index}`);
    });
  };
  visit(root, 'root');
  return sizes;
}

/** The tree with other windows in its places, in reading order; places beyond the given keys keep unused ones. */
export function withWindows(root: LayoutGroup, keys: readonly WindowKey[]): LayoutGroup {
  const spare = WINDOW_KEYS.filter((key) => !keys.includes(key));
  const queue = [...keys.slice(0, windowsOf(root).length), ...spare];
  const named = mapCells(root, (cell) => ({ ...cell, window: queue.shift() ?? cell.window }));
  return isCell(named) ? root : named;
}

/** As deep as four windows can nest, with room for an untidy hand. */
const MAX_DEPTH = 8;

/** True for a tree of one to four different windows with usable weights. For values from outside. */
export function isLayoutTree(value: unknown): value is LayoutGroup {
  const seen = new Set<unknown>();
  const isPart = (part: unknown, depth: number): boolean => {
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return false;
    const {
      window,
      weight,
      direction,
      children,
    }: { window?: unknown; weight?: unknown; direction?: unknown; children?: unknown } = part;
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0) return false;
    if (window !== undefined) {
      if (!WINDOW_KEYS.some((key) => key === window) || seen.has(window)) return false;
      seen.add(window);
      return true;
    }
    return (
      (direction === 'row' || direction === 'column') &&
      Array.isArray(children) &&
      children.length > 0 &&
      children.length <= WINDOW_KEYS.length &&
      children.every((child) => isPart(child, depth + 1))
    );
  };
  return typeof value === 'object' && value !== null && 'children' in value && isPart(value, 0);
}
