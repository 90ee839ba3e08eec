import { accountExists } from './checks/account-exists.ts';
import { accountKillSwitch } from './checks/account-kill-switch.ts';
import { accountLocked } from './checks/account-locked.ts';
import { accountLoggedIn } from './checks/account-logged-in.ts';
import { accountOrders } from './checks/account-orders.ts';
import { accountSignIn } from './checks/account-sign-in.ts';
import { accountStatus } from './checks/account-status.ts';
import { accountViewOnly } from './checks/account-view-only.ts';
import { auctionTime } from './checks/auction-time.ts';
import { averageVolume } from './checks/average-volume.ts';
import { bulletPosition } from './checks/bullet-position.ts';
import { buyingPower } from './checks/buying-power.ts';
import { cancelledByMarket } from './checks/cancelled-by-market.ts';
import { cashAccount } from './checks/cash-account.ts';
import { cashPermission } from './checks/cash-permission.ts';
import { closeLongFirst } from './checks/close-long-first.ts';
import { closingOnly } from './checks/closing-only.ts';
import { contractsPerTrade } from './checks/contracts-per-trade.ts';
import { countryPermission } from './checks/country-permission.ts';
import { cover } from './checks/cover.ts';
import { dailyLoss } from './checks/daily-loss.ts';
import { dayTradingPower } from './checks/day-trading-power.ts';
import { demoSession } from './checks/demo-session.ts';
import { duplicateOrder } from './checks/duplicate-order.ts';
import { equityPermission } from './checks/equity-permission.ts';
import { firmOrders } from './checks/firm-orders.ts';
import { firmSymbol } from './checks/firm-symbol.ts';
import { futurePermission } from './checks/future-permission.ts';
import { indivisible } from './checks/indivisible.ts';
import { journalReady } from './checks/journal-ready.ts';
import { knownRoute } from './checks/known-route.ts';
import { longShares } from './checks/long-shares.ts';
import { longValue } from './checks/long-value.ts';
import { marginPermission } from './checks/margin-permission.ts';
import { marketOnline } from './checks/market-online.ts';
import { marketPrice } from './checks/market-price.ts';
import { maxOrderValue } from './checks/max-order-value.ts';
import { messageFormat } from './checks/message-format.ts';
import { notPending } from './checks/not-pending.ts';
import { notTooEarly } from './checks/not-too-early.ts';
import { notTooLate } from './checks/not-too-late.ts';
import { oddLot } from './checks/odd-lot.ts';
import { openOrders } from './checks/open-orders.ts';
import { optionBuying } from './checks/option-buying.ts';
import { optionCombination } from './checks/option-combination.ts';
import { optionCover } from './checks/option-cover.ts';
import { optionContract } from './checks/option-contract.ts';
import { optionCoveredCall } from './checks/option-covered-call.ts';
import { optionPermission } from './checks/option-permission.ts';
import { optionPosition } from './checks/option-position.ts';
import { optionTradeDollars } from './checks/option-trade-dollars.ts';
import { optionUncoveredCall } from './checks/option-uncovered-call.ts';
import { optionUncoveredIndex } from './checks/option-uncovered-index.ts';
import { optionUncoveredPut } from './checks/option-uncovered-put.ts';
import { optionsAllowed } from './checks/options-allowed.ts';
import { orderFormat } from './checks/order-format.ts';
import { orderIdGiven } from './checks/order-id-given.ts';
import { orderKnown } from './checks/order-known.ts';
import { orderRate } from './checks/order-rate.ts';
import { orderSize } from './checks/order-size.ts';
import { positionContracts } from './checks/position-contracts.ts';
import { positionShares } from './checks/position-shares.ts';
import { positionValue } from './checks/position-value.ts';
import { priceBands } from './checks/price-bands.ts';
import { priceCollar } from './checks/price-collar.ts';
import { priceStep } from './checks/price-step.ts';
import { replaceQuantity } from './checks/replace-quantity.ts';
import { replaceSameOrder } from './checks/replace-same-order.ts';
import { requestAccount } from './checks/request-account.ts';
import { requestAge } from './checks/request-age.ts';
import { requestFormat } from './checks/request-format.ts';
import { routePermission } from './checks/route-permission.ts';
import { sameApiCancel } from './checks/same-api-cancel.ts';
import { sameApiReplace } from './checks/same-api-replace.ts';
import { serverKillSwitch } from './checks/server-kill-switch.ts';
import { sharesPerTrade } from './checks/shares-per-trade.ts';
import { shortPermission } from './checks/short-permission.ts';
import { shortShares } from './checks/short-shares.ts';
import { shortValue } from './checks/short-value.ts';
import { shortable } from './checks/shortable.ts';
import { spoofing } from './checks/spoofing.ts';
import { stopExpired } from './checks/stop-expired.ts';
import { stopStillAlive } from './checks/stop-still-alive.ts';
import { stopSupport } from './checks/stop-support.ts';
import { stopWatch } from './checks/stop-watch.ts';
import { symbolListed } from './checks/symbol-listed.ts';
import { symbolPosition } from './checks/symbol-position.ts';
import { symbols } from './checks/symbols.ts';
import { totalContracts } from './checks/total-contracts.ts';
import { totalShares } from './checks/total-shares.ts';
import { totalSharesAbove } from './checks/total-shares-above.ts';
import { totalSharesBelow } from './checks/total-shares-below.ts';
import { tradableSymbol } from './checks/tradable-symbol.ts';
import { tradeCondition } from './checks/trade-condition.ts';
import { tradeDollars } from './checks/trade-dollars.ts';
import { tradingHalt } from './checks/trading-halt.ts';
import { venueConnected } from './checks/venue-connected.ts';
import { washSale } from './checks/wash-sale.ts';
import { wholeStrategy } from './checks/whole-strategy.ts';
import type { CancelCheck, ReplaceCheck, RiskCheck } from './check.ts';

