import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';
import { sharesOfPriceGroup } from '../price-groups.ts';

export const totalSharesBelow = riskCheck({
  id: 'total-shares-below',
  codes: [OrderError.TotalSharesBelowPrice],
  title: 'Shares of cheap stocks',
  explain: 'Shares of all stocks priced at or below the threshold would exceed their limit.',
  check(context) {
    const rules = context.limits?.shareTotals;
    if (!rules) return OrderError.TotalSharesBelowPrice;
    if (rules.length === 0 || kindOf(context) !== 'Stock' || isReducing(context)) return 0;
    return rules.every(
      ({ thresholdE4, maxAtOrBelow }) =>
        maxAtOrBelow === null ||
        isWithin(sharesOfPriceGroup(context, thresholdE4, 'atOrBelow'), maxAtOrBelow),
    )
      ? 0
      : OrderError.TotalSharesBelowPrice;
  },
});
