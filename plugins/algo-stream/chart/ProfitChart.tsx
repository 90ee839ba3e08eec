import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import styles from '../dialogs/RunReports.module.css';
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

const NO_POINTS: ProfitPath['points'] = [];

const pointText = ({ timeMs, profit }: ProfitPoint): string =>
  `${formatTime(timeMs, 'YYYY-MM-DD HH:mm:ss')}, net P&L ${formatSignedMoney(profit)}`;

/** Index of the point that a key selects, before limiting it to the points; null for any other key. */
function placeAfterKey(key: string, at: number | null, last: number): number | null {
  if (key === 'ArrowLeft') return (at ?? last + 1) - 1;
  if (key === 'ArrowRight') return (at ?? -1) + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

function useSize(target: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 });
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}

interface ProfitChartProps {
  /** Null: not loaded, or there is none; the children say which. */
  readonly path: ProfitPath | null;
  /** Marked when they are few. */
  readonly fills: readonly FilledOrder[];
  readonly period: { readonly fromMs: number; readonly toMs: number };
  readonly label: string;
  /** Changes with the theme and the palette, whose colors the canvas reads. */
  readonly appearance: string;
  /** Shown while there is no path. */
  readonly children?: ReactNode;
}

/** The plot in the present size of the stage; null while there is no path or no size. */
function usePlot({ path, period }: ProfitChartProps, { widthPx, heightPx }: Size): ProfitPlot | null {
  return useMemo(
    () => (path === null || widthPx < 1 || heightPx < 1 ? null : profitPlot(path, period, widthPx, heightPx)),
    [path, period, widthPx, heightPx],
  );
}

/** Paints the plot on the canvas of the stage after each change. */
function usePainted(
  stage: RefObject<HTMLElement | null>,
  { path, fills, appearance }: ProfitChartProps,
  plot: ProfitPlot | null,
  point: ProfitPoint | null,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const corners = useMemo(
    () => (plot === null || path === null ? [] : profitLine(plot, path.points)),
    [plot, path],
  );
  useEffect(() => {
    const [element, place] = [canvas.current, stage.current];
    const context = element?.getContext('2d');
    if (element === null || place === null || !context || plot === null || path === null) return;
    const ratio = place.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    element.width = Math.round(plot.widthPx * ratio);
    element.height = Math.round(plot.heightPx * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintProfit(context, plot, path, { corners, fills }, colorsOf(place), point);
  }, [stage, plot, path, corners, fills, point, appearance]);
  return canvas;
}

/**
 * The net profit of a run over time. Arrow keys and the pointer select a point. The stage is rendered before the curve is loaded, so that
 * its dialog can give it the focus as it opens.
 */
export function ProfitChart(props: ProfitChartProps) {
  const { path, label, children } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const plot = usePlot(props, useSize(stage));
  const points = path?.points ?? NO_POINTS;
  const point = at === null ? null : (points[Math.min(at, points.length - 1)] ?? null);
  const canvas = usePainted(stage, props, plot, point);

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (plot === null || path === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(pointPlaceAt(path, plot.timeAt(x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = points.length - 1;
    const next = placeAfterKey(event.key, at, last);
    if (next === null || last < 0) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  const slider = path && {
    role: 'slider',
    'aria-valuemin': 1,
    'aria-valuemax': points.length,
    'aria-valuenow': (at ?? points.length - 1) + 1,
    'aria-valuetext': point === null ? label : pointText(point),
  };
  return (
    <div
      ref={stage}
      className={styles.plotStage}
      tabIndex={0}
      data-autofocus=""
      role="group"
      aria-label={label}
      {...slider}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(null)}
      onKeyDown={onKeyDown}
    >
      {path === null ? (
        children
      ) : (
        <>
          <canvas ref={canvas} aria-hidden />
          <div className={styles.readout} hidden={point === null} aria-hidden>
            {point === null ? '' : pointText(point)}
          </div>
        </>
      )}
    </div>
  );
}
