import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { scaleLinear, scaleUtc } from 'd3';
import { formatMoney } from '../../../src/domain/columns/index.ts';
import { newYorkOffsetMs } from '../../../src/domain/calendar/new-york-time.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { profitAt, type FilledOrder, type ProfitPath, type ProfitPoint } from './profit-points.ts';

const AXIS_WIDTH_PX = 68;
const AXIS_HEIGHT_PX = 22;
const TOP_PX = 10;
const PAD_PX = 12;
/** With more fills than this, single fills are not marked. */
export const MAX_MARKS = 600;

export interface ProfitColors {
  readonly panel: string;
  readonly grid: string;
  readonly axis: string;
  readonly text: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
  readonly buy: string;
  readonly sell: string;
  readonly font: string;
}

/** Where profit and time are on the plot, px. */
export interface ProfitPlot {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly right: number;
  readonly bottom: number;
  x(timeMs: number): number;
  y(dollars: number): number;
  timeAt(x: number): number;
  readonly dollarTicks: readonly number[];
  readonly timeTicks: readonly { readonly timeMs: number; readonly text: string }[];
}

/** The plot of a path over a period, in a place of so many px. Zero is always on it. */
export function profitPlot(
  path: ProfitPath,
  period: { readonly fromMs: number; readonly toMs: number },
  widthPx: number,
  heightPx: number,
): ProfitPlot {
  const right = Math.max(1, widthPx - AXIS_WIDTH_PX);
  const bottom = Math.max(1, heightPx - AXIS_HEIGHT_PX);
  const isFlat = path.least === path.most;
  const dollars = scaleLinear()
    .domain(isFlat ? [-1, 1] : [path.least, path.most])
    .nice()
    .range([bottom - 2, TOP_PX]);
  const fromMs = Math.min(period.fromMs, path.firstMs);
  const toMs = Math.max(period.toMs, path.lastMs, fromMs + 1);
  const time = scaleLinear()
    .domain([fromMs, toMs])
    .range([PAD_PX, right - PAD_PX]);
  // Ticks fall on New York's days and hours: their scale counts in its wall time.
  const wall = scaleUtc().domain([fromMs + newYorkOffsetMs(fromMs), toMs + newYorkOffsetMs(toMs)]);
  const pattern =
    toMs - fromMs <= 2 * DAY_MS
      ? ('HH:mm' as const)
      : toMs - fromMs < 400 * DAY_MS
        ? ('MMM D' as const)
        : ('M/D/YYYY' as const);
  const timeTicks: { timeMs: number; text: string }[] = [];
  for (const tick of wall.ticks(Math.max(2, Math.floor(right / 110)))) {
    const timeMs = tick.getTime() - newYorkOffsetMs(tick.getTime());
    const text = formatTime(timeMs, pattern);
    if (timeTicks.at(-1)?.text !== text) timeTicks.push({ timeMs, text });
  }
  return {
    widthPx,
    heightPx,
    right,
    bottom,
    x: (timeMs) => time(timeMs),
    y: (value) => dollars(value),
    timeAt: (x) => time.invert(x),
    dollarTicks: dollars.ticks(Math.max(2, Math.floor(bottom / 56))),
    timeTicks,
  };
}

/** A corner of the line. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The stepped line of the points: profit stays level until the next mark, over nights and to the end of the period. */
export function profitLine(
  plot: Pick<ProfitPlot, 'x' | 'y' | 'right'>,
  points: readonly ProfitPoint[],
): readonly Corner[] {
  const corners: Corner[] = [];
  let y: number | undefined;
  for (const { timeMs, profit } of points) {
    const x = plot.x(timeMs);
    if (y !== undefined) corners.push({ x, y });
    y = plot.y(profit);
    corners.push({ x, y });
  }
  if (y !== undefined) corners.push({ x: plot.right - PAD_PX, y });
  return corners;
}

/** Crisp lines lie between pixels. */
const crisp = (px: number) => Math.round(px) + 0.5;

/**
 * Paints axes, zero line, profit line (its corners are computed once for a plot), the fills when they are few, and the crosshair at a point.
 * The context is scaled to CSS pixels.
 */
