import type { OrderSide, OrderSource, OrderType, TimeInForce } from '../../enumerations.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { isStop } from '../prices.ts';

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
/** Types of each time in force; stops are judged by their own check. */
const TYPES: Readonly<Record<TimeInForce, readonly OrderType[]>> = {
  Day: ['Market', 'Limit', 'MarketOnClose', 'LimitOnClose', 'Pegged'],
  GoodTillCancel: ['Market', 'Limit', 'Pegged'],
  GoodTillDate: ['Market', 'Limit', 'Pegged'],
  AtOpening: ['Market', 'Limit'],
  ImmediateOrCancel: ['Market', 'Limit'],
  FillOrKill: ['Market', 'Limit'],
  GoodTillCrossing: ['Limit'],
};

export const tradeCondition = riskCheck({
  id: 'trade-condition',
  codes: [-15],
  title: 'Trade condition',
  explain: 'Side, source, type and time in force do not go together, or a dated order has its end behind it.',
  check(context) {
    const { order, market } = context;
    const isOption = kindOf(context) === 'Option';
    if (!(isOption ? OPTION_SOURCES : STOCK_SOURCES)[order.side].includes(order.source)) return -15;
    if (order.tradeType !== null && (order.tradeType === 'Short') !== (order.side === 'Short')) return -15;
    if (!isStop(order.type) && !TYPES[order.tif].includes(order.type)) return -15;
    if (order.tif !== 'GoodTillDate' || isStop(order.type)) return 0;
    return isWhole(market?.nowMs) && order.goodTillMs !== null && order.goodTillMs > market.nowMs ? 0 : -15;
  },
});
