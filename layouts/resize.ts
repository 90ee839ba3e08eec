import { isStack, windowsOf, type LayoutGroup, type LayoutPart, type WindowKey } from './types.ts';

/** What a window's place can grow in, with the direction of the group whose splitter moves. */
export type Dimension = 'width' | 'height';
const DIRECTIONS: Readonly<Record<Dimension, LayoutGroup['direction']>> = { width: 'row', height: 'column' };

/** The smallest share of its row or column that resizing leaves a part. */
const MIN_SHARE = 0.08;

/**
 * The tree after the place of a window has grown by a share of its row (`width`) or column (`height`), or shrunk by a negative one. The splitter at its
 * right or lower edge moves; that at its other edge where it is the last. The same tree when there is no such splitter or no room.
 */
export function resized(root: LayoutGroup, key: WindowKey, dimension: Dimension, share: number): LayoutGroup {
  const direction = DIRECTIONS[dimension];
  /** The innermost group of the direction gives way first. */
  const visit = (group: LayoutGroup): LayoutGroup | null => {
    const at = group.children.findIndex((child) => windowsOf(child).includes(key));
    const child = group.children[at];
    if (child === undefined) return null;
    const inner = isStack(child) ? null : visit(child);
    if (inner !== null) return { ...group, children: group.children.with(at, inner) };
    return group.direction === direction ? moveSplitter(group, at, share) : null;
  };
  return visit(root) ?? root;
}

function moveSplitter(group: LayoutGroup, at: number, share: number): LayoutGroup | null {
  const other = at + 1 < group.children.length ? at + 1 : at - 1;
  const [part, neighbour] = [group.children[at], group.children[other]];
  if (part === undefined || neighbour === undefined) return null;
  const sum = group.children.reduce((all, { weight }) => all + weight, 0);
  const [room, need] = [neighbour.weight - MIN_SHARE * sum, part.weight - MIN_SHARE * sum];
  const wanted = share * sum;
  const moved = wanted > 0 ? Math.min(wanted, room) : Math.max(wanted, -need);
  if (moved === 0 || moved > 0 !== wanted > 0) return null;
  const weigh = <Part extends LayoutPart>(each: Part, by: number): Part => ({
    ...each,
    weight: each.weight + by,
  });
  return {
    ...group,
    children: group.children.with(at, weigh(part, moved)).with(other, weigh(neighbour, -moved)),
  };
}
