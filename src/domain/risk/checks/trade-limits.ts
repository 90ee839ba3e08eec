/** Limits of a single order: shares, contracts and dollars. */
import { OrderError } from '../../orders/errors.ts';
import { MAX_ORDER_VALUE_E4 } from '../../orders/validate.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { orderValueE4 } from '../prices.ts';

/** Refuses a stock order of more shares than `maxTradeShares`. */
export const sharesPerTrade = riskCheck({
  id: 'shares-per-trade',
  codes: [OrderError.MaxShares],
  title: 'Shares per trade',
  explain: 'A stock order of more shares than one order may have.',
  check: (context) =>
    kindOf(context) === 'Option' || isWithin(context.order.quantity, context.limits?.maxTradeShares)
      ? 0
      : OrderError.MaxShares,
});

/** Refuses an option order of more contracts than `maxTradeContracts`. */
export const contractsPerTrade = riskCheck({
  id: 'contracts-per-trade',
  codes: [OrderError.ContractsPerTrade],
  title: 'Contracts per trade',
  explain: 'An option order of more contracts than one order may have.',
  check: (context) =>
    kindOf(context) !== 'Option' || isWithin(context.order.quantity, context.limits?.maxTradeContracts)
      ? 0
      : OrderError.ContractsPerTrade,
});

/** Refuses an order worth more than `maxOrderValueE4`. Without a limit, its value must still be an exact integer. */
export const maxOrderValue = riskCheck({
  id: 'max-order-value',
  codes: [OrderError.DollarLimit],
  title: 'Largest order value',
  explain: 'The order is worth more than any order may be.',
  check(context) {
    const limitE4 = context.limits?.maxOrderValueE4;
    // Without a limit the bound of exact arithmetic still holds.
    return isWithin(orderValueE4(context), limitE4 === null ? MAX_ORDER_VALUE_E4 : limitE4)
      ? 0
      : OrderError.DollarLimit;
  },
});

/** Refuses a stock order worth more than `maxTradeValueE4`, the limit of account, symbol or route. */
export const tradeDollars = riskCheck({
  id: 'trade-dollars',
  codes: [OrderError.DollarLimit],
  title: 'Dollars per trade',
  explain: 'A stock order worth more than one order of the account, symbol or route may be.',
  check(context) {
    const limitE4 = context.limits?.maxTradeValueE4;
    if (limitE4 === null || kindOf(context) === 'Option') return 0;
    return isWithin(orderValueE4(context), limitE4) ? 0 : OrderError.DollarLimit;
  },
});

/** Refuses an option order worth more than `maxOptionTradeValueE4`. */
export const optionTradeDollars = riskCheck({
  id: 'option-trade-dollars',
  codes: [OrderError.OptionDollarLimit],
  title: 'Dollars per option trade',
  explain: 'An option order worth more than one option order may be.',
  check(context) {
    const limitE4 = context.limits?.maxOptionTradeValueE4;
    if (limitE4 === null || kindOf(context) !== 'Option') return 0;
    return isWithin(orderValueE4(context), limitE4) ? 0 : OrderError.OptionDollarLimit;
  },
});
