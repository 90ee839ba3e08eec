import type { ChartModel } from '../model/chart-model.ts';
import { isSeries, type SeriesView } from '../model/study-set.ts';
import { type TradeList } from '../model/trade-list.ts';
import { PROFIT_PANE } from '../model/panes.ts';
import { paintPaneBorders, paintTimeAxis, paintTimeGrid, paintValueGrid, type AxisScope } from './axes.ts';
import type { AxisLabel } from '../view/axis-labels.ts';
import { paintHistogram } from './histogram.ts';
import { paintArea, paintFill, paintLine } from './lines.ts';
import { paintDots, paintTriangles } from './marks.ts';
import { paintBars, paintCandles } from './prices.ts';
import { paintProfile } from './profile.ts';
import { paintProfit } from './profit.ts';
import type { PaintScope } from './scope.ts';
import { paintShades } from './shades.ts';
import type { Surface } from './surface.ts';
import type { ChartTheme } from './theme.ts';
import { markReach, paintTradeMarks } from './trade-marks.ts';
import type { TimeTick } from '../scales/time-ticks.ts';
import { type Geometry, type PaneBox } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { lineColors } from './line-colors.ts';
import type { PaneScales } from '../view/pane-scales.ts';
import type { Viewport } from '../view/viewport.ts';

/** What a frame shows, and where everything stands in it. */
export interface ChartScene {
  readonly model: ChartModel;
  readonly viewport: Viewport;
  readonly geometry: Geometry;
  readonly scales: PaneScales;
  readonly theme: ChartTheme;
  readonly ticks: readonly TimeTick[];
  readonly labels: ReadonlyMap<string, readonly AxisLabel[]>;
}

export interface MainScene extends ChartScene {
  readonly surface: Surface;
}

/** Paints panes and the date axis; the value axes are a layer of their own. */
export function paintMain(scene: MainScene): void {
  const {
    surface: { ratio },
    geometry,
    viewport,
  } = scene;
  const axes = axesOf(scene, ratio);
  paintPanes(scene, axes, null);
  paintPaneBorders(
    axes,
    geometry.panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])),
  );
  paintTimeAxis(axes, scene.ticks, (index) => viewport.xOf(index));
}

/**
 * Paints the plot from a bar on as a strip of its own, which lies over the main canvas: a tick changes nothing else, and few pixels are handed on. `surface` of the scene is
 * the strip. Returns its left edge in CSS pixels; null when nothing of it is visible.
 */
export function paintStrip(scene: MainScene, ratio: number, fromBar: number): number | null {
  const { surface, geometry, viewport } = scene;
  const { context } = surface;
  const left = Math.max(0, Math.floor((viewport.xOf(fromBar) - viewport.barPx / 2) * ratio));
  const width = Math.round(geometry.plotWidth * ratio) - left;
  if (width <= 0) return null;
  surface.resize(width / ratio, geometry.plotHeight, ratio);
  context.save();
  context.translate(-left, 0);
  paintPanes(scene, axesOf(scene, ratio), fromBar);
  context.restore();
  return left / ratio;
}

const axesOf = ({ surface: { context }, theme, geometry }: MainScene, ratio: number): AxisScope => ({
  context,
  theme,
  ratio,
  plotWidth: geometry.plotWidth,
  plotHeight: geometry.plotHeight,
  width: geometry.width,
  height: geometry.height,
});

function paintPanes(scene: MainScene, axes: AxisScope, fromBar: number | null): void {
  const {
    surface: { context },
    geometry,
    viewport,
    theme,
  } = scene;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, Math.ceil(geometry.width * axes.ratio), Math.ceil(geometry.height * axes.ratio));
  paintTimeGrid(axes, scene.ticks, (index) => viewport.xOf(index));
  for (const pane of geometry.panes) {
    paintValueGrid(
      axes,
      (scene.labels.get(pane.id) ?? []).map(({ y }) => y),
    );
    paintPane(scene, axes.ratio, pane, fromBar);
  }
  paintPaneBorders(
    axes,
    geometry.panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])),
  );
}

