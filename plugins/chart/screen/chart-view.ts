import styles from '../Chart.module.css';
import type { ChartModel } from '../model/chart-model.ts';
import { deviceFont } from '../paint/axes.ts';
import { CanvasStack, type PlaceTags } from '../paint/canvas-stack.ts';
import { readTheme, type ChartTheme } from '../paint/theme.ts';
import { indexOfTime, timeOfIndex } from '../scales/time-places.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import type { Crosshair } from '../view/crosshair.ts';
import { chartArea, paneAt, type Geometry } from '../view/geometry.ts';
import { createPainter, Invalid, type Painter } from '../view/invalidation.ts';
import type { LastPrice } from '../view/last-price.ts';
import type { Viewport } from '../view/viewport.ts';
import { ChartLayout } from './chart-layout.ts';
import { Legend } from './legend.ts';
import type { LegendActions } from './legend-entries.ts';
import { PaneBorders } from './pane-borders.ts';
import { PointerRouter } from './pointer-router.ts';
import type { AxisTags, ChartPointer, ChartView, PaintLayer, PointerHandler } from './types.ts';
import { watchPage } from './watch-page.ts';

/** The live label refreshes every so many updates. */
const LIVE_LABEL_UPDATES = 20;

export interface ChartViewOptions extends LegendActions {
  /** The user gave a pane another height. */
  onPaneHeights(heights: Readonly<Record<string, number>>): void;
  /** A frame is about to be painted: what ticks have brought is worked out now, once. */
  onFrame?(): void;
}

/** A chart in an element, which it fills and follows in size. */
export class ChartScreen implements ChartView {
  readonly root: HTMLElement;
  readonly model: ChartModel;
  readonly overlay: HTMLElement;
  readonly underlay: HTMLElement;
  readonly viewport: Viewport;
  readonly #options: ChartViewOptions;
  readonly #sheet: HTMLElement;
  readonly #canvases: CanvasStack;
  readonly #legend: Legend;
  readonly #layout: ChartLayout;
  readonly #borders: PaneBorders;
  readonly #router: PointerRouter;
  readonly #painter: Painter;
  readonly #stopWatching: () => void;
  readonly #paintListeners = new Set<(painted: Invalid) => void>();
  readonly #pictureLayers = new Set<PaintLayer>();
  readonly #axisTags = new Set<PlaceTags>();
  readonly #crosshairListeners = new Set<(crosshair: Crosshair | null) => void>();
  #theme: ChartTheme;
  #crosshair: Crosshair | null = null;
  #last: LastPrice | null = null;
  #pointerX = 0;
  #liveUpdates = 0;
  #isFirstSize = true;
  #hasPainted = false;
  /** A frame is being prepared: what changes now is in it. */
  #isPreparing = false;
  #isDisposed = false;

