import type { AxisScope } from './axes.ts';
import { paintDashedLine, paintValueTag } from './labels.ts';
import { createSurface, type Surface } from './surface.ts';
import type { ChartTheme } from './theme.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import { axisText } from '../view/axis-labels.ts';
import type { AxisSpan } from '../view/free-labels.ts';
import { paneOf, type Geometry } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { LastPrice } from '../view/last-price.ts';

const TAG_PX = 17;
const LINE_PX = 14;

export interface LastPriceScene {
  readonly last: LastPrice | null;
  readonly geometry: Geometry;
  readonly scale: ValueScale | undefined;
  readonly theme: ChartTheme;
  readonly ratio: number;
}

/**
 * The last price: a dashed line and a label with the time left of the bar. Both are canvases of their own, a pixel high and as wide as the axis: handing the pixels of
 * a large canvas on costs more than all painting, and these change with every tick.
 */
export interface LastPriceLayer {
  show(scene: LastPriceScene): void;
  /** What its label takes of the axis. */
  span(): AxisSpan | null;
  /** Adds what is shown to a picture in device pixels. */
  addTo(context: CanvasRenderingContext2D): void;
}

export function createLastPriceLayer(host: HTMLElement): LastPriceLayer {
  const line = createSurface(host, 'last-line', false);
  const tag = createSurface(host, 'last-tag', true);
  // They move with every tick: as layers of their own they are moved, not painted.
  for (const { canvas } of [line, tag])
    Object.assign(canvas.style, { willChange: 'transform', display: 'none' });
  let lineLook = '';
  let tagLook = '';
  let at: { line: number | null; tag: number | null; tagLeft: number; tagHeight: number } = {
    line: null,
    tag: null,
    tagLeft: 0,
    tagHeight: 0,
  };

  function place({ canvas }: Surface, left: number, top: number | null): void {
    const display = top === null ? 'none' : 'block';
    if (canvas.style.display !== display) canvas.style.display = display;
    if (top === null) return;
    const transform = `translate(${left}px, ${top}px)`;
    if (canvas.style.transform !== transform) canvas.style.transform = transform;
  }

  function show({ last, geometry, scale, theme, ratio }: LastPriceScene): void {
    const pane = paneOf(geometry, PRICE_PANE);
    at = { line: null, tag: null, tagLeft: geometry.plotWidth, tagHeight: 0 };
    if (last !== null && pane !== null && scale !== undefined && last.price > 0) {
      const { plotWidth, width } = geometry;
      const y = scale.y(last.price);
      const bottom = pane.top + pane.height;
      // In percent the label tells the change since the left edge: its colour, too.
      const isUp = scale.mode === 'percent' && scale.base > 0 ? last.price >= scale.base : last.tone === 'up';
      const color = last.tone === 'stale' ? theme.muted : isUp ? theme.up : theme.down;
      const scope = (surface: Surface, wide: number, from: number): AxisScope => ({
        context: surface.context,
        theme,
        ratio,
        plotWidth: from,
        plotHeight: 0,
        width: wide,
        height: 0,
      });
      const thick = Math.max(1, Math.floor(ratio)) / ratio;
      const nextLine = `${plotWidth} ${color} ${ratio}`;
      if (nextLine !== lineLook) {
        lineLook = nextLine;
        line.resize(plotWidth, thick, ratio);
        line.context.clearRect(0, 0, line.canvas.width, line.canvas.height);
        paintDashedLine(scope(line, plotWidth, plotWidth), [0, 0], [plotWidth, 0], color, [2, 2]);
      }
      const text = axisText(PRICE_PANE, scale, last.price);
      const lines = last.countdown === null ? [text] : [text, last.countdown];
      const height = lines.length * LINE_PX + TAG_PX - LINE_PX;
      const nextTag = `${width - plotWidth} ${color} ${theme.onPrice} ${theme.fontStrong} ${ratio} ${lines.join()}`;
      if (nextTag !== tagLook) {
        tagLook = nextTag;
        tag.resize(Math.max(1, width - plotWidth), height, ratio);
        paintValueTag(
          scope(tag, width - plotWidth, 0),
          TAG_PX / 2,
          lines,
          { fill: color, text: theme.onPrice },
          0,
          height,
        );
      }
      const snap = (px: number) => Math.round(px * ratio) / ratio;
      at.line = y >= pane.top && y <= bottom ? snap(y) : null;
      at.tagHeight = height;
      at.tag = snap(Math.min(Math.max(y - TAG_PX / 2, pane.top), Math.max(pane.top, bottom - height)));
    }
    place(line, 0, at.line);
    place(tag, at.tagLeft, at.tag);
  }

  return {
    show,
    span: () => (at.tag === null ? null : { top: at.tag, bottom: at.tag + at.tagHeight }),
    addTo(context) {
      if (at.line !== null) context.drawImage(line.canvas, 0, Math.round(at.line * line.ratio));
      if (at.tag !== null)
        context.drawImage(tag.canvas, Math.round(at.tagLeft * tag.ratio), Math.round(at.tag * tag.ratio));
    },
  };
}