/**
 * The checks of a new order in their order; docs/risk-checks.md shows it and a test compares. Cheap and hard refusals come first: what is wrong
 * for ever (message, account, permission) before what is wrong now (market, pace) and what needs sums (positions, money).
 */
export const NEW_ORDER_CHECKS: readonly RiskCheck[] = [
  // Message
  messageFormat,
  orderFormat,
  // Server
  serverKillSwitch,
  journalReady,
  // Who
  accountExists,
  accountSignIn,
  accountLoggedIn,
  accountKillSwitch,
  accountLocked,
  accountStatus,
  accountViewOnly,
  demoSession,
  // What and where
  tradableSymbol,
  equityPermission,
  optionPermission,
  futurePermission,
  optionsAllowed,
  knownRoute,
  routePermission,
  // Order
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
  // Pace
  orderRate,
  openOrders,
  accountOrders,
  firmOrders,
  duplicateOrder,
  // Position
  closeLongFirst,
  cover,
  optionPosition,
  optionCover,
  shortable,
  bulletPosition,
  closingOnly,
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
  // Price
  priceBands,
  priceCollar,
  washSale,
  spoofing,
  // Size limits
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

/** The checks of a cancel. No limit and no kill switch keeps anyone from cancelling. */
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

/** The checks of a replace as a request about an order; the order that it makes is judged by `REPLACEMENT_CHECKS` after them. */
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

/** A replacement is no further order of the day, and is meant to resemble the order before it. */
const NOT_OF_REPLACEMENTS: ReadonlySet<RiskCheck> = new Set([accountOrders, firmOrders, duplicateOrder]);

/** The checks of the order that a replace makes: those of a new order but for the daily counts and the duplicate. */
export const REPLACEMENT_CHECKS: readonly RiskCheck[] = NEW_ORDER_CHECKS.filter(
  (check) => !NOT_OF_REPLACEMENTS.has(check),
);