  constructor(root: HTMLElement, model: ChartModel, options: ChartViewOptions) {
    this.root = root;
    this.model = model;
    this.#options = options;
    this.#sheet = root.ownerDocument.createElement('div');
    this.#sheet.className = styles.sheet ?? '';
    root.append(this.#sheet);
    this.#canvases = new CanvasStack(this.#sheet, styles.overlay ?? '');
    ({ underlay: this.underlay, overlay: this.overlay } = this.#canvases);
    this.#legend = new Legend(this.#sheet, options);
    this.#theme = readTheme(root);
    this.#layout = new ChartLayout(model, (text) => this.#axisTextWidth(text));
    this.viewport = this.#layout.viewport;
    this.#borders = new PaneBorders(
      this.#sheet,
      (id) => model.studies.paneTitle(id),
      (id, height) => this.#setPaneHeight(id, height),
    );
    this.#painter = createPainter(
      {
        request: (run) => this.#page().requestAnimationFrame(run),
        cancel: (handle) => this.#page().cancelAnimationFrame(handle),
      },
      (due) => this.#paint(due),
    );
    this.#router = new PointerRouter(root, {
      locate: (event) => this.#locate(event),
      onHover: (pointer) => this.#hover(pointer),
      onLeave: () => this.setCrosshair(null),
    });
    this.#stopWatching = watchPage(root, {
      onSize: () => this.#resize(),
      onTheme: () => this.#rereadTheme(),
      onRatio: () => this.invalidate(Invalid.all),
      onFonts: () => {
        this.#layout.forgetLabelWidths();
        this.invalidate(Invalid.all);
      },
    });
    this.#resize();
  }

  geometry(): Geometry {
    return this.#layout.geometry;
  }

  theme(): ChartTheme {
    return this.#theme;
  }

  ratio(): number {
    return this.#canvases.ratio;
  }

  scaleOf(paneId: string): ValueScale | undefined {
    return this.#layout.scales.get(paneId);
  }

  xOfTime(timeMs: number): number {
    return this.viewport.xOf(indexOfTime(this.model.bars, this.model.period, timeMs) - 0.5);
  }

  timeAt(x: number): number {
    const { left, span, widthPx } = this.viewport;
    return timeOfIndex(this.model.bars, this.model.period, left + (x * span) / widthPx);
  }

  barTimeAt(index: number): number | undefined {
    const { bars } = this.model;
    return index < 0 || index >= bars.length ? undefined : bars.timeMs[index];
  }

  invalidate(part: Invalid): void {
    this.#painter.invalidate(part);
  }

  onPaint(listener: (painted: Invalid) => void): () => void {
    this.#paintListeners.add(listener);
    return () => this.#paintListeners.delete(listener);
  }

  addAxisTags(tags: AxisTags): () => void {
    const place: PlaceTags = (above) => tags.place(above);
    this.#axisTags.add(place);
    this.invalidate(Invalid.cursor);
    return () => {
      this.#axisTags.delete(place);
      this.invalidate(Invalid.cursor);
    };
  }

  addPointerHandler(handler: PointerHandler): () => void {
    return this.#router.add(handler);
  }

  crosshair(): Crosshair | null {
    return this.#crosshair;
  }

  setCrosshair(next: Crosshair | null): void {
    const before = this.#crosshair;
    this.#crosshair = next;
    this.invalidate(Invalid.cursor);
    if (next?.index === before?.index && next?.source === before?.source) return;
    for (const listener of this.#crosshairListeners) listener(next);
  }

  onCrosshair(listener: (crosshair: Crosshair | null) => void): () => void {
    this.#crosshairListeners.add(listener);
    return () => this.#crosshairListeners.delete(listener);
  }

  writeBarInto(element: HTMLElement | null): void {
    this.#legend.writeBarInto(element);
  }

  barsReplaced(): void {
    this.#crosshair = null;
    this.#layout.showAllBars();
    this.invalidate(Invalid.all);
    // The first picture does not wait for the next frame to begin: it is ready when that comes.
    if (!this.#hasPainted)
      queueMicrotask(() => {
        if (!this.#hasPainted && !this.#isDisposed) this.flush();
      });
  }

  barsRevised(added: number): void {
    const { bars, displayStart } = this.model;
    if (added > 0) this.viewport.shift(added, displayStart, bars.length);
    else this.viewport.grow(bars.length);
    if (this.#crosshair !== null)
      this.#crosshair = { ...this.#crosshair, index: this.#crosshair.index + added };
    this.invalidate(Invalid.view);
  }

  barTicked(kind: 'changed' | 'added'): void {
    const { length } = this.model.bars;
    this.#canvases.barChanged(length - 1);
    if (kind === 'added') this.viewport.grow(length);
    this.invalidate(kind === 'added' ? Invalid.view : Invalid.lastBar);
  }

  studiesChanged(): void {
    this.#legend.rebuild(this.model, this.#theme);
    this.invalidate(Invalid.all);
  }

  setLastPrice(next: LastPrice | null): void {
    const last = this.#last;
    if (next?.price === last?.price && next?.tone === last?.tone && next?.countdown === last?.countdown)
      return;
    this.#last = next;
    if (!this.#isPreparing) this.invalidate(Invalid.cursor);
  }

  setPaneHeights(next: Readonly<Record<string, number>>): void {
    this.#layout.heights = next;
    this.invalidate(Invalid.all);
  }

  setPriceRange(range: readonly [number, number] | null): void {
    this.#layout.scales.priceRange = range;
    this.invalidate(Invalid.view);
  }

  addPictureLayer(layer: PaintLayer): () => void {
    this.#pictureLayers.add(layer);
    return () => this.#pictureLayers.delete(layer);
  }

  picture(): HTMLCanvasElement {
    this.flush();
    const canvas = this.#canvases.pictureCanvas();
    const context = canvas.getContext('2d');
    if (context === null) return canvas;
    this.#canvases.addTo(context, () => {
      for (const layer of this.#pictureLayers) layer(context, this.ratio());
      this.#legend.paint(context, this.#theme);
    });
    return canvas;
  }

  flush(): void {
    this.#painter.flush();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#painter.dispose();
    this.#router.dispose();
    this.#borders.dispose();
    this.#legend.dispose();
    this.#stopWatching();
    this.#sheet.remove();
  }

  /** The browser window that the chart is in: a popped-out one has its own frames. */
  #page(): Window {
    return this.root.ownerDocument.defaultView ?? window;
  }

  #paint(due: Invalid): void {
    this.#hasPainted = true;
    this.#isPreparing = true;
    this.#options.onFrame?.();
    this.#isPreparing = false;
    this.model.settle();
    const hasNewRatio = this.#canvases.ratio !== (this.#page().devicePixelRatio || 1);
    if (due === Invalid.all || hasNewRatio) this.#arrange();
    let needsAll = due >= Invalid.view || hasNewRatio;
    if (needsAll || due >= Invalid.lastBar) {
      // A scale that moved moves everything.
      if (this.#layout.updateScales()) needsAll = true;
      if (needsAll) this.#layout.relabel(() => this.#arrange());
      this.#canvases.paintPlot(this.#scene(), needsAll);
    }
    const upper = { ...this.#scene(), last: this.#last, crosshair: this.#crosshair };
    this.#canvases.paintUpper(upper, this.#axisTags);
    this.#showLegend(due);
    const painted: Invalid = needsAll && due < Invalid.view ? Invalid.view : due;
    for (const listener of this.#paintListeners) listener(painted);
  }

  #scene() {
    const { viewport, geometry, scales, ticks, labels } = this.#layout;
    return { model: this.model, viewport, geometry, scales, theme: this.#theme, ticks, labels };
  }

  /** Live values are for reading: of a stream of ticks each twentieth is shown. */
  #showLegend(due: Invalid): void {
    this.#liveUpdates = due === Invalid.lastBar ? this.#liveUpdates + 1 : 0;
    const crosshair = this.#crosshair;
    if (crosshair === null && this.#liveUpdates % LIVE_LABEL_UPDATES !== 0) return;
    const x = crosshair?.source === 'pointer' ? this.#pointerX : this.viewport.xOf(crosshair?.index ?? 0);
    const { scales, geometry } = this.#layout;
    this.#legend.show({ model: this.model, scales, geometry, crosshair, x });
  }

  /** Sizes and panes: all that seldom changes. */
  #arrange(): void {
    this.#layout.arrange();
    const { geometry } = this.#layout;
    this.#sheet.style.height = `${geometry.height}px`;
    this.#canvases.resize(geometry, this.#page().devicePixelRatio || 1);
    this.#legend.place(geometry);
    this.#borders.place(geometry);
  }

  #axisTextWidth(text: string): number {
    const { context } = this.#canvases;
    context.font = deviceFont(this.#theme.fontStrong, this.#theme.fontPx, 1);
    return context.measureText(text).width;
  }

  #setPaneHeight(id: string, height: number): void {
    this.#layout.heights = { ...this.#layout.heights, [id]: height };
    this.#options.onPaneHeights(this.#layout.heights);
    this.invalidate(Invalid.all);
  }

  #resize(): void {
    const { width, height } = chartArea(this.root.clientWidth, this.root.clientHeight);
    if (!this.#layout.setSize(width, height)) return;
    // Before the first frame others already read places, to choose what it shows.
    if (this.#isFirstSize) this.#layout.layOut();
    this.invalidate(Invalid.all);
    // Painted at once: a frame with the old picture in the new size would be seen. The first size has no picture yet.
    if (!this.#isFirstSize) this.flush();
    this.#isFirstSize = false;
  }

  #rereadTheme(): void {
    this.#theme = readTheme(this.root);
    this.#legend.rebuild(this.model, this.#theme);
    this.invalidate(Invalid.all);
  }

  #locate(event: PointerEvent | MouseEvent): ChartPointer {
    const geometry = this.geometry();
    const box = this.#sheet.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const area = y >= geometry.plotHeight ? 'date-axis' : x >= geometry.plotWidth ? 'price-axis' : 'plot';
    return { x, y, area, paneId: area === 'date-axis' ? null : (paneAt(geometry, y)?.id ?? null), event };
  }

  #hover({ x, y, area }: ChartPointer): void {
    this.#pointerX = x;
    const { length } = this.model.bars;
    if (area !== 'plot' || length === 0) {
      this.setCrosshair(null);
      return;
    }
    const index = Math.min(length - 1, Math.max(this.viewport.first, this.viewport.indexAt(x)));
    this.setCrosshair({ index, y, source: 'pointer' });
  }
}
