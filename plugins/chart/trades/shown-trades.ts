import type { ToolWindow, WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { TradeList, TRADES_OVERLAY, type Trade } from '../model/trade-list.ts';
import { PROFIT_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../screen/types.ts';
import { ownTrades } from './own-trades.ts';
import {
  strategyTradesIn,
  subscribeStrategyTrades,
  takeOff,
  type StrategyTrades,
} from './strategy-trades.ts';

/** Which executions a chart shows: the account's own as far as its studies say so, and those that a command put on it. */
export interface ShownTrades {
  /** The state of the window changed. */
  follow(state: Pick<ChartState, 'Symbol' | 'Indicators'>): void;
  /** A cross of the legend. */
  remove(list: TradeList, part: 'marks' | 'profit'): void;
  dispose(): void;
}

const has = ({ Indicators }: Pick<ChartState, 'Indicators'>, id: string): boolean =>
  Indicators.some(({ Id }) => Id === id);

/** Executions are added at the end: as many with the same last one are the same. */
function isSame(some: readonly Trade[], others: readonly Trade[]): boolean {
  const [one, other] = [some.at(-1), others.at(-1)];
  return (
    some.length === others.length &&
    one?.timeMs === other?.timeMs &&
    one?.netPnl === other?.netPnl &&
    some[0]?.netPnl === others[0]?.netPnl
  );
}

export function createShownTrades(
  model: ChartModel,
  view: Pick<ChartView, 'studiesChanged'>,
  window: ToolWindow<ChartState>,
): ShownTrades {
  const { orders } = window.platform;
  let state: Pick<ChartState, 'Symbol' | 'Indicators'> = { Symbol: '', Indicators: [] };
  let read: {
    readonly log: readonly WireReport[];
    readonly position: WirePosition | undefined;
    readonly symbol: string;
    readonly trades: readonly Trade[];
  } | null = null;
  let shownOwn: {
    readonly trades: readonly Trade[];
    readonly hasMarks: boolean;
    readonly hasProfit: boolean;
  } | null = null;
  let shownStrategy: StrategyTrades | null = null;

  /** The account's executions of the symbol; the same array while neither log nor position changed. */
  function own(symbol: string): readonly Trade[] {
    const { log, positions } = orders.get();
    const position = positions.get(symbol);
    if (read?.log !== log || read.position !== position || read.symbol !== symbol) {
      const trades = ownTrades(log, position, symbol);
      // A report of another symbol changes nothing here.
      read = {
        log,
        position,
        symbol,
        trades: read?.symbol === symbol && isSame(read.trades, trades) ? read.trades : trades,
      };
    }
    return read.trades;
  }

  function show(): void {
    const [hasMarks, hasProfit] = [has(state, TRADES_OVERLAY), has(state, PROFIT_PANE)];
    const trades = state.Symbol !== '' && (hasMarks || hasProfit) ? own(state.Symbol) : [];
    const strategy = strategyTradesIn(window.id, state.Symbol);
    const isShown =
      shownOwn?.trades === trades &&
      shownOwn.hasMarks === hasMarks &&
      shownOwn.hasProfit === hasProfit &&
      shownStrategy === strategy;
    if (isShown) return;
    shownOwn = { trades, hasMarks, hasProfit };
    shownStrategy = strategy;
    model.setTradeLists([
      ...(hasMarks || hasProfit
        ? [new TradeList(trades, { isOwn: true, title: 'Trades', hasMarks, hasProfit })]
        : []),
      ...(strategy === null
        ? []
        : [
            new TradeList(strategy.trades, {
              isOwn: false,
              title: strategy.title,
              hasMarks: true,
              hasProfit: true,
            }),
          ]),
    ]);
    view.studiesChanged();
  }

  const stops = [orders.subscribe(show), subscribeStrategyTrades(show)];
  return {
    follow(next) {
      state = next;
      show();
    },
    remove(list, part) {
      if (!list.isOwn) {
        takeOff(window.id);
        return;
      }
      const id = part === 'marks' ? TRADES_OVERLAY : PROFIT_PANE;
      window.update({ Indicators: window.getState().Indicators.filter(({ Id }) => Id !== id) });
    },
    dispose() {
      for (const stop of stops) stop();
    },
  };
}
