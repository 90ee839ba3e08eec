import { scaleLinear } from 'd3';
import { formatAbbreviated } from '../../../src/plugin-api/index.ts';

/** A trade in a scatter plot, dollars. */
export interface ScatterPoint {
  readonly number: number;
  /** Size of the excursion, 0 or more. */
  readonly excursion: number;
  readonly net: number;
}

/** A point with its place, px. */
export interface PlacedPoint extends ScatterPoint {
  readonly x: number;
  readonly y: number;
}

/** A scatter plot in a place of so many px. */
export interface ScatterLayout {
  readonly widthPx: number;
  readonly right: number;
  readonly bottom: number;
  readonly zeroY: number;
  readonly xTicks: readonly { readonly x: number; readonly text: string }[];
  readonly yTicks: readonly { readonly y: number; readonly text: string }[];
  readonly points: readonly PlacedPoint[];
  /** Points of winning and of losing trades as paths of dots: thousands of them are two elements. */
  readonly wins: string;
  readonly losses: string;
}

const AXIS_WIDTH_PX = 64;
const AXIS_HEIGHT_PX = 38;
const PAD_PX = 10;

const rounded = (px: number): number => Math.round(px * 10) / 10;
const dots = (points: readonly PlacedPoint[]): string => points.map(({ x, y }) => `M${x},${y}h0`).join('');

/** Lays out net profits above the sizes of an excursion. */
export function scatterLayout(
  points: readonly ScatterPoint[],
  widthPx: number,
  heightPx: number,
): ScatterLayout {
  const right = Math.max(1, widthPx - AXIS_WIDTH_PX);
  const bottom = Math.max(1, heightPx - AXIS_HEIGHT_PX);
  let [most, low, high] = [0, 0, 0];
  for (const { excursion, net } of points) {
    most = Math.max(most, excursion);
    low = Math.min(low, net);
    high = Math.max(high, net);
  }
  const x = scaleLinear()
    .domain([0, most === 0 ? 1 : most])
    .nice()
    .range([PAD_PX, Math.max(PAD_PX + 1, right - PAD_PX)]);
  const y = scaleLinear()
    .domain(low === high ? [-1, 1] : [low, high])
    .nice()
    .range([Math.max(PAD_PX + 1, bottom - PAD_PX), PAD_PX]);
  const placed = points.map((point) => ({
    ...point,
    x: rounded(x(point.excursion)),
    y: rounded(y(point.net)),
  }));
  return {
    widthPx,
    right,
    bottom,
    zeroY: rounded(y(0)),
    xTicks: x
      .ticks(Math.max(2, Math.floor(right / 90)))
      .map((value) => ({ x: rounded(x(value)), text: formatAbbreviated(value) }))
      .filter((tick) => tick.x < right - 16),
    yTicks: y
      .ticks(Math.max(2, Math.floor(bottom / 40)))
      .map((value) => ({ y: rounded(y(value)), text: formatAbbreviated(value) })),
    points: placed,
    wins: dots(placed.filter(({ net }) => net > 0)),
    losses: dots(placed.filter(({ net }) => net <= 0)),
  };
}

/** How far from a point the pointer selects it, px. */
const REACH_PX = 24;

/** Index of the point nearest to a place; null when none is near. */
export function pointAt(points: readonly PlacedPoint[], x: number, y: number): number | null {
  let nearest: number | null = null;
  let least = REACH_PX ** 2;
  for (const [at, point] of points.entries()) {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (distance > least) continue;
    nearest = at;
    least = distance;
  }
  return nearest;
}
