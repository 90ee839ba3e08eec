import type { ToolWindow, WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { TradeList, type Trade } from '../model/trade-list.ts';
import { PROFIT_PANE, TRADES_OVERLAY } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../screen/types.ts';
import { ownTrades } from './own-trades.ts';
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

type TradesState = Pick<ChartState, 'Symbol' | 'Indicators'>;

/** The account's executions as they were read from the log. */
interface AccountTrades {
  readonly log: readonly WireReport[];
  readonly position: WirePosition | undefined;
  readonly symbol: string;
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
  #state: TradesState = { Symbol: '', Indicators: [] };
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
    const before = this.#account;
    if (before?.log === log && before.position === position && before.symbol === symbol) return before.trades;
    const trades = ownTrades(log, position, symbol);
    // A report of another symbol changes nothing here.
    const isUnchanged = before?.symbol === symbol && isSame(before.trades, trades);
    this.#account = { log, position, symbol, trades: isUnchanged ? before.trades : trades };
    return this.#account.trades;
  }

  #show(): void {
    const { Symbol } = this.#state;
    const [hasMarks, hasProfit] = [has(this.#state, TRADES_OVERLAY), has(this.#state, PROFIT_PANE)];
    const isAccountShown = hasMarks || hasProfit;
    const trades = Symbol !== '' && isAccountShown ? this.#tradesOf(Symbol) : NO_TRADES;
    const strategy = strategyTradesIn(this.#window.id, Symbol);
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

const isSameShown = (before: Shown, now: Shown): boolean =>
  before.trades === now.trades &&
  before.hasMarks === now.hasMarks &&
  before.hasProfit === now.hasProfit &&
  before.strategy === now.strategy;
