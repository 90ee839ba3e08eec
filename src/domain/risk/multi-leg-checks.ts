import type { RiskCheck } from './check.ts';
import { NEW_ORDER_CHECKS } from './order-of-checks.ts';

/** Checks that judge a multi-leg order as one order: who sends it, where to, how large it is and how fast orders come. */
const OF_THE_ORDER: ReadonlySet<string> = new Set([
  'message-format',
  'order-format',
  'server-kill-switch',
  'journal-ready',
  'account-exists',
  'account-sign-in',
  'account-logged-in',
  'account-kill-switch',
  'account-locked',
  'account-status',
  'account-view-only',
  'demo-session',
  'known-route',
  'route-permission',
  'order-size',
  'market-online',
  'venue-connected',
  'order-rate',
  'open-orders',
  'account-orders',
  'firm-orders',
  'daily-loss',
]);

/**
 * Checks that judge each leg as if it were an order of its own. Left out are those whose rule is about one order alone: its price and pace, its
 * money, and what covers it, which may be another leg.
 */
const OF_EACH_LEG: ReadonlySet<string> = new Set([
  'tradable-symbol',
  'equity-permission',
  'option-permission',
  'future-permission',
  'options-allowed',
  'known-route',
  'shares-per-trade',
  'contracts-per-trade',
  'symbol-listed',
  'country-permission',
  'trading-halt',
  'option-contract',
  'cash-account',
  'cash-permission',
  'margin-permission',
  'closing-only',
  'max-order-value',
  'trade-dollars',
  'option-trade-dollars',
  'long-shares',
  'long-value',
  'short-shares',
  'short-value',
  'position-value',
  'symbol-position',
  'position-shares',
  'position-contracts',
  'total-shares',
  'total-contracts',
  'total-shares-above',
  'total-shares-below',
  'symbols',
  'firm-symbol',
]);

const OF_NEW_ORDERS_ONLY: ReadonlySet<string> = new Set(['account-orders', 'firm-orders']);

const checksIn = (ids: ReadonlySet<string>): readonly RiskCheck[] =>
  NEW_ORDER_CHECKS.filter(({ id }) => ids.has(id));

/** Checks of a multi-leg order as a whole, in the order of `NEW_ORDER_CHECKS`. */
export const MULTI_LEG_CHECKS = checksIn(OF_THE_ORDER);
/** The same for what a replace makes of one: no further order of the day. */
export const MULTI_LEG_REPLACEMENT_CHECKS = MULTI_LEG_CHECKS.filter(({ id }) => !OF_NEW_ORDERS_ONLY.has(id));
/** Checks of each leg. */
export const LEG_CHECKS = checksIn(OF_EACH_LEG);
