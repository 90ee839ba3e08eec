import { HEADER_ROW, moveByKey, type GridPosition } from './grid-keys.ts';

/** What the keys need to know of a line. */
export type KeyLine =
  | { readonly kind: 'group'; readonly isOpen: boolean; readonly isEmpty: boolean }
  | { readonly kind: 'row'; readonly parent: number };

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
    if (key === 'ArrowRight') {
      if (!line.isOpen) return { kind: 'open', row: at.row };
      return line.isEmpty ? null : { kind: 'move', to: { row: at.row + 1, column: 0 } };
    }
    if (key === 'ArrowLeft') return line.isOpen ? { kind: 'close', row: at.row } : null;
  }
  if (line?.kind === 'row' && key === 'ArrowLeft' && at.column === 0)
    return { kind: 'move', to: { row: line.parent, column: 0 } };
  const to = moveByKey(key, hasControl, at, lines.length, columnCount, pageRows);
  return to === null || (to.row === at.row && to.column === at.column) ? null : { kind: 'move', to };
}
