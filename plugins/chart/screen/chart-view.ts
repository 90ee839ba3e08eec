import type { ChartModel } from '../model/chart-model.ts';
import { createSurface } from '../paint/surface.ts';
import { deviceFont } from '../paint/axes.ts';
import type { AxisLabel } from '../view/axis-labels.ts';
import { readTheme, type ChartTheme } from '../paint/theme.ts';
import { timeTicks, type TimeTick } from '../scales/time-ticks.ts';
import { axisLabels } from '../view/axis-labels.ts';
import { createAxisLayer } from '../paint/axis-layer.ts';
import { chartArea, layOut, paneAt, PRICE_AXIS_PX, type Geometry } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { createPainter, Invalid } from '../view/invalidation.ts';
import { createLegend, type LegendActions } from './legend.ts';
import { createPaneBorders } from './pane-borders.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { createLastPriceLayer } from '../paint/last-price.ts';
import { paintMain, paintStrip } from '../paint/paint-main.ts';
import { paintTop, topSpans } from '../paint/paint-top.ts';
import { createPointerRouter } from './pointer-router.ts';
import { indexOfTime, timeOfIndex } from '../scales/time-places.ts';
import type { AxisTags, ChartPointer, ChartView } from './types.ts';
import type { LastPrice } from '../view/last-price.ts';
import type { Crosshair } from '../view/crosshair.ts';
import { Viewport } from '../view/viewport.ts';
import styles from '../Chart.module.css';

/** Least distance of date labels, px. */
const DATE_LABEL_PX = 72;
/** Left free at the right of the last bar, px. */
const RIGHT_MARGIN_PX = 12;

/** The live label refreshes every so many updates. */
const LIVE_LABEL_UPDATES = 20;

export interface ChartViewOptions extends LegendActions {
  /** The user gave a pane another height. */
  onPaneHeights(heights: Readonly<Record<string, number>>): void;
  /** A frame is about to be painted: what ticks have brought is worked out now, once. */
  onFrame?(): void;
}

