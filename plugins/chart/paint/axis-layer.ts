import { paintPaneBorders, paintValueAxis, type AxisScope } from './axes.ts';
import type { AxisLabel } from '../view/axis-labels.ts';
import { createSurface } from './surface.ts';
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
 * The value axes: a canvas of their own beside the plot, so that a label can give way to a tag that moves with every tick without the plot being painted anew. Painted only
 * when what it shows has changed.
 */
export interface AxisLayer {
  show(scene: AxisScene): void;
  /** Adds what is shown to a picture in device pixels. */
  addTo(context: CanvasRenderingContext2D): void;
}

export function createAxisLayer(host: HTMLElement): AxisLayer {
  const surface = createSurface(host, 'value-axis', true);
  const covered = new Map<string, Set<string>>();
  let look = '';
  let leftDevicePx = 0;

  return {
    show({ geometry, labels, spans, theme, ratio }) {
      const { width, plotWidth, plotHeight, panes } = geometry;
      const free = panes.map(({ id }) => {
        const before = covered.get(id) ?? new Set<string>();
        covered.set(id, before);
        return freeLabels(labels.get(id) ?? [], spans, before);
      });
      const next = `${width} ${plotWidth} ${plotHeight} ${ratio} ${theme.font} ${theme.background} ${theme.line} ${theme.textMuted} ${panes.map(({ top, height }, n) => `${top} ${height} ${(free[n] ?? []).map(({ y, text }) => `${y.toFixed(2)} ${text}`).join()}`).join(';')}`;
      if (next === look) return;
      look = next;
      leftDevicePx = Math.round(plotWidth * ratio);
      const left = leftDevicePx / ratio;
      surface.resize(Math.max(1, width - left), plotHeight, ratio);
      surface.canvas.style.left = `${left}px`;
      const axes: AxisScope = {
        context: surface.context,
        theme,
        ratio,
        plotWidth: 0,
        plotHeight,
        width: Math.max(1, width - left),
        height: plotHeight,
      };
      panes.forEach(({ top, height }, n) => paintValueAxis(axes, free[n] ?? [], top, height));
      paintPaneBorders(
        axes,
        panes.flatMap(({ id, top }) => (id === PRICE_PANE ? [] : [top])),
      );
    },
    addTo(context) {
      context.drawImage(surface.canvas, leftDevicePx, 0);
    },
  };
}
