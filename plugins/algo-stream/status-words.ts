import type { StrategyStatus } from '../../src/domain/strategy/enumerations.ts';

export type StatusTone = 'quiet' | 'working' | 'done' | 'question' | 'failed';

const WORDS: Readonly<Record<StrategyStatus, readonly [words: string, tone: StatusTone]>> = {
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

/** A status as people read it. */
export const statusWords = (status: StrategyStatus): string => WORDS[status][0];
export const statusTone = (status: StrategyStatus): StatusTone => WORDS[status][1];

/** What a backtest waits to be told: on what data it shall run. */
export const asksForData = (status: StrategyStatus): boolean => statusTone(status) === 'question';
