import { ChevronRight } from 'lucide-react';
import { memo, type ComponentType, type ReactElement } from 'react';
import buttonStyles from '../controls/Button.module.css';
import { classNames } from '../class-names.ts';
import gridStyles from './DataGrid.module.css';
import { baseClassOf } from './GridRow.tsx';
import styles from './TreeGrid.module.css';
import type { TreeLine } from './tree-rows.ts';
import type { PlacedColumn } from './use-grid-table.ts';

interface Shared<Row> {
  readonly index: number;
  readonly startPx: number;
  readonly isSelected: boolean;
  readonly placed: readonly PlacedColumn<Row>[];
  /** The cell that the keyboard is on, and the id by which the grid names it; null when it is on another line. */
  readonly active: { readonly column: number; readonly id: string } | null;
}
/** The properties of a `GroupLine`. */
export interface GroupLineProps<Group, Row> extends Shared<Row> {
  readonly line: Extract<TreeLine<Group, Row>, { kind: 'group' }>;
  readonly isEmpty: boolean;
  readonly GroupCell: ComponentType<{ group: Group }>;
}
/** The properties of a `RowLine`. */
export interface RowLineProps<Group, Row> extends Shared<Row> {
  readonly line: Extract<TreeLine<Group, Row>, { kind: 'row' }>;
  readonly className: string;
}

/** A heading: one cell over all columns. */
export function GroupLine<Group, Row>({
  line,
  index,
  startPx,
  isSelected,
  isEmpty,
  placed,
  active,
  GroupCell,
}: GroupLineProps<Group, Row>) {
  return (
    <div
      role="row"
      data-index={index}
      data-row-id={line.id}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-expanded={isEmpty ? undefined : line.isOpen}
      aria-selected={isSelected}
      className={styles.group}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={placed.length}
        className={styles.groupCell}
        id={active?.id}
        data-active={active === null ? undefined : ''}
      >
        <span
          className={styles.twisty}
          data-twisty
          data-open={line.isOpen ? '' : undefined}
          data-empty={isEmpty ? '' : undefined}
          aria-hidden
        >
          <ChevronRight size={14} />
        </span>
        <GroupCell group={line.group} />
      </div>
    </div>
  );
}

function RowLineView<Group, Row>({
  line,
  index,
  startPx,
  isSelected,
  className,
  placed,
  active,
}: RowLineProps<Group, Row>) {
  const { row } = line;
  return (
    <div
      role="row"
      data-index={index}
      data-row-id={line.id}
      aria-rowindex={index + 2}
      aria-level={2}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-selected={isSelected}
      className={classNames(gridStyles.row, className !== '' && className)}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      {placed.map(({ column }, place) => {
        const { Cell, action } = column;
        const isActive = active?.column === place;
        const isAction = action !== undefined && (action.isShown?.(row) ?? true);
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={place + 1}
            data-column={column.id}
            data-control={Cell !== undefined || action !== undefined ? '' : undefined}
            className={classNames(baseClassOf(column), place === 0 && styles.child, column.className?.(row))}
            id={isActive ? active.id : undefined}
            data-active={isActive ? '' : undefined}
          >
            {Cell !== undefined ? (
              <Cell row={row} />
            ) : action === undefined ? (
              column.text(row)
            ) : isAction ? (
              <button
                type="button"
                tabIndex={-1}
                className={classNames(buttonStyles.icon, gridStyles.action)}
                aria-label={action.label(row)}
                title={action.label(row)}
              >
                {action.icon}
              </button>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
// `memo` loses the type parameters.
/** A row of an open group. */
export const RowLine = memo(RowLineView) as <Group, Row>(props: RowLineProps<Group, Row>) => ReactElement;