export function paintProfit(
  context: CanvasRenderingContext2D,
  plot: ProfitPlot,
  path: ProfitPath,
  { corners, fills }: { readonly corners: readonly Corner[]; readonly fills: readonly FilledOrder[] },
  colors: ProfitColors,
  at: ProfitPoint | null,
): void {
  const { right, bottom } = plot;
  paintAxes(context, plot, colors);
  paintLine(context, plot, corners, colors);
  if (fills.length <= MAX_MARKS) for (const order of fills) mark(context, plot, order, path, colors);
  // The last value is always labeled.
  label(
    context,
    colors,
    path.last < 0 ? colors.down : colors.up,
    formatMoney(path.last),
    right,
    plot.y(path.last),
    bottom,
  );
  if (at !== null) paintCrosshair(context, plot, at, colors);
}

function paintAxes(context: CanvasRenderingContext2D, plot: ProfitPlot, colors: ProfitColors): void {
  const { widthPx, heightPx, right, bottom } = plot;
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, widthPx, heightPx);
  context.font = colors.font;
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const tick of plot.dollarTicks) {
    const y = crisp(plot.y(tick));
    stroke(context, colors.grid, 0, y, right, y);
    context.fillStyle = colors.text;
    context.fillText(formatMoney(tick), right + 6, y);
  }
  context.textAlign = 'center';
  let freeFrom = 0;
  for (const { timeMs, text } of plot.timeTicks) {
    const x = plot.x(timeMs);
    const half = context.measureText(text).width / 2;
    if (x - half < freeFrom || x + half > right) continue;
    stroke(context, colors.grid, crisp(x), TOP_PX, crisp(x), bottom);
    context.fillStyle = colors.text;
    context.fillText(text, x, bottom + AXIS_HEIGHT_PX / 2);
    freeFrom = x + half + 12;
  }
  for (const y of [plot.y(0), bottom]) stroke(context, colors.axis, 0, crisp(y), right, crisp(y));
}

/** The line and the area to zero, in the colors of profit and loss. */
function paintLine(
  context: CanvasRenderingContext2D,
  plot: ProfitPlot,
  corners: readonly Corner[],
  colors: ProfitColors,
): void {
  const { right, bottom } = plot;
  const zero = plot.y(0);
  for (const [color, top, height] of [
    [colors.up, 0, zero],
    [colors.down, zero, bottom - zero],
  ] as const) {
    context.save();
    context.beginPath();
    context.rect(0, top, right, height);
    context.clip();
    trace(context, corners);
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(right - PAD_PX, zero);
    context.lineTo(corners[0]?.x ?? PAD_PX, zero);
    context.closePath();
    context.globalAlpha = 0.1;
    context.fillStyle = color;
    context.fill();
    context.restore();
  }
}

function paintCrosshair(
  context: CanvasRenderingContext2D,
  plot: ProfitPlot,
  { timeMs, profit }: ProfitPoint,
  colors: ProfitColors,
): void {
  const x = crisp(plot.x(timeMs));
  context.setLineDash([3, 3]);
  stroke(context, colors.axis, x, 0, x, plot.bottom);
  context.setLineDash([]);
  context.beginPath();
  context.arc(x, plot.y(profit), 4, 0, 2 * Math.PI);
  context.fillStyle = colors.line;
  context.fill();
}

function stroke(
  context: CanvasRenderingContext2D,
  color: string,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, corners: readonly Corner[]): void {
  context.beginPath();
  corners.forEach(({ x, y }, index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** A fill: a buy points up from below the line, a sale down from above. */
function mark(
  context: CanvasRenderingContext2D,
  plot: ProfitPlot,
  order: FilledOrder,
  path: ProfitPath,
  colors: ProfitColors,
): void {
  const isBuy = order.Side === 'Buy';
  const way = isBuy ? 1 : -1;
  const [x, y] = [plot.x(order.FillTimestamp), plot.y(profitAt(path, order.FillTimestamp)) + way * 5];
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 3.5, y + way * 6);
  context.lineTo(x + 3.5, y + way * 6);
  context.closePath();
  context.fillStyle = isBuy ? colors.buy : colors.sell;
  context.fill();
}

function label(
  context: CanvasRenderingContext2D,
  colors: ProfitColors,
  color: string,
  text: string,
  left: number,
  y: number,
  bottom: number,
): void {
  const middle = Math.min(bottom - 9, Math.max(9, y));
  context.fillStyle = color;
  context.fillRect(left + 1, middle - 9, AXIS_WIDTH_PX - 2, 18);
  context.fillStyle = colors.panel;
  context.textAlign = 'left';
  context.fillText(text, left + 6, middle);
}