/** Puts a chart into an element, which it fills and follows in size. */
export function createChartView(root: HTMLElement, model: ChartModel, options: ChartViewOptions): ChartView {
  const page = () => root.ownerDocument.defaultView ?? window;
  const sheet = root.ownerDocument.createElement('div');
  sheet.className = styles.sheet ?? '';
  root.append(sheet);
  const main = createSurface(sheet, 'main', true);
  const strip = createSurface(sheet, 'last-bars', true);
  strip.canvas.style.display = 'none';
  const axis = createAxisLayer(sheet);
  const underlay = root.ownerDocument.createElement('div');
  underlay.className = styles.overlay ?? '';
  sheet.append(underlay);
  const lastPrice = createLastPriceLayer(sheet);
  const top = createSurface(sheet, 'top', false);
  const overlay = root.ownerDocument.createElement('div');
  overlay.className = styles.overlay ?? '';
  sheet.append(overlay);
  const legend = createLegend(sheet, options);
  const viewport = new Viewport();
  const scales = new PaneScales();
  const paintListeners = new Set<(what: Invalid) => void>();
  const pictureLayers = new Set<(context: CanvasRenderingContext2D, ratio: number) => void>();
  const axisTags = new Set<AxisTags>();
  const crosshairListeners = new Set<(crosshair: Crosshair | null) => void>();
  const borders = createPaneBorders(sheet, (id, height) => {
    heights = { ...heights, [id]: height };
    options.onPaneHeights(heights);
    invalidate(Invalid.all);
  });
  let heights: Readonly<Record<string, number>> = {};
  let theme: ChartTheme = readTheme(root);
  let axisWidth = PRICE_AXIS_PX;
  let size = { width: 1, height: 1 };
  let geometry: Geometry = layOut(1, 1, [], {}, axisWidth);
  let ticks: readonly TimeTick[] = [];
  let labels: ReadonlyMap<string, readonly AxisLabel[]> = new Map();
  let crosshair: Crosshair | null = null;
  let last: LastPrice | null = null;
  let pointerX = 0;
  let arrangements = 0;
  let measuredLength = 0;
  let liveUpdates = 0;
  let shownTop = '';
  /** Bars from here on have changed since the main canvas was painted. */
  let changedFrom = Infinity;
  /** Where the strip of the last bars lies; null while the main canvas shows them as they are. */
  let stripLeft: number | null = null;
  let hasPainted = false;
  /** A frame is being prepared: what changes now is in it. */
  let isPreparing = false;

  const painter = createPainter(
    {
      request: (run) => page().requestAnimationFrame(run),
      cancel: (handle) => page().cancelAnimationFrame(handle),
    },
    paint,
  );
  const invalidate = (what: Invalid) => painter.invalidate(what);
  const margin = () =>
    Math.max(
      1,
      model.studies.leadBars + 1,
      Math.ceil(
        (RIGHT_MARGIN_PX * Math.max(1, model.bars.length - model.displayStart)) /
          Math.max(1, geometry.plotWidth),
      ),
    );

  function paint(what: Invalid): void {
    hasPainted = true;
    isPreparing = true;
    options.onFrame?.();
    isPreparing = false;
    model.settle();
    const hasNewRatio = main.ratio !== (page().devicePixelRatio || 1);
    if (what === Invalid.all || hasNewRatio) arrange();
    let needsAll = what >= Invalid.view || hasNewRatio;
    if (needsAll || what >= Invalid.lastBar) {
      // A scale that moved moves everything.
      if (scales.update(model, viewport, geometry)) needsAll = true;
      if (needsAll) relabel();
      const scene = { surface: main, model, viewport, geometry, scales, theme, ticks, labels };
      // An area reaches down from all of its bars, and a profile is of all that is visible.
      const isPartial =
        !needsAll &&
        Number.isFinite(changedFrom) &&
        model.chartType !== 'area' &&
        !model.studies.views.some(({ study }) => study.form === 'range');
      if (isPartial)
        placeStrip(paintStrip({ ...scene, surface: strip }, main.ratio, Math.max(0, changedFrom - 1)));
      else {
        paintMain(scene);
        placeStrip(null);
        changedFrom = Infinity;
      }
    }
    lastPrice.show({ last, geometry, scale: scales.get(PRICE_PANE), theme, ratio: main.ratio });
    const lastSpan = lastPrice.span();
    const spans = [
      ...(lastSpan === null ? [] : [lastSpan]),
      ...topSpans({ model, viewport, geometry, scales, crosshair }),
    ];
    for (const tags of axisTags) spans.push(...tags.place(spans));
    axis.show({ geometry, labels, theme, ratio: main.ratio, spans });
    // A frame of panning without a crosshair leaves the upper canvas as it is: handing its pixels on costs as much as painting.
    const look = topLook();
    if (look !== shownTop) {
      shownTop = look;
      // Nothing on it: the browser need not even lay it over the other one.
      const isEmpty = crosshair === null && model.comparisons.length === 0;
      top.canvas.style.display = isEmpty ? 'none' : 'block';
      if (!isEmpty) top.resize(geometry.width, geometry.height, main.ratio);
      if (!isEmpty) paintTop({ surface: top, model, viewport, geometry, scales, theme, crosshair });
    }
    // Live values are for reading: of a stream of ticks each twentieth is shown.
    liveUpdates = what === Invalid.lastBar ? liveUpdates + 1 : 0;
    if (crosshair !== null || liveUpdates % LIVE_LABEL_UPDATES === 0)
      legend.show(
        model,
        scales,
        crosshair,
        crosshair?.source === 'pointer' ? pointerX : viewport.xOf(crosshair?.index ?? 0),
        geometry,
      );
    const painted: Invalid = needsAll && what < Invalid.view ? Invalid.view : what;
    for (const listener of paintListeners) listener(painted);
  }

  /** Everything that the upper canvas shows, as one text. */
  function topLook(): string {
    if (crosshair === null && model.comparisons.length === 0) return '';
    const cross =
      crosshair === null
        ? ''
        : `${crosshair.index} ${crosshair.y} ${crosshair.source} ${viewport.xOf(crosshair.index).toFixed(1)}`;
    const others = model.comparisons
      .map(({ closes }, n) => `${closes[viewport.to - 1]} ${scales.comparisonBases[n]}`)
      .join();
    // A crosshair names values of its pane, so every scale matters to it.
    const heights =
      crosshair === null
        ? ''
        : geometry.panes.map(({ id }) => `${scales.get(id)?.offset} ${scales.get(id)?.slope}`).join();
    return `${arrangements} ${scales.base} ${cross} ${others} ${heights}`;
  }

  function placeStrip(left: number | null): void {
    if (left === stripLeft) return;
    stripLeft = left;
    strip.canvas.style.display = left === null ? 'none' : 'block';
    if (left !== null) strip.canvas.style.left = `${left}px`;
  }

  /** Sizes, theme, panes: all that seldom changes. */
  function arrange(): void {
    arrangements += 1;
    const ratio = page().devicePixelRatio || 1;
    geometry = layOut(size.width, size.height, model.lowerPanes, heights, axisWidth);
    viewport.setWidth(geometry.plotWidth);
    viewport.setMargin(margin());
    sheet.style.height = `${geometry.height}px`;
    main.resize(geometry.width, geometry.height, ratio);
    legend.place(geometry);
    borders.place(geometry);
  }

  /** Labels of both axes; the price axis grows when one needs more room. */
  function relabel(): void {
    for (let round = 0; round < 2; round += 1) {
      labels = new Map(
        geometry.panes.map((pane) => {
          const scale = scales.get(pane.id);
          return [pane.id, scale === undefined ? [] : axisLabels(pane.id, scale)];
        }),
      );
      const needed = widestLabel();
      if (needed <= axisWidth) break;
      axisWidth = needed;
      arrange();
      scales.update(model, viewport, geometry);
    }
    ticks = timeTicks(model.bars, model.period, viewport.from, viewport.to, viewport.barPx, DATE_LABEL_PX);
  }

  function widestLabel(): number {
    let longest = '';
    for (const list of labels.values())
      for (const { text } of list) if (text.length > longest.length) longest = text;
    // Digits are all as wide, so a text that is not longer is not wider by much.
    if (longest.length <= measuredLength) return 0;
    measuredLength = longest.length;
    main.context.font = deviceFont(theme.fontStrong, theme.fontPx, 1);
    // The last price may have two decimals more than the labels.
    return Math.ceil(main.context.measureText(longest).width + 14);
  }

  const locate = (event: PointerEvent | MouseEvent): ChartPointer => {
    const box = sheet.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const area = y >= geometry.plotHeight ? 'date-axis' : x >= geometry.plotWidth ? 'price-axis' : 'plot';
    return { x, y, area, paneId: area === 'date-axis' ? null : (paneAt(geometry, y)?.id ?? null), event };
  };
  const setCrosshair = (next: Crosshair | null) => {
    const isSame = next?.index === crosshair?.index && next?.source === crosshair?.source;
    crosshair = next;
    invalidate(Invalid.cursor);
    if (!isSame) for (const listener of crosshairListeners) listener(next);
  };
  const router = createPointerRouter(root, {
    locate,
    onHover({ x, y, area }) {
      pointerX = x;
      if (area !== 'plot' || model.bars.length === 0) setCrosshair(null);
      else
        setCrosshair({
          index: Math.min(model.bars.length - 1, Math.max(viewport.first, viewport.indexAt(x))),
          y,
          source: 'pointer',
        });
    },
    onLeave: () => setCrosshair(null),
  });

  let isFirstSize = true;
  const resize = () => {
    const { width, height } = chartArea(root.clientWidth, root.clientHeight);
    if (width === size.width && height === size.height) return;
    size = { width, height };
    // Places are asked for before the first frame: by whoever chooses what it shows.
    if (isFirstSize) {
      geometry = layOut(width, height, model.lowerPanes, heights, axisWidth);
      viewport.setWidth(geometry.plotWidth);
    }
    invalidate(Invalid.all);
    // Painted at once: a frame with the old picture in the new size would be seen. The first size has no picture yet.
    if (!isFirstSize) painter.flush();
    isFirstSize = false;
  };
  const sizes = new (page().ResizeObserver)(resize);
  sizes.observe(root);
  const looks = new (page().MutationObserver)(() => {
    legend.rebuild(model, (theme = readTheme(root)));
    invalidate(Invalid.all);
  });
  looks.observe(root.ownerDocument.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-palette', 'data-density'],
  });
  const density = watchRatio(page, () => invalidate(Invalid.all));

  // Labels are measured in the desk's font, which may still be on its way.
  let isDisposed = false;
  void root.ownerDocument.fonts.ready.then(() => {
    measuredLength = 0;
    if (!isDisposed) invalidate(Invalid.all);
  });

  resize();
  return {
    model,
    viewport,
    overlay,
    underlay,
    root,
    geometry: () => geometry,
    theme: () => theme,
    ratio: () => main.ratio,
    scaleOf: (paneId) => scales.get(paneId),
    xOfTime: (timeMs) => viewport.xOf(indexOfTime(model.bars, model.period, timeMs) - 0.5),
    timeAt: (x) =>
      timeOfIndex(model.bars, model.period, viewport.left + (x * viewport.span) / viewport.widthPx),
    barTimeAt: (index) => (index < 0 || index >= model.bars.length ? undefined : model.bars.timeMs[index]),
    invalidate,
    onPaint(listener) {
      paintListeners.add(listener);
      return () => paintListeners.delete(listener);
    },
    addAxisTags(tags) {
      axisTags.add(tags);
      invalidate(Invalid.cursor);
      return () => {
        axisTags.delete(tags);
        invalidate(Invalid.cursor);
      };
    },
    addPointerHandler: (handler) => router.add(handler),
    crosshair: () => crosshair,
    setCrosshair,
    onCrosshair(listener) {
      crosshairListeners.add(listener);
      return () => crosshairListeners.delete(listener);
    },
    barsReplaced() {
      axisWidth = PRICE_AXIS_PX;
      measuredLength = 0;
      scales.priceRange = null;
      crosshair = null;
      viewport.setBars(model.displayStart, model.bars.length, margin());
      invalidate(Invalid.all);
      // The first picture does not wait for the next frame to begin: it is ready when that comes.
      if (!hasPainted)
        queueMicrotask(() => {
          if (!hasPainted && !isDisposed) painter.flush();
        });
    },
    barsRevised(added) {
      if (added > 0) viewport.shift(added, model.displayStart, model.bars.length);
      else viewport.grow(model.bars.length);
      if (crosshair !== null) crosshair = { ...crosshair, index: crosshair.index + added };
      invalidate(Invalid.view);
    },
    barTicked(kind) {
      changedFrom = Math.min(changedFrom, model.bars.length - 1);
      if (kind === 'added') viewport.grow(model.bars.length);
      invalidate(kind === 'added' ? Invalid.view : Invalid.lastBar);
    },
    studiesChanged() {
      legend.rebuild(model, theme);
      invalidate(Invalid.all);
    },
    setLastPrice(next) {
      if (next?.price === last?.price && next?.tone === last?.tone && next?.countdown === last?.countdown)
        return;
      last = next;
      if (!isPreparing) invalidate(Invalid.cursor);
    },
    setPaneHeights(next) {
      heights = next;
      invalidate(Invalid.all);
    },
    setPriceRange(range) {
      scales.priceRange = range;
      invalidate(Invalid.view);
    },
    addPictureLayer(layer) {
      pictureLayers.add(layer);
      return () => pictureLayers.delete(layer);
    },
    picture() {
      painter.flush();
      const canvas = root.ownerDocument.createElement('canvas');
      canvas.width = main.canvas.width;
      canvas.height = main.canvas.height;
      const context = canvas.getContext('2d');
      if (context === null) return canvas;
      context.drawImage(main.canvas, 0, 0);
      if (stripLeft !== null) context.drawImage(strip.canvas, Math.round(stripLeft * main.ratio), 0);
      axis.addTo(context);
      lastPrice.addTo(context);
      context.save();
      context.scale(main.ratio, main.ratio);
      for (const layer of pictureLayers) layer(context, main.ratio);
      legend.paint(context, theme);
      context.restore();
      if (top.canvas.style.display !== 'none') context.drawImage(top.canvas, 0, 0);
      return canvas;
    },
    flush: () => painter.flush(),
    dispose() {
      isDisposed = true;
      painter.dispose();
      router.dispose();
      borders.dispose();
      legend.dispose();
      sizes.disconnect();
      looks.disconnect();
      density();
      sheet.remove();
    },
  };
}

/** Calls back when the device's pixel ratio changes: another screen, another zoom. Not every browser tells it in the same way. */
function watchRatio(page: () => Window, onChange: () => void): () => void {
  const own = page();
  let ratio = own.devicePixelRatio;
  let query: MediaQueryList | null = null;
  const check = () => {
    if (own.devicePixelRatio === ratio) return;
    ratio = own.devicePixelRatio;
    listen();
    onChange();
  };
  const listen = () => {
    query?.removeEventListener('change', check);
    query = own.matchMedia(`(resolution: ${ratio}dppx)`);
    query.addEventListener('change', check);
  };
  listen();
  own.addEventListener('resize', check);
  return () => {
    query?.removeEventListener('change', check);
    own.removeEventListener('resize', check);
  };
}
