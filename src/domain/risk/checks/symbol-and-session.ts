/** Checks of the symbol and of its market at the moment: listing, halt, session, auction, price and volume. */
import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { TIFS } from '../../orders/times-in-force.ts';
import { isTradableSymbol } from '../../orders/validate.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isReducing } from '../exposure.ts';
import { measuredCheck } from '../measured.ts';
import { countedPriceE4 } from '../prices.ts';

/** Refuses an order in an index ($) or a synthetic symbol (~), which are calculated and cannot be traded. */
export const tradableSymbol = riskCheck({
  id: 'tradable-symbol',
  codes: [OrderError.NotPermitted],
  title: 'Tradable symbol',
  explain: 'The symbol is an index ($) or synthetic (~).',
  check: ({ order }) => (isTradableSymbol(order.symbol) ? 0 : OrderError.NotPermitted),
});

/** Refuses a symbol that is not listed or is on the restricted list. */
export const symbolListed = riskCheck({
  id: 'symbol-listed',
  codes: [OrderError.SymbolRestricted],
  title: 'Listed and unrestricted symbol',
  explain: 'The symbol is not listed, or is on the restricted list.',
  // Without its type, a listed future could pass for a stock.
  check: ({ instrument }) =>
    instrument?.isRestricted === false && instrument.securityType !== undefined
      ? 0
      : OrderError.SymbolRestricted,
});

/** Refuses an order in a halted symbol. An unknown halt status counts as halted. */
export const tradingHalt = riskCheck({
  id: 'trading-halt',
  codes: [OrderError.SymbolRestricted],
  title: 'Trading halt',
  explain: 'Trading in the symbol is halted.',
  check: ({ market }) => (market?.isHalted === false ? 0 : OrderError.SymbolRestricted),
});

/** Refuses an order while the market is offline, or closed when its time in force does not wait for the session. */
export const marketOnline = riskCheck({
  id: 'market-online',
  codes: [OrderError.MarketOffline],
  title: 'Market is open for the order',
  explain: 'The market is offline, or closed and the time in force does not wait for it.',
  check({ market, order }) {
    if (market?.isOnline !== true || market.session === undefined) return OrderError.MarketOffline;
    return market.session === 'open' || TIFS[order.tif].waitsForSession ? 0 : OrderError.MarketOffline;
  },
});

/** Refuses an order for the closing auction after its cut-off: it could not take part any more. */
export const auctionTime = riskCheck({
  id: 'auction-time',
  codes: [OrderError.InvalidCondition],
  title: 'In time for the auction',
  explain:
    'A closing order after the closing cut-off. An opening order is for the next opening, whenever it comes.',
  check({ market, order }) {
    if (!ORDER_TYPES[order.type].isClosingAuction) return 0;
    return isWhole(market?.nowMs) && isWhole(market.closingCutoffMs) && market.nowMs < market.closingCutoffMs
      ? 0
      : OrderError.InvalidCondition;
  },
});

/** Refuses an order that no price can value, because limits and buying power could not be checked. A sale that only reduces a position passes. */
export const marketPrice = riskCheck({
  id: 'market-price',
  codes: [OrderError.MarketOffline],
  title: 'Market has a price',
  explain: 'The market has no price by which the order could be valued.',
  check(context) {
    if (context.order.side === 'Sell' && isReducing(context)) return 0;
    const countedE4 = countedPriceE4(context);
    return countedE4 !== undefined && countedE4 > 0 ? 0 : OrderError.MarketOffline;
  },
});

/** Refuses an opening order in a symbol that trades too little a day, as the position could not be closed without moving the price. */
export const averageVolume = measuredCheck({
  id: 'average-volume',
  code: OrderError.LowAverageVolume,
  title: 'Average daily volume',
  explain: 'An opening order in a symbol whose average daily volume is below the limit.',
  unit: 'Shares',
  bound: 'AtLeast',
  measure(context) {
    const limit = context.limits?.minAverageDailyVolume;
    if (limit === null || isReducing(context)) return null;
    return { value: context.instrument?.averageDailyVolume ?? undefined, limit };
  },
});
