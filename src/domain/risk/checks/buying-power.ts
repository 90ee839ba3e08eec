/** Checks of money: the loss of the day, day trading buying power, buying power and cash. */
import type { MoneyE4 } from '../../money/price.ts';
import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole, isWithin, times } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';
import { freeMoneyE4, openingCostE4, powerPerDollar } from '../prices.ts';

/** Refuses opening orders once the day's realised loss has reached the limit, which stops a losing day while positions can still be closed. */
export const dailyLoss = riskCheck({
  id: 'daily-loss',
  codes: [OrderError.ClosingOnly],
  title: 'Daily loss limit',
  explain: 'An opening order after the realised loss of the day has reached the limit.',
  check(context) {
    const limitE4 = context.limits?.maxDailyLossE4;
    const todayE4 = context.portfolio?.todayPlE4;
    return limitE4 === null ||
      isReducing(context) ||
      (isWhole(limitE4) && isWhole(todayE4) && -todayE4 < limitE4)
      ? 0
      : OrderError.ClosingOnly;
  },
});

/** Refuses an opening order that costs more than the remaining day trading buying power. Accounts without day trading power are not concerned. */
export const dayTradingPower = riskCheck({
  id: 'day-trading-power',
  codes: [OrderError.DayTradingPower],
  title: 'Day trading buying power',
  explain: 'Opening would cost more than the day trading buying power that is left.',
  check(context) {
    const powerE4 = context.portfolio?.dayTradingPowerE4;
    if (powerE4 === null || isReducing(context)) return 0;
    return isWithin(openingCostE4(context), freeMoneyE4(context, powerE4)) ? 0 : OrderError.DayTradingPower;
  },
});

/** Refuses an order whose opening part, or the margin of written options that it uncovers, costs more than the free buying power or cash: the account could not pay for the fill. */
export const buyingPower = riskCheck({
  id: 'buying-power',
  codes: [OrderError.NotEnoughCash],
  title: 'Buying power',
  explain:
    'Opening, or leaving written options without cover, would cost more than the buying power, or in a cash account the cash, that is left.',
  check(context) {
    const { account, portfolio, order } = context;
    const costE4 = openingCostE4(context);
    // An order that costs nothing passes even in an account in debt: a covered call reduces its risk.
    if (costE4 === 0) return 0;
    if (account?.kind === undefined) return OrderError.NotEnoughCash;
    // Costs are in margin buying power (twice the equity), so free cash is converted to the power that it stands for.
    const freeE4: MoneyE4 | undefined =
      account.kind === 'margin'
        ? portfolio?.buyingPowerE4
        : times(portfolio?.freeCashE4, powerPerDollar(kindOf(context), order.side));
    return isWithin(costE4, freeMoneyE4(context, freeE4)) ? 0 : OrderError.NotEnoughCash;
  },
});
