export {
  checkCancel,
  checkNewOrder,
  checkReplace,
  checkReplaceRequest,
  type RiskRefusal,
} from './pipeline.ts';
export {
  explainChecks,
  explainNewOrder,
  explainReplacement,
  figuresOfAccepted,
  largestPassing,
  type CheckedFigures,
  type ExplainedCheck,
  type OrderExplanation,
  type Remedy,
} from './explain.ts';
export type { Figure } from './figure.ts';
export { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACE_CHECKS, REPLACEMENT_CHECKS } from './order-of-checks.ts';
export { combineLimits, HOUSE_LIMITS, type RiskConfiguration, type RiskLimits } from './limits.ts';
export { openingOf, workingOf } from './exposure.ts';
export { openingCostE4, unitPowerE4 } from './prices.ts';
export { OptionPermission, routeKey } from './types.ts';
export type {
  InstrumentFacts,
  Known,
  MarketFacts,
  ReplaceContext,
  RiskAccount,
  RiskContext,
  RouteFacts,
} from './types.ts';
