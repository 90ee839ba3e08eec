import { OrderError } from '../../orders/errors.ts';
import type { OrderSide, OrderSource } from '../../orders/enumerations.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

const STOCK_SOURCES: Readonly<Record<OrderSide, readonly OrderSource[]>> = {
  Buy: ['Open', 'Cover'],
  Sell: ['Close'],
  Short: ['Open'],
};
/** Options are written by selling; there is no Short of them. */
const OPTION_SOURCES: Readonly<Record<OrderSide, readonly OrderSource[]>> = {
  Buy: ['Open', 'Cover'],
  Sell: ['Open', 'Close'],
  Short: [],
};

export const tradeCondition = riskCheck({
  id: 'trade-condition',
  codes: [OrderError.InvalidCondition],
  title: 'Trade condition',
  explain: 'Side, source, type and time in force do not go together, or a dated order has its end behind it.',
  check(context) {
    const { order, market } = context;
    const isOption = kindOf(context) === 'Option';
    if (!(isOption ? OPTION_SOURCES : STOCK_SOURCES)[order.side].includes(order.source))
      return OrderError.InvalidCondition;
    if (order.tradeType !== null && (order.tradeType === 'Short') !== (order.side === 'Short'))
      return OrderError.InvalidCondition;
    // The time in force of a stop has its own check.
    const { takesStopPrice, tifs } = ORDER_TYPES[order.type];
    if (!takesStopPrice && !tifs.includes(order.tif)) return OrderError.InvalidCondition;
    if (order.tif !== 'GoodTillDate' || takesStopPrice) return 0;
    return isWhole(market?.nowMs) && order.goodTillMs !== null && order.goodTillMs > market.nowMs
      ? 0
      : OrderError.InvalidCondition;
  },
});
