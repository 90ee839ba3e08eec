/** Limits of a single order: shares, contracts and dollars. */
import { OrderError } from '../../orders/errors.ts';
import { MAX_ORDER_VALUE_E4 } from '../../orders/validate.ts';
import { kindOf } from '../exposure.ts';
import { measuredCheck } from '../measured.ts';
import { orderValueE4 } from '../prices.ts';

/** Refuses a stock order of more shares than `maxTradeShares`. */
export const sharesPerTrade = measuredCheck({
  id: 'shares-per-trade',
  code: OrderError.MaxShares,
  title: 'Shares per trade',
  explain: 'A stock order of more shares than one order may have.',
  unit: 'Shares',
  measure: (context) =>
    kindOf(context) === 'Option'
      ? null
      : { value: context.order.quantity, limit: context.limits?.maxTradeShares },
});

/** Refuses an option order of more contracts than `maxTradeContracts`. */
export const contractsPerTrade = measuredCheck({
  id: 'contracts-per-trade',
  code: OrderError.ContractsPerTrade,
  title: 'Contracts per trade',
  explain: 'An option order of more contracts than one order may have.',
  unit: 'Contracts',
  measure: (context) =>
    kindOf(context) === 'Option'
      ? { value: context.order.quantity, limit: context.limits?.maxTradeContracts }
      : null,
});

/** Refuses an order worth more than `maxOrderValueE4`. Without a limit, its value must still be an exact integer. */
export const maxOrderValue = measuredCheck({
  id: 'max-order-value',
  code: OrderError.DollarLimit,
  title: 'Largest order value',
  explain: 'The order is worth more than any order may be.',
  unit: 'Money',
  measure(context) {
    const limitE4 = context.limits?.maxOrderValueE4;
    // Without a limit the bound of exact arithmetic still holds.
    return { value: orderValueE4(context), limit: limitE4 === null ? MAX_ORDER_VALUE_E4 : limitE4 };
  },
});

/** Refuses a stock order worth more than `maxTradeValueE4`, the limit of account, symbol or route. */
export const tradeDollars = measuredCheck({
  id: 'trade-dollars',
  code: OrderError.DollarLimit,
  title: 'Dollars per trade',
  explain: 'A stock order worth more than one order of the account, symbol or route may be.',
  unit: 'Money',
  measure(context) {
    const limit = context.limits?.maxTradeValueE4;
    return limit === null || kindOf(context) === 'Option' ? null : { value: orderValueE4(context), limit };
  },
});

/** Refuses an option order worth more than `maxOptionTradeValueE4`. */
export const optionTradeDollars = measuredCheck({
  id: 'option-trade-dollars',
  code: OrderError.OptionDollarLimit,
  title: 'Dollars per option trade',
  explain: 'An option order worth more than one option order may be.',
  unit: 'Money',
  measure(context) {
    const limit = context.limits?.maxOptionTradeValueE4;
    return limit === null || kindOf(context) !== 'Option' ? null : { value: orderValueE4(context), limit };
  },
});
