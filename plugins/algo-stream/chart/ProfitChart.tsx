import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import styles from '../AlgoStream.module.css';
import { paintProfit, profitLine, profitPlot, type ProfitColors, type ProfitPlot } from './paint-profit.ts';
import { pointPlaceAt, type FilledOrder, type ProfitPath, type ProfitPoint } from './profit-points.ts';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

function colorsOf(element: HTMLElement): ProfitColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    panel: token('--surface-float'),
    grid: token('--hairline'),
    axis: token('--control-border'),
    text: token('--text-muted'),
    line: token('--text'),
    up: token('--price-up'),
    down: token('--price-down'),
    buy: token('--side-buy'),
    sell: token('--side-sell'),
    font: `${token('--size-caption') || '11px'} ${token('--font-text') || 'sans-serif'}`,
  };
}

const pointText = ({ timeMs, profit }: ProfitPoint): string =>
  `${formatTime(timeMs, 'YYYY-MM-DD HH:mm:ss')}, net P&L ${formatSignedMoney(profit)}`;

/** The net profit of a run over time. Arrow keys and the pointer go from point to point. */
export function ProfitChart({
  path,
  fills,
  period,
  label,
  look,
}: {
  readonly path: ProfitPath;
  /** Marked when they are few. */
  readonly fills: readonly FilledOrder[];
  readonly period: { readonly fromMs: number; readonly toMs: number };
  readonly label: string;
  /** Changes with the theme. */ readonly look: string;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 });
  const [at, setAt] = useState<number | null>(null);
  const plot = useMemo(
    (): ProfitPlot | null =>
      size.widthPx < 1 || size.heightPx < 1 ? null : profitPlot(path, period, size.widthPx, size.heightPx),
    [path, period, size],
  );
  const corners = useMemo(() => (plot === null ? [] : profitLine(plot, path.points)), [plot, path]);
  const point = at === null ? null : (path.points[Math.min(at, path.points.length - 1)] ?? null);

  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const [element, place] = [canvas.current, stage.current];
    const context = element?.getContext('2d');
    if (element === null || place === null || !context || plot === null) return;
    const ratio = place.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    element.width = Math.round(plot.widthPx * ratio);
    element.height = Math.round(plot.heightPx * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintProfit(context, plot, path, { corners, fills }, colorsOf(place), point);
  }, [plot, path, corners, fills, point, look]);

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (plot === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(pointPlaceAt(path, plot.timeAt(x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = path.points.length - 1;
    const from = at ?? (event.key === 'ArrowLeft' ? last + 1 : -1);
    const next =
      event.key === 'ArrowLeft'
        ? from - 1
        : event.key === 'ArrowRight'
          ? from + 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : null;
    if (next === null) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  return (
    <div
      ref={stage}
      className={styles.plotStage}
      tabIndex={0}
      data-autofocus=""
      role="slider"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={path.points.length}
      aria-valuenow={(at ?? path.points.length - 1) + 1}
      aria-valuetext={point === null ? label : pointText(point)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(null)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden />
      <div className={styles.readout} hidden={point === null} aria-hidden>
        {point === null ? '' : pointText(point)}
      </div>
    </div>
  );
}
