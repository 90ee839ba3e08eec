import { formatInteger, formatSignedMoney } from '../../src/domain/columns/index.ts';
import { isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import { fromText, progressText, queueText, rejectedText, toText } from '../algo-stream/run-labels.ts';
import { statusLabel } from '../algo-stream/status-labels.ts';
import type { Instance } from '../algo-stream/types.ts';

/** The state of a run in one line: `Backtest completed, net P&L +120.50, 14 trades, 1/5/2026 to 1/30/2026`. */
export function runText(instance: Instance): string {
  const { Status, QueuePlace, Progress, Returns: returns } = instance;
  if (QueuePlace > 0) return queueText(QueuePlace);
  if (isStrategyRunning(Status)) return `${statusLabel(Status)}, ${progressText(Progress)}`;
  const period = `${fromText(instance)} to ${toText(instance)}`;
  const count = returns?.TradeCount ?? 0;
  return [
    statusLabel(Status),
    ...(returns === null
      ? []
      : [
          `net P&L ${formatSignedMoney(returns.NetProfitLoss)}`,
          `${formatInteger(count)} ${count === 1 ? 'trade' : 'trades'}`,
        ]),
    rejectedText(instance),
    instance.BacktestFrom === null ? '' : period,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
