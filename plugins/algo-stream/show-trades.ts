import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import type { CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { loadOrders } from './load-orders.ts';
import { filledOrders } from './chart/profit-points.ts';
import type { Run, StrategyOrder } from './types.ts';
import { runTitle } from './run-labels.ts';

/** Command of the chart tool that shows trades on a price chart. */
export const SHOW_TRADES = 'chart.show-trades';
const MAX_TITLE_CHARACTERS = 80;
const MAX_TRADES = 100_000;

/** What the chart shows of a run: its fills of one symbol, that of the run unless given, with the profit of the run after each. */
export function tradesArguments(
  { strategy, instance }: Run,
  orders: readonly StrategyOrder[],
  other?: string,
): CommandArguments {
  const fills = filledOrders(orders);
  const symbol = other ?? (instance.PrimarySymbol === '' ? (fills[0]?.Symbol ?? '') : instance.PrimarySymbol);
  const part = fills.some((order) => order.Symbol !== symbol)
    ? `${symbol} only, profit of all symbols: `
    : '';
  return {
    symbol,
    title: `${part}${runTitle(strategy, instance)}`.slice(0, MAX_TITLE_CHARACTERS),
    key: `algo-stream ${strategy.Id} ${strategy.Name} ${instance.InstanceId}`.slice(0, MAX_TITLE_CHARACTERS),
    trades: fills
      .filter((order) => order.Symbol === symbol)
      .slice(-MAX_TRADES)
      .map((order) => ({
        timeMs: order.FillTimestamp,
        side: order.Side,
        price: order.FillPrice,
        quantity: order.FilledQuantity ?? order.Quantity,
        netPnl: order.CumulativeProfitLoss,
      })),
    ...(instance.BacktestFrom === null || instance.BacktestTo === null
      ? {}
      : { fromMs: instance.BacktestFrom, toMs: instance.BacktestTo }),
  };
}

/** Shows where a run bought and sold on a chart of its symbol, or of another one that it trades. */
export async function showTrades(
  { strategies, commands, dialogs }: Pick<ToolPlatform, 'strategies' | 'commands' | 'dialogs'>,
  run: Run,
  other?: string,
): Promise<void> {
  try {
    const orders = await loadOrders(strategies, run.strategy.Name, run.instance.InstanceId);
    await commands.run(SHOW_TRADES, tradesArguments(run, orders, other));
  } catch (error) {
    reportProblem(dialogs, error);
  }
}

/** Shows one trade of a run on a chart, with the fills of its days. The chart would put fills of other days on its last bar. */
export async function showTrade(
  { commands, dialogs }: Pick<ToolPlatform, 'commands' | 'dialogs'>,
  run: Run,
  orders: readonly StrategyOrder[],
  {
    symbol,
    ...trade
  }: { readonly fromMs: number; readonly toMs: number; readonly symbol?: string | undefined },
): Promise<void> {
  const [firstDate, lastDate] = [newYorkDate(trade.fromMs), newYorkDate(trade.toMs)];
  const ofDays = orders.filter(({ FillTimestamp }) => {
    const date = FillTimestamp === null ? '' : newYorkDate(FillTimestamp);
    return date >= firstDate && date <= lastDate;
  });
  // Another key than that of the whole run, whose fills on other charts stay.
  const key = `trade of ${run.strategy.Id} ${run.strategy.Name} ${run.instance.InstanceId}`;
  try {
    await commands.run(SHOW_TRADES, { ...tradesArguments(run, ofDays, symbol), ...trade, key });
  } catch (error) {
    reportProblem(dialogs, error);
  }
}

const reportProblem = (dialogs: Pick<ToolPlatform['dialogs'], 'toast'>, error: unknown): void =>
  dialogs.toast({
    message: error instanceof Error ? error.message : 'The trades could not be shown.',
    tone: 'error',
  });
