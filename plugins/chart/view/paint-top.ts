import { formatTime } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { AxisScope } from '../paint/axes.ts';
import { paintDashedLine, paintTimeTag, paintValueTag } from '../paint/labels.ts';
import type { Surface } from '../paint/surface.ts';
import type { ChartTheme } from '../paint/theme.ts';
import { formatPercentChange } from '../scales/format-value.ts';
import { axisText } from './axis-labels.ts';
import { PRICE_PANE, paneAt, paneOf, type Geometry } from './geometry.ts';
import { comparisonColor } from './paint-main.ts';
import type { PaneScales } from './pane-scales.ts';
import type { Crosshair } from './types.ts';
import type { Viewport } from './viewport.ts';

export interface TopScene {
  readonly surface: Surface;
  readonly model: ChartModel;
  readonly viewport: Viewport;
  readonly geometry: Geometry;
  readonly scales: PaneScales;
  readonly theme: ChartTheme;
  readonly crosshair: Crosshair | null;
}

/** Paints what follows the pointer, and the comparisons' last values: crosshair with its labels on both axes. */
export function paintTop(scene: TopScene): void {
  const { surface, geometry, theme } = scene;
  const { context, ratio, canvas } = surface;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const axes: AxisScope = { context, theme, ratio, plotWidth: geometry.plotWidth, plotHeight: geometry.plotHeight, width: geometry.width, height: geometry.height };
  paintComparisonTags(scene, axes);
  paintCrosshair(scene, axes);
}

function paintComparisonTags({ model, viewport, geometry, scales, theme }: TopScene, axes: AxisScope): void {
  const pane = paneOf(geometry, PRICE_PANE);
  const scale = scales.get(PRICE_PANE);
  if (pane === null || scale === undefined) return;
  model.comparisons.forEach((comparison, n) => {
    const base = scales.comparisonBases[n] ?? NaN;
    const close = comparison.closes[viewport.to - 1] ?? NaN;
    if (!(base > 0) || Number.isNaN(close)) return;
    paintValueTag(axes, scale.y(close * (scales.base / base)), [formatPercentChange(close, base)], { fill: comparisonColor(theme, n), text: theme.onPrice }, pane.top, pane.top + pane.height);
  });
}

function paintCrosshair({ model, viewport, geometry, scales, theme, crosshair }: TopScene, axes: AxisScope): void {
  if (crosshair === null || model.bars.length === 0) return;
  const index = Math.min(Math.max(crosshair.index, 0), model.bars.length - 1);
  const x = viewport.xOf(index);
  if (x >= 0 && x <= geometry.plotWidth) {
    paintDashedLine(axes, [x, 0], [x, geometry.plotHeight], theme.crosshair, [4, 3]);
    paintTimeTag(axes, x, barTitle(model, index));
  }
  const y = crosshairY(model, geometry, scales, crosshair, index);
  const pane = y === null ? null : paneAt(geometry, y);
  const scale = pane === null ? undefined : scales.get(pane.id);
  if (y === null || pane === null || scale === undefined) return;
  paintDashedLine(axes, [0, y], [geometry.plotWidth, y], theme.crosshair, [4, 3]);
  paintValueTag(axes, y, [axisText(pane.id, scale, scale.valueAt(y))], { fill: theme.label, text: theme.labelText }, pane.top, pane.top + pane.height);
}

function crosshairY(model: ChartModel, geometry: Geometry, scales: PaneScales, { y, source }: Crosshair, index: number): number | null {
  if (source === 'pointer') return y !== null && y < geometry.plotHeight ? y : null;
  if (source === 'link') return null;
  const close = model.drawn.close[index] ?? NaN;
  return Number.isNaN(close) ? null : (scales.get(PRICE_PANE)?.y(close) ?? null);
}

/** Date title of a bar: with the time of day where bars are parts of a day. */
export function barTitle({ bars, period }: ChartModel, index: number): string {
  const timeMs = bars.timeMs[index];
  return timeMs === undefined ? '' : formatTime(timeMs, typeof period === 'string' ? 'M/D/YYYY' : 'M/D/YYYY HH:mm');
}
