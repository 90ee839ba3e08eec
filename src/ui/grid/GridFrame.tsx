import type { CSSProperties, HTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { ContextMenu } from '../overlays/Menu.tsx';
import styles from './DataGrid.module.css';
import { copyLines, fillMenu, positionOf, pressKey, type LineActions } from './grid-events.ts';
import { HEADER_ROW } from './grid-keys.ts';
import { templateOf } from './grid-template.ts';
import { GridHeader } from './GridHeader.tsx';
import type { GridShell } from './use-grid-shell.ts';
import type { SortHold } from './use-sort-hold.ts';

/** The properties of a `GridFrame`. */
export interface GridFrameProps<Row> {
  readonly shell: GridShell<Row>;
  readonly actions: LineActions;
  readonly hold: SortHold;
  readonly role: 'grid' | 'treegrid';
  readonly className?: string;
  readonly isMultiselectable?: boolean;
  /** The element that holds the lines. */
  readonly bodyRef?: Ref<HTMLDivElement>;
  readonly onDragStart?: HTMLAttributes<HTMLElement>['onDragStart'];
  readonly onMouseOver?: HTMLAttributes<HTMLElement>['onMouseOver'];
  /** The lines on screen. */
  readonly children: ReactNode;
}

/** The elements of a grid around its lines: scroll area, header, context menu, message for screen readers, and what is shown without lines. */
export function GridFrame<Row>(props: GridFrameProps<Row>) {
  const { shell, hold, onMouseOver } = props;
  return (
    <div className={styles.frame} onMouseOver={onMouseOver}>
      <ContextMenu entries={shell.menuItems} onOpenChange={hold.onMenuChange}>
        {scrollArea(props)}
      </ContextMenu>
      <span role="status" className="visually-hidden">
        {shell.message}
      </span>
      {shell.lines.count === 0 && shell.props.empty !== undefined ? (
        <div className={styles.empty}>{shell.props.empty}</div>
      ) : null}
    </div>
  );
}

/** An element, not a component: the context menu adds its own handlers to it. */
function scrollArea<Row>({
  shell,
  actions,
  hold,
  role,
  className,
  isMultiselectable,
  bodyRef,
  onDragStart,
  children,
}: GridFrameProps<Row>) {
  const { at, columns, lines, activeCellId } = shell;
  const isActiveDrawn = at.row === HEADER_ROW || shell.items.some(({ index }) => index === at.row);
  // A custom property is not in the type.
  const style = { '--grid-columns': templateOf(columns.placed) } as CSSProperties;
  const onPointer = (event: MouseEvent, kind: 'click' | 'doubleClick'): void => {
    const position = positionOf(shell, event.target);
    if (position !== null && lines.idAt(position.row) !== undefined) actions[kind](event, position);
  };
  return (
    <div
      ref={shell.scroller}
      role={role}
      tabIndex={0}
      aria-label={shell.props.label}
      aria-rowcount={lines.count + 1}
      aria-colcount={columns.placed.length}
      aria-multiselectable={isMultiselectable || undefined}
      aria-activedescendant={isActiveDrawn ? activeCellId : undefined}
      className={classNames(styles.scroller, className)}
      style={style}
      onKeyDown={(event) => pressKey(shell, actions, event)}
      onClick={(event) => onPointer(event, 'click')}
      onDoubleClick={(event) => onPointer(event, 'doubleClick')}
      onContextMenu={(event) => fillMenu(shell, actions, event)}
      onCopy={(event) => copyLines(shell, actions, event)}
      {...hold.gridEvents}
    >
      <div className={styles.table} role="presentation">
        <GridHeader
          table={columns.table}
          columns={shell.props.columns}
          onMove={columns.move}
          active={shell.activeHeader}
        />
        <div
          ref={bodyRef}
          {...hold.rowEvents}
          role="rowgroup"
          className={styles.body}
          style={{ height: shell.virtualizer.getTotalSize() }}
          onDragStart={onDragStart}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
