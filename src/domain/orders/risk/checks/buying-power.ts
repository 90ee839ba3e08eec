import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { freeMoneyE4, openingCostE4 } from '../prices.ts';

export const buyingPower = riskCheck({
  id: 'buying-power',
  codes: [-26],
  title: 'Buying power',
  explain: 'Opening, or leaving written options without cover, would cost more than the buying power, or in a cash account the cash, that is left.',
  check(context) {
    const { account, portfolio } = context;
    const costE4 = openingCostE4(context);
    // What needs no money is not refused for the want of it: a covered call of an account in debt reduces its risk.
    if (costE4 === 0) return 0;
    if (account?.kind === undefined || !isWithin(costE4, freeMoneyE4(context, portfolio?.buyingPowerE4))) return -26;
    return account.kind === 'margin' || isWithin(costE4, freeMoneyE4(context, portfolio?.freeCashE4)) ? 0 : -26;
  },
});
