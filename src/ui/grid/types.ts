import type { ComponentType, ReactNode, Ref } from 'react';

/**
 * The data grid's contract.
 *
 * Rows are whatever the caller has; the grid only needs an id for each. A cell's text comes from `column.text(row)` and is written
 * straight into the DOM: after new prices have arrived call `handle.refresh()` and the grid re-reads the cells that are on screen,
 * writing only what changed and flashing numeric cells that went up or down. Nothing is rendered by React for it. When the
 * *set* of rows changes, hand over a new `rows` array.
 */

/** Where the text stands in its cell. */
export type CellAlign = 'left' | 'right' | 'center';

/** A column of a grid: how a row's cell reads, sorts and behaves. */
export interface GridColumn<Row> {
  /** Unique, stable: it is what is stored with the user's columns. */
  readonly id: string;
  readonly header: string;
  /** Whole name for the tooltip of the header; `header` when absent. */
  readonly title?: string;
  readonly align?: CellAlign;
  /** A number's decimals at most: texts with fewer are padded, once one has so many, so that points stand below one another. */
  readonly decimals?: number;
  /** Width in px when the user has set none. */
  readonly width?: number;
  readonly minWidth?: number;
  /** Takes the room that the other columns leave, until the user gives it a width. One column of a grid. */
  readonly isWide?: boolean;
  /** The text of the cell. Called on every refresh for each visible row: keep it cheap and pure. */
  text(row: Row): string;
  /** Extra class names of the cell (e.g. `grid-up`, `grid-down`, `grid-muted`, `grid-buy`, `grid-sell`, `grid-strong`, `grid-partial`). */
  className?(row: Row): string;
  /** What to sort by; absent = by the text. null sorts last either way. */
  value?(row: Row): number | string | null;
  /** The value only says how to sort, e.g. the time behind a date: files get the text. */
  readonly isSortKey?: boolean;
  /** Compared between refreshes: a rise or fall flashes the cell. Absent = the cell never flashes. */
  flash?(row: Row): number;
  /** Tooltip of the cell, read when the pointer comes; absent or undefined = the text itself when it is cut off. */
  tooltip?(row: Row): string | undefined;
  /** False = header clicks do not sort. Default true. */
  readonly isSortable?: boolean;
  /** False = the column keeps its place and width (icon columns). Default true. */
  readonly isMovable?: boolean;
  /**
   * A React cell instead of a text, for buttons and checkboxes. Rendered when the row's identity or `rows` changes, not on
   * refresh; `text` is still used for copying and sorting.
   */
  readonly Cell?: ComponentType<{ row: Row }>;
  /** A cell that is one small button. Costs far less than a `Cell` in a long list: prefer it. */
  readonly action?: GridAction<Row>;
  /** React content of the header instead of the text; `header` stays its accessible name. */
  readonly Header?: ComponentType;
}

/** A button in each row. */
export interface GridAction<Row> {
  readonly icon: ReactNode;
  /** Accessible name and tooltip: says what it does to which row. */
  label(row: Row): string;
  /** False = this row has none. Re-read on refresh. */
  isShown?(row: Row): boolean;
  run(row: Row): void;
}

/** Stored form of a column: as in the tools' saved state. */
export interface GridColumnSetting {
  readonly Id: string;
  readonly Width: number;
}
/** What rows are sorted by: a column's id, and whether the smallest comes first. */
export interface GridSort {
  readonly By: string;
  readonly Asc: boolean;
}

/** An entry of the context menu of a row. */
export interface GridMenuItem {
  readonly id: string;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  readonly shortcut?: string;
  /** Draws a line above the item. */
  readonly hasSeparator?: boolean;
  run(): void;
}

/** What a caller does with a `DataGrid` through its `ref`. */
export interface GridHandle {
  /** Re-reads the cells on screen; re-sorts first when sorted by a column that changes. */
  refresh(): void;
  scrollToRow(rowId: string): void;
  focus(): void;
  /** Ids of the rows on screen now (with overscan), e.g. to subscribe to only those. */
  visibleRowIds(): readonly string[];
  /** Offers all rows in their order, with the columns on screen, as a CSV file. */
  exportCsv(): void;
  /** Selects one row and puts the keyboard on it. */
  selectRow(rowId: string): void;
}

/** What every grid takes. */
export interface GridProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Unique among all rows, and stable. */
  rowId(row: Row): string;
  /** Visible columns in order with widths; columns not named stay hidden. Absent = all columns as declared, and the grid keeps the user's changes. */
  readonly layout?: readonly GridColumnSetting[];
  /** After the user has moved or resized a column. */
  onLayoutChange?(layout: readonly GridColumnSetting[]): void;
  /** Absent = the grid keeps what the user sorts by; null = the order given. */
  readonly sort?: GridSort | null;
  onSortChange?(sort: GridSort | null): void;
  /** Extra class of a row, re-read on refresh. */
  rowClassName?(row: Row): string;
  /** Name of the CSV file without its ending; the label when absent. */
  readonly exportName?: string;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

/** The properties of a `DataGrid`. */
export interface DataGridProps<Row> extends GridProps<Row> {
  readonly rows: readonly Row[];
  /** `multiple`: Shift and Ctrl select several rows, Ctrl+A all. Default `single`. */
  readonly selectionMode?: 'single' | 'multiple';
  /** With `multiple`: the selected rows in their order, after each change. */
  onSelectionChange?(rows: readonly Row[]): void;
  /** The selected row follows the keyboard and the pointer. Only in `single`. */
  readonly selectedRowId?: string | null;
  onSelect?(row: Row): void;
  /** Enter, or a double click. */
  onActivate?(row: Row, columnId: string): void;
  /** A single click on a cell, after selection. */
  onCellClick?(row: Row, columnId: string): void;
  /** Delete key on a row; `selected` has it among them. */
  onDelete?(row: Row, selected: readonly Row[]): void;
  /** Items of the row's context menu (right click, Shift+F10, Menu key); copying and exporting are added by the grid. `selected` has the row among them; `columnId` is the cell it was opened on. */
  menu?(row: Row, selected: readonly Row[], columnId: string): readonly GridMenuItem[];
  /** Symbol that a row drag carries (type `text/x-tapedeck-symbol`); null or absent = not draggable. */
  dragSymbol?(row: Row): string | null;
  readonly ref?: Ref<GridHandle>;
}
