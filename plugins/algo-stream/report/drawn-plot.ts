import type { Annotations, Plot } from '../../../src/domain/strategy/annotations.ts';
import { formatPrice } from '../../../src/domain/columns/index.ts';
import type { PlotPane, PlotSeries } from './plot-layout.ts';
import { needsPrice, type ClosePoint } from './price-line.ts';
import type { PlotData } from './report-panes.ts';

/** Lines share a pane when this share of the larger of their ranges is common to both. */
const COMMON_SHARE = 0.5;
const DECIMALS = 4;

const numberText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: DECIMALS });

type Range = readonly [low: number, high: number];

function rangeOf({ points }: Plot): Range {
  const values = points.map(({ value }) => value);
  return [Math.min(...values), Math.max(...values)];
}

/** Whether two lines are of one scale: an average and a price are, an average and an oscillator are not. */
function isOfOneScale([low, high]: Range, [otherLow, otherHigh]: Range): boolean {
  const common = Math.min(high, otherHigh) - Math.max(low, otherLow);
  const larger = Math.max(high - low, otherHigh - otherLow);
  return larger === 0 ? low === otherLow : common >= COMMON_SHARE * larger;
}

/** The values of a line at times, straight between its points; null before the first and after the last one. */
export function valuesAt({ points }: Plot, times: readonly number[]): (number | null)[] {
  let next = 0;
  return times.map((timeMs) => {
    while (next < points.length && (points[next]?.timeMs ?? 0) < timeMs) next += 1;
    const [before, after] = [points[next - 1], points[next]];
    if (after === undefined) return null;
    if (after.timeMs === timeMs) return after.value;
    if (before === undefined) return null;
    return (
      before.value +
      ((after.value - before.value) * (timeMs - before.timeMs)) / (after.timeMs - before.timeMs)
    );
  });
}

/** Lines of one scale, each with its place among all lines, which gives it its colour. */
interface LineGroup {
  readonly range: Range;
  readonly lines: (readonly [place: number, plot: Plot])[];
}

function groupsByScale(lines: LineGroup['lines']): readonly LineGroup[] {
  const groups: LineGroup[] = [];
  for (const [place, plot] of lines) {
    const range = rangeOf(plot);
    const group = groups.find((other) => isOfOneScale(other.range, range));
    if (group === undefined) groups.push({ range, lines: [[place, plot]] });
    else group.lines.push([place, plot]);
  }
  return groups;
}

const seriesOf = (lines: LineGroup['lines'], times: readonly number[]): readonly PlotSeries[] =>
  lines.map(([place, plot]) => ({ id: String(place), label: plot.name, values: valuesAt(plot, times) }));

/** The symbol of a run, and its closes in the period of what was drawn. */
export interface PriceBehind {
  readonly symbol: string;
  readonly closes: readonly ClosePoint[];
}

/**
 * The lines of a strategy. Those that its author has declared as prices are over the price of the symbol; of the others, those of one scale share a pane
 * below, in the order in which they were drawn first. A strategy that only marks, without prices, has an empty pane.
 */
export function drawnPlot(
  annotations: Pick<Annotations, 'plots' | 'marks'>,
  { symbol, closes }: PriceBehind,
): PlotData {
  const { plots, marks } = annotations;
  const times = [
    ...new Set([
      ...plots.flatMap(({ points }) => points.map(({ timeMs }) => timeMs)),
      ...marks.map(({ timeMs }) => timeMs),
      ...closes.map(({ timeMs }) => timeMs),
    ]),
  ].sort((left, right) => left - right);
  const lines = [...plots.entries()];
  const onPrice = lines.filter(([, { isOnPrice }]) => isOnPrice === true);
  const pricePane: PlotPane = {
    title: [symbol, ...onPrice.map(([, { name }]) => name)].join(', '),
    share: 2,
    isPrice: true,
    text: formatPrice,
    series: [
      { id: 'price', label: symbol, values: valuesAt({ name: symbol, points: closes }, times) },
      ...seriesOf(onPrice, times),
    ],
  };
  const others = groupsByScale(lines.filter(([, { isOnPrice }]) => isOnPrice !== true)).map(
    (group): PlotPane => ({
      title: group.lines.map(([, { name }]) => name).join(', '),
      share: 1,
      text: numberText,
      series: seriesOf(group.lines, times),
    }),
  );
  const panes = needsPrice(annotations) ? [pricePane, ...others] : others;
  return {
    times,
    panes: panes.length > 0 ? panes : [{ title: 'Marks', share: 1, text: numberText, series: [] }],
  };
}
