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
  requestAccount,
} from './checks/account-state.ts';
import { buyingPower, dailyLoss, dayTradingPower } from './checks/buying-power.ts';
import {
  cancelledByMarket,
  notPending,
  notTooEarly,
  notTooLate,
  requestAge,
  stopStillAlive,
} from './checks/cancel-window.ts';
import { bulletPosition, closeLongFirst, cover, shortable } from './checks/cover.ts';
import { priceBands, priceCollar, spoofing, washSale } from './checks/market-protection.ts';
import { messageFormat, orderFormat, requestFormat } from './checks/messages.ts';
import {
  optionBuying,
  optionCombination,
  optionContract,
  optionCover,
  optionCoveredCall,
  optionPosition,
  optionUncoveredCall,
  optionUncoveredIndex,
  optionUncoveredPut,
} from './checks/options.ts';
import {
  orderIdGiven,
  orderKnown,
  replaceQuantity,
  replaceSameOrder,
  sameApiCancel,
  sameApiReplace,
  wholeStrategy,
} from './checks/order-changes.ts';
import {
  indivisible,
  oddLot,
  orderSize,
  priceStep,
  stopExpired,
  stopSupport,
  tradeCondition,
} from './checks/order-terms.ts';
import {
  cashAccount,
  cashPermission,
  countryPermission,
  equityPermission,
  futurePermission,
  marginPermission,
  optionPermission,
  optionsAllowed,
  shortPermission,
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
import { accountOrders, duplicateOrder, firmOrders, openOrders, orderRate } from './checks/rate-limits.ts';
import { knownRoute, routePermission, venueConnected } from './checks/routes.ts';
import { journalReady, serverKillSwitch, stopWatch } from './checks/server-state.ts';
import {
  auctionTime,
  averageVolume,
  marketOnline,
  marketPrice,
  symbolListed,
  tradableSymbol,
  tradingHalt,
} from './checks/symbol-and-session.ts';
import {
  contractsPerTrade,
  maxOrderValue,
  optionTradeDollars,
  sharesPerTrade,
  tradeDollars,
} from './checks/trade-limits.ts';
import type { CancelCheck, ReplaceCheck, RiskCheck } from './check.ts';

/**
 * The checks of a new order, in the order in which they run; a test compares docs/risk-checks.md with it. Permanent reasons to reject
 * (message, account, permissions) come before temporary ones (market, order rate), and both before checks that need sums (positions, money).
 */
export const NEW_ORDER_CHECKS: readonly RiskCheck[] = [
  // Message
  messageFormat,
  orderFormat,
  // Server
  serverKillSwitch,
  journalReady,
  // Account
  accountExists,
  accountSignIn,
  accountLoggedIn,
  accountKillSwitch,
  accountLocked,
  accountStatus,
  accountViewOnly,
  demoSession,
  // Permissions and route
  tradableSymbol,
  equityPermission,
  optionPermission,
  futurePermission,
  optionsAllowed,
  knownRoute,
  routePermission,
  // Order terms
  stopSupport,
  tradeCondition,
  stopExpired,
  orderSize,
  sharesPerTrade,
  contractsPerTrade,
  priceStep,
  indivisible,
  // Symbol and market
  symbolListed,
  countryPermission,
  tradingHalt,
  optionContract,
  marketOnline,
  auctionTime,
  venueConnected,
  stopWatch,
  marketPrice,
  // Trade type
  cashAccount,
  cashPermission,
  marginPermission,
  shortPermission,
  // Rate limits
  orderRate,
  openOrders,
  accountOrders,
  firmOrders,
  duplicateOrder,
  // Cover and position
  closeLongFirst,
  cover,
  optionPosition,
  optionCover,
  shortable,
  bulletPosition,
  closingOnly,
  guardLock,
  dailyLoss,
  oddLot,
  averageVolume,
  // Option strategy
  optionBuying,
  optionCombination,
  optionCoveredCall,
  optionUncoveredPut,
  optionUncoveredCall,
  optionUncoveredIndex,
  // Market protection
  priceBands,
  priceCollar,
  washSale,
  spoofing,
  // Limits of trades and positions
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
  // Money
  dayTradingPower,
  buyingPower,
];

/** The checks of a cancel, in the order in which they run. No limit and no kill switch prevents a cancel. */
export const CANCEL_CHECKS: readonly CancelCheck[] = [
  requestFormat,
  orderIdGiven,
  journalReady,
  requestAccount,
  accountLoggedIn,
  accountViewOnly,
  orderKnown,
  sameApiCancel,
  wholeStrategy,
  cancelledByMarket,
  stopStillAlive,
  notTooLate,
  notPending,
  notTooEarly,
  requestAge,
  venueConnected,
];

/** The checks of a replace as a request about an order. The order that results must then pass `REPLACEMENT_CHECKS`. */
export const REPLACE_CHECKS: readonly ReplaceCheck[] = [
  requestFormat,
  orderIdGiven,
  journalReady,
  requestAccount,
  accountLoggedIn,
  accountViewOnly,
  orderKnown,
  sameApiReplace,
  wholeStrategy,
  cancelledByMarket,
  stopStillAlive,
  notTooLate,
  notPending,
  notTooEarly,
  requestAge,
  venueConnected,
  replaceSameOrder,
  replaceQuantity,
];

/** A replacement does not count as another order of the day, and usually equals the order before it in most terms. */
const NOT_OF_REPLACEMENTS: ReadonlySet<RiskCheck> = new Set([accountOrders, firmOrders, duplicateOrder]);

/** The checks of the order that results from a replace: those of a new order without the daily counts and the duplicate. */
export const REPLACEMENT_CHECKS: readonly RiskCheck[] = NEW_ORDER_CHECKS.filter(
  (check) => !NOT_OF_REPLACEMENTS.has(check),
);
