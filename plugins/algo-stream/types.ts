import type { ToolWindow, WireStrategy, WireStrategyInstance } from '../../src/plugin-api/index.ts';
import type { AlgoStreamState } from './state.ts';

export type {
  BacktestStart,
  DeclaredParameter,
  OptimizationTerms,
  GateChecksOfStrategy,
  WireGateCheck as GateCheck,
  WireOptimization as Search,
  WireOptimizationSet as SearchSet,
  ReconciledOrder,
  RunEquity,
  RunLogLine,
  RunSession,
  StoppedRun,
  ModifyOutcome,
  Strategies,
  StrategiesState,
  StrategyEvent,
  StrategyOrdersState,
  StrategyReturns as Returns,
  StrategySource,
  StrategyStart,
  ScheduleTerms,
  StrategyTemplate,
  StrategyToRun,
  WireStrategy as Strategy,
  WireStrategyInstance as Instance,
  StrategyVersionSource,
  WireStrategyOrder as StrategyOrder,
  WireStrategyVersion as StrategyVersion,
} from '../../src/plugin-api/index.ts';

export type Study = NonNullable<WireStrategyInstance['Trend']>;
export type AlgoStreamWindow = ToolWindow<AlgoStreamState>;

/** A run in the grid, with the strategy that it is of. */
export interface Run {
  readonly id: string;
  readonly strategy: WireStrategy;
  readonly instance: WireStrategyInstance;
}

/** A strategy in the grid, with its runs. */
export interface StrategyGroup {
  readonly id: string;
  readonly strategy: WireStrategy;
  readonly rows: readonly Run[];
}
