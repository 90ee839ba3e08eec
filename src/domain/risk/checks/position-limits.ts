/**
 * Limits of positions: of the symbol, of all symbols of the account, and of the firm. Each counts the worst case (everything that rests on
 * the order's side is filled, this order included), and none applies to an order that only reduces a position.
 */
import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { OrderError } from '../../orders/errors.ts';
import { riskCheck, type RefusalCode } from '../check.ts';
import { isWhole, isWithin, knownNotionalE4, plus } from '../exact.ts';
import {
  exposureOf,
  exposuresOf,
  grownTo,
  heldOf,
  isReducing,
  kindOf,
  multiplierOf,
  openOf,
  totalOf,
  valueOfSide,
  workingOf,
} from '../exposure.ts';
import type { RiskLimits, ShareTotals } from '../limits.ts';
import type { Measured } from '../figure.ts';
import { measuredCheck } from '../measured.ts';
import { valuePriceE4 } from '../prices.ts';
import type { RiskContext } from '../types.ts';

type NumericLimit = {
  [Name in keyof RiskLimits]: RiskLimits[Name] extends number | null ? Name : never;
}[keyof RiskLimits];

interface PositionLimit {
  readonly limit: NumericLimit;
  /** The orders that the limit is about; all where it is left out. */
  readonly applies?: (context: RiskContext) => boolean;
  /** What the limit bounds, as it would be after the order; undefined when that is unknown. */
  readonly value: (context: RiskContext) => number | MoneyE4 | undefined;
}

/** The measure of a limit of positions. Its value is computed only where the limit is set. */
const limited =
  ({ limit, applies, value }: PositionLimit) =>
  (context: RiskContext): Measured | null => {
    const bound = context.limits?.[limit];
    if (bound === null || applies?.(context) === false || isReducing(context)) return null;
    return { value: value(context), limit: bound };
  };

const isBuy = ({ order }: RiskContext): boolean => order.side === 'Buy';
const isSale = ({ order }: RiskContext): boolean => order.side !== 'Buy';
const isOption = (context: RiskContext): boolean => kindOf(context) === 'Option';
const isNoOption = (context: RiskContext): boolean => kindOf(context) !== 'Option';
const isStock = (context: RiskContext): boolean => kindOf(context) === 'Stock';

/** Refuses a buy when the long position plus all resting buys would exceed `maxLongShares`. */
export const longShares = measuredCheck({
  id: 'long-shares',
  code: OrderError.LongShares,
  title: 'Long position',
  explain: 'The long position in the symbol would exceed its limit once all resting buys are filled.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxLongShares',
    applies: isBuy,
    value: (context) => exposureOf(context)?.long,
  }),
});

/** Refuses a buy when all long positions and resting buys together would be worth more than `maxLongValueE4`. */
export const longValue = measuredCheck({
  id: 'long-value',
  code: OrderError.LongValue,
  title: 'Value of long positions',
  explain: 'All long positions together would be worth more than their limit.',
  unit: 'Money',
  measure: limited({
    limit: 'maxLongValueE4',
    applies: isBuy,
    value: (context) => valueOfSide(context, 'long', (symbol) => valuePriceE4(context, symbol)),
  }),
});

/** Refuses a sale when the short position plus all resting sales would exceed `maxShortShares`. */
export const shortShares = measuredCheck({
  id: 'short-shares',
  code: OrderError.ShortPosition,
  title: 'Short position',
  explain: 'The short position in the symbol would exceed its limit once all resting sales are filled.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxShortShares',
    applies: isSale,
    value: (context) => exposureOf(context)?.short,
  }),
});

/** Refuses a sale when all short positions and resting sales together would be worth more than `maxShortValueE4`. */
export const shortValue = measuredCheck({
  id: 'short-value',
  code: OrderError.ShortLimit,
  title: 'Value of short positions',
  explain: 'All short positions together would be worth more than their limit.',
  unit: 'Money',
  measure: limited({
    limit: 'maxShortValueE4',
    applies: isSale,
    value: (context) => valueOfSide(context, 'short', (symbol) => valuePriceE4(context, symbol)),
  }),
});

/** Refuses an order when the position in its symbol could become worth more than `maxPositionValueE4`, which bounds the concentration in one name. */
export const positionValue = measuredCheck({
  id: 'position-value',
  code: OrderError.PositionTooBig,
  title: 'Value of the position',
  explain: 'The position in the symbol would be worth more than its limit.',
  unit: 'Money',
  measure: limited({
    limit: 'maxPositionValueE4',
    value(context) {
      const { symbol } = context.order;
      return knownNotionalE4(valuePriceE4(context, symbol), grownTo(context), multiplierOf(context, symbol));
    },
  }),
});

/** Refuses an order when the account's position in the symbol could exceed `maxSymbolPosition`, a limit that is set for an account and a symbol. */
export const symbolPosition = measuredCheck({
  id: 'symbol-position',
  code: OrderError.SymbolPositionLimit,
  title: 'Position of the account in the symbol',
  explain: 'The position, long or short, would exceed what the account may have in this symbol.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxSymbolPosition',
    value: grownTo,
  }),
});

/** Refuses an order when a stock position, long or short, could exceed `maxPositionShares`. */
export const positionShares = measuredCheck({
  id: 'position-shares',
  code: OrderError.PositionShares,
  title: 'Shares of a position',
  explain: 'A stock position, long or short, would exceed the share limit of positions.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxPositionShares',
    applies: isNoOption,
    value: grownTo,
  }),
});

