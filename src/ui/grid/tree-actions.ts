import type { KeyboardEvent, MouseEvent } from 'react';
import { rowsAsTsv } from './export-text.ts';
import { claim, isElement, type LineActions } from './grid-events.ts';
import { HEADER_ROW, type GridPosition } from './grid-keys.ts';
import { treeStep, type KeyLine } from './tree-keys.ts';
import { treeLines, type TreeGroup, type TreeLine, type TreeSource } from './tree-rows.ts';
import type { TreeGridProps } from './tree-types.ts';
import type { GridColumn, GridMenuItem } from './types.ts';
import type { GridShell } from './use-grid-shell.ts';

/** What a tree grid shows, and the line that is selected in it. */
export interface ShownTree<Row, Group extends TreeGroup<Row>> {
  readonly source: TreeSource<Row, Group>;
  readonly lines: readonly TreeLine<Group, Row>[];
  readonly keyLines: readonly KeyLine[];
  setSelected(id: string): void;
}

/** What the keyboard, the pointer and the menu do with the lines of a `TreeGrid`. Made for one render. */
export class TreeActions<Row, Group extends TreeGroup<Row>> implements LineActions {
  readonly #props: TreeGridProps<Row, Group>;
  readonly #shell: GridShell<Row>;
  readonly #tree: ShownTree<Row, Group>;

  constructor(props: TreeGridProps<Row, Group>, shell: GridShell<Row>, tree: ShownTree<Row, Group>) {
    this.#props = props;
    this.#shell = shell;
    this.#tree = tree;
  }

  press(event: KeyboardEvent): boolean {
    const line = this.#activeLine();
    if (line === undefined) return false;
    switch (event.key) {
      case 'Enter':
        event.preventDefault();
        this.#activate(line, this.#columnAt(this.#shell.at));
        return true;
      case ' ':
        claim(event);
        this.#tree.setSelected(line.id);
        this.#toggle(line);
        return true;
      case 'Delete':
        this.#delete(line, event);
        return true;
      default:
        return false;
    }
  }

  move(event: KeyboardEvent): void {
    const { at } = this.#shell;
    const hasControl = event.ctrlKey || event.metaKey;
    const columnCount = this.#shell.columns.placed.length;
    const pageRows = this.#shell.pageRows();
    const step = treeStep(event.key, hasControl, at, this.#tree.keyLines, columnCount, pageRows);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === 'move') this.goTo(step.to);
    else if (step.kind === 'open-all') this.#props.onOpenChange(this.#props.groups.map(({ id }) => id));
    else {
      const line = this.#tree.lines[step.row];
      if (line !== undefined) this.#setOpen(line.id, step.kind === 'open');
    }
  }

  click(event: MouseEvent, position: GridPosition): void {
    const line = this.#tree.lines[position.row];
    if (line === undefined || !isElement(event.target)) return;
    this.goTo(position);
    const column = this.#columnAt(position);
    if (event.target.closest('[data-twisty]') !== null) this.#toggle(line);
    else if (line.kind === 'row' && column?.action !== undefined && event.target.closest('button') !== null) {
      this.#shell.focus({ preventScroll: true });
      column.action.run(line.row);
    }
  }

  doubleClick(event: MouseEvent, position: GridPosition): void {
    const line = this.#tree.lines[position.row];
    if (line === undefined || !isElement(event.target)) return;
    if (event.target.closest('button, [data-twisty]') === null) this.#activate(line, undefined);
  }

  copied() {
    const line = this.#activeLine();
    if (line === undefined) return null;
    const columns = this.#shell.columns.placed.map(({ column }) => column);
    const text = line.kind === 'row' ? rowsAsTsv([line.row], columns) : this.#props.groupText(line.group);
    return { text, rowCount: 1 };
  }

  menuAt(position: GridPosition | null): readonly GridMenuItem[] | null {
    const line = position === null ? undefined : this.#tree.lines[position.row];
    if (position === null || line === undefined) return null;
    this.goTo(position);
    const items =
      line.kind === 'group'
        ? this.#props.groupMenu?.(line.group)
        : this.#props.rowMenu?.(line.row, line.group);
    return items ?? [];
  }

  /** Puts the keyboard on a cell, and selects its line. */
  goTo(position: GridPosition): void {
    const line = position.row === HEADER_ROW ? undefined : this.#tree.lines[position.row];
    this.#shell.put(position);
    if (line === undefined) return;
    this.#tree.setSelected(line.id);
    this.#shell.virtualizer.scrollToIndex(position.row);
  }

  /** Selects a line; one that is not there yet is selected when it comes. */
  select(id: string): void {
    const row = this.#shell.lines.indexOf(id);
    if (row !== -1) {
      this.goTo({ row, column: this.#shell.at.column });
      return;
    }
    this.#tree.setSelected(id);
    this.#shell.put({ row: 0, column: 0 }, id);
  }

  /** Offers the rows of all groups, open or not, as a file. */
  exportCsv(): void {
    const open = new Set(this.#props.groups.map(({ id }) => id));
    const all = treeLines({ ...this.#tree.source, open });
    this.#shell.downloadRows(all.flatMap((line) => (line.kind === 'row' ? [line.row] : [])));
  }

  #activeLine(): TreeLine<Group, Row> | undefined {
    return this.#tree.lines[this.#shell.at.row];
  }

  #columnAt({ column }: GridPosition): GridColumn<Row> | undefined {
    return this.#shell.columns.placed[column]?.column;
  }

  #setOpen(id: string, isOpen: boolean): void {
    const { open, onOpenChange } = this.#props;
    if (open.includes(id) !== isOpen)
      onOpenChange(isOpen ? [...open, id] : open.filter((other) => other !== id));
  }

  #toggle(line: TreeLine<Group, Row>): void {
    if (line.kind === 'group') this.#setOpen(line.id, !line.isOpen);
  }

  #activate(line: TreeLine<Group, Row>, column: GridColumn<Row> | undefined): void {
    if (line.kind === 'group') this.#toggle(line);
    else if (column?.action === undefined) this.#props.onActivate?.(line.row);
    else if (column.action.isShown?.(line.row) ?? true) column.action.run(line.row);
  }

  #delete(line: TreeLine<Group, Row>, event: KeyboardEvent): void {
    const { onDeleteRow, onDeleteGroup } = this.#props;
    if (line.kind === 'row' && onDeleteRow !== undefined) {
      claim(event);
      onDeleteRow(line.row);
    } else if (line.kind === 'group' && onDeleteGroup !== undefined) {
      claim(event);
      onDeleteGroup(line.group);
    }
  }
}
