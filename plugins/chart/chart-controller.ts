import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { SymbolActions } from './actions/symbol-actions.ts';
import { AlertLayer } from './alerts/alert-layer.ts';
import { ChartLinks } from './chart-links.ts';
import { ComparedSymbols } from './compared-symbols.ts';
import { periodOf } from './data/bar-sizes.ts';
import { ChartFeed, type FeedListener, type FeedStatus } from './data/chart-feed.ts';
import { countdown } from './data/countdown.ts';
import { ChartModel } from './model/chart-model.ts';
import { keyOf } from './model/indicator.ts';
import { studyCatalogue } from './model/study-catalogue.ts';
import { isSeries } from './model/study-set.ts';
import { myStudiesOf, withMyStudies, type MyStudies } from './my-studies/my-studies.ts';
import { fileOfStudy } from './my-studies/my-study.ts';
import type { MyStudyHost } from './my-studies/my-study-run.ts';
import { MyStudyRuns } from './my-studies/my-study-runs.ts';
import { ChartScreen, type ChartViewOptions } from './screen/chart-view.ts';
import { Navigation } from './screen/navigation.ts';
import type { ChartView } from './screen/types.ts';
import type { ChartState } from './state.ts';
import { ShownTrades } from './trades/shown-trades.ts';
import { createTradingLayer, type TradingLayer } from './trading/trading-layer.ts';
import { Invalid } from './view/invalidation.ts';

/** How often the countdown and compared symbols are refreshed without a tick, ms. */
const CLOCK_MS = 1_000;

export interface ControllerOptions {
  onStatus(status: FeedStatus): void;
  /** The last bar or the symbol's day figures changed. */
  onTick(): void;
  onStudy(id: string): void;
  onProblem(message: string): void;
}

/** Joins a window's state, the feed, the model and the view of a chart. */
export class ChartController {
  readonly model: ChartModel;
  readonly view: ChartView;
  readonly #window: ToolWindow<ChartState>;
  readonly #options: ControllerOptions;
  readonly #feed: ChartFeed;
  readonly #compared: ComparedSymbols;
  readonly #trading: TradingLayer;
  readonly #alerts: AlertLayer;
  readonly #trades: ShownTrades;
  readonly #actions: SymbolActions;
  readonly #navigation: Navigation;
  readonly #links: ChartLinks;
  readonly #mine: MyStudies;
  readonly #myRuns: MyStudyRuns;
  readonly #stops: readonly (() => void)[];
  #shown: ChartState;
  #isActive = false;
  #stopClock: (() => void) | null = null;
  /** Ticks came since the last frame. */
  #hasTicked = false;

