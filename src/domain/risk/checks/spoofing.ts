import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole, plus, times } from '../exact.ts';
import { isMarketable, waitsForStop } from '../prices.ts';
import { isOpposite } from '../trade-type.ts';

export const spoofing = riskCheck({
  id: 'spoofing',
  codes: [OrderError.Spoofing],
  title: 'Spoofing',
  explain: 'The order trades at once while the account shows far more on the other side.',
  check(context) {
    const { limits, portfolio, order } = context;
    if (!limits?.spoofingRules) return OrderError.Spoofing;
    if (limits.spoofingRules.length === 0 || waitsForStop(context) || !isMarketable(context)) return 0;
    if (!portfolio?.resting) return OrderError.Spoofing;
    const shown = plus(
      ...portfolio.resting.filter(({ side }) => isOpposite(order.side, side)).map(({ leaves }) => leaves),
    );
    const isBelow = limits.spoofingRules.every(({ minRestingShares, timesOrder }) => {
      const suspicious = times(timesOrder, order.quantity);
      return (
        shown !== undefined &&
        suspicious !== undefined &&
        isWhole(minRestingShares) &&
        shown < Math.max(minRestingShares, suspicious)
      );
    });
    return isBelow ? 0 : OrderError.Spoofing;
  },
});
