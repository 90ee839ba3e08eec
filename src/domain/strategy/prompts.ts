import type { BacktestDataType, StrategyStatus } from './enumerations.ts';

/** The dialog that a status shows to the user who started the run (spec tools.md §4, §8 "Strategy dialogs"). Each answer continues the run with other data; without answers it is only a message. */
export interface StrategyPrompt {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly { readonly label: string; readonly dataType: BacktestDataType }[];
}

const PROMPTS: Partial<Record<StrategyStatus, StrategyPrompt>> = {
  BacktestingNoData: { title: 'No Data', text: 'No data is available for backtest period.', answers: [] },
  BacktestingNoTickData: {
    title: 'No Tick Data',
    text: 'No tick data is available for current symbol. Would you like to run the test on 1-minute data instead?',
    answers: [{ label: '1-minute data', dataType: 'Minute' }],
  },
  BacktestingIncompleteTickData: {
    title: 'Incomplete Tick Data',
    text: 'Tick data is not available for entire backtest period. Backtest will generate only for period when tick data is available. Would you like to run the test on 1-minute data instead?',
    answers: [
      { label: '1-minute data', dataType: 'Minute' },
      { label: 'Tick data only', dataType: 'Tick' },
    ],
  },
  BacktestingIncompleteMinuteData: {
    title: 'Incomplete Minute Data',
    text: 'One minute bar data not available for entire period. Would you like to run backtest only for period in which data is available?',
    answers: [{ label: 'Available data', dataType: 'AvailableMinute' }],
  },
};

/** The prompt of a status; undefined for a status without one. */
export const strategyPrompt = (status: StrategyStatus): StrategyPrompt | undefined => PROMPTS[status];

/** Text of the error dialog of a run; the error's details follow. */
export const STRATEGY_ERROR = 'Error occured while running AlgoStream® strategy.';

/** Why a start or stop was refused (spec tools.md §5). */
export const STRATEGY_REFUSALS = {
  onlyOneLive: 'Only one instance of live strategy is allowed',
  alreadyRunning: 'Strategy is already running',
  notRunning: 'Strategy is not running',
} as const;
