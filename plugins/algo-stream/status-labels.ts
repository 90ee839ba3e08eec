import type { StrategyStatus } from '../../src/domain/strategy/enumerations.ts';

export type StatusTone = 'quiet' | 'working' | 'done' | 'question' | 'failed';

const STATUS_LABELS: Readonly<Record<StrategyStatus, readonly [label: string, tone: StatusTone]>> = {
  Stopped: ['Stopped', 'quiet'],
  Starting: ['Starting', 'working'],
  Running: ['Running', 'working'],
  Completed: ['Completed', 'done'],
  Backtesting: ['Backtesting', 'working'],
  BacktestingCompleted: ['Backtest completed', 'done'],
  BacktestingFailed: ['Backtest failed', 'failed'],
  SyntaxError: ['Syntax error', 'failed'],
  RuntimeError: ['Runtime error', 'failed'],
  InfoMessage: ['Running, with a message', 'working'],
  BacktestingNoTickData: ['No tick data', 'question'],
  BacktestingIncompleteTickData: ['Incomplete tick data', 'question'],
  BacktestingIncompleteMinuteData: ['Incomplete minute data', 'question'],
  BacktestingNoData: ['No data', 'failed'],
  InvalidInstance: ['Invalid', 'failed'],
};

/** The text of a status in columns and dialogs. */
export const statusLabel = (status: StrategyStatus): string => STATUS_LABELS[status][0];
export const statusTone = (status: StrategyStatus): StatusTone => STATUS_LABELS[status][1];

/** True while a backtest waits for the user to choose the data it runs on. */
export const isWaitingForData = (status: StrategyStatus): boolean => statusTone(status) === 'question';
