/** Checks of money: the loss of the day, day trading buying power, buying power and cash. */
import type { MoneyE4 } from '../../money/price.ts';
import { OrderError } from '../../orders/errors.ts';
import { times } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';
import { measuredCheck } from '../measured.ts';
import { freeMoneyE4, openingCostE4, powerPerDollar } from '../prices.ts';

/** Refuses opening orders once the day's realised loss has reached the limit, which stops a losing day while positions can still be closed. */
export const dailyLoss = measuredCheck({
  id: 'daily-loss',
  code: OrderError.ClosingOnly,
  title: 'Daily loss limit',
  explain: 'An opening order after the realised loss of the day has reached the limit.',
  unit: 'Money',
  bound: 'Below',
  measure(context) {
    const limit = context.limits?.maxDailyLossE4;
    const todayE4 = context.portfolio?.todayPlE4;
    if (limit === null || isReducing(context)) return null;
    return { value: todayE4 === undefined ? undefined : 0 - todayE4, limit };
  },
});

/** Refuses an opening order that costs more than the remaining day trading buying power. Accounts without day trading power are not concerned. */
export const dayTradingPower = measuredCheck({
  id: 'day-trading-power',
  code: OrderError.DayTradingPower,
  title: 'Day trading buying power',
  explain: 'Opening would cost more than the day trading buying power that is left.',
  unit: 'Money',
  measure(context) {
    const powerE4 = context.portfolio?.dayTradingPowerE4;
    if (powerE4 === null || isReducing(context)) return null;
    return { value: openingCostE4(context), limit: freeMoneyE4(context, powerE4) };
  },
});

/** Refuses an order whose opening part, or the margin of written options that it uncovers, costs more than the free buying power or cash: the account could not pay for the fill. */
export const buyingPower = measuredCheck({
  id: 'buying-power',
  code: OrderError.NotEnoughCash,
  title: 'Buying power',
  explain:
    'Opening, or leaving written options without cover, would cost more than the buying power, or in a cash account the cash, that is left.',
  unit: 'Money',
  measure(context) {
    const { account, portfolio, order } = context;
    const value = openingCostE4(context);
    // An order that costs nothing passes even in an account in debt: a covered call reduces its risk.
    if (value === 0) return null;
    if (account?.kind === undefined) return { value, limit: undefined };
    // Costs are in margin buying power (twice the equity), so free cash is converted to the power that it stands for.
    const freeE4: MoneyE4 | undefined =
      account.kind === 'margin'
        ? portfolio?.buyingPowerE4
        : times(portfolio?.freeCashE4, powerPerDollar(kindOf(context), order.side));
    return { value, limit: freeMoneyE4(context, freeE4) };
  },
});
