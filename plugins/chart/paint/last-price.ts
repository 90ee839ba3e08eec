import { PRICE_PANE } from '../model/panes.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import { axisText } from '../view/axis-labels.ts';
import type { AxisSpan } from '../view/free-labels.ts';
import { paneOf, type Geometry, type PaneBox } from '../view/geometry.ts';
import type { LastPrice } from '../view/last-price.ts';
import type { AxisScope } from './axes.ts';
import { paintDashedLine, paintValueTag } from './labels.ts';
import { createSurface, type Surface } from './surface.ts';
import type { ChartTheme } from './theme.ts';

const TAG_PX = 17;
const LINE_PX = 14;

export interface LastPriceScene {
  readonly last: LastPrice | null;
  readonly geometry: Geometry;
  readonly scale: ValueScale | undefined;
  readonly theme: ChartTheme;
  readonly ratio: number;
}

/** Where the line and the tag stand, CSS px; null = out of sight. */
interface Places {
  readonly lineTop: number | null;
  readonly tagTop: number | null;
  readonly tagLeft: number;
  readonly tagHeight: number;
}

/**
 * The last price: a dashed line and a label with the time left of the bar. Both are canvases of their own, a pixel high and as wide as the axis: handing the pixels of
 * a large canvas on costs more than all painting, and these change with every tick.
 */
export class LastPriceLayer {
  readonly #line: Surface;
  readonly #tag: Surface;
  /** What is painted on each, as text. */
  #linePainted = '';
  #tagPainted = '';
  #places: Places = { lineTop: null, tagTop: null, tagLeft: 0, tagHeight: 0 };

  constructor(host: HTMLElement) {
    this.#line = createSurface(host, 'last-line', false);
    this.#tag = createSurface(host, 'last-tag', true);
    // They move with every tick: as layers of their own they are moved, not painted.
    for (const { canvas } of [this.#line, this.#tag])
      Object.assign(canvas.style, { willChange: 'transform', display: 'none' });
  }

  show({ last, geometry, scale, theme, ratio }: LastPriceScene): void {
    const pane = paneOf(geometry, PRICE_PANE);
    const { plotWidth } = geometry;
    if (last === null || pane === null || scale === undefined || !(last.price > 0))
      this.#places = { lineTop: null, tagTop: null, tagLeft: plotWidth, tagHeight: 0 };
    else {
      const color = colorOf(last, scale, theme);
      const text = axisText(PRICE_PANE, scale, last.price);
      const lines = last.countdown === null ? [text] : [text, last.countdown];
      const tagHeight = lines.length * LINE_PX + TAG_PX - LINE_PX;
      this.#paintLine(plotWidth, color, theme, ratio);
      this.#paintTag({ width: geometry.width - plotWidth, height: tagHeight, lines, color, theme, ratio });
      this.#places = placesOf(scale.y(last.price), pane, ratio, { tagLeft: plotWidth, tagHeight });
    }
    moveTo(this.#line, 0, this.#places.lineTop);
    moveTo(this.#tag, this.#places.tagLeft, this.#places.tagTop);
  }

  /** What its label takes of the axis. */
  span(): AxisSpan | null {
    const { tagTop, tagHeight } = this.#places;
    return tagTop === null ? null : { top: tagTop, bottom: tagTop + tagHeight };
  }

  /** Adds what is shown to a picture in device pixels. */
  addTo(context: CanvasRenderingContext2D): void {
    const { lineTop, tagTop, tagLeft } = this.#places;
    const { canvas: line, ratio } = this.#line;
    if (lineTop !== null) context.drawImage(line, 0, Math.round(lineTop * ratio));
    const tag = this.#tag;
    if (tagTop !== null)
      context.drawImage(tag.canvas, Math.round(tagLeft * tag.ratio), Math.round(tagTop * tag.ratio));
  }

  #paintLine(width: number, color: string, theme: ChartTheme, ratio: number): void {
    const next = `${width} ${color} ${ratio}`;
    if (next === this.#linePainted) return;
    this.#linePainted = next;
    const line = this.#line;
    line.resize(width, Math.max(1, Math.floor(ratio)) / ratio, ratio);
    line.context.clearRect(0, 0, line.canvas.width, line.canvas.height);
    const scope = scopeOf(line, theme, ratio, { width, plotWidth: width });
    paintDashedLine(scope, [0, 0], [width, 0], color, [2, 2]);
  }

  #paintTag({ width, height, lines, color, theme, ratio }: TagContent): void {
    const next = `${width} ${color} ${theme.onPrice} ${theme.fontStrong} ${ratio} ${lines.join()}`;
    if (next === this.#tagPainted) return;
    this.#tagPainted = next;
    this.#tag.resize(Math.max(1, width), height, ratio);
    const scope = scopeOf(this.#tag, theme, ratio, { width, plotWidth: 0 });
    paintValueTag(scope, TAG_PX / 2, lines, { fill: color, text: theme.onPrice }, 0, height);
  }
}

interface TagContent {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly color: string;
  readonly theme: ChartTheme;
  readonly ratio: number;
}

/** In percent the label names the change since the left edge, and so does its colour. */
function colorOf({ price, tone }: LastPrice, scale: ValueScale, theme: ChartTheme): string {
  if (tone === 'stale') return theme.muted;
  const isUp = scale.mode === 'percent' && scale.base > 0 ? price >= scale.base : tone === 'up';
  return isUp ? theme.up : theme.down;
}

/** The tag stays within the pane, also of a price that is out of sight. */
function placesOf(
  y: number,
  pane: PaneBox,
  ratio: number,
  { tagLeft, tagHeight }: Pick<Places, 'tagLeft' | 'tagHeight'>,
): Places {
  const bottom = pane.top + pane.height;
  const snap = (px: number) => Math.round(px * ratio) / ratio;
  return {
    lineTop: y >= pane.top && y <= bottom ? snap(y) : null,
    tagTop: snap(Math.min(Math.max(y - TAG_PX / 2, pane.top), Math.max(pane.top, bottom - tagHeight))),
    tagLeft,
    tagHeight,
  };
}

const scopeOf = (
  { context }: Surface,
  theme: ChartTheme,
  ratio: number,
  { width, plotWidth }: Pick<AxisScope, 'width' | 'plotWidth'>,
): AxisScope => ({ context, theme, ratio, plotWidth, plotHeight: 0, width, height: 0 });

function moveTo({ canvas }: Surface, left: number, top: number | null): void {
  const display = top === null ? 'none' : 'block';
  if (canvas.style.display !== display) canvas.style.display = display;
  if (top === null) return;
  const transform = `translate(${left}px, ${top}px)`;
  if (canvas.style.transform !== transform) canvas.style.transform = transform;
}
