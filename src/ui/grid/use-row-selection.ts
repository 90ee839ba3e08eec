import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  extendTo,
  NO_SELECTION,
  selectAll,
  selectOnly,
  stillThere,
  toggle,
  type Selection,
} from './selection.ts';

/** What the selection of a grid depends on. */
export interface RowSelectionOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly isMultiple: boolean;
  readonly order: RefObject<readonly Row[]>;
  /** The caller's own selected row; undefined when the grid keeps it. */
  readonly controlledId: string | null | undefined;
  readonly onSelectionChange: ((rows: readonly Row[]) => void) | undefined;
}

/** Which rows are selected, and the ways to change that. */
export interface RowSelection<Row> {
  isSelected(id: string): boolean;
  /** Selected rows in their order. */
  rows(): readonly Row[];
  only(id: string): void;
  toggle(id: string): void;
  extend(id: string): void;
  all(): void;
}

/** The selected rows of a grid. */
export function useRowSelection<Row>({
  rows,
  rowId,
  isMultiple,
  order,
  controlledId,
  onSelectionChange,
}: RowSelectionOptions<Row>): RowSelection<Row> {
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const latest = useRef({ rowId, onSelectionChange });
  useEffect(() => {
    latest.current = { rowId, onSelectionChange };
  });
  const isOwn = isMultiple || controlledId === undefined;
  const ids = isOwn ? selection.ids : new Set(controlledId === null ? [] : [controlledId]);
  const chosenOf = (chosen: ReadonlySet<string>) => order.current.filter((row) => chosen.has(rowId(row)));
  const change = (next: Selection) => {
    setSelection(next);
    if (isMultiple) onSelectionChange?.(chosenOf(next.ids));
  };
  // Rows that are gone are selected no more.
  useEffect(() => {
    setSelection((before) => {
      if (before.ids.size === 0) return before;
      const there = new Set(rows.map((row) => latest.current.rowId(row)));
      return stillThere(before, (id) => there.has(id));
    });
  }, [rows]);
  const all = () => order.current.map(rowId);
  return {
    isSelected: (id) => ids.has(id),
    rows: () => chosenOf(ids),
    only: (id) => {
      if (selection.ids.size !== 1 || !selection.ids.has(id)) change(selectOnly(id));
    },
    toggle: (id) => change(isMultiple ? toggle(selection, id) : selectOnly(id)),
    extend: (id) => change(isMultiple ? extendTo(selection, id, all()) : selectOnly(id)),
    all: () => change(selectAll(selection, all())),
  };
}
