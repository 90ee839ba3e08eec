import { formatTime } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { AxisScope } from './axes.ts';
import { paintDashedLine, paintTimeTag, paintValueTag, tagSpan } from './labels.ts';
import type { Surface } from './surface.ts';
import type { ChartTheme } from './theme.ts';
import { formatPercentChange } from '../scales/format-value.ts';
import { axisText } from '../view/axis-labels.ts';
import type { AxisSpan } from '../view/free-labels.ts';
import { paneAt, paneOf, type Geometry, type PaneBox } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { lineColors } from './line-colors.ts';
import type { PaneScales } from '../view/pane-scales.ts';
import { spreadTags } from '../view/spread-tags.ts';
import type { Crosshair } from '../view/crosshair.ts';
import type { Viewport } from '../view/viewport.ts';

export interface TopScene {
  readonly surface: Surface;
  readonly model: ChartModel;
  readonly viewport: Viewport;
  readonly geometry: Geometry;
  readonly scales: PaneScales;
  readonly theme: ChartTheme;
  readonly crosshair: Crosshair | null;
  /** What the last price takes of the axis: tags of comparisons give way to it. */
  readonly lastSpan: AxisSpan | null;
}

/** What places depend on. */
export type TopPlaces = Omit<TopScene, 'surface' | 'theme'>;

/** Paints what follows the pointer, and the comparisons' last values: crosshair with its labels on both axes. */
export function paintTop(scene: TopScene): void {
  const { surface, geometry, theme } = scene;
  const { context, ratio, canvas } = surface;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const axes: AxisScope = {
    context,
    theme,
    ratio,
    plotWidth: geometry.plotWidth,
    plotHeight: geometry.plotHeight,
    width: geometry.width,
    height: geometry.height,
  };
  paintComparisonTags(scene, axes);
  paintCrosshair(scene, axes);
}

/** What the tags of the crosshair and of the comparisons take of the axis. */
export function topSpans(scene: TopPlaces): readonly AxisSpan[] {
  const spans = comparisonTags(scene).map(({ span }) => span);
  const place = crosshairPlace(scene);
  if (place !== null) spans.push(tagSpan(place.y, 1, place.pane.top, place.pane.top + place.pane.height));
  return spans;
}

/** The last visible value of a comparison, and its tag. */
interface ComparisonTag {
  readonly n: number;
  readonly text: string;
  readonly span: AxisSpan;
}

/** Last visible values of the comparisons, and where they stand: beside one another and the last price, not over them. */
export function comparisonTags({
  model,
  viewport,
  geometry,
  scales,
  lastSpan,
}: TopPlaces): readonly ComparisonTag[] {
  const pane = paneOf(geometry, PRICE_PANE);
  const scale = scales.get(PRICE_PANE);
  if (pane === null || scale === undefined) return [];
  const [top, bottom] = [pane.top, pane.top + pane.height];
  const tags = model.comparisons.flatMap((comparison, n): readonly ComparisonTag[] => {
    const base = scales.comparisonBases[n] ?? NaN;
    const close = comparison.closes[viewport.to - 1] ?? NaN;
    return base > 0 && !Number.isNaN(close)
      ? [
          {
            n,
            text: formatPercentChange(close, base),
            span: tagSpan(scale.y(close * (scales.base / base)), 1, top, bottom),
          },
        ]
      : [];
  });
  const spans = spreadTags(
    tags.map(({ span }) => span),
    { taken: lastSpan === null ? [] : [lastSpan], top, bottom },
  );
  return tags.map((tag, at) => ({ ...tag, span: spans[at] ?? tag.span }));
}

function paintComparisonTags(scene: TopScene, axes: AxisScope): void {
  const { theme } = scene;
  const colors = lineColors(scene.model, theme);
  for (const { n, text, span } of comparisonTags(scene)) {
    const style = { fill: colors.comparison(n), text: theme.onPrice };
    paintValueTag(axes, (span.top + span.bottom) / 2, [text], style, span.top, span.bottom);
  }
}

/** The height of the crosshair's level line, with its pane and what the value there is called; null without one. */
function crosshairPlace({ model, geometry, scales, crosshair }: TopPlaces): {
  readonly y: number;
  readonly pane: PaneBox;
  readonly text: string;
} | null {
  if (crosshair === null || model.bars.length === 0) return null;
  const y = crosshairY(
    model,
    geometry,
    scales,
    crosshair,
    Math.min(Math.max(crosshair.index, 0), model.bars.length - 1),
  );
  const pane = y === null ? null : paneAt(geometry, y);
  const scale = pane === null ? undefined : scales.get(pane.id);
  return y === null || pane === null || scale === undefined
    ? null
    : { y, pane, text: axisText(pane.id, scale, scale.valueAt(y)) };
}

function paintCrosshair(scene: TopScene, axes: AxisScope): void {
  const { model, viewport, geometry, theme, crosshair } = scene;
  if (crosshair === null || model.bars.length === 0) return;
  const index = Math.min(Math.max(crosshair.index, 0), model.bars.length - 1);
  const x = viewport.xOf(index);
  if (x >= 0 && x <= geometry.plotWidth) {
    paintDashedLine(axes, [x, 0], [x, geometry.plotHeight], theme.crosshair, [4, 3]);
    paintTimeTag(axes, x, barTitle(model, index));
  }
  const place = crosshairPlace(scene);
  if (place === null) return;
  const { y, pane, text } = place;
  paintDashedLine(axes, [0, y], [geometry.plotWidth, y], theme.crosshair, [4, 3]);
  paintValueTag(
    axes,
    y,
    [text],
    { fill: theme.label, text: theme.labelText },
    pane.top,
    pane.top + pane.height,
  );
}

function crosshairY(
  model: ChartModel,
  geometry: Geometry,
  scales: PaneScales,
  { y, source }: Crosshair,
  index: number,
): number | null {
  if (source === 'pointer') return y !== null && y < geometry.plotHeight ? y : null;
  if (source === 'link') return null;
  const close = model.drawn.close[index] ?? NaN;
  return Number.isNaN(close) ? null : (scales.get(PRICE_PANE)?.y(close) ?? null);
}

/** Date title of a bar: with the time of day where bars are parts of a day. */
export function barTitle({ bars, period }: ChartModel, index: number): string {
  const timeMs = bars.timeMs[index];
  return timeMs === undefined
    ? ''
    : formatTime(timeMs, typeof period === 'string' ? 'M/D/YYYY' : 'M/D/YYYY HH:mm');
}
