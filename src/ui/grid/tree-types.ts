import type { ComponentType, Ref } from 'react';
import type { TreeGroup } from './tree-rows.ts';
import type { GridMenuItem, GridProps } from './types.ts';

/** Functions of a `TreeGrid` for its owner, through `ref`. */
export interface TreeGridHandle {
  focus(): void;
  /** Offers the rows of all groups, open or not, with the columns on screen, as a CSV file. */
  exportCsv(): void;
  /** Selects a line by its id and makes it the active one; a line that does not exist yet is selected once it does. */
  select(id: string): void;
}

/** The properties of a `TreeGrid`. */
export interface TreeGridProps<Row, Group extends TreeGroup<Row>> extends GridProps<Row> {
  readonly groups: readonly Group[];
  /** The content of a heading. */
  readonly GroupCell: ComponentType<{ group: Group }>;
  /** Text of a heading when it is copied. */
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
