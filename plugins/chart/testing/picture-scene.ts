import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { BarStore } from '../model/bar-store.ts';
import { ChartModel } from '../model/chart-model.ts';
import type { ChartType } from '../model/chart-types.ts';
import { cleanBars, type WireBar } from '../model/clean-bars.ts';
import { Comparison } from '../model/comparison.ts';
import type { ScaleMode } from '../model/scale-mode.ts';
import { TradeList, type Trade } from '../model/trade-list.ts';
import type { ChartScene } from '../paint/paint-main.ts';
import type { Surface } from '../paint/surface.ts';
import { LIGHT_LINES, type ChartTheme } from '../paint/theme.ts';
import { timeTicks } from '../scales/time-ticks.ts';
import { axisLabels } from '../view/axis-labels.ts';
import { layOut } from '../view/geometry.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { Viewport } from '../view/viewport.ts';
import { SvgCanvas } from './svg-canvas.ts';

const [main, second, third] = LIGHT_LINES;

/** The light theme, fixed. */
export const PICTURE_THEME: ChartTheme = {
  background: '#ffffff',
  grid: '#eceef1',
  line: '#d3d8df',
  separator: '#c3c9d1',
  text: '#171c23',
  textMuted: '#596370',
  up: '#09703e',
  down: '#c22a2a',
  upFaint: 'rgba(9, 112, 62, 0.38)',
  downFaint: 'rgba(194, 42, 42, 0.38)',
  accent: '#1d5fc4',
  accentFaint: 'rgba(29, 95, 196, 0.14)',
  accentText: '#1a57b5',
  crosshair: '#6b7583',
  label: '#171c23',
  labelText: '#ffffff',
  onPrice: '#ffffff',
  buy: '#0b6688',
  sell: '#9c2377',
  lines: LIGHT_LINES,
  main,
  second,
  third,
  muted: '#6b7583',
  shade: 'rgba(107, 117, 131, 0.07)',
  font: '11px sans-serif',
  fontStrong: '600 11px sans-serif',
  fontPx: 11,
};

const BAR_MINUTES = 5;

/** Bars of five minutes from a time of one day: a price that swings around 100, and volume that swings with it. */
export function swingingBars(count: number, fromMinutes = 570): readonly WireBar[] {
  const priceAt = (n: number) => 100 + 6 * Math.sin(n / 3) + 2 * Math.sin(n * 1.7);
  return Array.from({ length: count }, (_, n) => {
    const [open, close] = [priceAt(n), priceAt(n + 1)];
    return {
      TS: newYorkMs('2024-03-14', fromMinutes + n * BAR_MINUTES),
      O: open,
      H: Math.max(open, close) + 0.6,
      L: Math.min(open, close) - 0.8,
      C: close,
      V: Math.round(1_000 + 900 * Math.sin(n / 2) ** 2),
    };
  });
}

export interface PictureOptions {
  readonly bars?: readonly WireBar[];
  readonly type?: ChartType;
  readonly scale?: ScaleMode;
  readonly width?: number;
  readonly height?: number;
  readonly ratio?: number;
  readonly studies?: readonly string[];
  readonly trades?: readonly Trade[];
  /** False = the executions of a strategy. */
  readonly isOwn?: boolean;
  /** Compared with a symbol whose price runs the other way. */
  readonly isCompared?: boolean;
}

/** What a chart of fixed data shows, and a canvas for it. */
export interface PictureScene extends ChartScene {
  readonly surface: Surface;
  readonly canvas: SvgCanvas;
}

export function pictureScene(options: PictureOptions): PictureScene {
  const { width = 360, height = 220, ratio = 1 } = options;
  const model = pictureModel(options);
  const geometry = layOut(width, height, model.lowerPanes, {}, 46);
  const viewport = new Viewport();
  viewport.setWidth(geometry.plotWidth);
  viewport.setBars(model.displayStart, model.bars.length, model.studies.leadBars + 1);
  const scales = new PaneScales();
  scales.update(model, viewport, geometry);
  const labels = new Map(
    geometry.panes.map(({ id }) => {
      const scale = scales.get(id);
      return [id, scale === undefined ? [] : axisLabels(id, scale, model.studies.axisLevels(id))] as const;
    }),
  );
  const ticks = timeTicks(model.bars, model.period, viewport.from, viewport.to, viewport.barPx, 72);
  const canvas = new SvgCanvas(geometry.width * ratio, geometry.height * ratio);
  // What painters use of a surface is here.
  const surface = {
    canvas: { width: geometry.width * ratio, height: geometry.height * ratio },
    context: canvas.context(),
    ratio,
  } as unknown as Surface;
  return { surface, canvas, model, viewport, geometry, scales, theme: PICTURE_THEME, ticks, labels };
}

function pictureModel({
  bars = swingingBars(24),
  type = 'candle',
  scale = 'linear',
  studies = [],
  trades = [],
  isOwn = true,
  isCompared = false,
}: PictureOptions): ChartModel {
  const model = new ChartModel();
  model.chartType = type;
  model.scaleMode = scale;
  model.chooseStudies(studies.map((Id) => ({ Id, Parameters: {} })));
  model.setBars(new BarStore(cleanBars(bars)), { minutes: BAR_MINUTES }, 0);
  if (isCompared) {
    const comparison = new Comparison('OTHER');
    const mirrored = bars.map((bar) => ({ ...bar, C: 200 - (bar.C ?? 0) }));
    comparison.align(model.bars, new BarStore(cleanBars(mirrored)));
    model.comparisons = [comparison];
  }
  if (trades.length > 0)
    model.setTradeLists([new TradeList(trades, { isOwn, title: 'Trades', hasMarks: true, hasProfit: true })]);
  return model;
}
