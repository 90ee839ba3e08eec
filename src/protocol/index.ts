export * from './catalogue.ts';
export * from './data-answers.ts';
export * from './entry.ts';
export * from './external-broker.ts';
export * from './http.ts';
export type { HttpRoute } from './http-route.ts';
export * from './pass-through-fields.ts';
export {
  ACCOUNT_SELECT_FAILURES,
  LOGIN_FAILURES,
  PASSWORD_CHANGE_RESULTS,
  positionBody,
} from './trading-messages.ts';
export { MAX_MOST_TRADED } from './market-kinds.ts';
export { executionReportBody, orderBody } from './orders.ts';
export { orderGroupBody } from './order-groups.ts';
export { settlementBody } from './settlements.ts';
export { orderExportBody } from './order-export.ts';
export { SUBSCRIPTION_TYPES } from './streaming.ts';
export { strategies } from './strategies.ts';
export {
  MAX_STRATEGY_CODE_CHARACTERS,
  MAX_STRATEGY_PARAMETERS_CHARACTERS,
  strategyInstanceBody,
  strategyOrderBody,
  strategyReturnsBody,
} from './strategy-bodies.ts';
export {
  MAX_OPTIMIZATION_SETS,
  OPTIMIZATION_SETS_A_MESSAGE,
  strategyOptimizations,
} from './strategy-optimizations.ts';
export { GATE_CHECKS_A_MESSAGE, strategyGates } from './strategy-gates.ts';
export { reconciledOrderBody } from './strategy-reconciliation.ts';
export { equityBody, logLineBody } from './strategy-reports.ts';
export { strategyVersions, VERSIONS_A_MESSAGE } from './strategy-versions.ts';
export { WORKSTATION_PAGES, WORKSTATION_PAGES_WITH_NAME, isWorkstationPage } from './workstation-pages.ts';
