import { PRICE_PANE } from '../model/panes.ts';
import type { Crosshair } from '../view/crosshair.ts';
import type { AxisSpan } from '../view/free-labels.ts';
import type { Geometry } from '../view/geometry.ts';
import type { LastPrice } from '../view/last-price.ts';
import { AxisLayer } from './axis-layer.ts';
import { LastPriceLayer } from './last-price.ts';
import { paintMain, paintStrip, type ChartScene } from './paint-main.ts';
import { comparisonTags, paintTop, topSpans, type TopPlaces } from './paint-top.ts';
import { createSurface, type Surface } from './surface.ts';

/** What the upper layers of a frame show beside the scene. */
export interface UpperScene extends ChartScene {
  readonly last: LastPrice | null;
  readonly crosshair: Crosshair | null;
}

type PlacedScene = UpperScene & TopPlaces;

/** Places tags on the value axis beside those above them, and returns what they take. */
export type PlaceTags = (above: readonly AxisSpan[]) => readonly AxisSpan[];

/** The canvases of a chart, one above the other, and the two elements between them for layers of others. */
export class CanvasStack {
  /** Stands below the last price and the crosshair. */
  readonly underlay: HTMLElement;
  /** Stands above all canvases. */
  readonly overlay: HTMLElement;
  readonly #main: Surface;
  readonly #strip: Surface;
  readonly #axis: AxisLayer;
  readonly #lastPrice: LastPriceLayer;
  readonly #top: Surface;
  /** Bars from here on have changed since the main canvas was painted. */
  #changedFrom = Infinity;
  /** Where the strip of the last bars lies, CSS px; null while the main canvas shows them as they are. */
  #stripLeft: number | null = null;
  /** What is on the top canvas, as text. */
  #topPainted = '';
  #arrangements = 0;

  /** `layerClass` is of the two elements between the canvases. */
  constructor(host: HTMLElement, layerClass: string) {
    const layer = (): HTMLElement => {
      const element = host.ownerDocument.createElement('div');
      element.className = layerClass;
      host.append(element);
      return element;
    };
    this.#main = createSurface(host, 'main', true);
    this.#strip = createSurface(host, 'last-bars', true);
    this.#strip.canvas.style.display = 'none';
    this.#axis = new AxisLayer(host);
    this.underlay = layer();
    this.#lastPrice = new LastPriceLayer(host);
    this.#top = createSurface(host, 'top', false);
    this.overlay = layer();
  }

  /** Device pixels for one CSS pixel. */
  get ratio(): number {
    return this.#main.ratio;
  }

  /** Measures texts of the axes. */
  get context(): CanvasRenderingContext2D {
    return this.#main.context;
  }

  resize({ width, height }: Geometry, ratio: number): void {
    this.#arrangements += 1;
    this.#main.resize(width, height, ratio);
  }

  /** A bar has changed, which the next frame shows. */
  barChanged(index: number): void {
    this.#changedFrom = Math.min(this.#changedFrom, index);
  }

  /** Paints the plot: all of it, or a strip with the bars that have changed where that shows the same. */
  paintPlot(scene: ChartScene, needsAll: boolean): void {
    if (!needsAll && Number.isFinite(this.#changedFrom) && canPaintStrip(scene)) {
      const fromBar = Math.max(0, this.#changedFrom - 1);
      this.#placeStrip(paintStrip({ ...scene, surface: this.#strip }, this.ratio, fromBar));
      return;
    }
    paintMain({ ...scene, surface: this.#main });
    this.#placeStrip(null);
    this.#changedFrom = Infinity;
  }

  /** Paints what lies above the plot. Labels of the axis give way to tags. */
  paintUpper(scene: UpperScene, tags: Iterable<PlaceTags>): void {
    const { geometry, labels, theme, scales, last } = scene;
    const { ratio } = this;
    this.#lastPrice.show({ last, geometry, scale: scales.get(PRICE_PANE), theme, ratio });
    const lastSpan = this.#lastPrice.span();
    const places = { ...scene, lastSpan };
    const spans = [...(lastSpan === null ? [] : [lastSpan]), ...topSpans(places)];
    for (const place of tags) spans.push(...place(spans));
    this.#axis.show({ geometry, labels, theme, ratio, spans });
    this.#paintTop(places);
  }

  /** Adds what is on screen to a picture in device pixels; `paintLayers` paints the layers of others, in CSS pixels, below the crosshair. */
  addTo(context: CanvasRenderingContext2D, paintLayers: () => void): void {
    const { ratio } = this;
    context.drawImage(this.#main.canvas, 0, 0);
    if (this.#stripLeft !== null)
      context.drawImage(this.#strip.canvas, Math.round(this.#stripLeft * ratio), 0);
    this.#axis.addTo(context);
    this.#lastPrice.addTo(context);
    context.save();
    context.scale(ratio, ratio);
    paintLayers();
    context.restore();
    const top = this.#top.canvas;
    if (top.style.display !== 'none') context.drawImage(top, 0, 0);
  }

  /** A canvas of the size of the picture. */
  pictureCanvas(): HTMLCanvasElement {
    const { canvas } = this.#main;
    const picture = canvas.ownerDocument.createElement('canvas');
    picture.width = canvas.width;
    picture.height = canvas.height;
    return picture;
  }

  /** A frame of panning without a crosshair leaves the top canvas as it is: handing its pixels on costs as much as painting. */
  #paintTop(scene: PlacedScene): void {
    const next = `${this.#arrangements} ${topAsText(scene)}`;
    if (next === this.#topPainted) return;
    this.#topPainted = next;
    const { geometry } = scene;
    const top = this.#top;
    // With nothing on it the browser need not even lay it over the other canvases.
    const isEmpty = isTopEmpty(scene);
    top.canvas.style.display = isEmpty ? 'none' : 'block';
    if (isEmpty) return;
    top.resize(geometry.width, geometry.height, this.ratio);
    paintTop({ ...scene, surface: top });
  }

  #placeStrip(left: number | null): void {
    if (left === this.#stripLeft) return;
    this.#stripLeft = left;
    const { style } = this.#strip.canvas;
    style.display = left === null ? 'none' : 'block';
    if (left !== null) style.left = `${left}px`;
  }
}

/** An area reaches down from all of its bars, and a profile is of all that is visible. */
const canPaintStrip = ({ model }: ChartScene): boolean =>
  model.chartType !== 'area' && !model.studies.views.some(({ study }) => study.form === 'range');

const isTopEmpty = ({ crosshair, model }: UpperScene): boolean =>
  crosshair === null && model.comparisons.length === 0;

/** Everything that the top canvas shows, as one text. */
function topAsText(scene: PlacedScene): string {
  if (isTopEmpty(scene)) return '';
  const { crosshair, viewport, scales, geometry } = scene;
  const others = comparisonTags(scene)
    .map(({ n, text, span }) => `${n} ${text} ${span.top.toFixed(2)}`)
    .join();
  if (crosshair === null) return others;
  const { index, y, source } = crosshair;
  // A crosshair names values of its pane, so every scale matters to it.
  const heights = geometry.panes.map(({ id }) => `${scales.get(id)?.offset} ${scales.get(id)?.slope}`).join();
  return `${scales.base} ${others} ${index} ${y} ${source} ${viewport.xOf(index).toFixed(1)} ${heights}`;
}