/** Refuses an order when an option position, long or short, could exceed `maxPositionContracts`. */
export const positionContracts = measuredCheck({
  id: 'position-contracts',
  code: OrderError.PositionContracts,
  title: 'Contracts of a position',
  explain: 'An option position, long or short, would exceed the contract limit of positions.',
  unit: 'Contracts',
  measure: limited({
    limit: 'maxPositionContracts',
    applies: isOption,
    value: grownTo,
  }),
});

/** Refuses a stock order when the shares of all positions and open orders together could exceed `maxTotalShares`. */
export const totalShares = measuredCheck({
  id: 'total-shares',
  code: OrderError.TotalShares,
  title: 'Shares in total',
  explain: 'All stock positions and open orders together would exceed the share limit.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxTotalShares',
    applies: isStock,
    value: (context) => totalOf(context, 'Stock'),
  }),
});

/** Refuses an option order when the contracts of all positions and open orders together could exceed `maxTotalContracts`. */
export const totalContracts = measuredCheck({
  id: 'total-contracts',
  code: OrderError.TotalContracts,
  title: 'Contracts in total',
  explain: 'All option positions and open orders together would exceed the contract limit.',
  unit: 'Contracts',
  measure: limited({
    limit: 'maxTotalContracts',
    applies: isOption,
    value: (context) => totalOf(context, 'Option'),
  }),
});

type PriceGroup = 'above' | 'atOrBelow';

/**
 * Shares of all stocks in the order's price group (above the threshold, or at or below it), this order included; 0 when the order's symbol
 * is not in that group, undefined when a price is unknown.
 */
function sharesOfPriceGroup(
  context: RiskContext,
  thresholdE4: PriceE4,
  group: PriceGroup,
): number | undefined {
  if (!isWhole(thresholdE4)) return undefined;
  const isInGroup = (symbol: string): boolean | undefined => {
    const priceE4 = valuePriceE4(context, symbol);
    return priceE4 === undefined ? undefined : priceE4 > thresholdE4 === (group === 'above');
  };
  const isOrderInGroup = isInGroup(context.order.symbol);
  if (isOrderInGroup === undefined) return undefined;
  return isOrderInGroup ? totalOf(context, 'Stock', ({ symbol }) => isInGroup(symbol)) : 0;
}

/** Rejects with `code` when the shares of a price group exceed one of the limits that are set for such groups. */
const withinShareTotals =
  <Code extends RefusalCode>(
    group: PriceGroup,
    code: Code,
    limitOf: (rule: ShareTotals) => number | null | undefined,
  ) =>
  (context: RiskContext): 0 | Code => {
    const rules = context.limits?.shareTotals;
    if (!rules) return code;
    if (rules.length === 0 || !isStock(context) || isReducing(context)) return 0;
    return rules.every((rule) => {
      const limit = limitOf(rule);
      return limit === null || isWithin(sharesOfPriceGroup(context, rule.thresholdE4, group), limit);
    })
      ? 0
      : code;
  };

/** Refuses an order when the shares of all stocks priced above a threshold could exceed the limit of that price group. */
export const totalSharesAbove = riskCheck({
  id: 'total-shares-above',
  codes: [OrderError.TotalSharesAbovePrice],
  title: 'Shares of high-priced stocks',
  explain: 'Shares of all stocks priced above the threshold would exceed their limit.',
  check: withinShareTotals('above', OrderError.TotalSharesAbovePrice, ({ maxAbove }) => maxAbove),
});

/** Refuses an order when the shares of all stocks priced at or below a threshold could exceed the limit of that price group. */
export const totalSharesBelow = riskCheck({
  id: 'total-shares-below',
  codes: [OrderError.TotalSharesBelowPrice],
  title: 'Shares of low-priced stocks',
  explain: 'Shares of all stocks priced at or below the threshold would exceed their limit.',
  check: withinShareTotals('atOrBelow', OrderError.TotalSharesBelowPrice, ({ maxAtOrBelow }) => maxAtOrBelow),
});

/** Refuses an order in a new symbol when the account already has positions or open orders in `maxSymbols` symbols. */
export const symbols = measuredCheck({
  id: 'symbols',
  code: OrderError.AccountSymbolLimit,
  title: 'Symbols of the account',
  explain:
    'A new symbol in an account that already has positions or open orders in as many symbols as it may.',
  unit: 'Symbols',
  measure: limited({
    limit: 'maxSymbols',
    applies(context) {
      const held = heldOf(context);
      const open = openOf(context);
      return held === undefined || open === undefined || (held === 0 && open.buy === 0 && open.sell === 0);
    },
    value: (context) => exposuresOf(context)?.length,
  }),
});

/** Refuses an order when all accounts together could hold more of the symbol than `maxFirmSymbolShares`. */
export const firmSymbol = measuredCheck({
  id: 'firm-symbol',
  code: OrderError.FirmSymbolLimit,
  title: 'Firm in the symbol',
  explain: 'Positions and open orders of all accounts in the symbol would exceed the limit of the firm.',
  unit: 'Shares',
  measure: limited({
    limit: 'maxFirmSymbolShares',
    value(context) {
      const { firm, replaced } = context;
      const released = replaced === null ? 0 : replaced?.leaves;
      return released === undefined ? undefined : plus(firm?.symbolShares, workingOf(context), -released);
    },
  }),
});
