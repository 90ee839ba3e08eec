import { useEffect } from 'react';
import type { ToolPlatform, ToolWindow } from '../../../src/plugin-api/index.ts';
import ChartTool from '../ChartTool.tsx';
import styles from '../Chart.module.css';
import { chartCommands } from '../commands.ts';
import type { ChartState } from '../state.ts';
import { passingWindow } from './passing-window.ts';
import { putOn, takeOff, type StrategyTrades } from '../trades/strategy-trades.ts';

let dialogs = 0;

function TradeDialog({
  window,
  shown,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly shown: StrategyTrades;
}) {
  useEffect(() => {
    putOn(window.id, shown);
    return () => takeOff(window.id);
  }, [window, shown]);
  return (
    <div className={styles.tradeDialog}>
      <ChartTool tool={window} />
    </div>
  );
}

/** A chart in a dialog with the executions of a strategy; it has all that a chart has, and nothing of it is stored. */
export function openTradeDialog(platform: ToolPlatform, state: ChartState, shown: StrategyTrades): void {
  const window = passingWindow(
    platform,
    { id: 'chart', commands: chartCommands },
    `chart dialog ${(dialogs += 1)}`,
    state,
  );
  void platform.dialogs.open<null>({
    title: `${shown.title} - ${shown.symbol}`,
    width: 1100,
    content: () => <TradeDialog window={window} shown={shown} />,
  });
}
