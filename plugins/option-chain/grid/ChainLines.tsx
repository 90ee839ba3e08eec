import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { ChainLine } from '../model/chain-lines.ts';
import { expirationText } from '../model/expirations.ts';
import type { ChainCell } from './chain-cells.ts';
import styles from './ChainGrid.module.css';

interface LineProps<Line> {
  readonly line: Line;
  readonly index: number;
  readonly startPx: number;
}

/** The heading of an expiration. Its figures are written by the painter. */
export function ExpirationLine({
  line,
  index,
  startPx,
  columnCount,
}: LineProps<Extract<ChainLine, { kind: 'group' }>> & { readonly columnCount: number }) {
  const { date, kind } = line.group.expiration;
  return (
    <div
      role="row"
      data-index={index}
      data-line={line.id}
      aria-rowindex={index + 3}
      aria-level={1}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-expanded={line.isOpen}
      className={styles.group}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      <div role="gridcell" aria-colindex={1} aria-colspan={columnCount} className={styles.groupCell}>
        <span className={styles.twisty} data-open={line.isOpen ? '' : undefined} aria-hidden>
          <ChevronRight size={14} />
        </span>
        <span className={styles.date}>{expirationText(date)}</span>
        <span className={styles.days} data-at="days" />
        <span className={styles.kind} data-kind={kind}>
          {kind}
        </span>
        <span className={styles.figure} title="Implied volatility at the money">
          <span className={styles.caption}>IV</span>{' '}
          <span className={styles.figureText} data-at="volatility" />
        </span>
        <span
          className={styles.figure}
          title="Expected move: one standard deviation of the underlying until expiration, by the implied volatility at the money"
        >
          <span className={styles.caption}>Move</span> <span className={styles.figureText} data-at="move" />
        </span>
        <span
          className={styles.recorded}
          data-at="recorded"
          title="Quotes of a recording: they stand still until its next snapshot"
        />
      </div>
    </div>
  );
}

function Cells({ cells }: { readonly cells: readonly ChainCell[] }) {
  return cells.map((cell, index) => (
    <div
      key={cell.id}
      role={cell.side === null ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      data-column={cell.id}
      data-side={cell.side ?? undefined}
      data-bar={cell.column?.bar === undefined ? undefined : ''}
      className={cell.baseClass}
    />
  ));
}
// `memo` takes a component; a list of elements is a component's result.
const MemoCells = memo(Cells) as unknown as typeof Cells;

/** A strike with its call and put. Its cells are written by the painter; scrolling uses the elements again. */
export const StrikeLine = memo(function StrikeLine({
  line,
  index,
  startPx,
  cells,
  isSelected,
  isTarget,
}: LineProps<Extract<ChainLine, { kind: 'row' }>> & {
  readonly cells: readonly ChainCell[];
  readonly isSelected: boolean;
  /** The strike of the option whose symbol was entered. */
  readonly isTarget: boolean;
}) {
  return (
    <div
      role="row"
      data-index={index}
      data-line={line.id}
      aria-rowindex={index + 3}
      aria-level={2}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-selected={isSelected}
      aria-current={isTarget ? true : undefined}
      className={styles.row}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      <MemoCells cells={cells} />
    </div>
  );
});
