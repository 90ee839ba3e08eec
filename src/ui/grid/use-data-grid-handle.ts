import { useImperativeHandle, useReducer, type RefObject } from 'react';
import type { RowActions } from './row-actions.ts';
import type { DataGridProps } from './types.ts';
import type { DataRows } from './use-data-rows.ts';
import type { GridShell } from './use-grid-shell.ts';
import { useWrittenRows } from './use-written-rows.ts';

/** What a click is about to be used on: rows under it stay where they are. */
const CONTROLS_IN_USE = '[data-control]:hover, [data-control] :focus, .grid-link:hover';

/** Writes the rows on screen after each render and gives the caller the handle that refreshes them. */
export function useDataGridHandle<Row>(
  { ref }: DataGridProps<Row>,
  shell: GridShell<Row>,
  rows: DataRows<Row>,
  actions: RowActions<Row>,
  body: RefObject<HTMLDivElement | null>,
): void {
  const { virtualizer, lines } = shell;
  const { hold } = rows;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const writeVisible = useWrittenRows(shell, body, rows.order);
  /** Rows do not change places while they are scrolled, or under a menu, a press, or a control that is about to be used. */
  const isHeld = () =>
    hold.isOn() ||
    hold.isPressed() ||
    virtualizer.isScrolling ||
    (body.current?.querySelector(CONTROLS_IN_USE) ?? null) !== null;
  /** Sorts again where nothing holds the rows; true when rows have changed places. */
  const takeOrder = () => shell.columns.sort !== null && !isHeld() && rows.resort();

  hold.onRelease = () => {
    if (takeOrder()) redraw();
  };
  useImperativeHandle(ref, () => ({
    refresh() {
      hold.setWaiting(hold.isOn() && rows.isOutOfOrder());
      if (takeOrder()) redraw();
      else writeVisible(false);
    },
    scrollToRow(id) {
      const index = lines.indexOf(id);
      if (index !== -1) virtualizer.scrollToIndex(index);
    },
    focus: () => shell.focus(),
    visibleRowIds: () => virtualizer.getVirtualItems().flatMap(({ index }) => lines.idAt(index) ?? []),
    exportCsv: () => actions.exportCsv(),
    selectRow: (id) => actions.goTo(id),
  }));
}
