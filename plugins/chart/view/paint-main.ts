import type { ChartModel } from '../model/chart-model.ts';
import { isSeries, type SeriesView } from '../model/study-set.ts';
import { paintPaneBorders, paintTimeAxis, paintTimeGrid, paintValueAxis, paintValueGrid, type AxisLabel, type AxisScope } from '../paint/axes.ts';
import { paintHistogram } from '../paint/histogram.ts';
import { paintArea, paintFill, paintLine } from '../paint/lines.ts';
import { paintDots, paintTriangles } from '../paint/marks.ts';
import { paintBars, paintCandles } from '../paint/prices.ts';
import { paintProfile } from '../paint/profile.ts';
import type { PaintScope } from '../paint/scope.ts';
import { paintShades } from '../paint/shades.ts';
import type { Surface } from '../paint/surface.ts';
import type { ChartTheme } from '../paint/theme.ts';
import type { TimeTick } from '../scales/time-ticks.ts';
import { PRICE_PANE, type Geometry, type PaneBox } from './geometry.ts';
import type { PaneScales } from './pane-scales.ts';
import type { Viewport } from './viewport.ts';

export interface MainScene {
  readonly surface: Surface;
  readonly model: ChartModel;
  readonly viewport: Viewport;
  readonly geometry: Geometry;
  readonly scales: PaneScales;
  readonly theme: ChartTheme;
  readonly ticks: readonly TimeTick[];
  readonly labels: ReadonlyMap<string, readonly AxisLabel[]>;
}

/** Paints panes and axes; with `fromBar` only the bars from there on, where nothing else can have changed. */
export function paintMain(scene: MainScene, fromBar: number | null): void {
  const { surface, geometry, viewport, theme } = scene;
  const { context, ratio } = surface;
  const axes: AxisScope = { context, theme, ratio, plotWidth: geometry.plotWidth, plotHeight: geometry.plotHeight, width: geometry.width, height: geometry.height };
  const isPartial = fromBar !== null;
  context.save();
  if (isPartial) {
    const left = Math.floor((viewport.xOf(fromBar) - viewport.barPx / 2) * ratio);
    context.beginPath();
    context.rect(left, 0, Math.max(0, Math.round(geometry.plotWidth * ratio) - left), Math.round(geometry.plotHeight * ratio));
    context.clip();
  }
  context.fillStyle = theme.background;
  context.fillRect(0, 0, surface.canvas.width, surface.canvas.height);
  const xOf = (index: number) => viewport.xOf(index);
  paintTimeGrid(axes, scene.ticks, xOf);
  for (const pane of geometry.panes) {
    paintValueGrid(axes, (scene.labels.get(pane.id) ?? []).map(({ y }) => y));
    paintPane(scene, pane, fromBar);
  }
  paintPaneBorders(axes, geometry.panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])));
  context.restore();
  if (isPartial) return;
  for (const pane of geometry.panes) paintValueAxis(axes, scene.labels.get(pane.id) ?? [], pane.top, pane.height);
  paintPaneBorders(axes, geometry.panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])));
  paintTimeAxis(axes, scene.ticks, xOf);
}

function paintPane(scene: MainScene, pane: PaneBox, fromBar: number | null): void {
  const { surface: { context, ratio }, model, viewport, geometry, theme, scales } = scene;
  const scale = scales.get(pane.id);
  if (scale === undefined || model.bars.length === 0) return;
  const stepX = viewport.barPx * ratio;
  const scope: PaintScope = {
    context, theme, ratio, stepX, scale,
    from: Math.max(viewport.from, fromBar === null ? 0 : fromBar - 1), to: viewport.to,
    originX: viewport.xOf(0) * ratio,
    plotWidth: Math.round(geometry.plotWidth * ratio),
    top: Math.round(pane.top * ratio), height: Math.round(pane.height * ratio),
    bars: model.drawn,
  };
  context.save();
  context.beginPath();
  context.rect(0, scope.top, scope.plotWidth, scope.height);
  context.clip();
  if (pane.id === PRICE_PANE) paintPrice(scene, scope, fromBar);
  for (const view of model.studies.views) if (isSeries(view) && view.paneId === pane.id) paintStudy(scene, scope, view);
  context.restore();
}

