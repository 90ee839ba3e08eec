import { formatAbbreviated } from '../../../src/plugin-api/index.ts';
import { decimalsOf, formatDecimals, formatPercentChange, formatValue } from '../scales/format-value.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import { studyIdOf } from '../model/indicator.ts';
import { PRICE_PANE } from '../model/panes.ts';

/** A value named on the axis: its text, and its height in the chart, CSS px. */
export interface AxisLabel {
  readonly y: number;
  readonly text: string;
}

/** Labels of a pane's scale, with as many decimals as neighbours need to differ: at `levels`, or at ticks that fit without them. */
export function axisLabels(paneId: string, scale: ValueScale, levels: readonly number[] | null): AxisLabel[] {
  const values = levels ?? scale.ticks();
  const step = Math.abs((values[1] ?? 0) - (values[0] ?? 0));
  return values.map((value) => ({ y: scale.y(value), text: axisText(paneId, scale, value, step) }));
}

/** A value as the axis of its pane names it. */
export function axisText(paneId: string, scale: ValueScale, value: number, step = 0): string {
  if (!Number.isFinite(value)) return '–';
  if (scale.mode === 'percent' && paneId === PRICE_PANE) return formatPercentChange(value, scale.base);
  if (paneId !== PRICE_PANE && (Math.abs(value) >= 10_000 || studyIdOf(paneId) === 'volume'))
    return formatAbbreviated(value);
  const least = paneId === PRICE_PANE ? 2 : 0;
  if (step > 0) return formatDecimals(value, decimalsOf(step, least));
  // The last price and the price under the pointer have the decimals of prices, however small the range of the bars is.
  if (paneId === PRICE_PANE) return formatValue(value, 'price');
  const range = scale.largest - scale.least;
  return formatDecimals(value, decimalsOf(range / 50, 2));
}
