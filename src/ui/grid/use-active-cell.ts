import { useState } from 'react';
import { HEADER_ROW, type GridPosition } from './grid-keys.ts';

/** The lines of a grid, from the top down: rows, or rows and headings. */
export interface GridLines {
  readonly count: number;
  /** Undefined where there is no line. */
  idAt(index: number): string | undefined;
  /** -1 when there is no such line. */
  indexOf(id: string): number;
}

/** The cell that the keyboard is on. */
export interface ActiveCell {
  readonly at: GridPosition;
  /** Puts the keyboard on a cell. `id` names a line that appears later; the line at the position when absent. */
  put(position: GridPosition, id?: string): void;
}

/** The keyboard stays on its line wherever that is sorted to; a line that is gone leaves it at the same position. */
export function activeRow(
  kept: { readonly row: number; readonly id: string | null },
  lines: GridLines,
): number {
  if (kept.row === HEADER_ROW) return HEADER_ROW;
  const isThere = kept.id === null || lines.idAt(kept.row) === kept.id;
  const found = isThere ? kept.row : lines.indexOf(kept.id ?? '');
  return Math.min(found === -1 ? kept.row : found, Math.max(0, lines.count - 1));
}

/** Keeps the cell that the keyboard is on while lines and columns change. */
export function useActiveCell(lines: GridLines, columnCount: number): ActiveCell {
  const [kept, setKept] = useState<GridPosition & { readonly id: string | null }>({
    row: 0,
    column: 0,
    id: null,
  });
  return {
    at: {
      row: activeRow(kept, lines),
      column: Math.min(kept.column, Math.max(0, columnCount - 1)),
    },
    put: (position, id = lines.idAt(position.row)) => setKept({ ...position, id: id ?? null }),
  };
}
