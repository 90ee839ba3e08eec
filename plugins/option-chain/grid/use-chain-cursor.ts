import { useState } from 'react';
import type { GridPosition } from '../../../src/ui/index.ts';
import type { ChainLine } from '../model/chain-lines.ts';

export interface ChainCursor {
  readonly at: GridPosition;
  moveTo(position: GridPosition): void;
}

/** The cell that the keyboard is on, at first on the line `startId`. It stays on its line when lines come and go above it. */
export function useChainCursor(
  lines: readonly ChainLine[],
  columnCount: number,
  startId: string | null,
): ChainCursor {
  const strikeColumn = Math.floor(columnCount / 2);
  const [active, setActive] = useState<{ row: number; column: number | null; id: string | null }>({
    row: 0,
    column: null,
    id: startId,
  });
  const isInPlace = active.id === null || lines[active.row]?.id === active.id;
  const found = isInPlace ? active.row : lines.findIndex(({ id }) => id === active.id);
  const lastRow = Math.max(0, lines.length - 1);
  return {
    at: {
      row: Math.min(found === -1 ? active.row : found, lastRow),
      column: Math.min(active.column ?? strikeColumn, Math.max(0, columnCount - 1)),
    },
    moveTo({ row, column }) {
      const line = lines[row];
      // A heading has one cell: the column of the strikes below it is kept.
      setActive((before) => ({
        row,
        column: line?.kind === 'group' ? before.column : column,
        id: line?.id ?? null,
      }));
    },
  };
}
