import * as v from 'valibot';
import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import type { CommandArguments, ToolPlatform } from '../../../src/plugin-api/index.ts';
import { chartOf } from '../charts.ts';
import { chartState, type ChartState } from '../state.ts';
import { rangeOfRun } from './range-of-trades.ts';
import { tradeArguments } from './trade-arguments.ts';
import { putOn, replaceShown, takeOff, type StrategyTrades } from '../trades/strategy-trades.ts';

/** What the command takes; see docs/chart-trades.md. */
const argumentsSchema = v.object({
  ...tradeArguments,
  key: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  where: v.optional(v.picklist(['dialog', 'window']), 'dialog'),
  update: v.optional(v.boolean(), false),
});

/** Shows executions of a strategy on a chart, with their P&L below it. Rejects with what is wrong with the arguments. */
export async function showTrades(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const parsed = v.safeParse(argumentsSchema, args);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`chart.show-trades: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  }
  if (!hasPermission(platform.session.get().permissionMask, Permission.Chart))
    throw new Error('Your account may not use the chart.');
  const { symbol, title, key = title, where, update, fromMs, toMs } = parsed.output;
  const trades = parsed.output.trades.toSorted((left, right) => left.timeMs - right.timeMs);
  const shown: StrategyTrades = { key, title, symbol, trades };
  const isOnScreen = replaceShown(shown).some((id) => (chartOf(id)?.view.root.clientWidth ?? 0) > 0);
  if (isOnScreen || update) return;
  const nowMs = platform.exchangeMs();
  const Range = rangeOfRun(
    fromMs ?? trades[0]?.timeMs ?? nowMs,
    toMs ?? trades.at(-1)?.timeMs ?? nowMs,
    nowMs,
  );
  if (where === 'window') await openWindow(platform, { Symbol: symbol, Range }, shown);
  else {
    const { openTradeDialog } = await import('./TradeDialog.tsx');
    openTradeDialog(
      platform,
      { ...chartState.initial, Indicators: [{ Id: 'volume', Parameters: {} }], Symbol: symbol, Range },
      shown,
    );
  }
}

async function openWindow(
  platform: ToolPlatform,
  state: Pick<ChartState, 'Symbol' | 'Range'>,
  shown: StrategyTrades,
): Promise<void> {
  const id = await platform.tools.open('chart', state);
  if (id === null) return;
  putOn(id, shown);
  const charts = platform.tools.windowsOf('chart');
  const isThere = () => charts.get().some((window) => window.id === id);
  // Until the window goes; another chart in its place does not begin with them.
  const stop = charts.subscribe(() => {
    if (isThere()) return;
    takeOff(id);
    stop();
  });
}
