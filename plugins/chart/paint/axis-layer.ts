import { paintPaneBorders, paintValueAxis, type AxisScope } from './axes.ts';
import type { AxisLabel } from '../view/axis-labels.ts';
import { createSurface, type Surface } from './surface.ts';
import type { ChartTheme } from './theme.ts';
import { freeLabels, type AxisSpan } from '../view/free-labels.ts';
import { type Geometry } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';

export interface AxisScene {
  readonly geometry: Geometry;
  /** Of each pane. */
  readonly labels: ReadonlyMap<string, readonly AxisLabel[]>;
  /** What tags take of the axis in this frame. */
  readonly spans: readonly AxisSpan[];
  readonly theme: ChartTheme;
  readonly ratio: number;
}

/**
 * The value axes: a canvas of their own beside the plot, so that a label can give way to a tag that moves with every tick without painting the plot again. Painted only
 * when what it shows has changed.
 */
export class AxisLayer {
  readonly #surface: Surface;
  /** Texts of each pane that tags covered in the frame before. */
  readonly #covered = new Map<string, Set<string>>();
  /** What is painted, as text. */
  #painted = '';
  #leftDevicePx = 0;

  constructor(host: HTMLElement) {
    this.#surface = createSurface(host, 'value-axis', true);
  }

  show({ geometry, labels, spans, theme, ratio }: AxisScene): void {
    const { width, plotWidth, plotHeight, panes } = geometry;
    const free = panes.map(({ id }) => freeLabels(labels.get(id) ?? [], spans, this.#coveredIn(id)));
    const texts = panes.map(({ top, height }, n) => `${top} ${height} ${labelsAsText(free[n] ?? [])}`);
    const next = `${width} ${plotWidth} ${plotHeight} ${ratio} ${theme.font} ${theme.background} ${theme.line} ${theme.textMuted} ${texts.join(';')}`;
    if (next === this.#painted) return;
    this.#painted = next;
    this.#leftDevicePx = Math.round(plotWidth * ratio);
    const left = this.#leftDevicePx / ratio;
    const axisWidth = Math.max(1, width - left);
    const { canvas, context } = this.#surface;
    this.#surface.resize(axisWidth, plotHeight, ratio);
    canvas.style.left = `${left}px`;
    const axes: AxisScope = {
      context,
      theme,
      ratio,
      plotWidth: 0,
      plotHeight,
      width: axisWidth,
      height: plotHeight,
    };
    panes.forEach(({ top, height }, n) => paintValueAxis(axes, free[n] ?? [], top, height));
    paintPaneBorders(
      axes,
      panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])),
    );
  }

  /** Adds what is shown to a picture in device pixels. */
  addTo(context: CanvasRenderingContext2D): void {
    context.drawImage(this.#surface.canvas, this.#leftDevicePx, 0);
  }

  #coveredIn(paneId: string): Set<string> {
    const known = this.#covered.get(paneId) ?? new Set<string>();
    this.#covered.set(paneId, known);
    return known;
  }
}

const labelsAsText = (labels: readonly AxisLabel[]): string =>
  labels.map(({ y, text }) => `${y.toFixed(2)} ${text}`).join();
