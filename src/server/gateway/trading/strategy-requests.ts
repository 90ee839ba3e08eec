import { OrderError } from '../../../domain/orders/errors.ts';
import type { Message } from '../../../protocol/index.ts';
import { NO_TRADING_IN_DEMO, type Refusal } from '../../refusals.ts';

const STRATEGY_REQUESTS = [
  'strategyList',
  'strategyTemplateList',
  'publicStrategyList',
  'loadAlgoTradingStrategy',
  'requestAlgoTradingStrategyStatus',
  'requestAlgoTradingStrategyOrders',
  'saveAlgoTradingStrategy',
  'updateAlgoTradingStrategy',
  'deleteAlgoTradingStrategy',
  'removeAlgoStrategyInstance',
  'startStrategy',
  'stopStrategy',
  'startBacktest',
  'startPublicBacktest',
  'resumeBacktest',
  'startPublicStrategy',
  'setStrategySchedule',
  'requestAlgoTradingStrategyEquity',
  'requestAlgoTradingStrategyLog',
  'requestAlgoTradingStrategyPlots',
  'confirmStrategyStops',
  'requestStrategyReconciliations',
  'requestReconciledOrders',
  'compareStrategySession',
  'requestAlgoTradingStrategyVersions',
  'requestAlgoTradingStrategyVersion',
  'describeStrategy',
  'startOptimization',
  'stopOptimization',
  'requestOptimizations',
  'requestOptimizationSets',
  'removeOptimization',
  'requestStrategyGates',
  'startStrategyGates',
  'cancelStrategyGates',
] as const;
/** The name of a request about the user's strategies. */
export type StrategyRequestName = (typeof STRATEGY_REQUESTS)[number];
/** A request about the user's strategies. */
export type StrategyRequest = Extract<Message<'trading', 'toServer'>, { readonly name: StrategyRequestName }>;

const NAMES: ReadonlySet<string> = new Set(STRATEGY_REQUESTS);
/** Whether a trading message is a request about strategies. */
export const isStrategyRequest = (request: Message<'trading', 'toServer'>): request is StrategyRequest =>
  NAMES.has(request.name);

const NO_SAVING: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Saving is not supported during Demo Session',
};
const NO_DELETING: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Deleting is not supported during Demo Session',
};
const NO_STRATEGIES: Refusal = {
  code: OrderError.NotPermitted,
  message: 'AlgoStream is not supported during Demo Session',
};
/** The user lacks the permission AlgoTrading. */
export const NO_ALGOSTREAM_PERMISSION: Refusal = {
  code: OrderError.NotPermitted,
  message:
    "You don't have permissions to access AlgoStream. Consider subscribing to get access to AlgoStream",
};

/** The refusal of each request in a demo session (spec tools.md §6, §8). */
export const DEMO_REFUSALS: Readonly<Record<StrategyRequestName, Refusal>> = {
  strategyList: NO_STRATEGIES,
  strategyTemplateList: NO_STRATEGIES,
  publicStrategyList: NO_STRATEGIES,
  loadAlgoTradingStrategy: NO_STRATEGIES,
  requestAlgoTradingStrategyStatus: NO_STRATEGIES,
  requestAlgoTradingStrategyOrders: NO_STRATEGIES,
  saveAlgoTradingStrategy: NO_SAVING,
  updateAlgoTradingStrategy: NO_SAVING,
  deleteAlgoTradingStrategy: NO_DELETING,
  removeAlgoStrategyInstance: NO_DELETING,
  startStrategy: NO_TRADING_IN_DEMO,
  stopStrategy: NO_TRADING_IN_DEMO,
  startBacktest: NO_TRADING_IN_DEMO,
  startPublicBacktest: NO_TRADING_IN_DEMO,
  resumeBacktest: NO_TRADING_IN_DEMO,
  startPublicStrategy: NO_TRADING_IN_DEMO,
  setStrategySchedule: NO_TRADING_IN_DEMO,
  requestAlgoTradingStrategyEquity: NO_STRATEGIES,
  requestAlgoTradingStrategyLog: NO_STRATEGIES,
  requestAlgoTradingStrategyPlots: NO_STRATEGIES,
  confirmStrategyStops: NO_STRATEGIES,
  requestStrategyReconciliations: NO_STRATEGIES,
  requestReconciledOrders: NO_STRATEGIES,
  compareStrategySession: NO_STRATEGIES,
  requestAlgoTradingStrategyVersions: NO_STRATEGIES,
  requestAlgoTradingStrategyVersion: NO_STRATEGIES,
  describeStrategy: NO_STRATEGIES,
  startOptimization: NO_TRADING_IN_DEMO,
  stopOptimization: NO_TRADING_IN_DEMO,
  requestOptimizations: NO_STRATEGIES,
  requestOptimizationSets: NO_STRATEGIES,
  removeOptimization: NO_DELETING,
  requestStrategyGates: NO_STRATEGIES,
  startStrategyGates: NO_TRADING_IN_DEMO,
  cancelStrategyGates: NO_TRADING_IN_DEMO,
};
