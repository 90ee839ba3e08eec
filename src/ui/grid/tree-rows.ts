import { heldOrder } from './held-order.ts';
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

/** What a tree grid shows. */
export interface TreeSource<Row, Group extends TreeGroup<Row>> {
  readonly groups: readonly Group[];
  readonly rowId: (row: Row) => string;
  /** Ids of the open groups. */
  readonly open: ReadonlySet<string>;
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort | null;
}

/**
 * The lines that are in sight, top down: groups in their order, the rows of the open ones sorted among themselves. Rows of groups that are
 * open in `held` keep the order that they have there.
 */
export function treeLines<Row, Group extends TreeGroup<Row>>(
  { groups, rowId, open, columns, sort }: TreeSource<Row, Group>,
  held: readonly TreeLine<Group, Row>[] = [],
): readonly TreeLine<Group, Row>[] {
  const column = sort === null ? undefined : columns.find(({ id }) => id === sort.By);
  const sorted = (rows: readonly Row[]): readonly Row[] =>
    column === undefined
      ? rows
      : sortedPlaces(rows, column, sort?.Asc === false, null).flatMap((place) =>
          rows.slice(place, place + 1),
        );
  const heldRows = (groupId: string): readonly Row[] =>
    held.flatMap((line) => (line.kind === 'row' && line.group.id === groupId ? [line.row] : []));
  const lines: TreeLine<Group, Row>[] = [];
  groups.forEach((group, index) => {
    const parent = lines.length;
    const isOpen = open.has(group.id);
    lines.push({ kind: 'group', id: group.id, group, isOpen, place: index + 1, size: groups.length });
    if (!isOpen) return;
    const before = column === undefined ? [] : heldRows(group.id);
    const rows = before.length > 0 ? heldOrder(before, group.rows, rowId) : sorted(group.rows);
    rows.forEach((row, order) => {
      lines.push({ kind: 'row', id: rowId(row), group, row, parent, place: order + 1, size: rows.length });
    });
  });
  return lines;
}

const SOURCE_FIELDS = [
  'groups',
  'rowId',
  'open',
  'columns',
  'sort',
] as const satisfies readonly (keyof TreeSource<never, never>)[];

/** The lines of one tree grid over time. */
export class TreeOrder<Row, Group extends TreeGroup<Row>> {
  #source: TreeSource<Row, Group> | null = null;
  #lines: readonly TreeLine<Group, Row>[] = [];

  /** The lines of what is shown now. Rows keep their places while `isHeld`, unless the sort itself changed. */
  take(source: TreeSource<Row, Group>, isHeld: boolean): readonly TreeLine<Group, Row>[] {
    const before = this.#source;
    if (before !== null && SOURCE_FIELDS.every((field) => before[field] === source[field]))
      return this.#lines;
    const isSameSort = before?.sort?.By === source.sort?.By && before?.sort?.Asc === source.sort?.Asc;
    this.#source = source;
    this.#lines = treeLines(source, isHeld && isSameSort ? this.#lines : []);
    return this.#lines;
  }

  /** The next `take` sorts, also when nothing else has changed. */
  release(): void {
    this.#source = null;
  }

  /** True when a `take` without a hold would move rows. */
  isOutOfOrder(): boolean {
    return (
      this.#source !== null &&
      treeLines(this.#source).some((line, index) => line.id !== this.#lines[index]?.id)
    );
  }
}
