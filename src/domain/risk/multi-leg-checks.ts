import {
  accountExists,
  accountKillSwitch,
  accountLocked,
  accountLoggedIn,
  accountSignIn,
  accountStatus,
  accountViewOnly,
  closingOnly,
  guardLock,
  demoSession,
} from './checks/account-state.ts';
import { dailyLoss } from './checks/buying-power.ts';
import { messageFormat, orderFormat } from './checks/messages.ts';
import { optionContract } from './checks/options.ts';
import { orderSize } from './checks/order-terms.ts';
import {
  cashAccount,
  cashPermission,
  countryPermission,
  equityPermission,
  futurePermission,
  marginPermission,
  optionPermission,
  optionsAllowed,
} from './checks/permissions.ts';
import {
  firmSymbol,
  longShares,
  longValue,
  positionContracts,
  positionShares,
  positionValue,
  shortShares,
  shortValue,
  symbolPosition,
  symbols,
  totalContracts,
  totalShares,
  totalSharesAbove,
  totalSharesBelow,
} from './checks/position-limits.ts';
import { accountOrders, firmOrders, openOrders, orderRate } from './checks/rate-limits.ts';
import { knownRoute, routePermission, venueConnected } from './checks/routes.ts';
import { journalReady, serverKillSwitch } from './checks/server-state.ts';
import { marketOnline, symbolListed, tradableSymbol, tradingHalt } from './checks/symbol-and-session.ts';
import {
  contractsPerTrade,
  maxOrderValue,
  optionTradeDollars,
  sharesPerTrade,
  tradeDollars,
} from './checks/trade-limits.ts';
import type { RiskCheck } from './check.ts';
import { NEW_ORDER_CHECKS } from './order-of-checks.ts';

/** Checks of a multi-leg order as one order: sender, account, route, size and order rate. */
const OF_THE_ORDER: ReadonlySet<RiskCheck> = new Set([
  messageFormat,
  orderFormat,
  serverKillSwitch,
  journalReady,
  accountExists,
  accountSignIn,
  accountLoggedIn,
  accountKillSwitch,
  accountLocked,
  accountStatus,
  accountViewOnly,
  demoSession,
  knownRoute,
  routePermission,
  orderSize,
  marketOnline,
  venueConnected,
  orderRate,
  openOrders,
  accountOrders,
  firmOrders,
  dailyLoss,
]);

/**
 * Checks of each leg as if it were a separate order. Checks of price, order rate, money and cover are left out: they apply to the order as a
 * whole, and one leg may cover another.
 */
const OF_EACH_LEG: ReadonlySet<RiskCheck> = new Set([
  tradableSymbol,
  equityPermission,
  optionPermission,
  futurePermission,
  optionsAllowed,
  knownRoute,
  sharesPerTrade,
  contractsPerTrade,
  symbolListed,
  countryPermission,
  tradingHalt,
  optionContract,
  cashAccount,
  cashPermission,
  marginPermission,
  closingOnly,
  guardLock,
  maxOrderValue,
  tradeDollars,
  optionTradeDollars,
  longShares,
  longValue,
  shortShares,
  shortValue,
  positionValue,
  symbolPosition,
  positionShares,
  positionContracts,
  totalShares,
  totalContracts,
  totalSharesAbove,
  totalSharesBelow,
  symbols,
  firmSymbol,
]);

const OF_NEW_ORDERS_ONLY: ReadonlySet<RiskCheck> = new Set([accountOrders, firmOrders]);

const inOrder = (checks: ReadonlySet<RiskCheck>): readonly RiskCheck[] =>
  NEW_ORDER_CHECKS.filter((check) => checks.has(check));

/** Checks of a multi-leg order as a whole, in the order of `NEW_ORDER_CHECKS`. */
export const MULTI_LEG_CHECKS = inOrder(OF_THE_ORDER);
/** Checks of a replacement of a multi-leg order. It does not count as another order of the day. */
export const MULTI_LEG_REPLACEMENT_CHECKS = MULTI_LEG_CHECKS.filter(
  (check) => !OF_NEW_ORDERS_ONLY.has(check),
);
/** Checks of each leg, in the order of `NEW_ORDER_CHECKS`. */
export const LEG_CHECKS = inOrder(OF_EACH_LEG);
