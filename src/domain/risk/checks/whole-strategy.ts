import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const wholeStrategy = cancelCheck({
  id: 'whole-strategy',
  codes: [OrderError.StrategyOrder],
  title: 'Strategy as a whole',
  explain: 'The order belongs to a strategy, and the request is not about all of it.',
  check: ({ target, request }) =>
    target?.strategyId === null || (target?.strategyId !== undefined && request.isWholeStrategy)
      ? 0
      : OrderError.StrategyOrder,
});
