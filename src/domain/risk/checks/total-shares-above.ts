import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';
import { sharesOfPriceGroup } from '../price-groups.ts';

export const totalSharesAbove = riskCheck({
  id: 'total-shares-above',
  codes: [OrderError.TotalSharesAbovePrice],
  title: 'Shares of dear stocks',
  explain: 'Shares of all stocks priced above the threshold would exceed their limit.',
  check(context) {
    const rules = context.limits?.shareTotals;
    if (!rules) return OrderError.TotalSharesAbovePrice;
    if (rules.length === 0 || kindOf(context) !== 'Stock' || isReducing(context)) return 0;
    return rules.every(
      ({ thresholdE4, maxAbove }) =>
        maxAbove === null || isWithin(sharesOfPriceGroup(context, thresholdE4, 'above'), maxAbove),
    )
      ? 0
      : OrderError.TotalSharesAbovePrice;
  },
});
