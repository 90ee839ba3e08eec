import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useState, type RefObject } from 'react';
import { downloadCsv, rowsAsCsv } from './export-text.ts';
import { HEADER_ROW } from './grid-keys.ts';
import type { ActiveHeader } from './GridHeader.tsx';
import { KeyMenu } from './key-menu.ts';
import { observeListSize } from './observe-list-size.ts';
import type { GridMenuItem, GridProps } from './types.ts';
import { useActiveCell, type ActiveCell, type GridLines } from './use-active-cell.ts';
import type { GridColumns } from './use-grid-columns.ts';
import { useRowHeight } from './use-row-height.ts';

/** What `DataGrid` and `TreeGrid` share: columns, virtual lines, the active cell, menu, messages and export. `GridFrame` draws it. */
export interface GridShell<Row> extends ActiveCell {
  readonly props: GridProps<Row>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columns: GridColumns<Row>;
  readonly lines: GridLines;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** The lines on screen, with overscan. */
  readonly items: readonly VirtualItem[];
  /** Id of the active cell's element. */
  readonly activeCellId: string;
  /** The header cell that the keyboard is on; null when it is on a line. */
  readonly activeHeader: ActiveHeader | null;
  readonly keyMenu: KeyMenu;
  readonly menuItems: readonly GridMenuItem[];
  setMenuItems(items: readonly GridMenuItem[]): void;
  /** The last message for screen readers. */
  readonly message: string;
  announce(message: string): void;
  /** Lines that a page key moves by. */
  pageRows(): number;
  focus(options?: FocusOptions): void;
  /** Offers rows with the columns on screen as a CSV file. */
  downloadRows(rows: readonly Row[]): void;
}

/** What a shell is made from beside the properties of its grid. */
export interface GridShellOptions<Row> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columns: GridColumns<Row>;
  readonly lines: GridLines;
  /** Lines that are rendered beyond the edges of what is seen. */
  readonly overscan: number;
}

/** The shell of one grid. */
export function useGridShell<Row>(
  props: GridProps<Row>,
  { scroller, columns, lines, overscan }: GridShellOptions<Row>,
): GridShell<Row> {
  const activeCellId = `${useId()}-active`;
  const [keyMenu] = useState(() => new KeyMenu());
  const [menuItems, setMenuItems] = useState<readonly GridMenuItem[]>([]);
  const [message, announce] = useState('');
  const active = useActiveCell(lines, columns.placed.length);
  const rowHeightPx = useRowHeight();
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan,
    scrollPaddingStart: rowHeightPx,
    observeElementRect: observeListSize,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [rowHeightPx, virtualizer]);

  return {
    ...active,
    props,
    scroller,
    columns,
    lines,
    virtualizer,
    items: virtualizer.getVirtualItems(),
    activeCellId,
    activeHeader: active.at.row === HEADER_ROW ? { column: active.at.column, id: activeCellId } : null,
    keyMenu,
    menuItems,
    setMenuItems,
    message,
    announce,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2),
    focus: (options) => scroller.current?.focus(options),
    downloadRows(rows) {
      const page = scroller.current?.ownerDocument;
      const shown = columns.placed.map(({ column }) => column);
      if (page !== undefined) downloadCsv(page, props.exportName ?? props.label, rowsAsCsv(rows, shown));
    },
  };
}