  constructor(window: ToolWindow<ChartState>, root: HTMLElement, options: ControllerOptions) {
    this.#window = window;
    this.#options = options;
    this.#shown = window.getState();
    const { platform } = window;
    this.#mine = myStudiesOf(platform);
    this.#myRuns = new MyStudyRuns(this.#myStudyHost());
    const catalogue = withMyStudies(studyCatalogue(platform.studies), this.#mine);
    this.model = new ChartModel(catalogue, this.#myRuns.start);
    const view = (this.view = new ChartScreen(root, this.model, this.#viewOptions()));
    this.#feed = new ChartFeed(platform.symbols, () => platform.exchangeMs(), this.#feedListener());
    this.#compared = new ComparedSymbols(window, this.model, view, (text) => options.onProblem(text));
    this.#trading = createTradingLayer(view, window);
    this.#alerts = new AlertLayer(view, window);
    this.#trades = new ShownTrades(this.model, view, window);
    this.#actions = new SymbolActions(window, this.model, view);
    this.#navigation = new Navigation(view, { onNeedLeft: () => this.#feed.extendLeft() });
    this.#links = new ChartLinks(window, view, this.model);
    this.#stops = [
      window.subscribe(() => {
        if (window.getState() !== this.#shown) this.#follow(false);
      }),
      this.#followSession(),
      this.#mine.subscribe(() => this.#myStudiesChanged()),
    ];
    this.#follow(true);
  }

  retry(): void {
    this.#feed.reload();
  }

  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    this.#feed.setActive(isActive);
    this.#trading.setActive(isActive);
    this.#compared.setActive(isActive);
    this.#myRuns.activityChanged();
    this.#stopClock?.();
    this.#stopClock = isActive ? this.#startClock() : null;
    if (isActive) this.view.invalidate(Invalid.all);
  }

  dispose(): void {
    this.setActive(false);
    for (const stop of this.#stops) stop();
    this.#compared.dispose();
    this.#myRuns.keepOnly([]);
    this.#links.dispose();
    this.#navigation.dispose();
    this.#trading.dispose();
    this.#alerts.dispose();
    this.#trades.dispose();
    this.#actions.dispose();
    this.#feed.dispose();
    this.view.dispose();
  }

  #viewOptions(): ChartViewOptions {
    const window = this.#window;
    return {
      onPaneHeights: (heights) => window.update({ PaneHeights: heights }),
      onFrame: () => {
        if (!this.#hasTicked) return;
        this.#hasTicked = false;
        this.#compared.follow();
        this.#showLast();
      },
      onStudy: (id) => this.#options.onStudy(id),
      onRemoveStudy: (id) =>
        window.update({ Indicators: window.getState().Indicators.filter((each) => keyOf(each) !== id) }),
      onRemoveTrades: (list, part) => this.#trades.remove(list, part),
      onRemoveComparison: (symbol) =>
        window.update({ Compare: window.getState().Compare.filter((each) => each !== symbol) }),
    };
  }

  #feedListener(): FeedListener {
    const { model } = this;
    return {
      onStatus: (status) => {
        if (status.kind === 'loading') this.view.setLastPrice(null);
        this.#options.onStatus(status);
      },
      onBars: (bars, displayFromMs) => {
        if (model.setBars(bars, periodOf(this.#shown.Range.BarSize), displayFromMs))
          this.view.studiesChanged();
        this.#keepShownRuns();
        this.view.barsReplaced();
        void this.#compared.load();
        void this.#actions.load().then(() => this.#trades.actionsChanged());
        this.#showLast();
      },
      onRevised: (bars, added) => {
        model.revise(bars, added);
        if (added > 0) for (const comparison of model.comparisons) comparison.shift(added);
        this.#compared.follow();
        this.view.barsRevised(added);
        void this.#compared.load();
        this.#showLast();
      },
      onTick: (kind) => {
        model.follow(model.bars.length - (kind === 'added' ? 2 : 1));
        this.#hasTicked = true;
        this.view.barTicked(kind);
        this.#options.onTick();
      },
    };
  }

  /** The last price: line, label and time left of its bar. */
  #showLast(): void {
    const { bars, drawn, period } = this.model;
    const { platform } = this.#window;
    const at = bars.length - 1;
    const price = bars.close[at] ?? 0;
    if (!(price > 0)) {
      this.view.setLastPrice(null);
      return;
    }
    const { isStale } = platform.symbols.staleness(this.#shown.Symbol);
    const isUp = (drawn.close[at] ?? 0) >= (drawn.open[at] ?? 0);
    this.view.setLastPrice({
      price,
      tone: isStale ? 'stale' : isUp ? 'up' : 'down',
      countdown: countdown(platform.exchangeMs(), bars.timeMs[at] ?? 0, period),
    });
  }

  /** Brings the chart to the state of its window. */
  #follow(isFirst: boolean): void {
    const next = this.#window.getState();
    const before = this.#shown;
    this.#shown = next;
    this.#compared.setState(next);
    const has = (name: keyof ChartState) => isFirst || next[name] !== before[name];
    if (next.Symbol !== before.Symbol) this.#links.symbolChanged();
    if (has('ChartType') || has('Scale') || has('ScalesPriceOnly')) {
      this.model.chartType = next.ChartType;
      this.model.scaleMode = next.Scale;
      this.model.scalesPriceOnly = next.ScalesPriceOnly;
      this.view.studiesChanged();
    }
    this.model.showsCrosshairBox = next.ShowsCrosshairBox;
    if (has('PaneHeights')) this.view.setPaneHeights(next.PaneHeights);
    if (has('Indicators')) {
      this.model.chooseStudies(next.Indicators);
      this.#keepShownRuns();
      if (next.Indicators.some(({ Id }) => fileOfStudy(Id) !== null)) void this.#mine.load();
      this.view.studiesChanged();
    }
    if (has('Indicators') || has('Symbol') || has('ShowsRawPrices')) this.#trades.follow(next);
    if (has('Symbol') || has('Range') || has('ShowsRawPrices')) this.#showBars(next, has('Symbol'));
    else if (has('Compare')) void this.#compared.load();
  }

  /** The user has saved or removed files: what is shown of them follows at once. */
  #myStudiesChanged(): void {
    if (!this.#shown.Indicators.some(({ Id }) => fileOfStudy(Id) !== null)) return;
    this.model.settle();
    this.model.studies.refresh(this.model.bars);
    this.#keepShownRuns();
    this.view.studiesChanged();
  }

  #keepShownRuns(): void {
    this.#myRuns.keepOnly(this.model.studies.views.filter(isSeries).map(({ run }) => run));
  }

  #myStudyHost(): MyStudyHost {
    return {
      calls: () => this.#window.platform.chartStudies(),
      isActive: () => this.#isActive,
      later: (run, ms) => {
        const page = this.view.root.ownerDocument.defaultView ?? globalThis.window;
        const timer = page.setTimeout(run, ms);
        return () => page.clearTimeout(timer);
      },
      onChanged: (run, from, isLegendOutdated) => {
        this.model.studies.valuesChanged(run, from);
        if (isLegendOutdated) this.view.studiesChanged();
        else this.view.invalidate(Invalid.view);
      },
    };
  }

  #showBars({ Symbol, Range, ShowsRawPrices }: ChartState, isAnotherSymbol: boolean): void {
    // Comparisons belong to the bars that go; they come again with the new ones.
    this.#compared.clear();
    if (isAnotherSymbol) {
      this.#trading.setSymbol(Symbol);
      this.#alerts.setSymbol(Symbol);
      this.#actions.setSymbol(Symbol);
    }
    this.#feed.show(Symbol, Range, ShowsRawPrices);
  }

  /** After a lost price connection: what was printed meanwhile is in the newest bars. */
  #followSession(): () => void {
    const { session } = this.#window.platform;
    let wasOpen = true;
    return session.subscribe(() => {
      const isOpen = session.get().connections.streaming.status === 'open';
      if (isOpen && !wasOpen) this.#feed.refreshTail();
      wasOpen = isOpen;
    });
  }

  #startClock(): () => void {
    const page = this.view.root.ownerDocument.defaultView ?? globalThis.window;
    const clock = page.setInterval(() => {
      this.#feed.followDay();
      this.#showLast();
      if (this.model.comparisons.length === 0) return;
      this.#compared.follow();
      this.view.invalidate(Invalid.view);
    }, CLOCK_MS);
    return () => page.clearInterval(clock);
  }
}
