import { line, scaleLinear, scaleLog, scaleUtc } from 'd3';
import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { newYorkOffsetMs } from '../../../src/domain/calendar/new-york-time.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';

/** Where the axes are, px. */
const AXIS_WIDTH_PX = 76;
const AXIS_HEIGHT_PX = 22;
const TITLE_PX = 20;
const PAD_PX = 8;
/** Points of a line that are drawn at most: the lowest and the highest of a stretch stand for the others. */
const MAX_POINTS = 3_000;

/** A line of a plot. Null = no value at that time. */
export interface PlotSeries {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Fills the area between the line and 0. */
  readonly isArea?: boolean;
}

/** One of the plots above a common time axis. */
export interface PlotPane {
  readonly title: string;
  /** Share of the height. */
  readonly share: number;
  readonly series: readonly PlotSeries[];
  readonly isLog?: boolean;
  /** 0 is always on the axis, with a line of its own. */
  readonly hasZero?: boolean;
  /** Its values are prices of the symbol: marks with a price have a dot in it. */
  readonly isPrice?: boolean;
  text(value: number): string;
}

/** A pane with its place, px. */
export interface PlacedPane {
  readonly pane: PlotPane;
  readonly top: number;
  readonly bottom: number;
  y(value: number): number;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  readonly zeroY: number | null;
  readonly paths: readonly {
    readonly id: string;
    readonly line: string;
    /** Null = no area. */
    readonly area: string | null;
  }[];
}

/** Panes in a place of so many px. */
export interface PlotLayout {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly right: number;
  readonly bottom: number;
  x(timeMs: number): number;
  timeAt(x: number): number;
  readonly timeTicks: readonly { readonly x: number; readonly text: string }[];
  readonly panes: readonly PlacedPane[];
}

/** Smallest and largest value of the series; null when there is none. */
function rangeOf(series: readonly PlotSeries[]): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of series)
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low > high ? null : [low, high];
}

/** Places of the points that are drawn: of each stretch the lowest, the highest and the last one. */
export function drawnPlaces(values: readonly (number | null)[], maxPoints = MAX_POINTS): readonly number[] {
  if (values.length <= maxPoints) return values.map((_, at) => at);
  const stretch = Math.ceil((values.length * 3) / maxPoints);
  const places: number[] = [0];
  for (let from = 0; from < values.length; from += stretch) {
    const end = Math.min(values.length, from + stretch);
    let [low, high] = [from, from];
    for (let at = from; at < end; at += 1) {
      const value = values[at] ?? 0;
      if (value < (values[low] ?? 0)) low = at;
      if (value > (values[high] ?? 0)) high = at;
    }
    places.push(...new Set([Math.min(low, high), Math.max(low, high), end - 1]));
  }
  return places.filter((place, at) => at === 0 || place !== places[at - 1]);
}

const rounded = (px: number): number => Math.round(px * 10) / 10;

/** The time axis of a period, with ticks on New York's days and hours. */
function timeAxis(times: readonly number[], right: number): Pick<PlotLayout, 'x' | 'timeAt' | 'timeTicks'> {
  const fromMs = times[0] ?? 0;
  const toMs = Math.max(fromMs + 1, times.at(-1) ?? 0);
  const scale = scaleLinear()
    .domain([fromMs, toMs])
    .range([PAD_PX, right - PAD_PX]);
  const wall = scaleUtc().domain([fromMs + newYorkOffsetMs(fromMs), toMs + newYorkOffsetMs(toMs)]);
  const pattern = toMs - fromMs < 400 * DAY_MS ? ('MMM D' as const) : ('M/D/YYYY' as const);
  const timeTicks: { x: number; text: string }[] = [];
  for (const tick of wall.ticks(Math.max(2, Math.floor(right / 110)))) {
    const timeMs = tick.getTime() - newYorkOffsetMs(tick.getTime());
    const x = rounded(scale(timeMs));
    const text = formatTime(timeMs, pattern);
    if (x > 24 && x < right - 24 && timeTicks.at(-1)?.text !== text) timeTicks.push({ x, text });
  }
  return { x: (timeMs) => scale(timeMs), timeAt: (x) => scale.invert(x), timeTicks };
}

/** The scale of a pane. A log axis needs values above 0; a pane with others has a linear one. */
function valueScale({ series, isLog = false, hasZero = false }: PlotPane, top: number, bottom: number) {
  const range = rangeOf(series);
  const [least, most] = range ?? [0, 0];
  const [low, high] = hasZero ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  const span: [number, number] = low === high ? [low - 1, high + 1] : [low, high];
  if (isLog && span[0] > 0) return scaleLog().domain(span).nice().range([bottom, top]);
  return scaleLinear().domain(span).nice().range([bottom, top]);
}

/** A log axis has many ticks; those that stand too close are left out. */
function ticksOf(pane: PlotPane, scale: ReturnType<typeof valueScale>, top: number, bottom: number) {
  const ticks: { y: number; text: string }[] = [];
  for (const value of scale.ticks(Math.max(2, Math.floor((bottom - top) / 36)))) {
    const y = rounded(scale(value));
    const before = ticks.at(-1);
    if (before === undefined || Math.abs(before.y - y) >= 18) ticks.push({ y, text: pane.text(value) });
  }
  return ticks;
}

function placedPane(
  pane: PlotPane,
  times: readonly number[],
  x: (timeMs: number) => number,
  [top, bottom]: readonly [number, number],
): PlacedPane {
  const scale = valueScale(pane, top, bottom);
  const zeroY = pane.hasZero === true ? rounded(scale(0)) : null;
  const paths = pane.series.map(({ id, values, isArea = false }) => {
    const places = drawnPlaces(values);
    const shape = line<number>()
      .defined((at) => values[at] !== null && values[at] !== undefined)
      .x((at) => rounded(x(times[at] ?? 0)))
      .y((at) => rounded(scale(values[at] ?? 0)))(places);
    const outline = shape ?? '';
    const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
    return {
      id,
      line: outline,
      area:
        isArea && outline !== '' && zeroY !== null
          ? `${outline}L${rounded(x(times[last] ?? 0))},${zeroY}L${rounded(x(times[first] ?? 0))},${zeroY}Z`
          : null,
    };
  });
  return {
    pane,
    top,
    bottom,
    y: (value) => scale(value),
    ticks: ticksOf(pane, scale, top, bottom),
    zeroY,
    paths,
  };
}

/** Lays out panes above a common time axis. `times`: exchange UTC ms, ascending, one for each value. */
export function plotLayout(
  panes: readonly PlotPane[],
  times: readonly number[],
  widthPx: number,
  heightPx: number,
): PlotLayout {
  const right = Math.max(1, widthPx - AXIS_WIDTH_PX);
  const bottom = Math.max(1, heightPx - AXIS_HEIGHT_PX);
  const axis = timeAxis(times, right);
  const shares = panes.reduce((sum, { share }) => sum + share, 0);
  let top = 0;
  const placed = panes.map((pane) => {
    const from = top;
    top += (bottom * pane.share) / shares;
    return placedPane(pane, times, axis.x, [from + TITLE_PX, Math.max(from + TITLE_PX + 1, top - PAD_PX)]);
  });
  return { widthPx, heightPx, right, bottom, ...axis, panes: placed };
}

/** Place of the time that is nearest to a moment; by bisection. */
export function nearestPlace(times: readonly number[], timeMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined) return 0;
  return after === undefined || timeMs - before < after - timeMs ? low - 1 : low;
}
