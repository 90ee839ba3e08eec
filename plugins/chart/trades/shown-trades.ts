import type { ToolWindow, WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { TradeList, type Trade } from '../model/trade-list.ts';
import { PROFIT_PANE, TRADES_OVERLAY } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartAction } from '../model/chart-action.ts';
import { ownTrades } from './own-trades.ts';
import { scaledTrades, splitsOf } from './scaled-trades.ts';
import {
  strategyTradesIn,
  subscribeStrategyTrades,
  takeOff,
  type StrategyTrades,
} from './strategy-trades.ts';

const has = ({ Indicators }: Pick<ChartState, 'Indicators'>, id: string): boolean =>
  Indicators.some(({ Id }) => Id === id);

/** Executions are added at the end: as many with the same last one are the same. */
function isSame(before: readonly Trade[], now: readonly Trade[]): boolean {
  const [lastBefore, lastNow] = [before.at(-1), now.at(-1)];
  return (
    before.length === now.length &&
    lastBefore?.timeMs === lastNow?.timeMs &&
    lastBefore?.netPnl === lastNow?.netPnl &&
    before[0]?.netPnl === now[0]?.netPnl
  );
}

type TradesState = Pick<ChartState, 'Symbol' | 'Indicators' | 'ShowsRawPrices'>;

/** The account's executions as they were read from the log. */
interface AccountTrades {
  readonly log: readonly WireReport[];
  readonly position: WirePosition | undefined;
  readonly symbol: string;
  readonly actions: readonly ChartAction[];
  readonly trades: readonly Trade[];
}

/** The executions on a chart. */
interface Shown {
  readonly trades: readonly Trade[];
  readonly hasMarks: boolean;
  readonly hasProfit: boolean;
  readonly strategy: StrategyTrades | null;
}

/** The executions that a chart shows: the account's as far as the chart's studies include them, and those that a command put on it. */
export class ShownTrades {
  readonly #model: ChartModel;
  readonly #view: Pick<ChartView, 'studiesChanged'>;
  readonly #window: ToolWindow<ChartState>;
  readonly #stops: readonly (() => void)[];
  #state: TradesState = { Symbol: '', Indicators: [], ShowsRawPrices: false };
  readonly #scale = rememberedScale();
  readonly #scaleOfStrategy = rememberedScale();
  #account: AccountTrades | null = null;
  #shown: Shown | null = null;

  constructor(model: ChartModel, view: Pick<ChartView, 'studiesChanged'>, window: ToolWindow<ChartState>) {
    this.#model = model;
    this.#view = view;
    this.#window = window;
    const show = () => this.#show();
    this.#stops = [window.platform.orders.subscribe(show), subscribeStrategyTrades(show)];
  }

  /** The state of the window changed. */
  follow(state: TradesState): void {
    this.#state = state;
    this.#show();
  }

  /** The corporate actions of the symbol are known now. */
  actionsChanged(): void {
    this.#show();
  }

  /** Removes executions from the chart, as the cross of their legend entry does. */
  remove(list: TradeList, part: 'marks' | 'profit'): void {
    if (!list.isOwn) {
      takeOff(this.#window.id);
      return;
    }
    const id = part === 'marks' ? TRADES_OVERLAY : PROFIT_PANE;
    const { Indicators } = this.#window.getState();
    this.#window.update({ Indicators: Indicators.filter(({ Id }) => Id !== id) });
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  /** The account's executions of the symbol; the same array while neither log nor position changed. */
  #tradesOf(symbol: string): readonly Trade[] {
    const { log, positions } = this.#window.platform.orders.get();
    const position = positions.get(symbol);
    const { actions } = this.#model;
    const before = this.#account;
    const isOfSymbol = before?.symbol === symbol && before.actions === actions;
    if (isOfSymbol && before.log === log && before.position === position) return before.trades;
    const trades = ownTrades(log, position, symbol, splitsOf(actions));
    // A report of another symbol changes nothing here.
    const isUnchanged = isOfSymbol && isSame(before.trades, trades);
    this.#account = { log, position, symbol, actions, trades: isUnchanged ? before.trades : trades };
    return this.#account.trades;
  }

  #show(): void {
    const { Symbol, ShowsRawPrices } = this.#state;
    // As they traded, bars and executions are on the scale of their day.
    const actions = ShowsRawPrices ? NO_ACTIONS : this.#model.actions;
    const [hasMarks, hasProfit] = [has(this.#state, TRADES_OVERLAY), has(this.#state, PROFIT_PANE)];
    const isAccountShown = hasMarks || hasProfit;
    const ofAccount = Symbol !== '' && isAccountShown ? this.#tradesOf(Symbol) : NO_TRADES;
    const trades = this.#scale(ofAccount, actions);
    const onChart = strategyTradesIn(this.#window.id, Symbol);
    const strategyTrades = this.#scaleOfStrategy(onChart?.trades ?? NO_TRADES, actions);
    const strategy = onChart?.trades === strategyTrades ? onChart : withTrades(onChart, strategyTrades);
    const next: Shown = { trades, hasMarks, hasProfit, strategy };
    if (this.#shown !== null && isSameShown(this.#shown, next)) return;
    this.#shown = next;
    const account = { isOwn: true, title: 'Trades', hasMarks, hasProfit };
    const lists = isAccountShown ? [new TradeList(trades, account)] : [];
    if (strategy !== null) {
      const { title } = strategy;
      lists.push(new TradeList(strategy.trades, { isOwn: false, title, hasMarks: true, hasProfit: true }));
    }
    this.#model.setTradeLists(lists);
    this.#view.studiesChanged();
  }
}

const NO_TRADES: readonly Trade[] = [];
const NO_ACTIONS: readonly ChartAction[] = [];

const withTrades = (shown: StrategyTrades | null, trades: readonly Trade[]): StrategyTrades | null =>
  shown === null ? null : { ...shown, trades };

/** Executions on the scale of adjusted bars: the same list until they or the actions change. */
function rememberedScale(): (trades: readonly Trade[], actions: readonly ChartAction[]) => readonly Trade[] {
  let last: { trades: readonly Trade[]; actions: readonly ChartAction[]; made: readonly Trade[] } | null =
    null;
  return (trades, actions) => {
    if (last?.trades !== trades || last.actions !== actions)
      last = { trades, actions, made: scaledTrades(trades, splitsOf(actions)) };
    return last.made;
  };
}

const isSameShown = (before: Shown, now: Shown): boolean =>
  before.trades === now.trades &&
  before.hasMarks === now.hasMarks &&
  before.hasProfit === now.hasProfit &&
  before.strategy?.key === now.strategy?.key &&
  before.strategy?.title === now.strategy?.title &&
  before.strategy?.trades === now.strategy?.trades;
