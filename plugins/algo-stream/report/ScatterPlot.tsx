import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { pointAt, scatterLayout, type ScatterLayout, type ScatterPoint } from './scatter-layout.ts';
import { placeAfterKey, useElementSize } from './TimePlot.tsx';
import styles from './Plots.module.css';

const Dots = memo(function Dots({ layout, axis }: { readonly layout: ScatterLayout; readonly axis: string }) {
  const { right, bottom, zeroY, widthPx } = layout;
  return (
    <>
      {layout.xTicks.map(({ x, text }) => (
        <g key={x}>
          <line className={styles.grid} x1={x} x2={x} y1={0} y2={bottom} />
          <text className={styles.timeLabel} x={x} y={bottom + 15}>
            {text}
          </text>
        </g>
      ))}
      {layout.yTicks.map(({ y, text }) => (
        <g key={y}>
          <line className={styles.grid} x1={0} x2={right} y1={y} y2={y} />
          <text className={styles.valueLabel} x={right + 6} y={y + 4}>
            {text}
          </text>
        </g>
      ))}
      <line className={styles.axis} x1={0} x2={right} y1={zeroY} y2={zeroY} />
      <line className={styles.axis} x1={right} x2={right} y1={0} y2={bottom} />
      <line className={styles.axis} x1={0} x2={widthPx} y1={bottom} y2={bottom} />
      <text className={styles.timeLabel} x={right / 2} y={bottom + 31}>
        {axis}
      </text>
      <path className={styles.loss} d={layout.losses} />
      <path className={styles.win} d={layout.wins} />
    </>
  );
});

/** `Trade 3, net P&L +300.00, MAE -175.00`. */
function pointText(name: 'MAE' | 'MFE', point: ScatterPoint | undefined): string {
  if (point === undefined) return 'No trade selected';
  const excursion = name === 'MAE' ? -point.excursion : point.excursion;
  return `Trade ${point.number}, net P&L ${formatSignedMoney(point.net)}, ${name} ${formatSignedMoney(excursion)}`;
}

/**
 * The net profit of each trade above its MAE or MFE. The pointer and the arrow keys select a trade (Shift: ten trades), a click and Enter
 * open it.
 */
export function ScatterPlot({
  name,
  axis,
  points,
  selected,
  onSelect,
  onOpen,
}: {
  readonly name: 'MAE' | 'MFE';
  readonly axis: string;
  readonly points: readonly ScatterPoint[];
  /** Number of the selected trade. */
  readonly selected: number | null;
  readonly onSelect: (number: number | null) => void;
  readonly onOpen: (number: number) => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useElementSize(stage);
  const layout = useMemo(
    () => (widthPx < 1 || heightPx < 1 ? null : scatterLayout(points, widthPx, heightPx)),
    [points, widthPx, heightPx],
  );
  const at = points.findIndex(({ number }) => number === selected);
  const placed = layout?.points[at];
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (layout === null) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const near = pointAt(layout.points, event.clientX - left, event.clientY - top);
    onSelect(near === null ? null : (points[near]?.number ?? null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && selected !== null) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const next = placeAfterKey(event, at < 0 ? null : at, points.length - 1);
    const target = next === null ? undefined : points[Math.min(points.length - 1, Math.max(0, next))];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target.number);
  };
  return (
    <div
      ref={stage}
      className={styles.stage}
      tabIndex={0}
      role="slider"
      aria-label={`${name} and net P&L of the trades`}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, points.length)}
      aria-valuenow={Math.max(1, at + 1)}
      aria-valuetext={pointText(name, points[at])}
      onPointerMove={onPointerMove}
      onPointerLeave={() => onSelect(null)}
      onClick={() => (selected === null ? undefined : onOpen(selected))}
      onKeyDown={onKeyDown}
    >
      {layout === null ? null : (
        <svg className={styles.svg} aria-hidden>
          <Dots layout={layout} axis={axis} />
          {placed === undefined ? null : (
            <circle className={styles.picked} cx={placed.x} cy={placed.y} r={6} />
          )}
        </svg>
      )}
    </div>
  );
}