function paintPrice(scene: MainScene, scope: PaintScope, fromBar: number | null): void {
  const { model, viewport, scales, theme } = scene;
  const extremes = { query: (from: number, to: number) => model.priceExtremes(from, to) };
  paintShades(scope, model.period);
  for (const view of model.studies.views) {
    if (view.study.form !== 'range') continue;
    // Its rows are of everything visible: with a part only the old picture would be drawn over.
    const profile = view.study.profile(model.bars, viewport.from, viewport.to, view.parameters);
    if (profile !== null) paintProfile(scope, profile);
  }
  const style = { color: theme.accent, widthPx: 1.5 };
  const from = Math.max(0, (fromBar ?? scope.from) - 1);
  const lineScope = { ...scope, from: Math.min(from, scope.from) };
  const closes = model.closeExtremes();
  switch (model.chartType) {
    case 'candle':
    case 'heikin-ashi': paintCandles(scope, extremes); break;
    case 'bar': paintBars(scope, extremes); break;
    case 'line': paintLine(lineScope, scope.bars.close, closes, style); break;
    // The area goes down to the floor from its first bar: a part would leave an edge, so it is drawn whole and clipped.
    case 'area': paintArea({ ...scope, from: Math.max(0, viewport.from - 1) }, scope.bars.close, closes, style, theme.accentFaint); break;
  }
  model.comparisons.forEach((comparison, n) => {
    const factor = scales.base / (scales.comparisonBases[n] ?? NaN);
    if (!(factor > 0)) return;
    const scaled = { ...scope, from: lineScope.from, scale: { y: (value: number) => scope.scale.y(value * factor) } };
    paintLine(scaled, comparison.closes, comparison.extremes, { color: comparisonColor(theme, n), widthPx: 1.5 });
  });
}

export function comparisonColor(theme: ChartTheme, n: number): string {
  return [theme.second, theme.third, theme.main][n % 3] ?? theme.second;
}

function paintStudy({ viewport, theme }: MainScene, scope: PaintScope, view: SeriesView): void {
  const { study, run, extremes, shifts } = view;
  for (const [upper, lower] of study.fills ?? []) {
    const one = run.outputs[upper];
    const other = run.outputs[lower];
    const shift = shifts[upper] ?? 0;
    if (one !== undefined && other !== undefined) paintFill({ ...scope, from: Math.max(0, scope.from - 1), to: lastWith(shift) }, one, other, theme.accentFaint, shift);
  }
  if (study.levels !== undefined) paintLevels(scope, study.levels);
  study.outputs.forEach((output, n) => {
    const values = run.outputs[n];
    const extreme = extremes[n];
    if (values === undefined || extreme === undefined) return;
    const shift = shifts[n] ?? 0;
    const color = toneColor(theme, output.tone);
    switch (output.form) {
      case 'line': paintLine({ ...scope, from: Math.max(0, scope.from - 1), to: lastWith(shift) }, values, extreme, { color, widthPx: 1 }, shift); break;
      case 'histogram': paintHistogram(scope, values, extreme, output.tone === 'sign' ? 'sign' : 'direction', theme.upFaint, theme.downFaint); break;
      case 'dots': paintDots(scope, values, color); break;
      case 'markBelow': paintTriangles(scope, values, true, color); break;
      case 'markAbove': paintTriangles(scope, values, false, color); break;
    }
  });

  /** One bar past the edge, so that lines leave the picture; drawn ahead, past the last bar. */
  function lastWith(shift: number): number {
    return Math.min(Math.ceil(viewport.right) + 1, run.length + shift);
  }
}

function paintLevels({ context, theme, scale, ratio, plotWidth }: PaintScope, levels: readonly number[]): void {
  context.fillStyle = theme.separator;
  for (const level of levels) context.fillRect(0, Math.round(scale.y(level) * ratio), plotWidth, Math.max(1, Math.floor(ratio)));
}

export function toneColor(theme: ChartTheme, tone: string): string {
  switch (tone) {
    case 'second': return theme.second;
    case 'third': return theme.third;
    case 'up': return theme.up;
    case 'down': return theme.down;
    case 'muted': return theme.muted;
    default: return theme.main;
  }
}
