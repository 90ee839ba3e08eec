import { PRICE_PANE } from '../model/panes.ts';

export const PRICE_AXIS_PX = 40;
const DATE_AXIS_PX = 30;
export const MIN_PANE_PX = 70;
/** What the price area gets at least of the whole height, as long as the panes below keep their minimum. */
const PRICE_SHARE = 0.25;
const DEFAULT_PANE_SHARE = 0.17;
/** What the chart area leaves of the height it is given. */
const HEIGHT_REDUCTION_PX = 2;

export interface PaneBox {
  readonly id: string;
  readonly top: number;
  readonly height: number;
}

/** Where everything is, CSS px. The plot is the area of the panes without the axes. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly axisWidth: number;
  readonly panes: readonly PaneBox[];
}

/** Size of the chart area in an element of this size. */
export function chartArea(
  clientWidth: number,
  clientHeight: number,
): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(1, Math.floor(clientWidth)),
    height: Math.max(1, Math.floor(clientHeight) - HEIGHT_REDUCTION_PX),
  };
}

/**
 * Shares the height out: panes below the price have their own height (kept by the user, or a share), at least 70 px; the price area gets the
 * rest, and at least a quarter of the whole. Panes give way down to their minimum; a window too small for that gets a taller chart, which scrolls.
 */
export function layOut(
  width: number,
  height: number,
  lower: readonly string[],
  heights: Readonly<Record<string, number>>,
  axisWidth: number,
): Geometry {
  const wanted = lower.map((id) =>
    Math.max(MIN_PANE_PX, Math.round(heights[id] ?? height * DEFAULT_PANE_SHARE)),
  );
  const least = Math.max(MIN_PANE_PX, Math.round(height * PRICE_SHARE));
  const needed = lower.length === 0 ? 0 : least + lower.length * MIN_PANE_PX;
  const plotHeight = Math.max(1, height - DATE_AXIS_PX, needed);
  const given = shrink(wanted, plotHeight - (lower.length === 0 ? 0 : least));
  let top = 0;
  const panes: PaneBox[] = [];
  const priceHeight = plotHeight - given.reduce((sum, each) => sum + each, 0);
  panes.push({ id: PRICE_PANE, top: 0, height: priceHeight });
  top = priceHeight;
  lower.forEach((id, n) => {
    const paneHeight = given[n] ?? MIN_PANE_PX;
    panes.push({ id, top, height: paneHeight });
    top += paneHeight;
  });
  return {
    width,
    height: plotHeight + DATE_AXIS_PX,
    plotWidth: Math.max(1, width - axisWidth),
    plotHeight,
    axisWidth,
    panes,
  };
}

/** Takes from the panes above their minimum until they fit, the same part of what each has to give. */
function shrink(heights: readonly number[], room: number): number[] {
  const sum = heights.reduce((total, height) => total + height, 0);
  const spare = sum - heights.length * MIN_PANE_PX;
  const over = sum - room;
  if (over <= 0 || spare <= 0) return [...heights];
  const part = Math.min(1, over / spare);
  return heights.map((height) => Math.floor(height - (height - MIN_PANE_PX) * part));
}

export function paneAt(geometry: Geometry, y: number): PaneBox | null {
  return geometry.panes.find(({ top, height }) => y >= top && y < top + height) ?? null;
}

export function paneOf(geometry: Geometry, id: string): PaneBox | null {
  return geometry.panes.find((pane) => pane.id === id) ?? null;
}
