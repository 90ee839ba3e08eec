import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { createAlertLayer } from './alerts/alert-layer.ts';
import { candleTypeOf, periodOf } from './data/bar-sizes.ts';
import { countdown } from './data/countdown.ts';
import { createChartFeed, type ChartFeed, type FeedStatus } from './data/chart-feed.ts';
import { planAt } from './data/plan.ts';
import { aggregateColumns } from './model/aggregate-columns.ts';
import { ChartModel } from './model/chart-model.ts';
import { cleanBars } from './model/clean-bars.ts';
import { Comparison } from './model/comparison.ts';
import type { ChartState } from './state.ts';
import { rangeOfInterval, takeGiven, takeSymbol } from './symbol-changes.ts';
import { createShownTrades } from './trades/shown-trades.ts';
import { createTradingLayer } from './trading/trading-layer.ts';
import { ChartScreen } from './screen/chart-view.ts';
import { Invalid } from './view/invalidation.ts';
import { Navigation } from './screen/navigation.ts';
import type { ChartView } from './screen/types.ts';

export interface ControllerOptions {
  onStatus(status: FeedStatus): void;
  /** The last bar or the symbol's day figures changed. */
  onTick(): void;
  onStudy(id: string): void;
  onProblem(message: string): void;
}

/** Joins a window's state, the feed, the model and the view of a chart. */
export interface ChartController {
  readonly view: ChartView;
  readonly model: ChartModel;
  retry(): void;
  setActive(isActive: boolean): void;
  dispose(): void;
}

