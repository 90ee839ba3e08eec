import * as v from 'valibot';
import {
  COMMISSION_KINDS,
  costProblem,
  SLIPPAGE_KINDS,
  SPREAD_KINDS,
} from '../domain/strategy/costs/settings.ts';

const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));

/**
 * Costs and fills of a backtest (docs/algostream/costs.md). SlippageAmount: cents a share, basis points of the price, or per cent of the bar's range. SpreadAmount: cents or basis
 * points, of which a fill pays half. VolumePercent: the most of a bar's volume that the run fills; null = no limit. CommissionAmount: dollars a share, dollars an order, or per
 * cent of the value; CommissionMinimum: dollars an order, of PerShare. BorrowPercent: a year, of the value of short stock. Amounts that a kind does not use are ignored.
 */
export const costsBody = v.pipe(
  v.strictObject({
    Slippage: v.picklist(SLIPPAGE_KINDS),
    SlippageAmount: amount,
    Spread: v.picklist(SPREAD_KINDS),
    SpreadAmount: amount,
    VolumePercent: v.nullable(v.pipe(v.number(), v.minValue(0.01), v.maxValue(100))),
    Commission: v.picklist(COMMISSION_KINDS),
    CommissionAmount: amount,
    CommissionMinimum: amount,
    BorrowPercent: amount,
  }),
  v.check((costs) => costProblem(costs) === null, 'amounts within their bounds expected'),
);
