import { MINUTE_MS } from '../../../../src/domain/calendar/durations.ts';
import type { DrawingKind } from '../kind.ts';
import {
  boxOf,
  expanded,
  first,
  MAX_TAG_PX,
  second,
  TAG_HEIGHT_PX,
  type PlacedShape,
  type Point,
} from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';
import { distanceToSides } from './rectangle.ts';

/** `3d 4h`, `2h 15m`, `12m`: the two largest parts. */
export function spanText(spanMs: number): string {
  const minutes = Math.round(Math.abs(spanMs) / MINUTE_MS);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return days > 0
    ? `${days}d${hours > 0 ? ` ${hours}h` : ''}`
    : hours > 0
      ? `${hours}h${rest > 0 ? ` ${rest}m` : ''}`
      : `${rest}m`;
}

/** `+1.20 (+0.85%) · 12 bars, 2h`: from the first anchor to the second. */
export function measureText(placed: PlacedShape): string {
  const [from, to] = placed.shape.Points;
  if (from === undefined || to === undefined) return '';
  const change = to.Value - from.Value;
  const sign = change > 0 ? '+' : change < 0 ? '-' : '';
  const percent = from.Value > 0 ? ` (${sign}${Math.abs((change / from.Value) * 100).toFixed(2)}%)` : '';
  return `${sign}${placed.formatValue(Math.abs(change))}${percent} · ${Math.abs(placed.bars) === 1 ? '1 bar' : `${Math.abs(placed.bars)} bars`}, ${spanText(placed.spanMs)}`;
}

/** Where the tag ends below: outside of the box on the side that the measure goes to, and inside of the pane. */
export function measureTagPoint(placed: PlacedShape): Point {
  const { area } = placed;
  const { left, top, width, height } = boxOf(first(placed), second(placed));
  const isUp = second(placed).y <= first(placed).y;
  return {
    x: left + width / 2,
    y: isUp
      ? Math.max(top - 2, area.top + TAG_HEIGHT_PX)
      : Math.min(top + height + TAG_HEIGHT_PX + 2, area.top + area.height),
  };
}

export const measure: DrawingKind = {
  type: 8,
  id: 'measure',
  label: 'Measure',
  anchors: 2,
  defaults: { ...LINE_DEFAULTS, Thickness: 1 },
  style: ['Color', 'Thickness'],
  distance: distanceToSides,
  extent: (placed) => expanded(boxOf(first(placed), second(placed)), MAX_TAG_PX),
};
