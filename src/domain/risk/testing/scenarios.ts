import { ACCOUNT_STATE_SCENARIOS } from './scenarios/account-state.ts';
import { BUYING_POWER_SCENARIOS } from './scenarios/buying-power.ts';
import { COVER_SCENARIOS } from './scenarios/cover.ts';
import { MARKET_PROTECTION_SCENARIOS } from './scenarios/market-protection.ts';
import { MESSAGES_SCENARIOS } from './scenarios/messages.ts';
import { OPTIONS_SCENARIOS } from './scenarios/options.ts';
import { ORDER_TERMS_SCENARIOS } from './scenarios/order-terms.ts';
import { PERMISSIONS_SCENARIOS } from './scenarios/permissions.ts';
import { POSITION_LIMITS_SCENARIOS } from './scenarios/position-limits.ts';
import { RATE_LIMITS_SCENARIOS } from './scenarios/rate-limits.ts';
import { ROUTES_SCENARIOS } from './scenarios/routes.ts';
import { SERVER_STATE_SCENARIOS } from './scenarios/server-state.ts';
import { SYMBOL_AND_SESSION_SCENARIOS } from './scenarios/symbol-and-session.ts';
import { TRADE_LIMITS_SCENARIOS } from './scenarios/trade-limits.ts';
import type { Scenario } from './scenario.ts';

/** At least one scenario of each code of each check of a new order. */
export const SCENARIOS: readonly Scenario[] = [
  ...ACCOUNT_STATE_SCENARIOS,
  ...BUYING_POWER_SCENARIOS,
  ...COVER_SCENARIOS,
  ...MARKET_PROTECTION_SCENARIOS,
  ...MESSAGES_SCENARIOS,
  ...OPTIONS_SCENARIOS,
  ...ORDER_TERMS_SCENARIOS,
  ...PERMISSIONS_SCENARIOS,
  ...POSITION_LIMITS_SCENARIOS,
  ...RATE_LIMITS_SCENARIOS,
  ...ROUTES_SCENARIOS,
  ...SERVER_STATE_SCENARIOS,
  ...SYMBOL_AND_SESSION_SCENARIOS,
  ...TRADE_LIMITS_SCENARIOS,
];
