import { HEADER_ROW, moveByKey, type GridPosition } from './grid-keys.ts';

/** The part of a tree's line that keys depend on; `parent` is the line of the row's heading. */
export type KeyLine =
  | { readonly kind: 'group'; readonly isOpen: boolean; readonly isEmpty: boolean }
  | { readonly kind: 'row'; readonly parent: number };

/** What a key does in a tree grid. */
export type TreeStep =
  | { readonly kind: 'move'; readonly to: GridPosition }
  | { readonly kind: 'open' | 'close'; readonly row: number }
  | { readonly kind: 'open-all' };

/**
 * What a key does in a tree grid (WAI-ARIA treegrid pattern); null when it does nothing there. Right opens a group and then goes into it, Left closes
 * it; in a row both go along the cells, and Left on the first cell goes to the heading. `*` opens all groups.
 */
export function treeStep(
  key: string,
  hasControl: boolean,
  at: GridPosition,
  lines: readonly KeyLine[],
  columnCount: number,
  pageRows: number,
): TreeStep | null {
  const line = at.row === HEADER_ROW ? undefined : lines[at.row];
  if (key === '*' && line !== undefined) return { kind: 'open-all' };
  if (line?.kind === 'group') {
    if (key === 'ArrowRight') return stepInto(line, at.row);
    if (key === 'ArrowLeft') return stepOut(line, at.row);
  }
  if (line?.kind === 'row' && key === 'ArrowLeft' && at.column === 0)
    return { kind: 'move', to: { row: line.parent, column: 0 } };
  const to = moveByKey(key, hasControl, at, lines.length, columnCount, pageRows);
  return to === null || isSamePosition(to, at) ? null : { kind: 'move', to };
}

const isSamePosition = (left: GridPosition, right: GridPosition): boolean =>
  left.row === right.row && left.column === right.column;

type GroupKeyLine = Extract<KeyLine, { kind: 'group' }>;

/** Right on a heading. */
function stepInto({ isOpen, isEmpty }: GroupKeyLine, row: number): TreeStep | null {
  if (!isOpen) return { kind: 'open', row };
  return isEmpty ? null : { kind: 'move', to: { row: row + 1, column: 0 } };
}

/** Left on a heading. */
function stepOut({ isOpen }: GroupKeyLine, row: number): TreeStep | null {
  return isOpen ? { kind: 'close', row } : null;
}
