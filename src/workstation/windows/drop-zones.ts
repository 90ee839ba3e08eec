import type { Side, WindowKey } from '../../../layouts/index.ts';
import type { DropTarget } from '../workspace/dock-controller.ts';

/** Where a dragged title bar would land, from plain boxes. */

/** A rectangle of the page in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** So near to the rim of the desk, px, a window takes the whole edge. */
const EDGE_PX = 14;
/** The middle of a window, from here to there of its width and height, swaps. */
const MIDDLE = { from: 0.28, to: 0.72 } as const;

const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;

/** The side of a box that a point is nearest to, in shares of the box. */
function sideOf(box: Box, x: number, y: number): Side {
  const across = (x - box.left) / box.width;
  const along = (y - box.top) / box.height;
  const distances: readonly (readonly [Side, number])[] = [
    ['left', across],
    ['right', 1 - across],
    ['up', along],
    ['down', 1 - along],
  ];
  return distances.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
}

/** What letting go at a point does; null where it does nothing. */
export function targetAt(
  desk: Box,
  windows: ReadonlyMap<WindowKey, Box>,
  x: number,
  y: number,
): DropTarget | null {
  if (!holds(desk, x, y)) return null;
  const inset: Box = {
    left: desk.left + EDGE_PX,
    top: desk.top + EDGE_PX,
    width: desk.width - 2 * EDGE_PX,
    height: desk.height - 2 * EDGE_PX,
  };
  if (!holds(inset, x, y)) return { edge: sideOf(desk, x, y) };
  for (const [on, box] of windows) {
    if (!holds(box, x, y)) continue;
    const across = (x - box.left) / box.width;
    const along = (y - box.top) / box.height;
    const isMiddle =
      across >= MIDDLE.from && across <= MIDDLE.to && along >= MIDDLE.from && along <= MIDDLE.to;
    return { on, zone: isMiddle ? 'middle' : sideOf(box, x, y) };
  }
  return null;
}

/** The part of a box on one of its sides. */
function part(box: Box, side: Side, share: number): Box {
  const width = side === 'left' || side === 'right' ? box.width * share : box.width;
  const height = side === 'up' || side === 'down' ? box.height * share : box.height;
  return {
    left: side === 'right' ? box.left + box.width - width : box.left,
    top: side === 'down' ? box.top + box.height - height : box.top,
    width,
    height,
  };
}

/** Where the window would be, to be outlined. */
export function outlineOf(target: DropTarget, desk: Box, windows: ReadonlyMap<WindowKey, Box>): Box | null {
  if ('edge' in target) return part(desk, target.edge, 0.34);
  const box = windows.get(target.on);
  return box === undefined ? null : target.zone === 'middle' ? box : part(box, target.zone, 0.5);
}
