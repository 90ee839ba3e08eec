import { line, scaleLinear, type ScaleLinear } from 'd3';
import type { PlotPoint, PlotSeries } from './volatility-series.ts';

const LEFT_PX = 42;
/** The last tick may stand at the edge: half of its text has room. */
const RIGHT_PX = 20;
const TOP_PX = 8;
const BOTTOM_PX = 20;
const X_TICK_PX = 70;
const Y_TICK_PX = 34;
/** Smaller differences are not spread over the whole plot. */
const MIN_SPAN = 1;

export interface PlotTick {
  readonly atPx: number;
  readonly text: string;
}
export interface PlotDot {
  readonly key: string;
  readonly xPx: number;
  readonly yPx: number;
  readonly label: string;
  readonly colorIndex: number;
}
export interface PlotPath {
  readonly id: string;
  readonly d: string;
  readonly colorIndex: number;
}
/** Everything of a plot that is drawn, px. */
export interface PlotLayout {
  readonly xTicks: readonly PlotTick[];
  readonly yTicks: readonly PlotTick[];
  readonly paths: readonly PlotPath[];
  readonly dots: readonly PlotDot[];
  /** The upright mark; null where it is outside of the plot. */
  readonly markPx: number | null;
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Lowest and highest value, at least MIN_SPAN apart. */
function extent(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const missing = Math.max(0, MIN_SPAN - (high - low)) / 2;
  return [low - missing, high + missing];
}

/**
 * The values of an axis that get a tick: only values that have a point, at least `gapPx` apart. Round ones where enough of them have one.
 */
function ticksAtPoints(values: readonly number[], x: ScaleLinear<number, number>, gapPx: number): number[] {
  const sorted = [...new Set(values)].sort((first, second) => first - second);
  const [low = 0, high = 0] = x.range();
  const round = x.ticks(Math.max(2, Math.floor((high - low) / gapPx)));
  if (round.length > 1 && round.every((value) => sorted.includes(value))) return round;
  const ticks: number[] = [];
  for (const value of sorted) {
    const before = ticks.at(-1);
    if (before === undefined || x(value) - x(before) >= gapPx) ticks.push(value);
  }
  return ticks;
}

/** Lays series out in a place of so many px; null where there is nothing to draw or no room. `markX` is marked by an upright line. */
export function plotLayout(
  series: readonly PlotSeries[],
  widthPx: number,
  heightPx: number,
  markX: number | null = null,
): PlotLayout | null {
  const points = series.flatMap((each) => each.points);
  const plot = { left: LEFT_PX, right: widthPx - RIGHT_PX, top: TOP_PX, bottom: heightPx - BOTTOM_PX };
  if (points.length === 0 || plot.right <= plot.left || plot.bottom <= plot.top) return null;
  const xDomain = extent(points.map(({ x }) => x));
  const x = scaleLinear()
    .domain(xDomain)
    .range([plot.left + 4, plot.right]);
  const y = scaleLinear()
    .domain(extent(points.map((point) => point.y)))
    .nice()
    .range([plot.bottom, plot.top]);
  const path = line<PlotPoint>()
    .x((point) => x(point.x))
    .y((point) => y(point.y));
  const yCount = Math.max(2, Math.floor((plot.bottom - plot.top) / Y_TICK_PX));
  const yText = y.tickFormat(yCount);
  return {
    xTicks: ticksAtPoints(
      points.map((point) => point.x),
      x,
      X_TICK_PX,
    ).map((value) => ({ atPx: x(value), text: value.toLocaleString('en-US') })),
    yTicks: y.ticks(yCount).map((value) => ({ atPx: y(value), text: `${yText(value)}%` })),
    paths: series.map(({ id, points: ofSeries }, colorIndex) => ({
      id,
      d: path([...ofSeries]) ?? '',
      colorIndex,
    })),
    dots: series.flatMap(({ id, points: ofSeries }, colorIndex) =>
      ofSeries.map((point) => ({
        key: `${id} ${point.x}`,
        xPx: x(point.x),
        yPx: y(point.y),
        label: point.label,
        colorIndex,
      })),
    ),
    markPx: markX !== null && markX >= xDomain[0] && markX <= xDomain[1] ? x(markX) : null,
    plot,
  };
}
