/** Enumerations of AlgoStream (spec tools.md §3, §4). */

export const STRATEGY_STATUSES = [
  'Stopped',
  'Starting',
  'Running',
  'Completed',
  'Backtesting',
  'BacktestingCompleted',
  'BacktestingFailed',
  'SyntaxError',
  'RuntimeError',
  'InfoMessage',
  'BacktestingNoTickData',
  'BacktestingIncompleteTickData',
  'BacktestingIncompleteMinuteData',
  'BacktestingNoData',
  'InvalidInstance',
] as const;
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

const RUNNING: ReadonlySet<StrategyStatus> = new Set(['Running', 'Starting', 'Backtesting']);
const STOPPABLE: ReadonlySet<StrategyStatus> = new Set(['Backtesting', 'Running', 'InfoMessage']);

export const isStrategyRunning = (status: StrategyStatus): boolean => RUNNING.has(status);
/** Not the same as running: what is starting cannot be stopped, and a run that only spoke can. */
export const canStopStrategy = (status: StrategyStatus): boolean => STOPPABLE.has(status);

export const MODIFY_STRATEGY_RESULTS = [
  'SaveOK',
  'SaveError',
  'DeleteOK',
  'DeleteError',
  'NotFound',
  'SaveNameAlreadyInUse',
] as const;
export type ModifyStrategyResult = (typeof MODIFY_STRATEGY_RESULTS)[number];

/** Auto: the finest data that cover the period. AvailableMinute: one-minute bars where there are any. */
export const BACKTEST_DATA_TYPES = ['Auto', 'Tick', 'Minute', 'AvailableMinute'] as const;
export type BacktestDataType = (typeof BACKTEST_DATA_TYPES)[number];

export const POSITION_SIDES = ['Both', 'LongOnly', 'ShortOnly'] as const;
export type PositionSides = (typeof POSITION_SIDES)[number];
export const POSITION_SIDE_LABELS: Readonly<Record<PositionSides, string>> = {
  Both: 'Long&Short',
  LongOnly: 'LongOnly',
  ShortOnly: 'ShortOnly',
};

export const STRATEGY_ORDER_STATUSES = [
  'Sent',
  'PartiallyFilled',
  'Filled',
  'Cancelled',
  'Rejected',
] as const;
export type StrategyOrderStatus = (typeof STRATEGY_ORDER_STATUSES)[number];