function paintPane(scene: MainScene, ratio: number, pane: PaneBox, fromBar: number | null): void {
  const {
    surface: { context },
    model,
    viewport,
    geometry,
    theme,
    scales,
  } = scene;
  const scale = scales.get(pane.id);
  if (scale === undefined || model.bars.length === 0) return;
  const stepX = viewport.barPx * ratio;
  const scope: PaintScope = {
    context,
    theme,
    ratio,
    stepX,
    scale,
    // A pixel column that holds several bars is painted with all of them.
    from: Math.max(
      viewport.from,
      fromBar === null ? 0 : fromBar - 1 - (stepX < ratio ? Math.ceil((2 * ratio) / stepX) : 0),
    ),
    to: viewport.to,
    originX: viewport.xOf(0) * ratio,
    plotWidth: Math.round(geometry.plotWidth * ratio),
    top: Math.round(pane.top * ratio),
    height: Math.round(pane.height * ratio),
    bars: model.drawn,
  };
  context.save();
  context.beginPath();
  context.rect(0, scope.top, scope.plotWidth, scope.height);
  context.clip();
  if (pane.id === PRICE_PANE) paintPrice(scene, scope);
  for (const view of model.studies.views)
    if (isSeries(view) && view.paneId === pane.id) paintStudy(scene, scope, view);
  for (const list of model.tradeLists) {
    // A mark is wider than a narrow bar: those of the bars before reach into a part that is painted again.
    if (pane.id === PRICE_PANE && list.hasMarks)
      paintTradeMarks({ ...scope, from: Math.max(0, scope.from - markReach(scope)) }, list);
    if (pane.id === PROFIT_PANE && list.hasProfit)
      paintProfit(scope, list.profit, list.extremes, profitColor(theme, list));
  }
  context.restore();
}

function paintPrice(scene: MainScene, scope: PaintScope): void {
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
  const lineScope = { ...scope, from: Math.max(viewport.lineFrom, scope.from - 1) };
  const closes = model.closeExtremes();
  switch (model.chartType) {
    case 'candle':
    case 'heikin-ashi':
      paintCandles(scope, extremes);
      break;
    case 'bar':
      paintBars(scope, extremes);
      break;
    case 'line':
      paintLine(lineScope, scope.bars.close, closes, style);
      break;
    // The area goes down to the floor from its first bar: a part would leave an edge, so it is drawn whole and clipped.
    case 'area':
      paintArea({ ...scope, from: viewport.lineFrom }, scope.bars.close, closes, style, theme.accentFaint);
      break;
  }
  model.comparisons.forEach((comparison, n) => {
    const factor = scales.base / (scales.comparisonBases[n] ?? NaN);
    if (!(factor > 0)) return;
    const scaled = {
      ...scope,
      from: lineScope.from,
      scale: { y: (value: number) => scope.scale.y(value * factor) },
    };
    paintLine(scaled, comparison.closes, comparison.extremes, {
      color: lineColors(model, theme).comparison(n),
      widthPx: 1.5,
    });
  });
}

/** The user's own P&L, and that of a strategy. */
export const profitColor = (theme: ChartTheme, { isOwn }: Pick<TradeList, 'isOwn'>): string =>
  isOwn ? theme.main : theme.second;

function paintStudy({ viewport, theme, model }: MainScene, scope: PaintScope, view: SeriesView): void {
  const { study, run, extremes, shifts } = view;
  const colors = lineColors(model, theme);
  for (const [upper, lower] of study.fills ?? []) {
    const upperValues = run.outputs[upper];
    const lowerValues = run.outputs[lower];
    const shift = shifts[upper] ?? 0;
    if (upperValues !== undefined && lowerValues !== undefined)
      paintFill(
        { ...scope, from: Math.max(viewport.lineFrom, scope.from - 1), to: lastWith(shift) },
        upperValues,
        lowerValues,
        theme.accentFaint,
        shift,
      );
  }
  if (study.levels !== undefined) paintLevels(scope, study.levels);
  study.outputs.forEach((output, n) => {
    const values = run.outputs[n];
    const extreme = extremes[n];
    if (values === undefined || extreme === undefined) return;
    const shift = shifts[n] ?? 0;
    const color = colors.study(view.id, output.tone);
    switch (output.form) {
      case 'line':
        paintLine(
          { ...scope, from: Math.max(viewport.lineFrom, scope.from - 1), to: lastWith(shift) },
          values,
          extreme,
          { color, widthPx: view.widthPx, breaksBySession: output.breaksBySession },
          shift,
        );
        break;
      case 'histogram':
        paintHistogram(
          scope,
          values,
          extreme,
          output.tone === 'sign' ? 'sign' : 'direction',
          theme.upFaint,
          theme.downFaint,
        );
        break;
      case 'dots':
        paintDots(scope, values, color);
        break;
      case 'markBelow':
        paintTriangles(scope, values, true, color);
        break;
      case 'markAbove':
        paintTriangles(scope, values, false, color);
        break;
    }
  });

  /** One bar past the edge, so that lines leave the picture; drawn ahead, past the last bar. */
  function lastWith(shift: number): number {
    return Math.min(Math.ceil(viewport.right) + 1, run.length + shift);
  }
}

function paintLevels(
  { context, theme, scale, ratio, plotWidth }: PaintScope,
  levels: readonly number[],
): void {
  context.fillStyle = theme.separator;
  for (const level of levels)
    context.fillRect(0, Math.round(scale.y(level) * ratio), plotWidth, Math.max(1, Math.floor(ratio)));
}
