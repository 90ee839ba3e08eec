import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, times } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { freeMoneyE4, openingCostE4, powerPerDollar } from '../prices.ts';

export const buyingPower = riskCheck({
  id: 'buying-power',
  codes: [OrderError.NotEnoughCash],
  title: 'Buying power',
  explain:
    'Opening, or leaving written options without cover, would cost more than the buying power, or in a cash account the cash, that is left.',
  check(context) {
    const { account, portfolio, order } = context;
    const costE4 = openingCostE4(context);
    // What needs no money is not refused for the want of it: a covered call of an account in debt reduces its risk.
    if (costE4 === 0) return 0;
    if (account?.kind === undefined) return OrderError.NotEnoughCash;
    // Costs are those of a power of twice the equity: cash counts for as much of it as it pays of what is ordered.
    const freeE4 =
      account.kind === 'margin'
        ? portfolio?.buyingPowerE4
        : times(portfolio?.freeCashE4, powerPerDollar(kindOf(context), order.side));
    return isWithin(costE4, freeMoneyE4(context, freeE4)) ? 0 : OrderError.NotEnoughCash;
  },
});
