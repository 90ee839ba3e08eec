import { area, line, scaleLinear } from 'd3';
import { formatPrice } from '../../../src/plugin-api/index.ts';
import type { PayoffCurves, PayoffPoint } from './payoff-curves.ts';

const LEFT_PX = 54;
const RIGHT_PX = 12;
const TOP_PX = 14;
const BOTTOM_PX = 20;
const X_TICK_PX = 64;
const Y_TICK_PX = 30;
/** Smaller differences than this are not spread over the whole plot, dollars. */
const MIN_SPAN = 2;
/** Room above and below the curves, as a part of their range. */
const MARGIN = 0.08;

export interface PayoffTick {
  readonly atPx: number;
  readonly text: string;
}
export interface PayoffMark extends PayoffTick {
  readonly key: string;
}

/** Everything of a payoff plot that is drawn, px. */
export interface PayoffLayout {
  readonly xTicks: readonly PayoffTick[];
  readonly yTicks: readonly PayoffTick[];
  /** Height of the line without gain or loss. */
  readonly zeroPx: number;
  readonly expirationPath: string;
  readonly todayPath: string;
  /** Surfaces between the payoff at expiration and zero. */
  readonly gainPath: string;
  readonly lossPath: string;
  readonly breakEvens: readonly PayoffMark[];
  /** The price of the underlying; null where it is outside of the plot. */
  readonly spot: PayoffMark | null;
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Lays a payoff out in a place of so many px; null where there is no room. Gains are multiplied by `units`. */
export function payoffLayout(
  curves: PayoffCurves,
  marks: { readonly breakEvens: readonly number[]; readonly spot: number; readonly units: number },
  widthPx: number,
  heightPx: number,
): PayoffLayout | null {
  const plot = { left: LEFT_PX, right: widthPx - RIGHT_PX, top: TOP_PX, bottom: heightPx - BOTTOM_PX };
  if (plot.right - plot.left < X_TICK_PX || plot.bottom - plot.top < Y_TICK_PX) return null;
  const { fromPrice, toPrice, atExpiration, today } = curves;
  const x = scaleLinear().domain([fromPrice, toPrice]).range([plot.left, plot.right]);
  const gains = [...atExpiration, ...today].map(({ gain }) => gain * marks.units);
  const low = Math.min(0, ...gains);
  const high = Math.max(0, ...gains);
  const margin = MARGIN * (high - low) + Math.max(0, MIN_SPAN - (high - low)) / 2;
  const y = scaleLinear()
    .domain([low - margin, high + margin])
    .range([plot.bottom, plot.top]);
  const path = line<PayoffPoint>()
    .x(({ price }) => x(price))
    .y(({ gain }) => y(gain * marks.units));
  const surface = (sign: 1 | -1) =>
    area<PayoffPoint>()
      .x(({ price }) => x(price))
      .y0(y(0))
      .y1(({ gain }) => y(sign * Math.max(0, sign * gain * marks.units)));
  const yCount = Math.max(2, Math.floor((plot.bottom - plot.top) / Y_TICK_PX));
  const isInside = (price: number): boolean => price >= fromPrice && price <= toPrice;
  const xCount = Math.max(2, Math.floor((plot.right - plot.left) / X_TICK_PX));
  return {
    xTicks: x.ticks(xCount).map((price) => ({ atPx: x(price), text: price.toLocaleString('en-US') })),
    yTicks: y.ticks(yCount).map((gain) => ({ atPx: y(gain), text: gain.toLocaleString('en-US') })),
    zeroPx: y(0),
    expirationPath: path([...atExpiration]) ?? '',
    todayPath: path([...today]) ?? '',
    gainPath: surface(1)([...atExpiration]) ?? '',
    lossPath: surface(-1)([...atExpiration]) ?? '',
    breakEvens: marks.breakEvens
      .filter(isInside)
      .map((price, index) => ({ key: String(index), atPx: x(price), text: formatPrice(price) })),
    spot: isInside(marks.spot) ? { key: 'spot', atPx: x(marks.spot), text: formatPrice(marks.spot) } : null,
    plot,
  };
}
