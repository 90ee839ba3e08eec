/** States of a strategy or of one of its runs (spec tools.md §3, §4). `InfoMessage`: running, with a message to the user. */
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
/** State of a strategy or of one of its runs. */
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

const RUNNING: ReadonlySet<StrategyStatus> = new Set(['Running', 'Starting', 'Backtesting']);
const STOPPABLE: ReadonlySet<StrategyStatus> = new Set(['Backtesting', 'Running', 'InfoMessage']);

/** True while a run has started or is starting. */
export const isStrategyRunning = (status: StrategyStatus): boolean => RUNNING.has(status);
/** True when a stop is accepted. A starting run cannot be stopped; one that sent a message (`InfoMessage`) can. */
export const canStopStrategy = (status: StrategyStatus): boolean => STOPPABLE.has(status);

/** Results of saving or deleting a strategy (spec tools.md §3). */
export const MODIFY_STRATEGY_RESULTS = [
  'SaveOK',
  'SaveError',
  'DeleteOK',
  'DeleteError',
  'NotFound',
  'SaveNameAlreadyInUse',
] as const;
/** Result of saving or deleting a strategy. */
export type ModifyStrategyResult = (typeof MODIFY_STRATEGY_RESULTS)[number];

/** Data of a backtest. `Auto`: the finest data that cover the period. `AvailableMinute`: one-minute bars for the part of the period that has them. */
export const BACKTEST_DATA_TYPES = ['Auto', 'Tick', 'Minute', 'AvailableMinute'] as const;
/** The data that a backtest is to run with. */
export type BacktestDataType = (typeof BACKTEST_DATA_TYPES)[number];

/** The sides on which a strategy may open positions. */
export const POSITION_SIDES = ['Both', 'LongOnly', 'ShortOnly'] as const;
/** The sides on which a strategy may open positions. */
export type PositionSides = (typeof POSITION_SIDES)[number];
/** Texts of the sides in the details of a strategy (spec tools.md §9). */
export const POSITION_SIDE_LABELS: Readonly<Record<PositionSides, string>> = {
  Both: 'Long&Short',
  LongOnly: 'LongOnly',
  ShortOnly: 'ShortOnly',
};

/** States of an order of a strategy. An isolate sends the index: new ones go to the end. */
export const STRATEGY_ORDER_STATUSES = [
  'Sent',
  'PartiallyFilled',
  'Filled',
  'Cancelled',
  'Rejected',
] as const;
/** State of an order of a strategy. */
export type StrategyOrderStatus = (typeof STRATEGY_ORDER_STATUSES)[number];

/** What a restart of the server does to a live run: it stops it, as by default, or the run resumes by itself. */
export const RESTART_CHOICES = ['Stop', 'Resume'] as const;
