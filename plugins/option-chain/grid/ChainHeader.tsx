import { useRef, type PointerEvent } from 'react';
import type { ChainCell } from './chain-cells.ts';
import styles from './ChainGrid.module.css';

export interface ChainHeaderProps {
  readonly cells: readonly ChainCell[];
  /** The user has dragged the edge of a column; both sides share its width. */
  readonly onResize: (columnId: string, widthPx: number) => void;
}

/** Names over calls, strike and puts, and below them the names of the columns. */
export function ChainHeader({ cells, onResize }: ChainHeaderProps) {
  const sideCount = cells.filter(({ side }) => side === 'call').length;
  return (
    <div role="rowgroup" className={styles.header}>
      <div role="row" aria-rowindex={1} className={styles.bands}>
        <div
          role="columnheader"
          aria-colindex={1}
          aria-colspan={sideCount}
          className={styles.band}
          data-side="call"
          style={{ gridColumn: `1 / span ${sideCount}` }}
        >
          <span className={styles.bandName}>Calls</span>
        </div>
        <div role="columnheader" aria-colindex={sideCount + 1} className={styles.bandStrike}>
          <span className="visually-hidden">Strike</span>
        </div>
        <div
          role="columnheader"
          aria-colindex={sideCount + 2}
          aria-colspan={sideCount}
          className={styles.band}
          data-side="put"
          style={{ gridColumn: `${sideCount + 2} / span ${sideCount}` }}
        >
          <span className={styles.bandName}>Puts</span>
        </div>
      </div>
      <div role="row" aria-rowindex={2} className={styles.names}>
        {cells.map((cell, index) => (
          <HeaderCell key={cell.id} cell={cell} index={index} onResize={onResize} />
        ))}
      </div>
    </div>
  );
}

function HeaderCell({
  cell,
  index,
  onResize,
}: {
  readonly cell: ChainCell;
  readonly index: number;
  readonly onResize: ChainHeaderProps['onResize'];
}) {
  const drag = useRef<{ readonly startPx: number; readonly widthPx: number } | null>(null);
  const { column, side } = cell;
  if (column === null)
    return (
      <div role="columnheader" aria-colindex={index + 1} className={styles.nameStrike}>
        Strike
      </div>
    );
  // The outer edge of a column is the one that moves.
  const sign = side === 'call' ? -1 : 1;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.parentElement;
    drag.current = { startPx: event.clientX, widthPx: head?.offsetWidth ?? cell.widthPx };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current === null) return;
    onResize(column.id, Math.round(drag.current.widthPx + sign * (event.clientX - drag.current.startPx)));
  };
  const onPointerUp = () => {
    drag.current = null;
  };
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      className={styles.name}
      data-side={side}
      title={`${column.label}. ${column.help}`}
    >
      <span>{column.shortLabel}</span>
      <span
        className={styles.resizer}
        data-side={side}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      />
    </div>
  );
}
