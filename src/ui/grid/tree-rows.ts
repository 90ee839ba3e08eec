import { sortedPlaces } from './sort-keys.ts';
import type { GridColumn, GridSort } from './types.ts';

/** A heading with the rows that stand under it. */
export interface TreeGroup<Row> {
  readonly id: string;
  readonly rows: readonly Row[];
}

/** A line of the tree: a group's heading, or a row of an open group. `parent` is the line of its heading; `place` counts from 1 among `size` siblings. */
export type TreeLine<Group, Row> =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly group: Group;
      readonly isOpen: boolean;
      readonly place: number;
      readonly size: number;
    }
  | {
      readonly kind: 'row';
      readonly id: string;
      readonly group: Group;
      readonly row: Row;
      readonly parent: number;
      readonly place: number;
      readonly size: number;
    };

/** The lines that are in sight, top down: groups in their order, the rows of the open ones sorted among themselves. */
export function treeLines<Row, Group extends TreeGroup<Row>>(
  groups: readonly Group[],
  rowId: (row: Row) => string,
  open: ReadonlySet<string>,
  columns: readonly GridColumn<Row>[],
  sort: GridSort | null,
): readonly TreeLine<Group, Row>[] {
  const column = sort === null ? undefined : columns.find(({ id }) => id === sort.By);
  const lines: TreeLine<Group, Row>[] = [];
  groups.forEach((group, index) => {
    const parent = lines.length;
    const isOpen = open.has(group.id);
    lines.push({ kind: 'group', id: group.id, group, isOpen, place: index + 1, size: groups.length });
    if (!isOpen) return;
    const { rows } = group;
    const places =
      column === undefined
        ? rows.map((_row, place) => place)
        : sortedPlaces(rows, column, sort?.Asc === false, null);
    places.forEach((place, order) => {
      const row = rows[place];
      if (row !== undefined)
        lines.push({ kind: 'row', id: rowId(row), group, row, parent, place: order + 1, size: rows.length });
    });
  });
  return lines;
}