export function createChartController(
  window: ToolWindow<ChartState>,
  root: HTMLElement,
  options: ControllerOptions,
): ChartController {
  const { platform } = window;
  const { symbols } = platform;
  const model = new ChartModel();
  let shown: ChartState = window.getState();
  let isActive = false;
  let compareAbort: AbortController | null = null;
  let isLinkEcho = false;
  let watchedComparisons = '';
  /** Rises with each symbol that is asked for: of several only the last one counts. */
  let symbolTurns = 0;
  let isDisposed = false;
  /** Ticks came since the last frame. */
  let hasTicked = false;
  let releaseComparisons = (): void => {};

  const view = new ChartScreen(root, model, {
    onPaneHeights: (heights) => window.update({ PaneHeights: heights }),
    onFrame() {
      if (!hasTicked) return;
      hasTicked = false;
      followComparisons();
      showLast();
    },
    onStudy: options.onStudy,
    onRemoveStudy: (id) =>
      window.update({ Indicators: window.getState().Indicators.filter(({ Id }) => Id !== id) }),
    onRemoveTrades: (list, part) => trades.remove(list, part),
    onRemoveComparison: (symbol) =>
      window.update({ Compare: window.getState().Compare.filter((each) => each !== symbol) }),
  });
  const feed: ChartFeed = createChartFeed(symbols, () => platform.exchangeMs(), {
    onStatus(status) {
      if (status.kind === 'loading') view.setLastPrice(null);
      options.onStatus(status);
    },
    onBars(bars, displayFromMs) {
      model.setBars(bars, periodOf(shown.Range.BarSize), displayFromMs);
      view.barsReplaced();
      loadComparisons();
      showLast();
    },
    onRevised(bars, added) {
      model.revise(bars, added);
      if (added > 0) for (const comparison of model.comparisons) comparison.shift(added);
      followComparisons();
      view.barsRevised(added);
      loadComparisons();
      showLast();
    },
    onTick(kind) {
      model.follow(model.bars.length - (kind === 'added' ? 2 : 1));
      hasTicked = true;
      view.barTicked(kind);
      options.onTick();
    },
  });
  const trading = createTradingLayer(view, window);
  const alerts = createAlertLayer(view, window);
  const trades = createShownTrades(model, view, window);
  const navigation = new Navigation(view, { onNeedLeft: () => feed.extendLeft() });

  /** The last price: line, label and time left of its bar. */
  function showLast(): void {
    const { bars, drawn } = model;
    const at = bars.length - 1;
    const price = bars.close[at] ?? 0;
    if (!(price > 0)) {
      view.setLastPrice(null);
      return;
    }
    const { isStale } = symbols.staleness(shown.Symbol);
    const isUp = (drawn.close[at] ?? 0) >= (drawn.open[at] ?? 0);
    view.setLastPrice({
      price,
      tone: isStale ? 'stale' : isUp ? 'up' : 'down',
      countdown: countdown(platform.exchangeMs(), bars.timeMs[at] ?? 0, model.period),
    });
  }

  /** The last bar of the compared symbols has their newest price, as far as the bars are of now. */
  function followComparisons(): void {
    for (const comparison of model.comparisons)
      comparison.follow(model.bars.length, isLive() ? (symbols.get(comparison.symbol)?.last ?? 0) : 0);
  }

  /** The range goes on to today. */
  function isLive(): boolean {
    return planAt(shown.Range, platform.exchangeMs()).isLive;
  }

  /** Keeps the prices of compared symbols flowing while the window is on screen. */
  function watchComparisons(): void {
    const wanted = isActive ? shown.Compare.join(' ') : '';
    if (wanted === watchedComparisons) return;
    releaseComparisons();
    watchedComparisons = wanted;
    releaseComparisons = wanted === '' ? () => {} : symbols.watch(wanted.split(' '));
  }

  /** Loads the compared symbols for the bars that are there. A symbol that cannot be had is said and left out. */
  function loadComparisons(): void {
    compareAbort?.abort();
    watchComparisons();
    const own = (compareAbort = new AbortController());
    const { Compare, Range } = shown;
    if (Compare.length === 0) {
      if (model.comparisons.length > 0) {
        model.comparisons = [];
        view.studiesChanged();
      }
      return;
    }
    const plan = planAt(Range, platform.exchangeMs());
    const fromMs = Math.min(plan.fromMs, model.bars.timeMs[0] ?? plan.fromMs);
    const one = async (symbol: string): Promise<Comparison | null> => {
      try {
        const bars = cleanBars(
          await symbols.candles(
            { symbol, candleType: candleTypeOf(Range.BarSize), fromMs, toMs: plan.toMs },
            own.signal,
          ),
        );
        const comparison = new Comparison(symbol);
        comparison.align(model.bars, aggregateColumns(bars, model.period));
        return comparison;
      } catch (error) {
        if (!own.signal.aborted)
          options.onProblem(
            `${symbol} cannot be compared: ${error instanceof Error ? error.message : String(error)}`,
          );
        return null;
      }
    };
    void Promise.all(Compare.map(one)).then((found) => {
      if (own.signal.aborted) return;
      model.comparisons = found.filter((each) => each !== null);
      view.studiesChanged();
    });
  }

  /** Makes the chart what the state says. */
  function follow(isFirst: boolean): void {
    const next = window.getState();
    const before = shown;
    shown = next;
    if (next.Symbol !== before.Symbol) symbolTurns += 1;
    const has = (name: keyof ChartState) => isFirst || next[name] !== before[name];
    if (has('ChartType')) {
      model.chartType = next.ChartType;
      view.studiesChanged();
    }
    if (has('Scale')) {
      model.scaleMode = next.Scale;
      view.studiesChanged();
    }
    if (has('PaneHeights')) view.setPaneHeights(next.PaneHeights);
    if (has('Indicators')) {
      model.chooseStudies(next.Indicators);
      view.studiesChanged();
    }
    if (has('Indicators') || has('Symbol')) trades.follow(next);
    if (has('Symbol') || has('Range')) {
      // What is compared belongs to the bars that go; it comes again with the new ones.
      if (model.comparisons.length > 0) {
        model.comparisons = [];
        view.studiesChanged();
      }
      if (has('Symbol')) {
        trading.setSymbol(next.Symbol);
        alerts.setSymbol(next.Symbol);
      }
      feed.show(next.Symbol, next.Range);
    } else if (has('Compare')) loadComparisons();
  }

  const onContext = window.onContext((context, how) => {
    if (context.type === 'fdc3.instrument') {
      const turn = (symbolTurns += 1);
      // What the group is about is shown as it is, an unknown symbol too: another one would pass for it.
      if (how === 'linked') takeSymbol(window, context.id.ticker);
      else void takeGiven(window, context.id.ticker, () => turn === symbolTurns && !isDisposed);
    } else if (context.type === 'tapedeck.interval') {
      const range = rangeOfInterval(context.timeFrame, context.barSize);
      if (range !== null) window.update({ Range: range });
    } else if (context.timeMs === null) {
      if (view.crosshair()?.source === 'link') view.setCrosshair(null);
    } else {
      isLinkEcho = true;
      const index = model.bars.indexFrom(context.timeMs + 1) - 1;
      view.setCrosshair(index < 0 ? null : { index, y: null, source: 'link' });
      isLinkEcho = false;
    }
  });
  const onCrosshair = view.onCrosshair((crosshair) => {
    if (isLinkEcho || crosshair?.source === 'link' || !window.isLinked()) return;
    window.publish({
      type: 'tapedeck.crosshair',
      timeMs: crosshair === null ? null : (view.barTimeAt(crosshair.index) ?? null),
    });
  });
  const onState = window.subscribe(() => {
    if (window.getState() !== shown) follow(false);
  });
  // A lost price connection that is back: what was printed meanwhile is in the newest bars.
  let wasOpen = true;
  const onSession = platform.session.subscribe(() => {
    const isOpen = platform.session.get().connections.streaming.status === 'open';
    if (isOpen && !wasOpen) feed.refreshTail();
    wasOpen = isOpen;
  });
  const page = root.ownerDocument.defaultView ?? globalThis.window;
  const clock = page.setInterval(() => {
    if (!isActive) return;
    feed.followDay();
    showLast();
    if (model.comparisons.length === 0) return;
    followComparisons();
    view.invalidate(Invalid.view);
  }, 1_000);

  follow(true);
  return {
    view,
    model,
    retry: () => feed.reload(),
    setActive(next) {
      isActive = next;
      feed.setActive(next);
      trading.setActive(next);
      watchComparisons();
      if (next) view.invalidate(Invalid.all);
    },
    dispose() {
      isDisposed = true;
      page.clearInterval(clock);
      compareAbort?.abort();
      releaseComparisons();
      onContext();
      onCrosshair();
      onState();
      onSession();
      navigation.dispose();
      trading.dispose();
      alerts.dispose();
      trades.dispose();
      feed.dispose();
      view.dispose();
    },
  };
}
