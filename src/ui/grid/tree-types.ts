import type { ComponentType, Ref } from 'react';
import type { TreeGroup } from './tree-rows.ts';
import type { GridMenuItem, GridProps } from './types.ts';

/** What a caller does with a `TreeGrid` through its `ref`. */
export interface TreeGridHandle {
  focus(): void;
  /** Offers the rows of all groups, open or not, with the columns on screen, as a CSV file. */
  exportCsv(): void;
  /** Selects a line by its id and puts the keyboard on it; one that is not there yet is selected when it comes. */
  select(id: string): void;
}

/** The properties of a `TreeGrid`. */
export interface TreeGridProps<Row, Group extends TreeGroup<Row>> extends GridProps<Row> {
  readonly groups: readonly Group[];
  /** The content of a heading. */
  readonly GroupCell: ComponentType<{ group: Group }>;
  /** What is copied of a heading. */
  groupText(group: Group): string;
  /** Ids of the open groups. */
  readonly open: readonly string[];
  onOpenChange(open: readonly string[]): void;
  /** Enter on a row, or a double click. On a heading both open or close it. */
  onActivate?(row: Row): void;
  /** Delete key on a row. */
  onDeleteRow?(row: Row): void;
  /** Delete key on a heading. */
  onDeleteGroup?(group: Group): void;
  /** Items of a heading's context menu. */
  groupMenu?(group: Group): readonly GridMenuItem[];
  /** Items of a row's context menu. */
  rowMenu?(row: Row, group: Group): readonly GridMenuItem[];
  readonly ref?: Ref<TreeGridHandle>;
}
